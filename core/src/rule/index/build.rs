//! Puts rules down where calls look them up.

use hashbrown::HashSet;

use super::{Home, Index, Map, Place, Places, Shelf, Slot, ToolKey};
use crate::name;
use crate::rule::Ranked;
use crate::rule::glob::Glob;
use crate::rule::prefixed::{Compared, Prefixed};
use crate::rule::prefixes::Prefixes;
use crate::rule::readings::{Scope, Servers, allow_scope};

/// The rules of one home while they are gathered.
#[derive(Debug, Default)]
struct Draft<'p> {
    plain: Option<Ranked>,
    prefixes: Vec<(&'p str, Ranked)>,
}

impl<'p> Draft<'p> {
    fn add(&mut self, prefix: Option<&'p str>, says: Ranked) {
        match prefix {
            Some(prefix) => self.prefixes.push((prefix, says)),
            None => self.plain = self.plain.max(Some(says)),
        }
    }

    fn slot(self, compared: Compared) -> Slot {
        let prefixed = (!self.prefixes.is_empty()).then(|| Box::new(Prefixed::new(compared, &self.prefixes)));
        Slot { plain: self.plain, prefixed }
    }

    fn mcp_slot(self) -> Slot {
        self.slot(Compared::Every)
    }
}

#[derive(Debug, Default)]
struct DraftShelf<'p> {
    whole: Draft<'p>,
    starts: Vec<(Vec<u8>, Ranked)>,
    globs: Vec<(Glob, Slot)>,
}

/// Gathers rules.
#[derive(Debug, Default)]
pub(in crate::rule) struct Builder<'p> {
    every: Option<Ranked>,
    named: Map<&'p str, Draft<'p>>,
    shelves: Map<Scope, DraftShelf<'p>>,
    tools: Map<(Scope, &'p str), Draft<'p>>,
    open: Vec<(Vec<u8>, Ranked)>,
    wide: Vec<(Glob, Slot)>,
}

impl<'p> Builder<'p> {
    pub(in crate::rule) fn add(&mut self, home: Home<'p>, prefix: Option<&'p str>, says: Ranked) {
        let slot = || {
            let mut draft = Draft::default();
            draft.add(prefix, says);
            draft.mcp_slot()
        };
        match home {
            Home::Every => self.every = self.every.max(Some(says)),
            Home::Named(name) => self.named.entry(name).or_default().add(prefix, says),
            Home::Tool(scope, tool) => self.tools.entry((scope, tool)).or_default().add(prefix, says),
            Home::Whole(scope) => self.shelves.entry(scope).or_default().whole.add(prefix, says),
            Home::Start(scope, start) => {
                self.shelves.entry(scope).or_default().starts.push((start.as_bytes().to_vec(), says));
            }
            Home::Glob(scope, glob) => {
                let globs = &mut self.shelves.entry(scope).or_default().globs;
                globs.extend(Glob::new(glob).map(|glob| (glob, slot())));
            }
            Home::Open(start) => self.open.push((start.as_bytes().to_vec(), says)),
            Home::Wide(glob) => self.wide.extend(Glob::new(glob).map(|glob| (glob, slot()))),
        }
    }

    pub(in crate::rule) fn finish(mut self, servers: Servers<'_>, names: &[&str]) -> Index {
        let open = Prefixes::new(self.open);
        if !open.is_empty() {
            let mut full = String::new();
            for (spelled, scope) in servers.spellings() {
                full.clear();
                full.push_str(spelled);
                full.push_str("__");
                if let Some(says) = open.strictest(full.as_bytes()) {
                    self.shelves.entry(scope).or_default().whole.add(None, says);
                }
            }
        }
        let mut shelf_of: Map<Scope, u32> = Map::default();
        let mut shelves = Vec::with_capacity(self.shelves.len());
        for (scope, draft) in self.shelves {
            shelf_of.extend(u32::try_from(shelves.len()).map(|at| (scope, at)));
            shelves.push(Shelf {
                whole: draft.whole.mcp_slot(),
                starts: (!draft.starts.is_empty()).then(|| Box::new(Prefixes::new(draft.starts))),
                globs: draft.globs,
            });
        }
        let with_tools: HashSet<Scope, foldhash::fast::RandomState> =
            self.tools.keys().map(|(scope, _)| *scope).collect();
        let place =
            |scope| Place { scope, tools: with_tools.contains(&scope), shelf: shelf_of.get(&scope).copied() };
        let scopes = servers.into_scopes();
        let places = scopes.iter().enumerate().map(|(server, strict)| Places {
            allow: place(allow_scope(scopes.len(), server)),
            strict: strict.map(place),
        });
        let named = |(name, draft): (&'p str, Draft<'p>)| (name.into(), draft.slot(Compared::of(Some(name))));
        let tool = |((scope, tool), draft): ((Scope, &'p str), Draft<'p>)| {
            (ToolKey { scope, tool: tool.into() }, draft.mcp_slot())
        };
        let names = names.iter().chain([&name::INTERNAL_SERVER]).map(|&name| name.into());
        Index {
            every: self.every,
            named: self.named.into_iter().map(named).collect(),
            servers: places.collect(),
            shelves,
            shelf_of,
            tools: self.tools.into_iter().map(tool).collect(),
            names: if self.wide.is_empty() { Vec::new() } else { names.collect() },
            open,
            wide: self.wide,
        }
    }
}
