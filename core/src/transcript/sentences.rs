//! Every sentence that a transcript tells the model, in our own wording (TRAN-7, TRAN-9).

/// An approval that has not run, the last of its call.
pub const CALL_NOW: &str =
    "a person approved this call and it has not run yet. Call it again now, with exactly the same arguments.";

/// An approval that has not run, with a later one of the same call.
pub const CALL_LATER: &str = "a person approved this call; a later approval of the same call follows. Go by the later one, not by this.";

/// An approval whose call ran.
pub const ALREADY_RAN: &str =
    "a person approved this call and it ran. Use its result, do not repeat the call.";

/// An approval whose call may have run.
pub const MAY_HAVE_RUN: &str =
    "a person approved this call and it may have run. Check what it changed, do not repeat the call.";

/// An approval that a later denial ended.
pub const WITHDRAWN: &str = "a person approved this call and denied it later. Do not call it.";

/// An approval of a call that cannot be told from others.
pub const UNKEYED: &str = "a person approved a call that cannot be recognised when it comes again. Call it with other arguments and ask anew.";

/// A denial.
pub const DENIED: &str = "a person denied this call. Go on without it.";

/// A call that was put off.
pub const DEFERRED: &str = "this call was put off and never ran. Call it again if it is still needed.";

/// A call of unknown result.
pub const UNKNOWN: &str = "this call was approved and may have run; its result was lost. Do not repeat it.";

/// The end, when an answered approval is the last thing in the conversation.
pub const RESUME_APPROVAL: &str =
    "the last user message was taken up already. Go on from the answers above, and do what they say.";

/// The end, when a fulfilled client tool is.
pub const RESUME_CLIENT: &str = "the last user message was taken up already. Go on from the result above.";

/// What stands between the tool and the sentence about an answer.
pub(super) const ANSWER: &str = " approval: ";
/// Between the tool and the sentence about a call that was put off.
pub(super) const NOT_RUN: &str = " not run: ";
/// Between the tool and the sentence about a call that may have run.
pub(super) const LOST: &str = " result unknown: ";
/// Between the tool and its result.
pub(super) const RETURNED: &str = " returned: ";
/// Between the tool and its error.
pub(super) const ERROR: &str = " error: ";
/// What a call begins with.
pub(super) const CALLED: &str = "[called ";
/// An image.
pub(super) const IMAGE: &str = "[image]";
/// What a resource begins with.
pub(super) const RESOURCE: &str = "[resource: ";
/// What the closing text begins with.
pub(super) const RESUME: &str = "[resume: ";
/// What ends the line that says how many messages were left out.
pub(super) const LEFT_OUT: &str = " left out]";
/// What a note on omitted characters begins with.
pub(super) const OMITTED: &str = "[... ";

/// The lines that begin a turn.
pub(super) const ROLE_LINES: [&str; 4] = ["User:", "Assistant:", "System:", "Tool:"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tran_7_each_sentence_is_its_own() {
        let all = [
            CALL_NOW,
            CALL_LATER,
            ALREADY_RAN,
            MAY_HAVE_RUN,
            WITHDRAWN,
            UNKEYED,
            DENIED,
            DEFERRED,
            UNKNOWN,
            RESUME_APPROVAL,
            RESUME_CLIENT,
        ];
        for (index, sentence) in all.iter().enumerate() {
            assert!(!all[..index].contains(sentence));
            assert!(sentence.ends_with('.') && !sentence.contains(['\n', '[', ']']));
        }
    }

    #[test]
    fn tran_7_what_never_ran_and_what_may_have_run_say_opposite_things() {
        assert!(DEFERRED.contains("never ran") && DEFERRED.contains("Call it again"));
        assert!(UNKNOWN.contains("may have run") && UNKNOWN.contains("Do not repeat"));
    }
}
