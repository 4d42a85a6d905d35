//! Required arguments that a call lacks.

use foldhash::fast::RandomState;
use hashbrown::{HashMap, HashSet};

use super::input_schema;
use crate::json::{Pointer, Value};

/// The dotted paths of required fields that are absent or null: `filter.range.from`, an element of an
/// array by its index (`rows.0.id`). Of each object its own come first, in the schema's order, then
/// those of the objects and arrays in it.
///
/// `spec` is a tool spec with `inputSchema` or `input_schema`; without one nothing is required.
/// Arguments that are no object lack everything. `properties`, `items`, `prefixItems`, `allOf` and a
/// `$ref` within the schema are followed; alternatives (`anyOf`, `oneOf`, `if`) are not, since which
/// of them holds is a question for a validator. A schema that is none requires nothing.
///
/// # Errors
/// A spec that is no object, or has its schema in both spellings.
pub fn missing_arguments(spec: &Value<'_>, args: Option<&Value<'_>>) -> Result<Vec<String>, String> {
    if spec.as_object().is_none() {
        return Err(format!("a tool spec is an object, not {}", spec.type_name()));
    }
    let Some(root) = input_schema(spec, &Pointer::Root(""))? else { return Ok(Vec::new()) };
    let mut search = Search { root, path: Vec::new(), missing: Vec::new() };
    match args.filter(|args| args.as_object().is_some()) {
        Some(args) => search.value(vec![root], args),
        None => search.object(&search.reached(vec![root]), &[]),
    }
    Ok(search.missing)
}

struct Search<'s, 'a> {
    root: &'s Value<'a>,
    /// The keys and indexes on the way to the value that is looked at.
    path: Vec<String>,
    missing: Vec<String>,
}

impl<'s, 'a> Search<'s, 'a> {
    /// Looks at a value that all of these schemas are about.
    fn value(&mut self, schemas: Vec<&'s Value<'a>>, value: &Value<'_>) {
        if let Some(members) = value.as_object() {
            let schemas = self.reached(schemas);
            self.object(&schemas, members);
        } else if let Some(items) = value.as_array() {
            let schemas = self.reached(schemas);
            for (index, item) in items.iter().enumerate() {
                let about = schemas.iter().filter_map(|schema| element(schema, index)).collect();
                self.descend(index.to_string(), about, item);
            }
        }
    }

    fn object(&mut self, schemas: &[&'s Value<'a>], members: &[crate::json::Member<'_>]) {
        let given: HashMap<&str, &Value<'_>, RandomState> =
            members.iter().map(|member| (member.key.as_ref(), &member.value)).collect();
        let mut said: HashSet<&str, RandomState> = HashSet::default();
        for schema in schemas {
            let required = schema.get("required").and_then(Value::as_array).unwrap_or_default();
            for name in required.iter().filter_map(Value::as_str) {
                if given.get(name).is_none_or(|value| value.is_null()) && said.insert(name) {
                    self.say(name);
                }
            }
        }
        // What several schemas say of one property is looked at together.
        let mut order: Vec<&str> = Vec::new();
        let mut about: HashMap<&str, Vec<&'s Value<'a>>, RandomState> = HashMap::default();
        for schema in schemas {
            for property in schema.get("properties").and_then(Value::as_object).unwrap_or_default() {
                let key = property.key.as_ref();
                if given.contains_key(key) {
                    let schemas = about.entry(key).or_default();
                    if schemas.is_empty() {
                        order.push(key);
                    }
                    schemas.push(&property.value);
                }
            }
        }
        for key in order {
            if let (Some(schemas), Some(value)) = (about.remove(key), given.get(key)) {
                self.descend(key.to_owned(), schemas, value);
            }
        }
    }

    fn descend(&mut self, step: String, schemas: Vec<&'s Value<'a>>, value: &Value<'_>) {
        if !schemas.is_empty() {
            self.path.push(step);
            self.value(schemas, value);
            self.path.pop();
        }
    }

    fn say(&mut self, name: &str) {
        let mut path = String::new();
        for step in &self.path {
            path.push_str(step);
            path.push('.');
        }
        path.push_str(name);
        self.missing.push(path);
    }

    /// These schemas and those that they bring in for the same value.
    ///
    /// INVARIANT: each schema is taken once, so that references in a circle end, and none is reached
    /// by recursion, so that a chain of them, however long, needs no stack.
    fn reached(&self, schemas: Vec<&'s Value<'a>>) -> Vec<&'s Value<'a>> {
        let mut taken: HashSet<*const Value<'a>, RandomState> = HashSet::default();
        let mut found = Vec::new();
        let mut waiting = schemas;
        waiting.reverse();
        while let Some(schema) = waiting.pop() {
            if !taken.insert(schema) {
                continue;
            }
            found.push(schema);
            let parts = schema.get("allOf").and_then(Value::as_array).unwrap_or_default();
            waiting.extend(parts.iter().rev());
            waiting.extend(schema.get("$ref").and_then(Value::as_str).and_then(|to| self.referred(to)));
        }
        found
    }

    /// What a reference within this schema (`#/$defs/Range`) leads to.
    fn referred(&self, to: &str) -> Option<&'s Value<'a>> {
        let pointer = to.strip_prefix('#')?;
        if pointer.is_empty() || pointer.starts_with('/') { self.root.at(pointer) } else { None }
    }
}

/// What an array's schema says of one element.
fn element<'s, 'a>(schema: &&'s Value<'a>, index: usize) -> Option<&'s Value<'a>> {
    let schema: &'s Value<'a> = schema;
    let first = schema.get("prefixItems").and_then(Value::as_array).unwrap_or_default();
    first.get(index).or_else(|| schema.get("items"))
}
