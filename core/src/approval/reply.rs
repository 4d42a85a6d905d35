//! Replies to a harness that asked (APPR-60).

use super::ledger::Answer;

/// What is told to the harness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Run this one call.
    Once,
    /// Do not run it.
    Reject,
    /// Neither can be said: the question is withdrawn.
    Cancelled,
}

impl Reply {
    /// `once`, `reject` or `cancelled`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Reject => "reject",
            Self::Cancelled => "cancelled",
        }
    }
}

/// The reply among those on offer (`once`, `always`, `reject`): an allow is for this call only,
/// never `always`, which would let later calls pass unseen.
#[must_use]
pub fn reply(decision: Answer, available: &[&str]) -> Reply {
    let wanted = match decision {
        Answer::Allow => [Reply::Once, Reply::Reject],
        Answer::Deny => [Reply::Reject, Reply::Reject],
    };
    wanted.into_iter().find(|reply| available.contains(&reply.as_str())).unwrap_or(Reply::Cancelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appr_60_an_allow_is_never_always() {
        for (decision, available, right) in [
            (Answer::Allow, &["once", "always", "reject"][..], Reply::Once),
            (Answer::Allow, &["always", "reject"], Reply::Reject),
            (Answer::Allow, &["always"], Reply::Cancelled),
            (Answer::Allow, &[], Reply::Cancelled),
            (Answer::Deny, &["once", "always", "reject"], Reply::Reject),
            (Answer::Deny, &["once", "always"], Reply::Cancelled),
        ] {
            assert_eq!(reply(decision, available), right, "{decision:?} {available:?}");
        }
    }
}
