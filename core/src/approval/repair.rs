//! Where a tool's schema wants an object or array and no string (APPR-5).
//!
//! Models copy structured arguments back as text. Only where the schema leaves no doubt is such a
//! text taken for what it holds; what is not understood in a schema (`not`, `if`, references to
//! other documents) leaves a string a string, so that a call asks rather than passes.

use hashbrown::HashMap;

use crate::json::scan::Shape;
use crate::json::{Kind, Value};

const OBJECT: u8 = 1;
const ARRAY: u8 = 2;
const STRING: u8 = 4;
const OTHER: u8 = 8;
const ANY: u8 = OBJECT | ARRAY | STRING | OTHER;

/// How many readings of one place are followed, and of how many parts each; beyond, nothing is
/// known of the place.
const MAX_READINGS: usize = 32;

/// How far references and combinations are followed for one place.
const MAX_STEPS: usize = 64;

/// One schema that a value must fulfil, without its combinations.
#[derive(Debug, Default)]
struct Part {
    /// The kinds of value it admits.
    kinds: u8,
    members: HashMap<Box<str>, usize, foldhash::fast::RandomState>,
    other_members: Option<usize>,
    leading_items: Vec<usize>,
    items: Option<usize>,
    /// Parts that hold as well: `allOf` and `$ref`.
    all: Vec<usize>,
    /// Of each group one part holds: `anyOf`, `oneOf`.
    any: Vec<Vec<usize>>,
}

/// The parts of which one place's value must fulfil all, in each of the ways to read the schema.
type Readings = Vec<Vec<usize>>;

/// Nothing is known.
fn unknown() -> Readings {
    vec![Vec::new()]
}

/// A tool's JSON Schema, as far as it says where structure is wanted.
#[derive(Debug, Default)]
pub struct Schema {
    parts: Vec<Part>,
    readings: Vec<Readings>,
}

impl Schema {
    /// Of a JSON Schema: `properties`, `additionalProperties`, `items`, `prefixItems`, `type`, `const`,
    /// `enum`, `anyOf`, `oneOf`, `allOf` and local `$ref` are understood.
    #[must_use]
    pub fn new(root: &Value<'_>) -> Self {
        let mut compiler =
            Compiler { root, numbers: HashMap::default(), todo: Vec::new(), indexes: HashMap::default() };
        compiler.number(root);
        let mut parts: Vec<Part> = Vec::new();
        while let Some(value) = compiler.todo.get(parts.len()).copied() {
            parts.push(compiler.part(value));
        }
        let mut flat = Flattener { parts: &parts, done: vec![None; parts.len()] };
        let readings = (0..parts.len()).map(|part| flat.readings(part, 0)).collect();
        Self { parts, readings }
    }

    /// Whether it can want structure anywhere below the arguments themselves.
    #[must_use]
    pub fn matters(&self) -> bool {
        self.parts.iter().skip(1).any(|part| part.kinds & STRING == 0 && part.kinds & (OBJECT | ARRAY) != 0)
    }

    /// The arguments' own place.
    pub(super) fn root(&self) -> Option<Wanted<'_>> {
        self.place(self.readings.first()?.clone())
    }

    fn place(&self, readings: Readings) -> Option<Wanted<'_>> {
        // A reading without parts admits everything, and so does everything below it.
        let known = readings.iter().all(|reading| !reading.is_empty());
        known.then_some(Wanted { schema: self, readings })
    }

    fn kinds(&self, reading: &[usize]) -> u8 {
        reading.iter().filter_map(|&part| self.parts.get(part)).fold(ANY, |kinds, part| kinds & part.kinds)
    }
}

/// One place of the arguments, and what the schema wants there.
#[derive(Debug)]
pub(super) struct Wanted<'s> {
    schema: &'s Schema,
    readings: Readings,
}

impl<'s> Wanted<'s> {
    fn kinds(&self) -> u8 {
        self.readings.iter().fold(0, |kinds, reading| kinds | self.schema.kinds(reading))
    }

    /// Whether an object or array is wanted here, and no string would do.
    pub(super) fn structure(&self) -> bool {
        let kinds = self.kinds();
        kinds & STRING == 0 && kinds & (OBJECT | ARRAY) != 0
    }

    /// Whether a value of that shape is an object or array that is wanted here.
    pub(super) fn admits(&self, shape: Shape) -> bool {
        self.kinds() & mask(shape) & (OBJECT | ARRAY) != 0
    }

    /// What is wanted of a member of the object that stands here.
    pub(super) fn member(&self, key: &str) -> Option<Self> {
        self.below(OBJECT, |part| part.members.get(key).copied().or(part.other_members))
    }

    /// What is wanted of an item of the array that stands here.
    pub(super) fn item(&self, index: usize) -> Option<Self> {
        self.below(ARRAY, |part| part.leading_items.get(index).copied().or(part.items))
    }

    fn below(&self, kind: u8, child: impl Fn(&Part) -> Option<usize>) -> Option<Self> {
        let mut out: Readings = Vec::new();
        // Only the readings that admit the value that stands here say something about its parts.
        for reading in self.readings.iter().filter(|reading| self.schema.kinds(reading) & kind != 0) {
            let mut combined = unknown();
            for part in reading.iter().filter_map(|&part| self.schema.parts.get(part)) {
                if let Some(readings) = child(part).and_then(|child| self.schema.readings.get(child)) {
                    combined = both(&combined, readings)?;
                }
            }
            out.append(&mut combined);
            if out.len() > MAX_READINGS {
                return None;
            }
        }
        self.schema.place(out)
    }
}

const fn mask(shape: Shape) -> u8 {
    match shape {
        Shape::Object => OBJECT,
        Shape::Array => ARRAY,
        Shape::String => STRING,
        Shape::Number | Shape::Literal => OTHER,
    }
}

/// Every pair of readings joined; nothing when they are too many.
fn both(one: &Readings, other: &Readings) -> Option<Readings> {
    if one.len().saturating_mul(other.len()) > MAX_READINGS {
        return None;
    }
    let mut out = Readings::new();
    for first in one {
        for second in other {
            let mut joined = first.clone();
            joined.extend(second.iter().filter(|part| !first.contains(part)));
            if joined.len() > MAX_READINGS {
                return None;
            }
            out.push(joined);
        }
    }
    Some(out)
}

struct Flattener<'p> {
    parts: &'p [Part],
    done: Vec<Option<Readings>>,
}

impl Flattener<'_> {
    fn readings(&mut self, part: usize, steps: usize) -> Readings {
        if let Some(Some(done)) = self.done.get(part) {
            return done.clone();
        }
        let Some(own) = self.parts.get(part).filter(|_| steps < MAX_STEPS) else { return unknown() };
        // A part that refers to itself adds nothing to itself.
        self.keep(part, unknown());
        let mut out = vec![vec![part]];
        let mut known = true;
        for &other in &own.all {
            let readings = self.readings(other, steps.saturating_add(1));
            known = known && join(&mut out, &readings);
        }
        for group in &own.any {
            let mut either = Readings::new();
            for &other in group {
                either.append(&mut self.readings(other, steps.saturating_add(1)));
                if either.len() > MAX_READINGS {
                    either = unknown();
                    break;
                }
            }
            known = known && join(&mut out, &either);
        }
        if !known {
            out = unknown();
        }
        self.keep(part, out.clone());
        out
    }

    fn keep(&mut self, part: usize, readings: Readings) {
        if let Some(place) = self.done.get_mut(part) {
            *place = Some(readings);
        }
    }
}

fn join(out: &mut Readings, readings: &Readings) -> bool {
    both(out, readings).map(|joined| *out = joined).is_some()
}

struct Compiler<'a, 'v> {
    root: &'a Value<'v>,
    /// The number of each schema met, by its place in memory.
    numbers: HashMap<*const Value<'v>, usize, foldhash::fast::RandomState>,
    todo: Vec<&'a Value<'v>>,
    /// The members of each object that a reference led through, by key.
    indexes: HashMap<*const Value<'v>, Index<'a, 'v>, foldhash::fast::RandomState>,
}

type Index<'a, 'v> = HashMap<&'a str, &'a Value<'v>, foldhash::fast::RandomState>;

impl<'a, 'v> Compiler<'a, 'v> {
    fn number(&mut self, value: &'a Value<'v>) -> usize {
        let next = self.todo.len();
        let number = *self.numbers.entry(core::ptr::from_ref(value)).or_insert(next);
        if number == next {
            self.todo.push(value);
        }
        number
    }

    fn part(&mut self, value: &'a Value<'v>) -> Part {
        let mut part = Part { kinds: kinds(value), ..Part::default() };
        for member in value.as_object().unwrap_or_default() {
            let value = &member.value;
            match member.key.as_ref() {
                "properties" => {
                    for property in value.as_object().unwrap_or_default() {
                        part.members.insert(property.key.as_ref().into(), self.number(&property.value));
                    }
                }
                "additionalProperties" => part.other_members = Some(self.number(value)),
                "prefixItems" => part.leading_items = self.list(value),
                "items" if value.as_array().is_some() => part.leading_items = self.list(value),
                "items" | "additionalItems" => part.items = Some(self.number(value)),
                "allOf" => part.all.extend(self.list(value)),
                "anyOf" | "oneOf" => part.any.push(self.list(value)),
                "$ref" => {
                    if let Some(target) = value.as_str().and_then(|pointer| self.resolve(pointer)) {
                        part.all.push(self.number(target));
                    }
                }
                _ => {}
            }
        }
        if value.get("patternProperties").is_some() {
            part.other_members = None;
        }
        part
    }

    /// What a local reference points to: `#` or `#/…`.
    fn resolve(&mut self, pointer: &str) -> Option<&'a Value<'v>> {
        let path = pointer.strip_prefix('#')?;
        if !path.is_empty() && !path.starts_with('/') {
            return None;
        }
        let mut at = self.root;
        for step in path.split('/').skip(1) {
            let key = step.replace("~1", "/").replace("~0", "~");
            at = match &at.kind {
                Kind::Array(items) => items.get(key.parse::<usize>().ok()?)?,
                Kind::Object(members) => {
                    let index = self.indexes.entry(core::ptr::from_ref(at)).or_insert_with(|| {
                        members.iter().map(|member| (member.key.as_ref(), &member.value)).collect()
                    });
                    index.get(key.as_str())?
                }
                _ => return None,
            };
        }
        Some(at)
    }

    fn list(&mut self, value: &'a Value<'v>) -> Vec<usize> {
        value.as_array().unwrap_or_default().iter().map(|item| self.number(item)).collect()
    }
}

/// The kinds of value that a schema admits by its `type`, `const` and `enum` alone.
fn kinds(schema: &Value<'_>) -> u8 {
    if schema.as_bool() == Some(false) {
        return 0;
    }
    let mut kinds = ANY;
    for member in schema.as_object().unwrap_or_default() {
        let one = core::slice::from_ref(&member.value);
        let many = member.value.as_array().unwrap_or(one);
        kinds &= match member.key.as_ref() {
            "type" => many.iter().fold(0, |mask, name| mask | named(name)),
            "enum" => many.iter().fold(0, |mask, value| mask | kind(value)),
            "const" => kind(&member.value),
            _ => ANY,
        };
    }
    kinds
}

fn named(name: &Value<'_>) -> u8 {
    match name.as_str() {
        Some("object") => OBJECT,
        Some("array") => ARRAY,
        Some("string") => STRING,
        Some(_) => OTHER,
        None => ANY,
    }
}

const fn kind(value: &Value<'_>) -> u8 {
    match value.kind {
        Kind::Object(_) => OBJECT,
        Kind::Array(_) => ARRAY,
        Kind::String(_) => STRING,
        Kind::Null | Kind::Bool(_) | Kind::Number(_) => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use crate::approval::repair::Schema;
    use crate::approval::{Arguments, call_key};
    use crate::json::parse;

    fn key(schema: &str, args: &str) -> Option<String> {
        let parsed = parse(schema.as_bytes()).unwrap();
        let schema = Schema::new(&parsed.value);
        call_key(Some("t"), Arguments::Json(args), Some(&schema))
    }

    /// What structured arguments have as key.
    fn plain(args: &str) -> Option<String> {
        call_key(Some("t"), Arguments::Json(args), None)
    }

    #[test]
    fn appr_5_text_is_taken_for_structure_only_where_the_schema_wants_it() {
        let text = r#"{"a":"{\"x\":1}"}"#;
        let structure = r#"{"a":{"x":1}}"#;
        for (schema, repaired) in [
            (r#"{"properties":{"a":{"type":"object"}}}"#, true),
            (r#"{"properties":{"a":{"type":["object","null"]}}}"#, true),
            (r#"{"properties":{"a":{"type":"array"}}}"#, false),
            (r#"{"properties":{"a":{"type":["object","string"]}}}"#, false),
            (r#"{"properties":{"a":{}}}"#, false),
            (r#"{"properties":{"b":{"type":"object"}}}"#, false),
            (r#"{"additionalProperties":{"type":"object"}}"#, true),
            (r#"{"patternProperties":{"^a$":{}},"additionalProperties":{"type":"object"}}"#, false),
            (r#"{"properties":{"a":{"anyOf":[{"type":"object"},{"type":"null"}]}}}"#, true),
            (r#"{"properties":{"a":{"anyOf":[{"type":"object"},{"type":"string"}]}}}"#, false),
            (r#"{"properties":{"a":{"oneOf":[{"type":"object"},{}]}}}"#, false),
            (r#"{"properties":{"a":{"allOf":[{},{"type":"object"}]}}}"#, true),
            (r##"{"properties":{"a":{"$ref":"#/$defs/o"}},"$defs":{"o":{"type":"object"}}}"##, true),
            (r##"{"properties":{"a":{"$ref":"other.json"}}}"##, false),
            (r##"{"properties":{"a":{"$ref":"#/nowhere"}}}"##, false),
            (r##"{"allOf":[{"$ref":"#"},{"properties":{"a":{"type":"object"}}}]}"##, true),
            (r#"{"anyOf":[{"type":"null"},{"type":"object","properties":{"a":{"type":"object"}}}]}"#, true),
            (
                r#"{"anyOf":[{"type":"object"},{"type":"object","properties":{"a":{"type":"object"}}}]}"#,
                false,
            ),
            (r#"{"properties":{"a":{"enum":[{"x":1},{"x":2}]}}}"#, true),
            (r#"{"properties":{"a":{"const":"{}"}}}"#, false),
            (r#"{"properties":{"a":false}}"#, false),
            ("true", false),
            ("7", false),
        ] {
            let right = if repaired { plain(structure) } else { plain(text) };
            assert_eq!(key(schema, text), right, "{schema}");
        }
    }

    #[test]
    fn appr_5_structure_is_followed_into_text_and_arrays() {
        let schema = r##"{"properties":{"rows":{"type":"array","items":{"$ref":"#/$defs/row"}}},
            "$defs":{"row":{"type":"object","properties":{"next":{"$ref":"#/$defs/row"}}}}}"##;
        let right = plain(r#"{"rows":[{"next":{"next":{"a":1}}},{}]}"#);
        for text in [
            r#"{"rows":[{"next":{"next":"{\"a\":1}"}},"{}"]}"#,
            r#"{"rows":"[{\"next\":\"{\\\"next\\\":{\\\"a\\\":1}}\"},{}]"}"#,
        ] {
            assert_eq!(key(schema, text), right, "{text}");
        }
        let tuple = r#"{"properties":{"t":{"prefixItems":[{"type":"object"}],"items":{"type":"string"}}}}"#;
        assert_eq!(key(tuple, r#"{"t":["{}","{}"]}"#), plain(r#"{"t":[{},"{}"]}"#));
    }

    #[test]
    fn appr_5_up_to_three_stray_closers() {
        let schema = r#"{"properties":{"a":{"type":"array"}}}"#;
        let right = plain(r#"{"a":[1]}"#);
        for text in ["[1]", " [1] ", "[1]]", "[1]}", "[1] ]}]"] {
            let args = format!("{{\"a\":{}}}", serde_json::to_string(text).unwrap());
            assert_eq!(key(schema, &args), right, "{text}");
        }
        for text in ["[1]]]]]", "[1", "[1],", "[1]x", "{}", "1", "", "[{\"a\":1,\"a\":1}]", "[1e999]"] {
            let args = format!("{{\"a\":{}}}", serde_json::to_string(text).unwrap());
            assert_eq!(key(schema, &args), plain(&args), "{text}");
        }
    }

    #[test]
    fn appr_5_hostile_schemas_stay_cheap() {
        let pairs: String = (0..200)
            .map(|n| {
                format!(
                    r##""d{n}":{{"anyOf":[{{"$ref":"#/$defs/d{0}"}},{{"$ref":"#/$defs/d{0}"}}]}},"##,
                    n + 1
                )
            })
            .collect();
        let schema = format!(
            r##"{{"properties":{{"a":{{"$ref":"#/$defs/d0"}}}},"$defs":{{{pairs}"d200":{{"type":"object"}}}}}}"##
        );
        assert_eq!(key(&schema, r#"{"a":"{}"}"#), plain(r#"{"a":"{}"}"#));
        let chain: String =
            (0..50_000).map(|n| format!(r##""d{n}":{{"$ref":"#/$defs/d{}"}},"##, n + 1)).collect();
        let schema =
            format!(r##"{{"properties":{{"a":{{"$ref":"#/$defs/d0"}}}},"$defs":{{{chain}"x":1}}}}"##);
        assert_eq!(key(&schema, r#"{"a":"{}"}"#), plain(r#"{"a":"{}"}"#));
    }
}
