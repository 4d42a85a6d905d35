//! Requests of the server: their schema and size (TEAM-62, first step).

use crate::diagnostic::{Code, Collector};
use crate::json::{Member, Pointer, Value};
use crate::validate::fields::{array, required, strict, string, wrong_type};

/// The largest request record, in bytes.
pub const MAX_REQUEST_BYTES: usize = 8 * 1024 * 1024;

/// The largest content of a file or of a standard input, in bytes.
pub const MAX_CONTENT_BYTES: usize = 1024 * 1024;

/// The longest rationale or purpose, in characters.
const MAX_REASON: usize = 4_096;
const MAX_LIST: usize = 64;
const VERSION: &str = "1";
const ABSENT: &str = "absent";

/// What a granted agent asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// 32 hex digits, minted by the server.
    pub id: String,
    /// The nonce of the dispatch that it belongs to.
    pub dispatch: String,
    /// The agent that the server was started for.
    pub via_agent: String,
    /// What is asked for.
    pub action: Action,
}

/// The three things that can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `write_file`
    Write {
        /// The path as it was asked for.
        path: String,
        /// The whole new content.
        content: String,
        /// The hash that the file is to have now, or `absent`.
        base_sha256: String,
        /// Why.
        rationale: String,
        /// Gates to pass beside those that the agent's policy requires.
        gates: Vec<String>,
    },
    /// `delete_file`
    Delete {
        /// The path as it was asked for.
        path: String,
        /// The hash that the file is to have now.
        base_sha256: String,
        /// Why.
        rationale: String,
    },
    /// `run_command`
    Run {
        /// The words.
        argv: Vec<String>,
        /// Why.
        purpose: String,
        /// The folder to run in; none is the project's root.
        cwd: Option<String>,
        /// Folders that it will write.
        expected_writes: Vec<String>,
        /// A path as a label, and the content to give on the standard input.
        stdin: Option<(String, String)>,
    },
}

impl Action {
    /// The tool that asks for it.
    #[must_use]
    pub const fn tool(&self) -> super::Tool {
        match self {
            Self::Write { .. } => super::Tool::WriteFile,
            Self::Delete { .. } => super::Tool::DeleteFile,
            Self::Run { .. } => super::Tool::RunCommand,
        }
    }

    /// What the runner calls such a request.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Write { .. } | Self::Delete { .. } => "stage-proposal",
            Self::Run { .. } => "run-request",
        }
    }
}

/// Whether a text is a request's id: 32 hex digits in lower case.
pub(super) fn is_id(text: &str) -> bool {
    text.len() == 32 && is_hex(text)
}

pub(super) fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Reads a request, strictly. Nothing comes back when there is an error.
#[must_use]
pub fn read_request(value: &Value<'_>, out: &mut Collector) -> Option<Request> {
    let root = Pointer::Root("");
    let common = ["version", "id", "kind", "tool", "dispatch", "via_agent"];
    let tool = required_text(value.get("tool"), "tool", value, &root, out)?;
    let action = match tool {
        "write_file" => write(value, common, &root, out),
        "delete_file" => delete(value, common, &root, out),
        "run_command" => run(value, common, &root, out),
        _ => {
            out.error(
                Code::TeamUnknown,
                root.key("tool").text(),
                value.start,
                "no such tool queues requests",
            );
            None
        }
    }?;
    head(value, action.kind(), &root, out);
    let id = required_text(value.get("id"), "id", value, &root, out)?;
    if !is_id(id) {
        out.error(Code::TypeInvalid, root.key("id").text(), value.start, "an id is 32 hex digits");
    }
    let dispatch = required_text(value.get("dispatch"), "dispatch", value, &root, out)?;
    let via_agent = required_text(value.get("via_agent"), "via_agent", value, &root, out)?;
    (!out.has_errors()).then(|| Request {
        id: id.to_owned(),
        dispatch: dispatch.to_owned(),
        via_agent: via_agent.to_owned(),
        action,
    })
}

/// The version and the kind of a record.
pub(super) fn head(value: &Value<'_>, kind: &str, root: &Pointer<'_>, out: &mut Collector) {
    let version = value.get("version").map(Value::to_text);
    if version.as_deref() != Some(VERSION) {
        out.error(Code::TypeInvalid, root.key("version").text(), value.start, "the version is not 1");
    }
    let given = required_text(value.get("kind"), "kind", value, root, out);
    if given.is_some_and(|given| given != kind) {
        let message = format!("the kind of such a record is `{kind}`");
        out.error(Code::TypeInvalid, root.key("kind").text(), value.start, message);
    }
}

pub(super) fn required_text<'v>(
    field: Option<&'v Value<'v>>,
    name: &str,
    object: &Value<'_>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<&'v str> {
    let Some(value) = field else {
        out.error(Code::FieldMissing, at.text(), object.start, format!("`{name}` is missing"));
        return None;
    };
    string(value, &at.key(name), out)
}

type Common = [&'static str; 6];

fn write(
    value: &Value<'_>,
    [a, b, c, d, e, f]: Common,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<Action> {
    let known = [a, b, c, d, e, f, "path", "content", "base_sha256", "rationale", "gates"];
    let [.., path, content, base, rationale, gates] = strict(value, known, at, out)?;
    Some(Action::Write {
        path: text(path, "path", value, at, out)?,
        content: self::content(content, "content", value, at, out)?,
        base_sha256: self::base(base, true, value, at, out)?,
        rationale: reason(rationale, "rationale", value, at, out)?,
        gates: list(gates, "gates", at, out),
    })
}

fn delete(
    value: &Value<'_>,
    [a, b, c, d, e, f]: Common,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<Action> {
    let known = [a, b, c, d, e, f, "path", "base_sha256", "rationale"];
    let [.., path, base, rationale] = strict(value, known, at, out)?;
    Some(Action::Delete {
        path: text(path, "path", value, at, out)?,
        base_sha256: self::base(base, false, value, at, out)?,
        rationale: reason(rationale, "rationale", value, at, out)?,
    })
}

fn run(
    value: &Value<'_>,
    [a, b, c, d, e, f]: Common,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<Action> {
    let known =
        [a, b, c, d, e, f, "argv", "purpose", "cwd", "expected_writes", "stdin_path", "stdin_content"];
    let [.., argv, purpose, cwd, writes, stdin_path, stdin_content] = strict(value, known, at, out)?;
    let argv = required(argv, "argv", value, at, out)?;
    let argv_at = at.key("argv");
    let items = array(argv, &argv_at, out)?;
    let argv = items
        .iter()
        .enumerate()
        .map(|(index, item)| string(item, &argv_at.index(index), out).map(str::to_owned))
        .collect::<Option<Vec<_>>>()?;
    let stdin = match (stdin_path, stdin_content) {
        (None, None) => None,
        (Some(_), Some(_)) => Some((
            text(stdin_path, "stdin_path", value, at, out)?,
            content(stdin_content, "stdin_content", value, at, out)?,
        )),
        _ => {
            let message = "`stdin_path` and `stdin_content` are given together or not at all";
            out.error(Code::FieldMissing, at.text(), value.start, message);
            return None;
        }
    };
    Some(Action::Run {
        argv,
        purpose: reason(purpose, "purpose", value, at, out)?,
        cwd: match cwd {
            None => None,
            Some(_) => Some(text(cwd, "cwd", value, at, out)?),
        },
        expected_writes: list(writes, "expected_writes", at, out),
        stdin,
    })
}

fn text(
    field: Option<&Member<'_>>,
    name: &str,
    object: &Value<'_>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<String> {
    required_text(field.map(|member| &member.value), name, object, at, out).map(str::to_owned)
}

fn content(
    field: Option<&Member<'_>>,
    name: &str,
    object: &Value<'_>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<String> {
    let content = text(field, name, object, at, out)?;
    if content.len() > MAX_CONTENT_BYTES {
        let message = format!("`{name}` is longer than {MAX_CONTENT_BYTES} bytes");
        out.error(Code::TypeInvalid, at.key(name).text(), object.start, message);
        return None;
    }
    Some(content)
}

fn reason(
    field: Option<&Member<'_>>,
    name: &str,
    object: &Value<'_>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<String> {
    let reason = text(field, name, object, at, out)?;
    if reason.trim().is_empty() || reason.encode_utf16().count() > MAX_REASON {
        let message = format!("`{name}` is empty or longer than {MAX_REASON} characters");
        out.error(Code::TypeInvalid, at.key(name).text(), object.start, message);
        return None;
    }
    Some(reason)
}

/// A base: 64 hex digits in lower case, or `absent` where that may be.
fn base(
    field: Option<&Member<'_>>,
    may_be_absent: bool,
    object: &Value<'_>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<String> {
    let base = text(field, "base_sha256", object, at, out)?;
    if (base == ABSENT && may_be_absent) || (base.len() == 64 && is_hex(&base)) {
        return Some(base);
    }
    let message = match may_be_absent {
        true => "a base is a SHA-256 in 64 lower-case hex digits, or `absent`",
        false => "a base is a SHA-256 in 64 lower-case hex digits: what is absent cannot be deleted",
    };
    out.error(Code::TypeInvalid, at.key("base_sha256").text(), object.start, message);
    None
}

/// A list of strings that may be left out.
fn list(field: Option<&Member<'_>>, name: &str, at: &Pointer<'_>, out: &mut Collector) -> Vec<String> {
    let at = at.key(name);
    let Some(member) = field else { return Vec::new() };
    let Some(items) = array(&member.value, &at, out) else { return Vec::new() };
    if items.len() > MAX_LIST {
        wrong_type(&member.value, "at most 64 entries", &at, out);
    }
    let read = |(index, item)| string(item, &at.index(index), out).map(str::to_owned);
    items.iter().enumerate().filter_map(read).collect()
}
