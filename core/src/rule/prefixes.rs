//! Many prefixes, and at once those that a text begins with.

use super::Ranked;

/// Prefixes with what they say. Immutable.
///
/// They are sorted, so a binary search finds the last one that is not behind the text, and every
/// other prefix of the text is a prefix of that one: a chain of parents, from the longest down.
#[derive(Debug)]
pub(super) struct Prefixes {
    entries: Vec<Entry>,
    /// Whether some prefix begins with this byte.
    first: Box<[bool; 256]>,
}

#[derive(Debug)]
struct Entry {
    text: Box<[u8]>,
    /// The longest other prefix that this one begins with.
    parent: Option<u32>,
    /// What this prefix says.
    own: Ranked,
    /// The strictest of what it and its parents say.
    strictest: Ranked,
}

impl Prefixes {
    pub(super) fn new(mut given: Vec<(Vec<u8>, Ranked)>) -> Self {
        // Of equal texts the strictest comes first and is kept.
        given.sort_by(|(a, said), (b, other)| a.cmp(b).then(other.cmp(said)));
        given.dedup_by(|(later, _), (earlier, _)| later == earlier);
        let mut first = Box::new([false; 256]);
        let mut entries: Vec<Entry> = Vec::with_capacity(given.len());
        let mut open: Vec<u32> = Vec::new();
        for (text, own) in given {
            if let Some(wanted) = text.first().and_then(|&byte| first.get_mut(usize::from(byte))) {
                *wanted = true;
            }
            let parent = loop {
                let Some(&last) = open.last() else { break None };
                match entry(&entries, last) {
                    Some(parent) if text.starts_with(&parent.text) => break Some(last),
                    _ => open.pop(),
                };
            };
            let above = parent.and_then(|parent| entry(&entries, parent));
            let strictest = above.map_or(own, |above| own.max(above.strictest));
            open.extend(u32::try_from(entries.len()));
            entries.push(Entry { text: text.into_boxed_slice(), parent, own, strictest });
        }
        Self { entries, first }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether a text that begins with this byte may have a prefix here that is not empty.
    pub(super) fn wants(&self, byte: u8) -> bool {
        self.first.get(usize::from(byte)).copied().unwrap_or_default()
    }

    /// The strictest of what the prefixes of a text say.
    pub(super) fn strictest(&self, text: &[u8]) -> Option<Ranked> {
        self.longest(text).map(|entry| entry.strictest)
    }

    /// The length of each prefix of a text, the longest first, and what it says.
    pub(super) fn each(&self, text: &[u8]) -> impl Iterator<Item = (usize, Ranked)> {
        std::iter::successors(self.longest(text), |longer| self.parent(longer))
            .map(|entry| (entry.text.len(), entry.own))
    }

    fn longest(&self, text: &[u8]) -> Option<&Entry> {
        let behind = self.entries.partition_point(|entry| *entry.text <= *text);
        let last = self.entries.get(behind.checked_sub(1)?)?;
        let common = last.text.iter().zip(text).take_while(|(a, b)| a == b).count();
        std::iter::successors(Some(last), |longer| self.parent(longer))
            .find(|entry| entry.text.len() <= common)
    }

    fn parent(&self, of: &Entry) -> Option<&Entry> {
        entry(&self.entries, of.parent?)
    }
}

fn entry(entries: &[Entry], at: u32) -> Option<&Entry> {
    entries.get(usize::try_from(at).ok()?)
}
