//! JSON Pointer (RFC 6901), built only when something is said about a place.

use std::fmt::Write as _;

/// A place in a document, as a chain of steps on the stack; text is made on demand.
#[derive(Clone, Copy, Debug)]
pub enum Pointer<'p> {
    /// The document itself, or a fixed place in it such as `/parameters/agent`.
    Root(&'p str),
    /// A member of an object.
    Key(&'p Self, &'p str),
    /// An element of an array.
    Index(&'p Self, usize),
}

impl<'p> Pointer<'p> {
    /// The member `key` of this place.
    #[must_use]
    pub const fn key(&'p self, key: &'p str) -> Self {
        Self::Key(self, key)
    }

    /// The element `index` of this place.
    #[must_use]
    pub const fn index(&'p self, index: usize) -> Self {
        Self::Index(self, index)
    }

    /// Appends `/key` with `~` and `/` escaped.
    pub fn push_key(out: &mut String, key: &str) {
        out.push('/');
        for character in key.chars() {
            match character {
                '~' => out.push_str("~0"),
                '/' => out.push_str("~1"),
                other => out.push(other),
            }
        }
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Root(text) => out.push_str(text),
            Self::Key(parent, key) => {
                parent.write(out);
                Self::push_key(out, key);
            }
            Self::Index(parent, index) => {
                parent.write(out);
                // Writing to a string cannot fail.
                let _ = write!(out, "/{index}");
            }
        }
    }

    /// The pointer's text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }
}
