//! A server's connection (CONF-10 to CONF-14), as written by authors and as on the wire (CONF-2).

use super::fields::{is_blank, object, required, strict, string};
use super::{header, url};
use crate::diagnostic::{Code, Collector};
use crate::document::Connection;
use crate::json::{Kind, Member, Pointer, Value};
use crate::suggest::{did_you_mean, nearest, quoted};

const TYPES: [&str; 2] = ["gateway", "http"];
const NAMESPACES: [&str; 3] = ["custom", "standard", "builtin"];
const CREDENTIAL_TYPES: [&str; 2] = ["none", "header_secret_refs"];

/// The longest slug or provider, in UTF-16 units (CONF-10).
const LONGEST: usize = 128;

/// Reads a `connection`.
pub(super) fn connection<'v>(
    value: &'v Value<'v>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<Connection<'v>> {
    object(value, at, out)?;
    let Some(kind) = value.get("type") else {
        out.error(Code::FieldMissing, at.text(), value.start, "`type` is missing");
        return None;
    };
    match string(kind, &at.key("type"), out)? {
        "gateway" => gateway(value, at, out),
        "http" => http(value, at, out),
        other => {
            let message = format!("{} is no type of connection: `gateway` or `http`", quoted(other));
            out.error(Code::TypeInvalid, at.key("type").text(), kind.start, message);
            out.help(|| nearest(other, TYPES).map(did_you_mean));
            None
        }
    }
}

fn gateway<'v>(value: &'v Value<'v>, at: &Pointer<'_>, out: &mut Collector) -> Option<Connection<'v>> {
    let [_, namespace, slug, provider] = strict(value, ["type", "namespace", "slug", "provider"], at, out)?;
    let slug = slug.filter(|member| !member.value.is_null());
    let provider = provider.filter(|member| !member.value.is_null());
    let namespace = required(namespace, "namespace", value, at, out);
    let place = at.key("namespace");
    let known = match namespace.and_then(|namespace| string(namespace, &place, out)) {
        Some(name) if NAMESPACES.contains(&name) => Some(name),
        Some(name) => {
            let message = format!("{} is no namespace: `custom`, `standard` or `builtin`", quoted(name));
            out.error(
                Code::ConnectionGateway,
                place.text(),
                namespace.map_or(0, |value| value.start),
                message,
            );
            out.help(|| nearest(name, NAMESPACES).map(did_you_mean));
            None
        }
        None => None,
    };
    let Some(namespace) = known else {
        // Which of the two belongs here is not known, but their own form is.
        for (member, name) in [(slug, "slug"), (provider, "provider")] {
            if let Some(member) = member {
                target(member, name, at, out);
            }
        }
        return None;
    };
    let (wanted, name, refused) =
        if namespace == "custom" { (slug, "slug", provider) } else { (provider, "provider", slug) };
    if let Some(refused) = refused {
        let message = format!("`{}` does not go with the namespace `{namespace}`", refused.key);
        out.error(Code::ConnectionGateway, at.key(&refused.key).text(), refused.key_start, message);
        out.help(|| Some(format!("`{namespace}` connections are named by `{name}`")));
    }
    let Some(wanted) = wanted else {
        let message = format!("the namespace `{namespace}` needs `{name}`");
        out.error(Code::ConnectionGateway, at.text(), value.start, message);
        return None;
    };
    target(wanted, name, at, out).map(|target| Connection::Gateway { namespace, target })
}

/// A slug or provider: 1 to 128 characters, not blank.
fn target<'v>(member: &'v Member<'v>, name: &str, at: &Pointer<'_>, out: &mut Collector) -> Option<&'v str> {
    let place = at.key(&member.key);
    let text = string(&member.value, &place, out)?;
    let message = if is_blank(text) {
        format!("`{name}` must not be blank")
    } else if text.encode_utf16().take(LONGEST.saturating_add(1)).count() > LONGEST {
        format!("`{name}` is longer than {LONGEST} characters")
    } else {
        return Some(text);
    };
    out.error(Code::ConnectionGateway, place.text(), member.value.start, message);
    None
}

fn http<'v>(value: &'v Value<'v>, at: &Pointer<'_>, out: &mut Collector) -> Option<Connection<'v>> {
    let [_, url, headers, credentials] = strict(value, ["type", "url", "headers", "credentials"], at, out)?;
    let mut names = header::Names::default();
    let mut connection = None;
    if let Some(value) = required(url, "url", value, at, out)
        && let Some(text) = string(value, &at.key("url"), out)
    {
        match url::read(text) {
            Ok(usable) => {
                connection = Some(Connection::Http { url: text });
                if usable.exposed {
                    let message =
                        "plain http to another machine: requests and credentials travel unencrypted";
                    out.warning(Code::ConnectionUrl, at.key("url").text(), value.start, message);
                }
            }
            Err(message) => out.error(Code::ConnectionUrl, at.key("url").text(), value.start, message),
        }
    }
    if let Some(headers) = headers {
        header::public(&headers.value, &mut names, &at.key("headers"), out);
    }
    if let Some(member) = credentials {
        let place = at.key("credentials");
        match &member.value.kind {
            Kind::Array(items) => wire_credentials(items, &member.value, &mut names, &place, out),
            _ => authored_credentials(&member.value, &mut names, &place, out),
        }
    }
    connection
}

/// `{"type": "none"}`, or header names with the slugs of their secrets (CONF-14).
fn authored_credentials(value: &Value<'_>, names: &mut header::Names, at: &Pointer<'_>, out: &mut Collector) {
    let Some([kind, headers]) = strict(value, ["type", "headers"], at, out) else { return };
    let place = at.key("type");
    let Some(kind) = required(kind, "type", value, at, out) else { return };
    match string(kind, &place, out) {
        Some("none") => {
            if let Some(headers) = headers {
                let message = "credentials of type `none` have no headers";
                out.error(Code::ConnectionCredentials, at.key("headers").text(), headers.key_start, message);
                out.help(|| Some(did_you_mean("header_secret_refs")));
            }
        }
        Some("header_secret_refs") => {
            let Some(headers) = required(headers, "headers", value, at, out) else { return };
            let place = at.key("headers");
            for member in object(headers, &place, out).unwrap_or_default() {
                let here = place.key(&member.key);
                names.check(&member.key, &here, member.key_start, out);
                if string(&member.value, &here, out).is_some_and(is_blank) {
                    let message = "the slug of a secret must not be blank";
                    out.error(Code::ConnectionCredentials, here.text(), member.value.start, message);
                }
            }
        }
        Some(other) => {
            let message = "credentials are of type `none` or `header_secret_refs`";
            out.error(Code::ConnectionCredentials, place.text(), kind.start, message);
            out.help(|| nearest(other, CREDENTIAL_TYPES).map(did_you_mean));
        }
        None => {}
    }
}

/// Credentials as a runner receives them, values and all (CONF-2).
fn wire_credentials<'v>(
    items: &'v [Value<'v>],
    list: &Value<'_>,
    names: &mut header::Names,
    at: &Pointer<'_>,
    out: &mut Collector,
) {
    if items.is_empty() {
        let message = "an empty list of credentials: leave `credentials` out";
        out.error(Code::ConnectionCredentials, at.text(), list.start, message);
    }
    for (index, item) in items.iter().enumerate() {
        let here = at.index(index);
        let Some([binding, value, usage]) = strict(item, ["binding", "value", "usage"], &here, out) else {
            continue;
        };
        if let Some(binding) = required(binding, "binding", item, &here, out) {
            header_binding(binding, names, &here.key("binding"), out);
        }
        if let Some(value) = required(value, "value", item, &here, out) {
            header::check_value(value, &here.key("value"), out);
        }
        if let Some(usage) = required(usage, "usage", item, &here, out) {
            exactly("opaque_http", usage, &here.key("usage"), out);
        }
    }
}

fn header_binding(value: &Value<'_>, names: &mut header::Names, at: &Pointer<'_>, out: &mut Collector) {
    let Some([kind, name]) = strict(value, ["kind", "name"], at, out) else { return };
    if let Some(kind) = required(kind, "kind", value, at, out) {
        exactly("header", kind, &at.key("kind"), out);
    }
    if let Some(name) = required(name, "name", value, at, out) {
        let place = at.key("name");
        if let Some(text) = string(name, &place, out) {
            names.check(text, &place, name.start, out);
        }
    }
}

/// A field that has one value only.
fn exactly(word: &str, value: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) {
    if string(value, at, out).is_some_and(|text| text != word) {
        out.error(Code::ConnectionCredentials, at.text(), value.start, format!("this must be `{word}`"));
    }
}
