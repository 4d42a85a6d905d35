//! The shared cases: `tests/vectors/**/*.json`, in the format of `tests/vectors/README.md`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// One file of cases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VectorFile {
    /// What its cases are about.
    pub about: String,
    /// The cases.
    pub cases: Vec<Case>,
}

/// One case: an operation, its input, and what must come out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The requirements that it shows.
    pub ids: Vec<String>,
    /// A short sentence, unique in its file.
    pub name: String,
    /// The operation.
    pub op: String,
    /// The only form that it is run in, when not in both.
    pub only: Option<Form>,
    /// Why the answer is this one, where the pages leave it open.
    pub note: Option<String>,
    /// Arguments by name, each as it was written: a lone surrogate stays an escape, a number its token.
    #[serde(rename = "in")]
    pub input: BTreeMap<String, Box<RawValue>>,
    /// What the result must hold (see [`crate::expect`]).
    pub expect: Value,
}

/// In which form documents are handed over.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// As JSON text of the author's.
    Text,
    /// As a host object.
    Host,
}

/// A document of a case, as it goes over the boundary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Document {
    /// A JSON value, as written in the case: for both forms.
    Json(String),
    /// Bytes that may be malformed: for the text form alone.
    Bytes(Vec<u8>),
}

/// `{"$text": ...}`, `{"$hex": ...}` or `{"$repeat": ...}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
enum Special {
    #[serde(rename = "$text")]
    Text(String),
    #[serde(rename = "$hex")]
    Hex(String),
    #[serde(rename = "$repeat")]
    Repeat(String, usize, String),
}

impl Document {
    /// Reads an argument that is a document.
    ///
    /// # Panics
    /// When `$hex` does not hold pairs of hex digits.
    #[must_use]
    pub fn read(raw: &RawValue) -> Self {
        match serde_json::from_str(raw.get()) {
            Ok(Special::Text(text)) => Self::Bytes(text.into_bytes()),
            Ok(Special::Repeat(piece, count, tail)) => {
                Self::Bytes((piece.repeat(count) + &tail).into_bytes())
            }
            Ok(Special::Hex(digits)) => Self::Bytes(
                (0..digits.len())
                    .step_by(2)
                    .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("pairs of hex digits"))
                    .collect(),
            ),
            Err(_) => Self::Json(raw.get().to_owned()),
        }
    }
}

impl Case {
    /// Whether an argument is a text of its own, so that the case has no host form.
    #[must_use]
    pub fn is_text_only(&self) -> bool {
        let special = |raw: &RawValue| matches!(Document::read(raw), Document::Bytes(_));
        self.only == Some(Form::Text)
            || self.input.iter().any(|(key, raw)| match key.as_str() {
                "options" => serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(raw.get())
                    .is_ok_and(|options| options.values().any(|raw| special(raw))),
                _ => special(raw),
            })
    }

    /// The forms to run it in.
    #[must_use]
    pub fn forms(&self) -> &'static [Form] {
        match (self.is_text_only(), self.only) {
            (true, _) => &[Form::Text],
            (false, Some(Form::Host)) => &[Form::Host],
            (false, _) => &[Form::Text, Form::Host],
        }
    }
}

/// Every file of cases with its path below `tests/vectors`, in order of the paths.
///
/// # Panics
/// When a file cannot be read or is not in the format: a case that is passed over tests nothing.
#[must_use]
pub fn load() -> Vec<(String, VectorFile)> {
    let root = crate::repository().join("tests/vectors");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let name = path.strip_prefix(&root).expect("below the root").display().to_string();
        (name, file)
    };
    paths.into_iter().map(read).collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("a folder entry").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
}
