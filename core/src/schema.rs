//! The JSON Schema of the agent document.

/// JSON Schema (2020-12) of the agent document, as text.
pub const SCHEMA: &str = include_str!("schema.json");

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::diagnostic::Code;

    /// What only validation can say, or can say in full: the schema accepts such documents, or
    /// some of them, as its law is never to refuse what validation accepts.
    const ONLY_VALIDATION: &[(Code, &str)] = &[
        (Code::JsonSyntax, "a schema sees what a reader made of the text"),
        (Code::JsonDepth, "a schema does not count levels"),
        (Code::JsonDuplicateKey, "a schema sees what a reader made of the text"),
        (Code::FieldUnknown, "near misses in lenient objects; in strict ones the schema says it"),
        (Code::NameDuplicate, "a schema does not compare entries"),
        (Code::NameCollision, "a schema does not compare entries"),
        (Code::NameAmbiguous, "a schema has no warnings"),
        (Code::ConnectionUrl, "what readers of URLs disagree about, and warnings"),
        (Code::ConnectionHeader, "names given twice but for case, and blank values"),
        (Code::ConnectionPublicSecret, "a schema has no warnings"),
        (Code::ConnectionMissing, "a schema has no warnings"),
        (Code::TableHidden, "a schema does not compare entries"),
        (Code::NameRendered, "a schema does not compare entries"),
        (Code::RulePattern, "the grammar of patterns"),
        (Code::CatalogUnknownTool, "a schema knows no catalog"),
        (Code::RuleNever, "a schema has no warnings"),
        (Code::RuleHarnessOnly, "a schema has no warnings"),
        (Code::ToolName, "names given twice"),
        (Code::HarnessMode, "said of settings, not of documents"),
        (Code::HarnessRule, "said of settings, not of documents"),
    ];

    /// What the schema says as well, but for characters that engines of patterns read differently.
    const SCHEMA_TOO: &[Code] = &[
        Code::NameInvalid,
        Code::NameReserved,
        Code::ConnectionGateway,
        Code::ConnectionCredentials,
        Code::FilterNames,
        Code::PermissionInvalid,
        Code::RunnerPermissions,
        Code::TypeInvalid,
        Code::FieldMissing,
    ];

    #[test]
    fn every_code_is_said_by_the_schema_or_listed_as_validations_own() {
        let mut listed: Vec<_> = ONLY_VALIDATION.iter().map(|(code, _)| *code).collect();
        listed.extend(SCHEMA_TOO);
        // Those of a team's manifest are about another document.
        let of_agents = || Code::ALL.iter().filter(|code| !code.as_str().starts_with("team."));
        assert_eq!(listed.len(), of_agents().count());
        assert!(of_agents().all(|code| listed.contains(code)));
    }

    #[test]
    fn every_reference_has_its_definition_and_every_definition_a_reference() {
        let schema: Value = serde_json::from_str(SCHEMA).unwrap();
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        for name in schema["$defs"].as_object().unwrap().keys() {
            assert!(SCHEMA.contains(&format!("\"#/$defs/{name}\"")), "{name}");
        }
        for reference in SCHEMA.split("\"$ref\": \"#/$defs/").skip(1) {
            let name = reference.split('"').next().unwrap();
            assert!(schema["$defs"].get(name).is_some(), "{name}");
        }
    }

    #[test]
    fn conf_24_the_schema_knows_the_built_ins() {
        let schema: Value = serde_json::from_str(SCHEMA).unwrap();
        let taken = schema["$defs"]["takenToolName"]["anyOf"].as_array().unwrap();
        let listed = taken.last().unwrap()["enum"].as_array().unwrap();
        assert_eq!(listed, &crate::name::CLAUDE_BUILTINS.map(Value::from));
    }
}
