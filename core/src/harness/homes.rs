//! Whose tools rules mean: servers by every name that rules may know them by.

use super::known::{Known, Map};
use crate::gate::Gate;
use crate::name::{INTERNAL_SERVER, MAX_NAME, Spelling, spellings, spellings_of};
use crate::rule::glob::Glob;
use crate::rule::{Pattern, Tools};

/// Whose tools a spelling of a server's name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// A configured server, by its position.
    Server(usize),
    /// Gateway and client tools.
    Internal,
}

/// Servers by every spelling under which rules may know them.
pub(super) struct Homes<'g> {
    by_spelling: Map<String, Vec<Home>>,
    spellings: Vec<Spelled>,
    gate: &'g Gate,
    /// Whether these are for the organisation's rules.
    pub(super) with_aliases: bool,
}

impl<'g> Homes<'g> {
    /// `with_aliases`: for the organisation's rules, which know servers by its labels too.
    pub(super) fn of(known: &Known<'g>, with_aliases: bool) -> Self {
        let mut homes =
            Self { by_spelling: Map::default(), spellings: Vec::new(), gate: known.gate, with_aliases };
        for (position, server) in known.servers.iter().enumerate() {
            let label = server.kept.label();
            let mut all: Vec<String> =
                spellings_of(label, &[Spelling::Claude]).into_iter().map(Into::into).collect();
            let own = all.len();
            all.push(Spelling::Codex.normalise(label).into());
            if with_aliases {
                for alias in server.kept.aliases().filter(|&alias| alias != label) {
                    all.extend(spellings(alias).into_iter().map(String::from));
                }
            }
            for spelled in &all {
                homes.add(spelled, Home::Server(position));
            }
            homes.spellings.push(Spelled { own, all });
        }
        for spelled in spellings(INTERNAL_SERVER) {
            homes.add(&spelled, Home::Internal);
        }
        homes
    }

    fn add(&mut self, spelled: &str, home: Home) {
        let homes = self.by_spelling.entry_ref(spelled).or_default();
        if homes.last() != Some(&home) {
            homes.push(home);
        }
    }

    fn named(&self, spelled: &str) -> &[Home] {
        self.by_spelling.get(spelled).map_or(&[], Vec::as_slice)
    }

    pub(super) fn is_spec(&self, name: &str) -> bool {
        self.gate.has_spec(name)
    }

    /// Every reading of what stands behind `mcp__` as a server and a tool or glob of tools, and as
    /// a whole server.
    pub(super) fn readings<'p>(&self, rest: &'p str) -> Vec<(Home, Option<&'p str>)> {
        let literal = rest.find('*').unwrap_or(rest.len());
        let mut found: Vec<(Home, Option<&'p str>)> = Vec::new();
        if literal == rest.len() {
            found.extend(self.named(rest).iter().map(|&home| (home, None)));
        }
        for at in 1..=literal.min(MAX_NAME) {
            let Some((server, behind)) = rest.split_at_checked(at) else { continue };
            let Some(tool) = behind.strip_prefix("__") else { continue };
            if !tool.is_empty() && at.saturating_add(2) <= literal {
                found.extend(self.named(server).iter().map(|&home| (home, Some(tool))));
            }
        }
        found
    }

    /// The servers that a glob behind `mcp__` may reach as it runs over the whole name.
    pub(super) fn wide<'h>(&'h self, rest: &'h str) -> impl Iterator<Item = (usize, Wide)> + 'h {
        let literal = rest.split('*').next().unwrap_or_default();
        let glob = Glob::new(rest);
        // A `*` may stand for all that follows, so only what is before the first one keeps a server
        // out. A name that stands before it in full is a reading of its own.
        let alive = move |spelled: &String| {
            let full = format!("{spelled}__");
            full.starts_with(literal) && full != literal
        };
        self.spellings.iter().enumerate().filter_map(move |(position, spelled)| {
            let glob = glob.as_ref()?;
            if spelled.all.iter().any(|spelled| glob.matches(spelled)) {
                Some((position, Wide::Whole))
            } else if spelled.aliases().any(alive) {
                // By the organisation's name it may match what it does not by the server's own.
                Some((position, Wide::ByAnother))
            } else if spelled.all.iter().take(spelled.own).any(alive) {
                Some((position, Wide::ByOwnName))
            } else {
                spelled.all.iter().any(alive).then_some((position, Wide::ByAnother))
            }
        })
    }

    /// The servers of which an ask or deny may reach a tool.
    pub(super) fn reached(&self, pattern: &Pattern<'_>) -> Vec<usize> {
        match pattern.tools {
            Tools::Every => (0..self.spellings.len()).collect(),
            Tools::Named(_) => Vec::new(),
            Tools::Mcp(rest) => {
                let read = self.readings(rest).into_iter().filter_map(|(home, _)| match home {
                    Home::Server(position) => Some(position),
                    Home::Internal => None,
                });
                read.chain(self.wide(rest).map(|(position, _)| position)).collect()
            }
        }
    }
}

/// How a glob over whole names reaches a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wide {
    /// It matches the server's name: so all its tools.
    Whole,
    /// It may match tools by the name that Claude Code gives the server, too.
    ByOwnName,
    /// It may match tools, by another harness's name for the server or an organisation's.
    ByAnother,
}

/// The spellings of one server's names.
struct Spelled {
    /// How many of them are the server's own: as written, and as Claude Code spells it.
    own: usize,
    /// Those, then Codex's, then those of the organisation's names.
    all: Vec<String>,
}

impl Spelled {
    fn aliases(&self) -> impl Iterator<Item = &String> {
        self.all.iter().skip(self.own.saturating_add(1))
    }
}
