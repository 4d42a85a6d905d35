//! Values back to text, with every number as its token was written.

use super::{Kind, Value};

impl Value<'_> {
    /// Compact JSON text that reads back to this value.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    /// Appends that text.
    pub(crate) fn write(&self, out: &mut String) {
        match &self.kind {
            Kind::Null => out.push_str("null"),
            Kind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Kind::Number(token) => out.push_str(token),
            Kind::String(text) => write_string(out, text),
            Kind::Array(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Kind::Object(members) => {
                out.push('{');
                for (index, member) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    write_string(out, &member.key);
                    out.push(':');
                    member.value.write(out);
                }
                out.push('}');
            }
        }
    }
}

/// Appends a string as JSON has it.
pub(crate) fn write_string(out: &mut String, text: &str) {
    // Strings always serialise.
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use crate::json::parse;

    #[test]
    fn text_survives_reading_and_writing() {
        let text =
            r#"{"a":[1.0,123456789012345678901234567890,-0,1E+2],"\"\n":{"x":null,"y":[true,false,[],{}]}}"#;
        assert_eq!(parse(text.as_bytes()).unwrap().value.to_text(), text);
    }
}
