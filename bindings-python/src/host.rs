//! Python objects as JSON text, in one pass: each member is read exactly once.

use core::fmt::Write as _;

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PyMemoryView, PySet, PyString,
    PyTuple,
};

/// How deep a document may nest; the outermost value is level 1 (CONF-3).
const MAX_DEPTH: usize = 64;

/// The text limit of the core's reader.
const MAX_BYTES: usize = u32::MAX as usize;

/// The most digits of a number that the core's reader takes.
const MAX_DIGITS: usize = 4300;

/// The largest integer up to which floats have no gaps: 2^53 - 1.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

/// Why an object is no JSON, and where.
pub(crate) enum Refusal {
    /// The words of the shared list, and the keys on the way there, innermost first.
    NotJson { what: &'static str, path: Vec<String> },
    /// Something that must not be swallowed, such as `KeyboardInterrupt`.
    Raised(PyErr),
}

impl Refusal {
    pub(crate) const fn new(what: &'static str) -> Self {
        Self::NotJson { what, path: Vec::new() }
    }

    /// A refusal for what the object's own code raised.
    pub(crate) fn raised(py: Python<'_>, error: PyErr) -> Self {
        if error.is_instance_of::<PyException>(py) {
            Self::new("a getter that throws")
        } else {
            Self::Raised(error)
        }
    }

    fn below(mut self, key: impl FnOnce() -> String) -> Self {
        if let Self::NotJson { path, .. } = &mut self {
            path.push(key());
        }
        self
    }
}

/// `{"pointer": …, "what": …}`, as the core reads a refusal.
pub(crate) fn refusal_text(what: &str, path: &[String]) -> String {
    let mut pointer = String::new();
    for key in path.iter().rev() {
        pointer.push('/');
        pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
    }
    let mut out = String::from("{\"pointer\":");
    quote(&mut out, &pointer);
    out.push_str(",\"what\":");
    quote(&mut out, what);
    out.push('}');
    out
}

/// JSON text of a host object. Lone surrogates become `\udXXX` escapes, integers keep every digit,
/// and a float that is an integer beyond ±(2^53 - 1) is written with an exponent, so that it is
/// never taken for an exact integer (APPR-4).
///
/// # Errors
/// What is no JSON: a [`Refusal`].
pub(crate) fn write(value: &Bound<'_, PyAny>) -> Result<String, Refusal> {
    write_within(value, MAX_DEPTH)
}

/// The same of a call, whose arguments may nest as deep as any value.
pub(crate) fn write_call(call: &Bound<'_, PyAny>) -> Result<String, Refusal> {
    write_within(call, MAX_DEPTH + 1)
}

fn write_within(value: &Bound<'_, PyAny>, max_depth: usize) -> Result<String, Refusal> {
    let mut writer = Writer { out: String::new(), max_depth, above: Vec::new() };
    writer.value(value)?;
    Ok(writer.out)
}

struct Writer {
    out: String,
    max_depth: usize,
    /// The identities of the containers around the place, outermost first.
    above: Vec<usize>,
}

impl Writer {
    fn value(&mut self, value: &Bound<'_, PyAny>) -> Result<(), Refusal> {
        // The exact types come first: nearly every value is of one.
        if let Ok(text) = value.cast_exact::<PyString>() {
            return self.string(text);
        }
        if let Ok(dict) = value.cast_exact::<PyDict>() {
            return self.container(value, '{', '}', |writer| writer.members(dict));
        }
        if let Ok(list) = value.cast::<PyList>() {
            return self.container(value, '[', ']', |writer| writer.list(list));
        }
        if value.is_none() {
            self.out.push_str("null");
            return Ok(());
        }
        // INVARIANT: `bool` is asked before `int`, of which it is a subclass.
        if let Ok(flag) = value.cast_exact::<PyBool>() {
            self.out.push_str(if flag.is_true() { "true" } else { "false" });
            return Ok(());
        }
        if let Ok(number) = value.cast::<PyInt>() {
            return self.integer(number);
        }
        if let Ok(number) = value.cast::<PyFloat>() {
            return self.float(number.value());
        }
        if let Ok(tuple) = value.cast::<PyTuple>() {
            return self.container(value, '[', ']', |writer| writer.tuple(tuple));
        }
        if let Ok(text) = value.cast::<PyString>() {
            return self.string(text);
        }
        if value.is_instance_of::<PyDict>() {
            return self.container(value, '{', '}', |writer| writer.items(value));
        }
        Err(Refusal::new(what_it_is(value)))
    }

    fn container(
        &mut self,
        value: &Bound<'_, PyAny>,
        open: char,
        close: char,
        inside: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let id = value.as_ptr().addr();
        if self.above.contains(&id) {
            return Err(Refusal::new("a cycle"));
        }
        if self.above.len() >= self.max_depth {
            return Err(Refusal::new("nested deeper than 64 levels"));
        }
        if self.out.len() > MAX_BYTES {
            return Err(Refusal::new("larger than 4 GiB"));
        }
        self.above.push(id);
        self.out.push(open);
        inside(self)?;
        self.out.push(close);
        self.above.pop();
        Ok(())
    }

    fn members(&mut self, dict: &Bound<'_, PyDict>) -> Result<(), Refusal> {
        let size = dict.len();
        let mut members = dict.iter();
        // Asked for exactly as many members as there were at the start, and never after the size
        // changed: code of the objects inside (or another thread) may change the dict meanwhile.
        for index in 0..size {
            if dict.len() != size {
                return Err(Refusal::new("an object that changes while it is read"));
            }
            let Some((key, value)) = members.next() else { break };
            self.member(index, &key, &value)?;
        }
        Ok(())
    }

    /// The members of a subclass of `dict`, as its own `items` gives them.
    fn items(&mut self, dict: &Bound<'_, PyAny>) -> Result<(), Refusal> {
        let raised = |error| Refusal::raised(dict.py(), error);
        let items = dict.call_method0("items").and_then(|items| items.try_iter()).map_err(raised)?;
        for (index, item) in items.enumerate() {
            let (key, value) = item.and_then(|item| item.extract()).map_err(raised)?;
            self.member(index, &key, &value)?;
        }
        Ok(())
    }

    fn member(
        &mut self,
        index: usize,
        key: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> Result<(), Refusal> {
        let Ok(name) = key.cast::<PyString>() else {
            return Err(Refusal::new("a key that is not a string"));
        };
        if index > 0 {
            self.out.push(',');
        }
        self.string(name)?;
        self.out.push(':');
        self.value(value).map_err(|refusal| refusal.below(|| well_formed(name)))
    }

    fn list(&mut self, list: &Bound<'_, PyList>) -> Result<(), Refusal> {
        // The length is asked again for each element: code of the objects inside may change it.
        let mut index = 0;
        while index < list.len() {
            let item = list.get_item(index).map_err(|error| Refusal::raised(list.py(), error))?;
            self.element(index, &item)?;
            index += 1;
        }
        Ok(())
    }

    fn tuple(&mut self, tuple: &Bound<'_, PyTuple>) -> Result<(), Refusal> {
        tuple.iter().enumerate().try_for_each(|(index, item)| self.element(index, &item))
    }

    fn element(&mut self, index: usize, item: &Bound<'_, PyAny>) -> Result<(), Refusal> {
        if index > 0 {
            self.out.push(',');
        }
        self.value(item).map_err(|refusal| refusal.below(|| index.to_string()))
    }

    fn string(&mut self, text: &Bound<'_, PyString>) -> Result<(), Refusal> {
        if let Ok(text) = text.to_str() {
            quote(&mut self.out, text);
            return Ok(());
        }
        // Lone surrogates: no UTF-8, but UTF-16 code units that can be written as escapes.
        self.out.push('"');
        for unit in char::decode_utf16(utf16(text).map_err(Refusal::Raised)?) {
            match unit {
                Ok(character) => escape_into(&mut self.out, character.encode_utf8(&mut [0; 4])),
                Err(lone) => {
                    let _ = write!(self.out, "\\u{:04x}", lone.unpaired_surrogate());
                }
            }
        }
        self.out.push('"');
        Ok(())
    }

    fn integer(&mut self, number: &Bound<'_, PyInt>) -> Result<(), Refusal> {
        if let Ok(small) = number.extract::<i64>() {
            let _ = write!(self.out, "{small}");
            return Ok(());
        }
        let (negative, magnitude) = magnitude(number).map_err(Refusal::Raised)?;
        let Some(magnitude) = magnitude else {
            return Err(Refusal::new("a number with more digits than can be read"));
        };
        let digits = decimal(&magnitude);
        if digits.len() > MAX_DIGITS {
            return Err(Refusal::new("a number with more digits than can be read"));
        }
        if negative {
            self.out.push('-');
        }
        self.out.push_str(&digits);
        Ok(())
    }

    fn float(&mut self, number: f64) -> Result<(), Refusal> {
        if number.is_nan() {
            return Err(Refusal::new("not a number"));
        }
        if number.is_infinite() {
            return Err(Refusal::new("infinite"));
        }
        // Both forms are the shortest digits that read back as the same float.
        let _ = if number.abs() > MAX_SAFE {
            write!(self.out, "{number:e}")
        } else {
            write!(self.out, "{number:?}")
        };
        Ok(())
    }
}

/// The bytes of a string with lone surrogates, by the type's own method: a subclass may override it.
pub(crate) fn encode<'py>(text: &Bound<'py, PyString>, encoding: &str) -> PyResult<Bound<'py, PyBytes>> {
    let py = text.py();
    let bytes = py.get_type::<PyString>().getattr("encode")?.call1((text, encoding, "surrogatepass"))?;
    Ok(bytes.cast_into::<PyBytes>()?)
}

fn utf16(text: &Bound<'_, PyString>) -> PyResult<Vec<u16>> {
    let bytes = encode(text, "utf-16-le")?;
    let units = bytes.as_bytes().chunks_exact(2);
    Ok(units.map(|pair| pair.iter().rev().fold(0, |unit, &byte| unit << 8 | u16::from(byte))).collect())
}

/// The text, with U+FFFD for each lone surrogate (TRAN-11).
pub(crate) fn well_formed(text: &Bound<'_, PyString>) -> String {
    match text.to_str() {
        Ok(text) => text.to_owned(),
        Err(_) => String::from_utf16_lossy(&utf16(text).unwrap_or_default()),
    }
}

/// Sign and little-endian magnitude of an integer; no magnitude when it has too many digits.
/// Never through Python's own conversion to text, which has a limit that a program can change.
fn magnitude(number: &Bound<'_, PyInt>) -> PyResult<(bool, Option<Vec<u8>>)> {
    /// Bits that 4300 digits never exceed.
    const MAX_BITS: usize = 14_285;
    let int = number.py().get_type::<PyInt>();
    let negative: bool = int.getattr("__lt__")?.call1((number, 0))?.extract()?;
    let bits: usize = int.getattr("bit_length")?.call1((number,))?.extract()?;
    if bits > MAX_BITS {
        return Ok((negative, None));
    }
    let positive = int.getattr("__abs__")?.call1((number,))?;
    let bytes = int.getattr("to_bytes")?.call1((positive, bits.div_ceil(8), "little"))?;
    Ok((negative, Some(bytes.cast_into::<PyBytes>()?.as_bytes().to_vec())))
}

/// Decimal digits of a little-endian magnitude of at most a few thousand bits.
fn decimal(magnitude: &[u8]) -> String {
    const CHUNK: u64 = 1_000_000_000;
    let mut limbs: Vec<u32> = magnitude
        .chunks(4)
        .map(|bytes| bytes.iter().rev().fold(0, |limb, &byte| limb << 8 | u32::from(byte)))
        .collect();
    let mut chunks = Vec::new();
    while !limbs.is_empty() {
        let mut rest = 0u64;
        for limb in limbs.iter_mut().rev() {
            let value = rest << 32 | u64::from(*limb);
            *limb = u32::try_from(value / CHUNK).unwrap_or_default();
            rest = value % CHUNK;
        }
        chunks.push(rest);
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
    }
    let mut digits = String::new();
    for (index, chunk) in chunks.iter().rev().enumerate() {
        let _ = if index == 0 { write!(digits, "{chunk}") } else { write!(digits, "{chunk:09}") };
    }
    digits
}

/// Writes a JSON string.
pub(crate) fn quote(out: &mut String, text: &str) {
    out.push('"');
    escape_into(out, text);
    out.push('"');
}

fn escape_into(out: &mut String, text: &str) {
    let mut plain = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..0x20 => "",
            _ => continue,
        };
        out.push_str(text.get(plain..at).unwrap_or_default());
        out.push_str(escape);
        if escape.is_empty() {
            let _ = write!(out, "\\u{byte:04x}");
        }
        plain = at + 1;
    }
    out.push_str(text.get(plain..).unwrap_or_default());
}

/// The shared words for an object that is no JSON.
fn what_it_is(value: &Bound<'_, PyAny>) -> &'static str {
    // An object may raise when it is asked for its class: then it is of none of these.
    let is_a = |module: &str, name: &str| {
        let class = value.py().import(module).and_then(|module| module.getattr(name));
        class.and_then(|class| value.is_instance(&class)).unwrap_or(false)
    };
    if value.is_instance_of::<PyBytes>()
        || value.is_instance_of::<PyByteArray>()
        || value.is_instance_of::<PyMemoryView>()
    {
        "bytes"
    } else if value.is_instance_of::<PySet>() || value.is_instance_of::<PyFrozenSet>() {
        "a Set"
    } else if value.is_callable() {
        "a function"
    } else if is_a("collections.abc", "Mapping") {
        "a Map"
    } else if is_a("datetime", "date") || is_a("datetime", "time") {
        "a date"
    } else {
        "an instance of a class"
    }
}
