//! Which rules name a tool, found without going through them.
//!
//! A rule is put down once for each reading of its pattern: under a spelling of a server's name
//! for ask and deny, under one server for allow, or under a bare name. A call looks up the
//! spellings of its own names.

mod build;
mod covering;

pub(super) use build::Builder;

use hashbrown::{Equivalent, HashMap};

use super::glob::Glob;
use super::pattern::{Pattern, Tools};
use super::prefixed::Prefixed;
use super::prefixes::Prefixes;
use super::readings::{AllowReading, Scope, ServerIndex, Servers, ToolPart};
use super::{Ranked, Target};
use crate::name::{self, Spelling};
use crate::permission::Permission;

type Map<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// Where a rule is put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home<'p> {
    /// Every call.
    Every,
    /// A bare name.
    Named(&'p str),
    /// One tool of a scope.
    Tool(Scope, &'p str),
    /// All tools of a scope.
    Whole(Scope),
    /// The tools of a scope that begin so.
    Start(Scope, &'p str),
    /// The tools of a scope that a glob matches.
    Glob(Scope, &'p str),
    /// All tools of every scope whose `<server>__` begins so.
    Open(&'p str),
    /// The tools whose name behind `mcp__` a glob matches, or whose server's name does.
    Wide(&'p str),
}

/// Every place where a rule belongs; none, when it can match no call.
pub(super) fn homes<'p>(
    servers: &Servers<'_>,
    pattern: &Pattern<'p>,
    permission: Permission,
) -> Vec<Home<'p>> {
    let rest = match pattern.tools {
        Tools::Every => return vec![Home::Every],
        Tools::Named(name) => return vec![Home::Named(name)],
        Tools::Mcp(rest) => rest,
    };
    // A start says nothing about arguments; with a prefix it is a glob like any other.
    let start = |glob: &'p str| {
        glob.strip_suffix('*').filter(|start| pattern.prefix.is_none() && !start.contains('*'))
    };
    let home = |scope, tool: ToolPart<'p>| match tool {
        None | Some("*") => Home::Whole(scope),
        Some(tool) if !tool.contains('*') => Home::Tool(scope, tool),
        Some(glob) => start(glob).map_or(Home::Glob(scope, glob), |start| Home::Start(scope, start)),
    };
    if permission == Permission::Allow {
        return match servers.allow(rest) {
            AllowReading::One(server, tool) => vec![home(servers.allow_scope(server), tool)],
            AllowReading::Nothing | AllowReading::Unclear(..) => Vec::new(),
        };
    }
    let mut homes: Vec<Home<'p>> =
        servers.strict(rest).into_iter().map(|(scope, tool)| home(scope, tool)).collect();
    if let Some((literal, _)) = rest.split_once('*')
        && servers.reaches(literal)
    {
        homes.push(start(rest).map_or(Home::Wide(rest), Home::Open));
    }
    homes
}

/// What the rules of one home say.
#[derive(Debug, Default)]
struct Slot {
    /// The strictest rule without a prefix.
    plain: Option<Ranked>,
    /// The rules with a prefix.
    prefixed: Option<Box<Prefixed>>,
}

/// The rules on more than one tool of a scope.
#[derive(Debug, Default)]
struct Shelf {
    whole: Slot,
    starts: Option<Box<Prefixes>>,
    globs: Vec<(Glob, Slot)>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct ToolKey {
    scope: Scope,
    tool: Box<str>,
}

/// A [`ToolKey`] to look up. Both hash alike: their fields do, in the same order.
#[derive(Hash)]
struct ToolRef<'a> {
    scope: Scope,
    tool: &'a str,
}

impl Equivalent<ToolKey> for ToolRef<'_> {
    fn equivalent(&self, key: &ToolKey) -> bool {
        self.scope == key.scope && *self.tool == *key.tool
    }
}

/// What there is in one scope; mostly nothing, and then nothing is looked up.
#[derive(Clone, Copy, Debug)]
struct Place {
    scope: Scope,
    /// Whether there are rules on single tools.
    tools: bool,
    /// The shelf, by its index.
    shelf: Option<u32>,
}

impl Place {
    const fn is_empty(self) -> bool {
        !self.tools && self.shelf.is_none()
    }
}

/// The scopes of one server.
#[derive(Clone, Copy, Debug)]
struct Places {
    allow: Place,
    /// Of ask and deny, one for each spelling; equal spellings are equal.
    strict: [Place; 3],
}

/// The rules by the tools that they name.
#[derive(Debug)]
pub(super) struct Index {
    every: Option<Ranked>,
    named: Map<Box<str>, Slot>,
    /// Where to look for the rules on each server, the internal one last.
    servers: Vec<Places>,
    shelves: Vec<Shelf>,
    /// The shelf of each scope that has one, by its index.
    shelf_of: Map<Scope, u32>,
    tools: Map<ToolKey, Slot>,
    open: Prefixes,
    wide: Vec<(Glob, Slot)>,
    /// The servers' names, the internal one last, when `wide` needs them.
    names: Vec<Box<str>>,
}

impl Index {
    /// What the rules that name a tool say: their strictest without a prefix, and those with one.
    /// Called more than once for most tools.
    pub(super) fn visit<'i>(
        &'i self,
        target: Target<'_>,
        mut found: impl FnMut(Option<Ranked>, Option<&'i Prefixed>),
    ) {
        found(self.every, None);
        match target {
            Target::Builtin { tool } => self.visit_named(tool, &mut found),
            Target::Gateway { tool } => {
                self.visit_named(tool, &mut found);
                self.visit_mcp(self.servers.len().saturating_sub(1), tool, &mut found);
            }
            // INVARIANT: the last of the servers is the internal one, which no caller names.
            Target::Mcp { server, tool, .. } if server.saturating_add(1) < self.servers.len() => {
                self.visit_mcp(server, tool, &mut found);
            }
            Target::Mcp { .. } => {}
        }
    }

    fn visit_named<'i>(&'i self, tool: &str, found: &mut impl FnMut(Option<Ranked>, Option<&'i Prefixed>)) {
        if let Some(slot) = self.named.get(name::builtin_name(tool)) {
            found(slot.plain, slot.prefixed.as_deref());
        }
    }

    fn visit_mcp<'i>(
        &'i self,
        server: ServerIndex,
        tool: &str,
        found: &mut impl FnMut(Option<Ranked>, Option<&'i Prefixed>),
    ) {
        let Some(places) = self.servers.get(server) else { return };
        self.visit_place(places.allow, tool, found);
        let [raw, claude, codex] = places.strict;
        if places.strict.iter().any(|place| !place.is_empty()) {
            spell(tool, |tool| {
                self.visit_place(raw, tool, found);
                if claude.scope != raw.scope {
                    self.visit_place(claude, tool, found);
                }
                if codex.scope != claude.scope {
                    self.visit_place(codex, tool, found);
                }
            });
        }
        if !self.wide.is_empty() {
            self.visit_wide(server, tool, found);
        }
    }

    fn visit_place<'i>(
        &'i self,
        place: Place,
        tool: &str,
        found: &mut impl FnMut(Option<Ranked>, Option<&'i Prefixed>),
    ) {
        if place.tools
            && let Some(slot) = self.tools.get(&ToolRef { scope: place.scope, tool })
        {
            found(slot.plain, slot.prefixed.as_deref());
        }
        let Some(shelf) = self.shelf(place) else { return };
        found(shelf.whole.plain, shelf.whole.prefixed.as_deref());
        if let Some(starts) = &shelf.starts {
            found(starts.strictest(tool.as_bytes()), None);
        }
        for (glob, slot) in &shelf.globs {
            if glob.matches(tool) {
                found(slot.plain, slot.prefixed.as_deref());
            }
        }
    }

    fn visit_wide<'i>(
        &'i self,
        server: ServerIndex,
        tool: &str,
        found: &mut impl FnMut(Option<Ranked>, Option<&'i Prefixed>),
    ) {
        let Some(name) = self.names.get(server) else { return };
        let tools = name::spellings(tool);
        for server in name::spellings(name) {
            let full: Vec<String> = tools.iter().map(|tool| format!("{server}__{tool}")).collect();
            for (glob, slot) in &self.wide {
                if glob.matches(&server) || full.iter().any(|full| glob.matches(full)) {
                    found(slot.plain, slot.prefixed.as_deref());
                }
            }
        }
    }

    fn shelf(&self, place: Place) -> Option<&Shelf> {
        self.shelves.get(usize::try_from(place.shelf?).ok()?)
    }
}

/// Calls `each` with a tool's name as it is and as harnesses spell it, without allocating for
/// names of usual length.
fn spell(tool: &str, mut each: impl FnMut(&str)) {
    each(tool);
    if tool.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return;
    }
    for spelling in Spelling::ALL {
        let mut buffer = [0; 128];
        let mut length: usize = 0;
        for byte in spelling.characters(tool) {
            if let Some(place) = buffer.get_mut(length) {
                *place = byte;
            }
            length = length.saturating_add(1);
        }
        match buffer.get(..length).map(str::from_utf8) {
            Some(Ok(spelled)) if spelled == tool => {}
            Some(Ok(spelled)) => each(spelled),
            _ => each(&spelling.normalise(tool)),
        }
    }
}
