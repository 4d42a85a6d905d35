//! The second evaluator's reading of arguments (PERM-21 to PERM-24), from the page alone.

use serde_json::Value;

/// The command of Bash, or nothing when the argument is absent, or an error when it has another form.
fn command(args: &Value) -> Result<Option<String>, ()> {
    if let Value::String(text) = args {
        return Ok(Some(text.clone()));
    }
    match args.get("command") {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(Value::Array(words)) => {
            let words: Option<Vec<&str>> = words.iter().map(Value::as_str).collect();
            words.map(|words| Some(words.join(" "))).ok_or(())
        }
        Some(_) => Err(()),
    }
}

// PERM-23: every segment begins with a prefix and holds nothing but harmless characters.
/// Whether the prefixes of the allow rules cover the whole command.
pub(super) fn is_allowed_command(args: &Value, prefixes: &[&str]) -> bool {
    let Ok(Some(command)) = command(args) else { return false };
    if !args.is_object() {
        return false;
    }
    let command = command.strip_suffix('\n').unwrap_or(&command);
    let segments = command.replace("&&", "\n").replace("||", "\n").replace([';', '|'], "\n");
    segments.split('\n').all(|segment| {
        let segment = segment.trim_matches([' ', '\t']);
        let plain =
            segment.strip_suffix("2>&1").filter(|rest| rest.ends_with([' ', '\t'])).unwrap_or(segment);
        is_harmless(plain)
            && prefixes.iter().any(|prefix| {
                segment
                    .strip_prefix(prefix)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
            })
    })
}

fn is_harmless(text: &str) -> bool {
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ if c.is_ascii_alphanumeric() || " \t_./:=@,+%-".contains(c) => {}
            _ => return false,
        }
    }
    quote.is_none()
}

/// Words after which another command word stands.
const WRAPPERS: [&str; 18] = [
    "sudo", "env", "xargs", "nohup", "time", "exec", "eval", "command", "builtin", "nice", "timeout", "if",
    "then", "else", "do", "while", "until", "!",
];

// PERM-22: the prefix at any place where a command word may start.
/// Whether the command of Bash has the prefix at such a place, or cannot be read.
pub(super) fn starts_with_somewhere(args: &Value, prefix: &str) -> bool {
    let command = match command(args) {
        Ok(Some(command)) => command,
        Ok(None) => return false,
        Err(()) => return true,
    };
    let text = squeeze(&fold(&command).replace(['\'', '"', '\\'], ""));
    // The `&` of a redirection, as in `2>&1`, ends no command.
    let ends_a_command = |at: &usize| !text[..*at].ends_with(['<', '>']);
    let separators = text.match_indices(['&', '|', ';', '\n', '(', '{', '`']).map(|(at, _)| at);
    let after_separator = separators.filter(ends_a_command).map(|at| at + 1);
    let after_option = ["-exec ", "-c ", "-S "].into_iter().flat_map(|option| {
        let length = option.len();
        text.match_indices(option).map(move |(at, _)| at + length)
    });
    [0].into_iter().chain(after_separator).chain(after_option).any(|start| {
        let mut rest = text[start..].trim_start_matches([' ', '\t']);
        loop {
            let word = rest.split([' ', '\n', ';', '&', '|']).next().unwrap_or_default();
            let after_path = word.match_indices('/').map(|(at, _)| at + 1);
            if [0].into_iter().chain(after_path).any(|at| rest[at..].starts_with(prefix)) {
                return true;
            }
            let is_number = !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
            let is_wrapper = WRAPPERS.contains(&word.rsplit('/').next().unwrap_or_default());
            // Options and numbers are passed over wherever they stand: an array may leave out the
            // program that they belong to.
            let passed = is_wrapper || is_assignment(word) || word.starts_with('-') || is_number;
            match rest.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
                Some(next) if passed => rest = next,
                _ => return false,
            }
        }
    })
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

fn squeeze(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let c = if c == '\t' { ' ' } else { c };
        if c != ' ' || !out.ends_with(' ') {
            out.push(c);
        }
    }
    out
}

// PERM-24: full-width forms folded, invisible ones dropped.
fn fold(text: &str) -> String {
    let invisible = |c: &char| matches!(*c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FE00}'..='\u{FE0F}');
    let narrow = |c: char| match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{3000}' => ' ',
        _ => c,
    };
    text.chars().filter(|c| !invisible(c)).map(narrow).collect()
}

// PERM-21: what ask and deny compare a prefix with.
/// The texts of the arguments: the paths of a file tool, every string of another tool; nothing when
/// a path has another form, so that ask and deny match.
pub(super) fn strings_of_arguments(args: &Value, file_tool: bool) -> Option<Vec<String>> {
    let mut found = Vec::new();
    match args {
        Value::Object(members) if file_tool => {
            for path in ["file_path", "path"].into_iter().filter_map(|key| members.get(key)) {
                let path = fold(path.as_str()?);
                found.push(lexical(&path));
                found.push(path);
            }
        }
        _ => every_string(args, &mut found),
    }
    Some(found)
}

fn every_string(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(fold(text)),
        Value::Array(items) => items.iter().for_each(|item| every_string(item, found)),
        Value::Object(members) => members.values().for_each(|member| every_string(member, found)),
        _ => {}
    }
}

fn lexical(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match parts.last() {
            Some(last) if part == ".." && *last != ".." => drop(parts.pop()),
            None if part == ".." && path.starts_with('/') => {}
            _ => parts.push(part),
        }
    }
    format!("{}{}", if path.starts_with('/') { "/" } else { "" }, parts.join("/"))
}
