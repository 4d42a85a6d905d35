//! Reading objects: the fields that are known here, and what is wrong with the others (CONF-4).

use crate::diagnostic::{Code, Collector};
use crate::json::{Member, Pointer, Value};
use crate::suggest::{did_you_mean, is_near_miss, nearest, quoted};

/// The known fields of an object, each where it was written, in the order asked for.
pub(crate) type Fields<'v, const N: usize> = [Option<&'v Member<'v>>; N];

/// Reads a strict object: every other field is an error.
pub(crate) fn strict<'v, const N: usize>(
    value: &'v Value<'v>,
    known: [&'static str; N],
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<Fields<'v, N>> {
    fields(value, known, at, out, |member, out| {
        let message = format!("unknown field {}", quoted(&member.key));
        out.error(Code::FieldUnknown, at.key(&member.key).text(), member.key_start, message);
        out.help(|| nearest(&member.key, known).map(did_you_mean));
    })
}

/// Reads a lenient object: other fields belong to other programs, but a near miss is an error.
pub(crate) fn lenient<'v, const N: usize>(
    value: &'v Value<'v>,
    known: [&'static str; N],
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<Fields<'v, N>> {
    fields(value, known, at, out, |member, out| {
        if let Some(meant) = known.into_iter().find(|known| is_near_miss(&member.key, known)) {
            let message = format!("unknown field {}, a near miss of `{meant}`", quoted(&member.key));
            out.error(Code::FieldUnknown, at.key(&member.key).text(), member.key_start, message);
            out.help(|| Some(did_you_mean(meant)));
        }
    })
}

fn fields<'v, const N: usize>(
    value: &'v Value<'v>,
    known: [&'static str; N],
    at: &Pointer<'_>,
    out: &mut Collector,
    mut unknown: impl FnMut(&'v Member<'v>, &mut Collector),
) -> Option<Fields<'v, N>> {
    let mut found = [None; N];
    for member in object(value, at, out)? {
        match found.iter_mut().zip(known).find(|(_, known)| *known == member.key) {
            Some((slot, _)) => *slot = Some(member),
            None => unknown(member, out),
        }
    }
    Some(found)
}

/// The one that was written of a field that has two spellings; both at once are an error (CONF-2).
pub(crate) fn one_spelling<'v>(
    first: Option<&'v Member<'v>>,
    second: Option<&'v Member<'v>>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<&'v Member<'v>> {
    if let (Some(one), Some(other)) = (first, second) {
        let later = if one.key_start > other.key_start { one } else { other };
        let message = format!("`{}` and `{}` are two spellings of one field", one.key, other.key);
        out.error(Code::FieldUnknown, at.key(&later.key).text(), later.key_start, message);
        out.help(|| Some("keep one of them".to_owned()));
    }
    first.or(second)
}

/// A field that must be there.
pub(crate) fn required<'v>(
    field: Option<&'v Member<'v>>,
    name: &str,
    object: &Value<'_>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<&'v Value<'v>> {
    if field.is_none() {
        out.error(Code::FieldMissing, at.text(), object.start, format!("`{name}` is missing"));
    }
    field.map(|member| &member.value)
}

/// The members of an object.
pub(crate) fn object<'v>(
    value: &'v Value<'v>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<&'v [Member<'v>]> {
    let members = value.as_object();
    if members.is_none() {
        wrong_type(value, "an object", at, out);
    }
    members
}

/// The elements of an array.
pub(crate) fn array<'v>(
    value: &'v Value<'v>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<&'v [Value<'v>]> {
    let items = value.as_array();
    if items.is_none() {
        wrong_type(value, "an array", at, out);
    }
    items
}

/// A string.
pub(crate) fn string<'v>(value: &'v Value<'v>, at: &Pointer<'_>, out: &mut Collector) -> Option<&'v str> {
    let text = value.as_str();
    if text.is_none() {
        wrong_type(value, "a string", at, out);
    }
    text
}

/// Says that a value has the wrong type.
pub(crate) fn wrong_type(value: &Value<'_>, expected: &str, at: &Pointer<'_>, out: &mut Collector) {
    let message = format!("expected {expected}, not {}", value.type_name());
    out.error(Code::TypeInvalid, at.text(), value.start, message);
}

/// Whether a text has nothing in it that can be seen.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(|character| character.is_whitespace() || character == '\u{feff}')
}
