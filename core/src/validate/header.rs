//! Header names and values (CONF-12, CONF-13). A value never stands in a message.

use foldhash::fast::RandomState;
use hashbrown::HashSet;

use super::fields::{is_blank, object, string};
use crate::diagnostic::{Code, Collector};
use crate::json::{Pointer, Value};

/// Public headers that usually carry a secret, in lower case.
const SECRET_CARRIERS: [&str; 26] = [
    "api-key",
    "apikey",
    "authorization",
    "cookie",
    "dd-api-key",
    "ocp-apim-subscription-key",
    "private-token",
    "proxy-authorization",
    "set-cookie",
    "token",
    "x-access-token",
    "x-amz-security-token",
    "x-api-key",
    "x-api-token",
    "x-apikey",
    "x-auth",
    "x-auth-key",
    "x-auth-token",
    "x-authorization",
    "x-functions-key",
    "x-github-token",
    "x-gitlab-token",
    "x-goog-api-key",
    "x-secret",
    "x-token",
    "x-vault-token",
];

/// The header names of one connection, to find one that is given twice.
#[derive(Debug, Default)]
pub(super) struct Names {
    seen: HashSet<String, RandomState>,
}

impl Names {
    /// Checks a name: a token, and not given before, in whatever case.
    ///
    /// The name is not repeated when it is malformed: a whole header line may have been put there.
    pub(super) fn check(&mut self, name: &str, at: &Pointer<'_>, offset: u32, out: &mut Collector) {
        if !is_token(name) {
            let message = "a header name is one or more letters, digits or ``!#$%&'*+-.^_`|~``";
            out.error(Code::ConnectionHeader, at.text(), offset, message);
        } else if !self.seen.insert(name.to_ascii_lowercase()) {
            let message = format!("the header `{name}` is given twice: names are compared without case");
            out.error(Code::ConnectionHeader, at.text(), offset, message);
        }
    }
}

/// Reads a connection's public `headers`.
pub(super) fn public(value: &Value<'_>, names: &mut Names, at: &Pointer<'_>, out: &mut Collector) {
    for member in object(value, at, out).unwrap_or_default() {
        let here = at.key(&member.key);
        names.check(&member.key, &here, member.key_start, out);
        if SECRET_CARRIERS.iter().any(|carrier| member.key.eq_ignore_ascii_case(carrier)) {
            let message = format!(
                "`{}` usually carries a secret, and public headers are stored as written",
                member.key
            );
            out.warning(Code::ConnectionPublicSecret, here.text(), member.key_start, message);
            out.help(|| Some("name the secret in `credentials` instead".to_owned()));
        }
        check_value(&member.value, &here, out);
    }
}

/// Checks a header's value.
pub(super) fn check_value(value: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) {
    if let Some(message) = string(value, at, out).and_then(value_fault) {
        out.error(Code::ConnectionHeader, at.text(), value.start, message);
    }
}

/// What is wrong with a header's value, in words that do not repeat it.
pub(crate) fn value_fault(text: &str) -> Option<&'static str> {
    if is_blank(text) {
        Some("a header value must not be empty")
    } else if text.chars().any(char::is_control) {
        Some("a header value must not hold line ends or other control characters")
    } else {
        None
    }
}

/// Whether a name is a token as RFC 9110 has it.
pub(crate) fn is_token(name: &str) -> bool {
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}
