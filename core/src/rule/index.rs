//! Which rules name a tool, found without going through them.
//!
//! A rule is put down once for each reading of its pattern: under a spelling of a server's name
//! for ask and deny, under one server for allow, or under a bare name. A call looks up the
//! spellings of its own names.

use hashbrown::{Equivalent, HashMap};

use super::glob::Glob;
use super::pattern::{Pattern, Tools};
use super::prefixed::{Compared, Prefixed};
use super::prefixes::Prefixes;
use super::readings::{AllowReading, Scope, ServerIndex, Servers, ToolPart, allow_scope};
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
pub(super) fn homes<'p>(servers: &Servers, pattern: &Pattern<'p>, permission: Permission) -> Vec<Home<'p>> {
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

/// The rules by the tools that they name.
#[derive(Debug)]
pub(super) struct Index {
    every: Option<Ranked>,
    named: Map<Box<str>, Slot>,
    /// The scopes of each server for ask and deny, the internal server last.
    servers: Vec<[Scope; 3]>,
    shelves: Map<Scope, Shelf>,
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
            Target::Mcp { server, tool } if server.saturating_add(1) < self.servers.len() => {
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
        let Some(&[raw, claude, codex]) = self.servers.get(server) else { return };
        self.visit_scope(allow_scope(self.servers.len(), server), tool, found);
        spell(tool, |tool| {
            self.visit_scope(raw, tool, found);
            if claude != raw {
                self.visit_scope(claude, tool, found);
            }
            if codex != claude && codex != raw {
                self.visit_scope(codex, tool, found);
            }
        });
        if !self.wide.is_empty() {
            self.visit_wide(server, tool, found);
        }
    }

    fn visit_scope<'i>(
        &'i self,
        scope: Scope,
        tool: &str,
        found: &mut impl FnMut(Option<Ranked>, Option<&'i Prefixed>),
    ) {
        if let Some(slot) = self.tools.get(&ToolRef { scope, tool }) {
            found(slot.plain, slot.prefixed.as_deref());
        }
        let Some(shelf) = self.shelves.get(&scope) else { return };
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

    /// The strictest rule that says for every call what a rule in this home could say, as far as
    /// that can be seen without trying names (CONF-22).
    pub(super) fn covering(&self, home: Home<'_>) -> Option<Ranked> {
        let inner = match home {
            Home::Every => None,
            Home::Named(name) => self.named.get(name).and_then(|slot| slot.plain),
            Home::Whole(scope) => self.covering_start(scope, ""),
            Home::Start(scope, start) => self.covering_start(scope, start),
            Home::Glob(scope, glob) => self.covering_start(scope, literal(glob)),
            Home::Tool(scope, tool) => self.covering_tool(scope, tool),
            Home::Open(start) => self.open.strictest(start.as_bytes()),
            Home::Wide(glob) => self.open.strictest(literal(glob).as_bytes()),
        };
        self.every.max(inner)
    }

    /// The rules with a prefix in the very same home.
    pub(super) fn prefixed(&self, home: Home<'_>) -> Option<&Prefixed> {
        let slot = match home {
            Home::Named(name) => self.named.get(name),
            Home::Whole(scope) => self.shelves.get(&scope).map(|shelf| &shelf.whole),
            Home::Tool(scope, tool) => self.tools.get(&ToolRef { scope, tool }),
            Home::Every | Home::Start(..) | Home::Glob(..) | Home::Open(_) | Home::Wide(_) => None,
        };
        slot?.prefixed.as_deref()
    }

    fn covering_start(&self, scope: Scope, start: &str) -> Option<Ranked> {
        self.with_strict_scopes(scope)
            .filter_map(|scope| self.shelves.get(&scope))
            .map(|shelf| {
                let starts = shelf.starts.as_ref().and_then(|starts| starts.strictest(start.as_bytes()));
                shelf.whole.plain.max(starts)
            })
            .max()
            .flatten()
    }

    fn covering_tool(&self, scope: Scope, tool: &str) -> Option<Ranked> {
        let internal = self.servers.last().copied().unwrap_or_default();
        self.with_strict_scopes(scope)
            .map(|scope| {
                let exact = self.tools.get(&ToolRef { scope, tool }).and_then(|slot| slot.plain);
                let named =
                    internal.contains(&scope).then(|| self.named.get(name::builtin_name(tool))).flatten();
                exact.max(named.and_then(|slot| slot.plain))
            })
            .max()
            .flatten()
            .max(self.covering_start(scope, tool))
    }

    /// A scope, and when it is one of allows, those of ask and deny that reach the same server.
    fn with_strict_scopes(&self, scope: Scope) -> impl Iterator<Item = Scope> {
        let first = allow_scope(self.servers.len(), 0);
        let server = scope.0.checked_sub(first.0).and_then(|server| usize::try_from(server).ok());
        let strict = server.and_then(|server| self.servers.get(server)).copied();
        std::iter::once(scope).chain(strict.into_iter().flatten())
    }
}

/// What a glob begins with.
fn literal(glob: &str) -> &str {
    glob.split('*').next().unwrap_or_default()
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
pub(super) struct Builder<'p> {
    every: Option<Ranked>,
    named: Map<&'p str, Draft<'p>>,
    shelves: Map<Scope, DraftShelf<'p>>,
    tools: Map<(Scope, &'p str), Draft<'p>>,
    open: Vec<(Vec<u8>, Ranked)>,
    wide: Vec<(Glob, Slot)>,
}

impl<'p> Builder<'p> {
    pub(super) fn add(&mut self, home: Home<'p>, prefix: Option<&'p str>, says: Ranked) {
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

    pub(super) fn finish(mut self, servers: Servers, names: &[&str]) -> Index {
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
        let shelf = |draft: DraftShelf<'p>| Shelf {
            whole: draft.whole.mcp_slot(),
            starts: (!draft.starts.is_empty()).then(|| Box::new(Prefixes::new(draft.starts))),
            globs: draft.globs,
        };
        let named = |(name, draft): (&'p str, Draft<'p>)| (name.into(), draft.slot(Compared::of(Some(name))));
        let tool = |((scope, tool), draft): ((Scope, &'p str), Draft<'p>)| {
            (ToolKey { scope, tool: tool.into() }, draft.mcp_slot())
        };
        let names = names.iter().chain([&name::INTERNAL_SERVER]).map(|&name| name.into());
        Index {
            every: self.every,
            named: self.named.into_iter().map(named).collect(),
            shelves: self.shelves.into_iter().map(|(scope, draft)| (scope, shelf(draft))).collect(),
            tools: self.tools.into_iter().map(tool).collect(),
            names: if self.wide.is_empty() { Vec::new() } else { names.collect() },
            open,
            wide: self.wide,
            servers: servers.into_scopes(),
        }
    }
}
