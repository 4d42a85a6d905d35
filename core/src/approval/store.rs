//! Entries kept by call, found by whoever can say what their names stand for.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

use hashbrown::HashMap;

use super::key::{Arguments, Identity, enveloped, identity_key, plain_identity};

/// Says what the tool names of recorded calls stand for (APPR-20).
pub trait Resolver {
    /// The tool that a recorded name stands for; nothing when it fits none, or more than one.
    fn identity<'a>(&'a self, recorded: &'a str) -> Option<Identity<'a>>;

    /// Equal for resolvers that always say the same: what a ledger worked out for one it keeps.
    fn generation(&self) -> &Generation;
}

/// Tells resolvers apart: a clone is equal to its original and to nothing else.
#[derive(Clone, Debug, Default)]
pub struct Generation(Arc<u8>);

impl PartialEq for Generation {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Generation {}

/// A call as it was recorded.
#[derive(Debug)]
pub(crate) struct Recorded {
    pub(crate) tool: Box<str>,
    /// JSON text that has a canonical form.
    pub(crate) arguments: Box<str>,
    /// Its key as its name alone says it.
    plain_key: OnceLock<Option<String>>,
}

impl Recorded {
    pub(super) fn new(tool: &str, arguments: &str) -> Self {
        Self { tool: tool.into(), arguments: arguments.into(), plain_key: OnceLock::new() }
    }

    /// The key of the call when no document says what its name stands for.
    pub(crate) fn plain_key(&self) -> Option<&str> {
        let key = || identity_key(&plain_identity(&self.tool)?, Arguments::Json(&self.arguments));
        self.plain_key.get_or_init(key).as_deref()
    }
}

/// How a name is read: by a gate, or by itself.
#[derive(Clone, Copy)]
pub(super) enum Reading<'r> {
    Plain,
    Resolved(&'r dyn Resolver),
}

impl<'r> Reading<'r> {
    fn identity(self, recorded: &'r str) -> Option<Identity<'r>> {
        match self {
            Self::Plain => plain_identity(recorded),
            Self::Resolved(resolver) => resolver.identity(recorded),
        }
    }

    fn generation(self) -> Option<&'r Generation> {
        match self {
            Self::Plain => None,
            Self::Resolved(resolver) => Some(resolver.generation()),
        }
    }

    /// The key of a recorded call.
    fn key(self, call: &Recorded) -> Option<String> {
        match self {
            Self::Plain => call.plain_key().map(str::to_owned),
            Self::Resolved(resolver) => {
                identity_key(&resolver.identity(&call.tool)?, Arguments::Json(&call.arguments))
            }
        }
    }

    /// The arguments of a recorded call, taken out of an envelope that is for its tool (APPR-3).
    pub(super) fn arguments(self, call: &Recorded) -> String {
        let range = self.identity(&call.tool).and_then(|identity| enveloped(&identity, &call.arguments));
        range.and_then(|range| call.arguments.get(range)).unwrap_or(&call.arguments).to_owned()
    }
}

/// How an entry takes part in the queue of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// It queues behind those of its kind and ends those of the other.
    Queues(u8),
    /// It takes the oldest entry of that kind away.
    Spends(u8),
    /// It takes every entry of that kind away.
    Ends(u8),
}

/// How many resolvers a ledger keeps what it worked out for.
const KEPT_VIEWS: usize = 4;

/// Entries in the order they were recorded.
#[derive(Debug)]
pub(super) struct Store<T> {
    entries: BTreeMap<u64, (Arc<Recorded>, T)>,
    next: u64,
    views: Vec<View>,
}

impl<T> Default for Store<T> {
    fn default() -> Self {
        Self { entries: BTreeMap::new(), next: 0, views: Vec::new() }
    }
}

/// The queues as one resolver sees them.
#[derive(Debug)]
struct View {
    generation: Option<Generation>,
    /// Entries from this number on are not in the queues yet.
    seen: u64,
    queues: HashMap<String, Queue, foldhash::fast::RandomState>,
}

#[derive(Debug, Default)]
struct Queue {
    kind: u8,
    waiting: VecDeque<u64>,
}

impl<T> Store<T> {
    pub(super) fn push(&mut self, call: Arc<Recorded>, what: T) {
        self.entries.insert(self.next, (call, what));
        self.next = self.next.saturating_add(1);
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = (&Arc<Recorded>, &T)> {
        self.entries.values().map(|(call, what)| (call, what))
    }

    pub(super) fn get(&self, number: u64) -> Option<&(Arc<Recorded>, T)> {
        self.entries.get(&number)
    }

    pub(super) fn remove(&mut self, number: u64) -> Option<(Arc<Recorded>, T)> {
        self.entries.remove(&number)
    }

    pub(super) fn replace(&mut self, number: u64, what: T) {
        if let Some(entry) = self.entries.get_mut(&number) {
            entry.1 = what;
        }
    }

    /// Takes off entries from the oldest on, as long as they are of that sort.
    pub(super) fn trim(&mut self, useless: impl Fn(&T) -> bool) {
        while let Some(oldest) = self.entries.first_entry() {
            if !useless(&oldest.get().1) {
                return;
            }
            oldest.remove();
        }
    }

    /// The oldest entry of that key that still waits, as the reading sees it; `part` says how an
    /// entry takes part in the queue of a key.
    pub(super) fn oldest(
        &mut self,
        reading: Reading<'_>,
        key: &str,
        part: impl Fn(&T, &str) -> Part,
    ) -> Option<u64> {
        let view = self.view(reading);
        let Self { entries, views, next, .. } = self;
        let view = views.get_mut(view)?;
        let mut gone = Vec::new();
        // Entries may share one call, whose text is then read once.
        let mut keys: HashMap<*const Recorded, Option<String>, foldhash::fast::RandomState> =
            HashMap::default();
        for (&number, (call, what)) in entries.range(view.seen..) {
            let key = keys.entry(Arc::as_ptr(call)).or_insert_with(|| reading.key(call));
            let Some(key) = key.as_deref() else { continue };
            let part = part(what, key);
            let queue = view.queues.entry_ref(key).or_default();
            match part {
                Part::Queues(kind) => {
                    if queue.kind != kind {
                        gone.extend(queue.waiting.drain(..));
                        queue.kind = kind;
                    }
                    queue.waiting.push_back(number);
                }
                Part::Spends(kind) if queue.kind == kind => gone.extend(queue.waiting.pop_front()),
                Part::Ends(kind) if queue.kind == kind => gone.extend(queue.waiting.drain(..)),
                Part::Spends(_) | Part::Ends(_) => {}
            }
        }
        view.seen = *next;
        for number in gone {
            entries.remove(&number);
        }
        let queue = view.queues.get_mut(key)?;
        while let Some(&number) = queue.waiting.front() {
            // One that was used up may stay as an entry of another sort.
            if entries.get(&number).is_some_and(|(_, what)| matches!(part(what, key), Part::Queues(_))) {
                return Some(number);
            }
            queue.waiting.pop_front();
        }
        view.queues.remove(key);
        None
    }

    fn view(&mut self, reading: Reading<'_>) -> usize {
        let generation = reading.generation();
        if let Some(at) = self.views.iter().position(|view| view.generation.as_ref() == generation) {
            return at;
        }
        if self.views.len() >= KEPT_VIEWS {
            self.views.remove(0);
        }
        self.views.push(View { generation: generation.cloned(), seen: 0, queues: HashMap::default() });
        self.views.len().saturating_sub(1)
    }
}
