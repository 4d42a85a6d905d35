//! Shapes of commands: what an agent may run (TEAM-65).

use super::scope::Scope;

/// The longest command: words, and bytes of all of them.
const MAX_WORDS: usize = 256;
const MAX_BYTES: usize = 128 * 1024;

/// One entry of an agent's `commands`.
#[derive(Debug)]
pub struct CommandShape {
    /// The words; the first is exact and the name of a program.
    pub(super) argv: Vec<Word>,
    /// The words beginning with `-` that a wildcard may stand for.
    pub(super) options: Vec<String>,
    /// The folders that it may run in; none is the project's root.
    pub(super) cwd: Vec<Folder>,
    /// What may be asked for as writable; each ends in `**`.
    pub(super) writes: Vec<Scope>,
    /// Whether content may be given for its standard input.
    pub(super) stdin_from_content: bool,
}

/// One word of a shape.
#[derive(Debug)]
pub(super) enum Word {
    Exact(String),
    /// `*`: one argument.
    One,
    /// `**` at the end: the rest, also none.
    Rest,
}

/// A folder to run in.
#[derive(Debug)]
pub(super) enum Folder {
    /// `.`
    Root,
    Scope(Scope),
}

impl CommandShape {
    /// Whether a command has this shape. A wildcard never stands for a word that begins with `-`,
    /// unless `options` lists that very word.
    #[must_use]
    pub fn matches(&self, argv: &[String]) -> bool {
        let free = |word: &String| !word.starts_with('-') || self.options.contains(word);
        let mut words = argv.iter();
        for shape in &self.argv {
            let fits = match shape {
                Word::Exact(text) => words.next().is_some_and(|word| word == text),
                Word::One => words.next().is_some_and(free),
                Word::Rest => return words.all(free),
            };
            if !fits {
                return false;
            }
        }
        words.next().is_none()
    }

    /// Whether it may run in that folder; none is the project's root.
    pub(super) fn runs_in(&self, cwd: Option<&[String]>) -> bool {
        self.cwd.iter().any(|folder| match (folder, cwd) {
            (Folder::Root, None) => true,
            (Folder::Scope(scope), Some(cwd)) => scope.matches(cwd),
            _ => false,
        })
    }

    /// Whether a folder may be writable for it.
    pub(super) fn may_write(&self, folder: &[String]) -> bool {
        self.writes.iter().any(|scope| scope.covers_folder(folder))
    }
}

/// What is wrong with a command whatever the shapes say.
pub(super) fn fault(argv: &[String]) -> Option<&'static str> {
    let Some(program) = argv.first() else { return Some("a command without words names no program") };
    if program.is_empty() || program.contains('/') {
        return Some("the program is given by its bare name and found on a fixed path");
    }
    if argv.len() > MAX_WORDS {
        return Some("the command has more than 256 words");
    }
    let bytes = argv.iter().map(String::len).fold(0usize, usize::saturating_add);
    if bytes > MAX_BYTES {
        return Some("the words of the command are longer than 128 KiB together");
    }
    argv.iter().any(|word| word.contains('\0')).then_some("a word of the command holds NUL")
}

/// Whether the words of a command name a file of the project: as a word, behind the `=` of one, or as
/// the module behind `-m`; letters of ASCII compared without case, since file systems may do so.
pub(super) fn names_file<'w>(words: impl Iterator<Item = &'w str>, path: &str) -> bool {
    let folded = path.to_ascii_lowercase();
    let is_path = |word: &str| {
        let named = super::path::components(word.trim_end_matches('/')).map(|parts| parts.join("/"));
        let named = named.unwrap_or_default().to_ascii_lowercase();
        // An interpreter that is given a folder runs the file of that name in it.
        named == folded || folded.strip_suffix("/__main__.py") == Some(&named)
    };
    let mut module = false;
    for word in words {
        let behind = word.split_once('=').is_some_and(|(_, value)| is_path(value));
        if is_path(word) || behind || (module && is_module(word, &folded)) {
            return true;
        }
        module = word == "-m";
    }
    false
}

/// Whether a dotted module name can mean a file, or a package on the way to it.
fn is_module(name: &str, path: &str) -> bool {
    let Some(stem) = path.strip_suffix(".py") else { return false };
    let stem = stem.strip_suffix("/__init__").or_else(|| stem.strip_suffix("/__main__")).unwrap_or(stem);
    let name = name.to_ascii_lowercase().replace('.', "/");
    name == stem || name.strip_prefix(stem).is_some_and(|rest| rest.starts_with('/'))
}
