//! From byte offsets to lines and columns.

/// Turns byte offsets of one text into 1-based lines and columns; columns count UTF-16 units.
///
/// Offsets asked for in ascending order cost one pass over the text in all.
#[derive(Debug)]
pub struct Places<'a> {
    text: &'a [u8],
    at: usize,
    line: u32,
    column: u32,
}

impl<'a> Places<'a> {
    /// Over that text (any bytes; what is not UTF-8 counts as one unit a byte).
    #[must_use]
    pub const fn new(text: &'a [u8]) -> Self {
        Self { text, at: 0, line: 1, column: 1 }
    }

    /// Line and column of a byte offset.
    pub fn find(&mut self, offset: usize) -> (u32, u32) {
        if offset < self.at {
            (self.at, self.line, self.column) = (0, 1, 1);
        }
        for &byte in self.text.get(self.at..offset.min(self.text.len())).unwrap_or_default() {
            match byte {
                b'\n' => {
                    self.line = self.line.saturating_add(1);
                    self.column = 1;
                }
                // Continuation bytes add nothing; a four-byte sequence is two UTF-16 units.
                0x80..=0xBF => {}
                0xF0..=0xFF => self.column = self.column.saturating_add(2),
                _ => self.column = self.column.saturating_add(1),
            }
        }
        self.at = offset.min(self.text.len()).max(self.at);
        (self.line, self.column)
    }
}
