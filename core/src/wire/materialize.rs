//! Session entries as bindings see them (WIRE-2).

use super::{Fault, Input, to_json};
use crate::diagnostic::Collector;
use crate::json::{Kind, Value};
use crate::materialize::{GatewayRoute, Secrets, Unresolved, materialize as resolve};
use crate::validate::read_server;

/// The session entry of one entry of `mcps`, authored or as on the wire, with its headers resolved:
/// `{"type": "http", "name", "url", "headers": [{"name", "value"}]}` (WIRE-2).
///
/// `secrets` is an object of slug to value, null being one that is not there. `gateway` is what the
/// connection resolves to when it is not a direct one, `{"url", "headers"?}`, the headers as an
/// object or as a list of `{"name", "value"}`; of a direct connection it is not read.
///
/// # Errors
/// `invalid_document` when the entry is not valid; `missing_secret` with the server and the slugs;
/// `invalid_argument` for secrets or a gateway of another form, or that cannot be used. No message
/// holds a value.
pub fn materialize(
    server: Input<'_>,
    secrets: Input<'_>,
    gateway: Option<Input<'_>>,
) -> Result<String, Fault> {
    let mut collector = Collector::default();
    let root = server.read(&mut collector);
    let read = root.as_ref().and_then(|root| Some((read_server(root, &mut collector)?, root)));
    let (server, written) = match read {
        Some(read) if !collector.has_errors() => read,
        _ => return Err(Fault::invalid(&collector.finish(server.text()))),
    };
    let secrets = strictly(secrets, "secrets")?;
    let secrets = Secrets::read(&secrets).ok_or_else(|| {
        Fault::argument("`secrets` is not an object of slugs and their values, all strings")
    })?;
    let gateway = gateway.map(|input| strictly(input, "gateway")).transpose()?;
    let route = match &gateway {
        Some(Value { kind: Kind::Null, .. }) | None => None,
        Some(value) => Some(route(value).ok_or_else(|| {
            Fault::argument("`gateway` is not an object with `url` and `headers`, all strings")
        })?),
    };
    match resolve(&server, written, |slug| secrets.get(slug), route.as_ref()) {
        Ok(entry) => Ok(to_json(&entry)),
        Err(unresolved) => {
            let code = match unresolved {
                Unresolved::MissingSecrets { .. } => "missing_secret",
                _ => "invalid_argument",
            };
            Err(Fault { code, message: unresolved.to_string(), diagnostics: None })
        }
    }
}

/// Reads JSON that may hold secrets: of what is wrong only the place is said.
fn strictly<'a>(input: Input<'a>, what: &str) -> Result<Value<'a>, Fault> {
    let mut collector = Collector::default();
    match input.read(&mut collector) {
        Some(value) if !collector.has_errors() => Ok(value),
        _ => {
            let report = collector.finish(input.text());
            let place = report.diagnostics.first().and_then(|found| found.line.zip(found.column));
            let place =
                place.map(|(line, column)| format!(": line {line}, column {column}")).unwrap_or_default();
            Err(Fault::argument(format!("`{what}` is not JSON in which each key stands once{place}")))
        }
    }
}

fn route(value: &Value<'_>) -> Option<GatewayRoute> {
    value.as_object()?;
    let text = |value: &Value<'_>| value.as_str().map(str::to_owned);
    let headers = match value.get("headers") {
        None | Some(Value { kind: Kind::Null, .. }) => Vec::new(),
        Some(Value { kind: Kind::Array(items), .. }) => {
            let one = |item: &Value<'_>| Some((text(item.get("name")?)?, text(item.get("value")?)?));
            items.iter().map(one).collect::<Option<_>>()?
        }
        Some(headers) => {
            let members = headers.as_object()?.iter();
            members
                .map(|member| Some((member.key.to_string(), text(&member.value)?)))
                .collect::<Option<_>>()?
        }
    };
    Some(GatewayRoute { url: text(value.get("url")?)?, headers })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: &str = r#"{"name":"s","connection":{"type":"http","url":"https://a.example/?t=URLSECRET",
        "headers":{"X-Public":"HEADERSECRET"},"credentials":{"type":"header_secret_refs","headers":{"Authorization":"slug"}}}}"#;

    fn text(text: &str) -> Input<'_> {
        Input::Text(text.as_bytes())
    }

    #[test]
    fn wire_2_no_message_and_no_debug_form_holds_a_value() {
        for secrets in [
            r#"{}"#,
            r#"{"slug":null,"other":"SECRET"}"#,
            r#"{"slug":"SECRET\n"}"#,
            r#"{"slug":"  "}"#,
            r#"{"slug":["SECRET"]}"#,
            r#"{"slug":"SECRET","slug":"SECRET"}"#,
            r#"{"slug":"SECRET"#,
            r#"{"slug":SECRET}"#,
            r#"["SECRET"]"#,
            r#""SECRET""#,
        ] {
            let fault = materialize(text(SERVER), text(secrets), None).unwrap_err();
            assert!(!format!("{fault:?}").contains("SECRET"), "{fault:?}");
        }
        let mut collector = Collector::default();
        let root = text(SERVER).read(&mut collector).unwrap();
        let server = read_server(&root, &mut collector).unwrap();
        let entry = resolve(&server, &root, |_| Some("SECRET"), None).unwrap();
        assert_eq!(entry.headers.len(), 2);
        assert!(!format!("{entry:?} {:?}", entry.headers).contains("SECRET"));
        let route = GatewayRoute { url: "SECRET".into(), headers: vec![("A".into(), "SECRET".into())] };
        let gateway = r#"{"name":"s","connection":{"type":"gateway","namespace":"custom","slug":"c"}}"#;
        let root = text(gateway).read(&mut collector).unwrap();
        let server = read_server(&root, &mut collector).unwrap();
        let unresolved = resolve(&server, &root, |_| None, Some(&route)).unwrap_err();
        assert!(!format!("{route:?} {unresolved:?} {unresolved}").contains("SECRET"));
    }
}
