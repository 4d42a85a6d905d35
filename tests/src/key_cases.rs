//! Generated arguments with the keys that they have in Rust, for the other surfaces to be compared
//! with (APPR-8): one JSON object a line.
//!
//! | member | what |
//! | --- | --- |
//! | `tool` | the tool's name |
//! | `text` | the arguments as JSON text; may be malformed, and hold half a surrogate pair itself |
//! | `schema` | JSON text of the tool's schema, or null |
//! | `canonical` | the canonical text, or null when there is none |
//! | `key` | the key, or null when there is none |
//! | `host` | whether a host object of the text has the same key: `same`; `big` where an integer is beyond ±(2^53−1), which not every language has; `skip` where a host object loses what the text says |

use std::io::{self, Write};

use callgate::wire::{self, Input};
use serde::Serialize;

/// Stands for half of a surrogate pair in a text, which no Rust string can hold.
const HALF: char = '\u{F8FF}';

/// A generator of pseudo-random numbers (splitmix64): the same cases for the same seed everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "1.0",
    "1e0",
    "1E2",
    "1e+2",
    "100e-2",
    "-0.0",
    "0e5",
    "10",
    "0.1",
    "-0.5",
    "0.30000000000000004",
    "1e-6",
    "1e-7",
    "123456.789e3",
    "1e15",
    "1e16",
    "1e20",
    "1e21",
    "1e-400",
    "1e400",
    "-1e400",
    "5e-324",
    "2.2250738585072014e-308",
    "1.7976931348623157e308",
    "9007199254740991",
    "-9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "9007199254740991.0",
    "9007199254740992.0",
    "9007199254740991e0",
    "90071992547409910e-1",
    "4503599627370496.5",
    "333333333.33333329",
    "123456789012345678901234567890",
    "0.000001",
    "0.0000001",
    "1.10",
    "4.35",
    "2.50e1",
];

/// Keys as they may be written, with what they say.
const KEYS: &[(&str, &str)] = &[
    ("a", "a"),
    ("\\u0061", "a"),
    ("b", "b"),
    ("c", "c"),
    ("A", "A"),
    ("aa", "aa"),
    ("", ""),
    ("0", "0"),
    ("9", "9"),
    ("10", "10"),
    ("-1", "-1"),
    ("4294967295", "4294967295"),
    ("__proto__", "__proto__"),
    ("constructor", "constructor"),
    ("toJSON", "toJSON"),
    ("length", "length"),
    ("description", "description"),
    ("command", "command"),
    ("server", "server"),
    ("tool", "tool"),
    ("arguments", "arguments"),
    ("\u{e9}", "\u{e9}"),
    ("\\u00e9", "\u{e9}"),
    ("\u{fb33}", "\u{fb33}"),
    ("\u{ffff}", "\u{ffff}"),
    ("\u{1f600}", "\u{1f600}"),
    ("\\ud83d\\ude00", "\u{1f600}"),
    ("\u{10000}", "\u{10000}"),
    ("\u{d7ff}", "\u{d7ff}"),
    ("\u{e000}", "\u{e000}"),
    ("a\\\"", "a\""),
    ("a\\\\", "a\\"),
    ("a\\n", "a\n"),
    ("a\\u000b", "a\u{b}"),
    ("a\u{7f}", "a\u{7f}"),
    ("\u{2028}", "\u{2028}"),
    ("\\/", "/"),
    ("/", "/"),
    ("a.b", "a.b"),
    ("\\u0000", "\0"),
];

const PIECES: &[&str] = &[
    "a",
    "bc",
    " ",
    "42",
    "true",
    "\\\"",
    "\\\\",
    "\\/",
    "/",
    "\\n",
    "\\t",
    "\\b",
    "\\f",
    "\\r",
    "\\u0000",
    "\\u001f",
    "\\u001F",
    "\\u007f",
    "\u{7f}",
    "\\u0041",
    "\u{e9}",
    "\\u00e9",
    "\u{2028}",
    "\\u2029",
    "\u{feff}",
    "\u{fb33}",
    "\u{fffd}",
    "\u{1f600}",
    "\\ud83d\\ude00",
    "\\uD83D\\uDE00",
    "\u{1f468}\u{200d}\u{1f469}",
    "{",
    "}",
    "[",
    "]",
    "<!--",
    "'",
    "e\u{301}",
];

/// Written in a string they are half of a surrogate pair.
const LONE: &[&str] = &["\\ud800", "\\udc00", "\\udc00\\ud800", "\\ud83d\\u0041", "\\uDBFF\\uDBFF"];

const TOOLS: &[&str] = &[
    "t",
    "t",
    "t",
    "create_ticket",
    "bash",
    "Bash",
    " BASH ",
    "read",
    "mcp__s.1__t",
    "mcp__agenta-tools__t",
    "\u{e9}",
];

/// What one text has that decides how a host object of it compares.
#[derive(Default)]
struct Found {
    /// A key stands twice.
    twice: bool,
    /// An integer token beyond ±(2^53−1).
    big: bool,
}

struct Generator {
    random: Random,
    found: Found,
    /// In how many strings that hold JSON.
    inside: usize,
}

impl Generator {
    fn blank(&mut self, out: &mut String) {
        if self.random.percent(8) {
            out.push_str(self.random.pick(&[" ", "\n", "\t", "\r\n  "]));
        }
    }

    fn number(&mut self) -> String {
        let token = match self.random.below(20) {
            0..=5 => self.random.pick(NUMBERS).to_owned(),
            6 => format!("{}", self.random.next() as i32),
            7 => {
                let most = self.random.pick(&[3, 17, 20, 40, 400]);
                let digits = 1 + self.random.below(most);
                let digits: String =
                    (0..digits).map(|_| char::from(b'0' + self.random.below(10) as u8)).collect();
                let digits = digits.trim_start_matches('0');
                format!("{}{digits}", if digits.is_empty() { "0" } else { "-" })
            }
            8..=10 => format!("{}.{}", self.random.below(100_000), self.random.next()),
            11..=17 => format!("{}", self.random.below(1000)),
            _ => {
                let value = f64::from_bits(self.random.next());
                if value.is_finite() { format!("{value:e}") } else { "0".into() }
            }
        };
        let digits = token.trim_start_matches('-');
        if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            self.found.big |= digits.parse::<u64>().map_or(true, |value| value > 9_007_199_254_740_991);
        }
        token
    }

    fn string(&mut self, out: &mut String) {
        out.push('"');
        match if self.inside < 2 { self.random.below(20) } else { 9 } {
            // A model's copy of structured arguments, as it is or with brackets too many.
            0..=3 => {
                // What is wrong in there leaves the string a string.
                let found = std::mem::take(&mut self.found);
                let mut held = String::new();
                self.inside += 1;
                self.value(&mut held, 3 - self.inside);
                self.inside -= 1;
                self.found = found;
                let closers = if self.random.percent(40) { self.random.below(6) } else { 0 };
                for _ in 0..closers {
                    held.push(self.random.pick(&['}', ']', ' ']));
                }
                let quoted = serde_json::to_string(&held.replace(HALF, "")).expect("a string");
                out.push_str(&quoted[1..quoted.len() - 1]);
            }
            _ => {
                for _ in 0..self.random.below(6) {
                    out.push_str(self.random.pick(PIECES));
                }
                if self.random.percent(1) {
                    out.push_str(self.random.pick(LONE));
                }
                if self.random.below(500) == 0 {
                    out.push(HALF);
                }
            }
        }
        out.push('"');
    }

    fn value(&mut self, out: &mut String, depth: usize) {
        self.blank(out);
        match self.random.below(if depth == 0 { 6 } else { 12 }) {
            0 | 1 => self.string(out),
            2..=4 => {
                let token = self.number();
                out.push_str(&token);
            }
            5 => out.push_str(self.random.pick(&["null", "true", "false"])),
            6..=7 => self.array(out, depth - 1),
            _ => self.object(out, depth - 1),
        }
        self.blank(out);
    }

    fn array(&mut self, out: &mut String, depth: usize) {
        out.push('[');
        for index in 0..self.random.below(4) {
            out.push_str(if index > 0 { "," } else { "" });
            self.value(out, depth);
        }
        out.push(']');
    }

    fn object(&mut self, out: &mut String, depth: usize) {
        let mut seen: Vec<&str> = Vec::new();
        let many = if self.random.percent(1) { KEYS.len() } else { 5 };
        out.push('{');
        for _ in 0..self.random.below(many) {
            let (written, key) = self.random.pick(KEYS);
            if seen.contains(&key) {
                if !self.random.percent(1) {
                    continue;
                }
                self.found.twice = true;
            }
            out.push_str(if seen.is_empty() { "" } else { "," });
            seen.push(key);
            self.blank(out);
            out.push_str(&format!("\"{written}\""));
            self.blank(out);
            out.push(':');
            self.value(out, depth);
        }
        out.push('}');
    }

    /// The arguments of a call: mostly an object.
    fn arguments(&mut self, tool: &str) -> String {
        let mut out = String::new();
        match self.random.below(40) {
            0 => self.value(&mut out, 3),
            1 => self.array(&mut out, 3),
            2 => {
                let levels = 58 + self.random.below(10);
                for level in 0..levels {
                    out.push_str(if level % 3 == 0 { "[" } else { "{\"a\":" });
                }
                self.value(&mut out, 2);
                for level in (0..levels).rev() {
                    out.push(if level % 3 == 0 { ']' } else { '}' });
                }
            }
            3..=6 if tool.starts_with("mcp__s") => {
                out.push_str(r#"{"server":"s.1","tool":"t","arguments":"#);
                self.object(&mut out, 2);
                out.push('}');
            }
            _ => self.object(&mut out, 3),
        }
        out
    }

    /// A schema that wants objects and arrays in some places.
    fn schema(&mut self, depth: usize) -> String {
        let kind = self.random.pick(&[
            r#""object""#,
            r#""array""#,
            r#""string""#,
            r#"["object","null"]"#,
            r#"["array","string"]"#,
            r#""object""#,
            r#"["array","object"]"#,
        ]);
        let mut out = format!(r#"{{"type":{kind}"#);
        if depth > 0 {
            let mut seen: Vec<&str> = Vec::new();
            out.push_str(r#","properties":{"#);
            for _ in 0..3 {
                let (_, key) = self.random.pick(KEYS);
                if seen.contains(&key) {
                    continue;
                }
                out.push_str(if seen.is_empty() { "" } else { "," });
                seen.push(key);
                let inner = self.schema(depth - 1);
                out.push_str(&format!("{}:{inner}", serde_json::to_string(key).expect("a string")));
            }
            out.push('}');
            for keyword in ["additionalProperties", "items"] {
                if self.random.percent(60) {
                    let inner = self.schema(depth - 1);
                    out.push_str(&format!(r#","{keyword}":{inner}"#));
                }
            }
        }
        out.push('}');
        out
    }

    /// Spoils a text: one character more, less or another.
    fn spoil(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        let at = self.random.below(characters.len());
        match self.random.below(4) {
            0 => characters.truncate(at),
            1 => drop(characters.remove(at)),
            2 => characters
                .insert(at, self.random.pick(&['"', ',', '}', ']', '0', '\\', '\u{1}', '\u{a0}', 'N'])),
            _ => characters.push(self.random.pick(&['}', 'x', '\0', '\u{feff}', ','])),
        }
        characters.into_iter().collect()
    }
}

#[derive(Serialize)]
struct Line<'a> {
    tool: &'a str,
    text: &'a str,
    schema: Option<&'a str>,
    canonical: Option<String>,
    key: Option<String>,
    host: &'static str,
}

/// Writes so many cases of a seed.
///
/// # Errors
/// What the writer says.
pub fn write(count: usize, seed: u64, mut to: impl Write) -> io::Result<()> {
    let mut generator = Generator { random: Random(seed), found: Found::default(), inside: 0 };
    for _ in 0..count {
        generator.found = Found::default();
        let tool = generator.random.pick(TOOLS);
        let mut text = generator.arguments(tool);
        let spoiled = generator.random.percent(3);
        if spoiled {
            text = generator.spoil(&text);
        }
        let schema = generator.random.percent(30).then(|| generator.schema(2));
        // A string that is handed over is text in every language.
        let is_string = text.trim_start_matches([' ', '\n', '\t', '\r']).starts_with('"');
        let host = match &generator.found {
            Found { twice: true, .. } => "skip",
            _ if spoiled || is_string => "skip",
            Found { big: true, .. } => "big",
            _ => "same",
        };
        // Half a surrogate pair as the bindings hand it over: the bytes that it would have.
        let bytes = text.as_bytes().to_vec();
        let bytes = replace(bytes, HALF.to_string().as_bytes(), &[0xED, 0xA0, 0xBD]);
        let input = Input::Text(&bytes);
        let canonical = wire::canonical_json(input).ok();
        let key = wire::call_key(
            Some(tool),
            Some(input),
            schema.as_deref().map(|text| Input::Text(text.as_bytes())),
        )
        .map_err(|fault| io::Error::other(fault.message))?;
        let line = Line { tool, text: &text, schema: schema.as_deref(), canonical, key, host };
        let line = serde_json::to_string(&line)?.replace(HALF, "\\ud83d");
        writeln!(to, "{line}")?;
    }
    to.flush()
}

fn replace(bytes: Vec<u8>, what: &[u8], with: &[u8; 3]) -> Vec<u8> {
    let mut bytes = bytes;
    let mut at = 0;
    while let Some(found) = bytes[at..].windows(what.len()).position(|window| window == what) {
        bytes[at + found..at + found + what.len()].copy_from_slice(with);
        at += found + what.len();
    }
    bytes
}
