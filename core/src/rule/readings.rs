//! What an MCP pattern can mean, given the configured servers (PERM-20).
//!
//! A rendered name can be read in more than one way: names may hold `__`, and two names may be
//! spelled alike. Ask and deny follow every reading. An allow follows its reading only when it
//! has one.

use std::borrow::Cow;
use std::cell::OnceCell;

use hashbrown::HashMap;

use crate::name::{INTERNAL_SERVER, MAX_NAME, Spelling};

type Map<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// The tools of one spelling of a server's name. Servers that are spelled alike share it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Scope(pub(super) u32);

/// A server by its index; the one behind the configured ones is the internal server, whose tools
/// are the gateway and client tools.
pub(super) type ServerIndex = usize;

/// The part of a pattern behind the server: a tool or a glob of tools; `None` is the whole server.
pub(super) type ToolPart<'p> = Option<&'p str>;

/// What an allow can mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AllowReading<'p> {
    /// No configured server is named.
    Nothing,
    /// One reading.
    One(ServerIndex, ToolPart<'p>),
    /// Two servers, of which either could be meant: neither is.
    Unclear(ServerIndex, ServerIndex),
}

/// The configured servers and the internal one, by every spelling of their names.
#[derive(Debug)]
pub(super) struct Servers<'s> {
    spelled: Map<Cow<'s, str>, Spelled>,
    /// The scopes of each server: raw, Claude's spelling, Codex's; equal ones are equal.
    of: Vec<[Scope; 3]>,
    /// The longest spelling that is looked up.
    longest: usize,
    /// Every spelling in order, once a glob asks for it.
    sorted: OnceCell<Vec<Cow<'s, str>>>,
}

/// One spelling.
#[derive(Debug)]
struct Spelled {
    scope: Scope,
    /// The first two servers that an allow may name by it.
    owners: (Option<ServerIndex>, Option<ServerIndex>),
}

impl<'s> Servers<'s> {
    pub(super) fn new(names: &[&'s str]) -> Self {
        let mut servers = Self {
            spelled: HashMap::with_capacity_and_hasher(names.len(), foldhash::fast::RandomState::default()),
            of: Vec::with_capacity(names.len().saturating_add(1)),
            longest: 0,
            sorted: OnceCell::new(),
        };
        for (index, &name) in names.iter().chain([&INTERNAL_SERVER]).enumerate() {
            let scopes = [
                servers.spell(Cow::Borrowed(name), index),
                servers.spell(Spelling::Claude.normalise(name), index),
                servers.spell(Spelling::Codex.normalise(name), index),
            ];
            servers.of.push(scopes);
            servers.longest = servers.longest.max(name.len()).min(MAX_NAME);
        }
        servers
    }

    fn spell(&mut self, spelled: Cow<'s, str>, owner: ServerIndex) -> Scope {
        let next = Scope(u32::try_from(self.spelled.len()).unwrap_or(u32::MAX));
        let spelled = self.spelled.entry(spelled).or_insert(Spelled { scope: next, owners: (None, None) });
        let (first, second) = &mut spelled.owners;
        let first = *first.get_or_insert(owner);
        if first != owner {
            second.get_or_insert(owner);
        }
        spelled.scope
    }

    fn scope(&self, server: &str) -> Option<Scope> {
        self.spelled.get(server).map(|spelled| spelled.scope)
    }

    /// The scope of a server's allows. These stand behind all those of ask and deny, of which a
    /// server has at most three.
    pub(super) fn allow_scope(&self, server: ServerIndex) -> Scope {
        allow_scope(self.of.len(), server)
    }

    /// The scopes of each server, by its index.
    pub(super) fn into_scopes(self) -> Vec<[Scope; 3]> {
        self.of
    }

    /// Every spelling with its scope.
    pub(super) fn spellings(&self) -> impl Iterator<Item = (&str, Scope)> {
        self.spelled.iter().map(|(text, spelled)| (&**text, spelled.scope))
    }

    /// Every reading of what follows `mcp__` in an ask or deny that names its server in full.
    pub(super) fn strict<'p>(&self, rest: &'p str) -> Vec<(Scope, ToolPart<'p>)> {
        let whole = (!rest.contains('*')).then(|| self.scope(rest)).flatten().map(|scope| (scope, None));
        let split = self.splits(rest).filter_map(|(server, tool)| Some((self.scope(server)?, Some(tool))));
        whole.into_iter().chain(split).collect()
    }

    /// The reading of what follows `mcp__` in an allow.
    pub(super) fn allow<'p>(&self, rest: &'p str) -> AllowReading<'p> {
        let whole = (!rest.contains('*')).then_some((rest, None));
        let split = self.splits(rest).map(|(server, tool)| (server, Some(tool)));
        let mut reading = AllowReading::Nothing;
        for (server, tool) in whole.into_iter().chain(split) {
            let Some(&Spelled { owners: (Some(first), second), .. }) = self.spelled.get(server) else {
                continue;
            };
            if let Some(second) = second {
                return AllowReading::Unclear(first, second);
            }
            reading = match reading {
                AllowReading::One(other, _) if other != first => return AllowReading::Unclear(other, first),
                _ => AllowReading::One(first, tool),
            };
        }
        reading
    }

    /// Whether a name in full, `<server>__<tool>`, may begin with this text so that the text ends
    /// in the server or the separator.
    pub(super) fn reaches(&self, literal: &str) -> bool {
        let separated =
            |end| literal.strip_suffix(end).is_some_and(|server| self.spelled.contains_key(server));
        let sorted = self.sorted.get_or_init(|| {
            let mut sorted: Vec<Cow<'s, str>> = self.spelled.keys().cloned().collect();
            sorted.sort_unstable();
            sorted
        });
        let at = sorted.partition_point(|spelled| **spelled < *literal);
        separated("__")
            || separated("_")
            || sorted.get(at).is_some_and(|spelled| spelled.starts_with(literal))
    }

    /// Every split at a `__` before the first `*` into a server and a tool, neither empty.
    fn splits<'p>(&self, rest: &'p str) -> impl Iterator<Item = (&'p str, &'p str)> {
        let literal = rest.find('*').unwrap_or(rest.len());
        (1..=self.longest.min(literal)).filter_map(move |at| {
            let server = rest.get(..at)?;
            let tool = rest.get(at..)?.strip_prefix("__")?;
            let separated = at.checked_add(2)? <= literal;
            (separated && !tool.is_empty()).then_some((server, tool))
        })
    }
}

/// The scope of a server's allows, of so many servers; see [`Servers::allow_scope`].
pub(super) fn allow_scope(servers: usize, server: ServerIndex) -> Scope {
    let scope = servers.saturating_mul(Spelling::ALL.len().saturating_add(1)).saturating_add(server);
    Scope(u32::try_from(scope).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allow_has_one_reading_or_none() {
        let servers = Servers::new(&["a", "a__b", "x.y", "x_y", "p.q", "r-s", "agenta"]);
        let cases = [
            ("a", AllowReading::One(0, None)),
            ("a__t", AllowReading::One(0, Some("t"))),
            ("a__get_*", AllowReading::One(0, Some("get_*"))),
            ("a__b", AllowReading::Unclear(1, 0)),
            ("a__b__t", AllowReading::Unclear(0, 1)),
            ("a__b__*", AllowReading::Unclear(0, 1)),
            ("a__b*", AllowReading::One(0, Some("b*"))),
            ("x.y__t", AllowReading::One(2, Some("t"))),
            ("x_y__t", AllowReading::Unclear(2, 3)),
            ("p_q__t", AllowReading::One(4, Some("t"))),
            ("r_s__t", AllowReading::One(5, Some("t"))),
            ("A__t", AllowReading::Nothing),
            ("b__t", AllowReading::Nothing),
            ("agenta-tools", AllowReading::One(7, None)),
            ("agenta_tools__t", AllowReading::One(7, Some("t"))),
        ];
        for (rest, expected) in cases {
            assert_eq!(servers.allow(rest), expected, "{rest}");
        }
    }

    #[test]
    fn ask_and_deny_follow_every_reading() {
        let servers = Servers::new(&["a", "a_", "a__b", "x.y", "x-y"]);
        let tools = |rest| servers.strict(rest).into_iter().map(|(_, tool)| tool).collect::<Vec<_>>();
        assert_eq!(tools("a"), [None]);
        assert_eq!(tools("a__b"), [None, Some("b")]);
        assert_eq!(tools("a___t"), [Some("_t"), Some("t")]);
        assert_eq!(tools("a__b__t"), [Some("b__t"), Some("t")]);
        assert_eq!(tools("a__"), [None; 0]);
        assert_eq!(tools("x_y__*"), [Some("*")]);
        assert_eq!(tools("*__t"), [None; 0]);
    }

    #[test]
    fn a_glob_reaches_servers_by_what_they_begin_with() {
        let servers = Servers::new(&["prod-a", "b"]);
        for (literal, expected) in [
            ("", true),
            ("p", true),
            ("prod-a", true),
            ("prod-a_", true),
            ("prod-a__", true),
            ("prod_", true),
            ("prod-a__x", false),
            ("prod-b", false),
            ("b_", true),
            ("b__", true),
            ("b___", false),
            ("agenta", true),
            ("z", false),
        ] {
            assert_eq!(servers.reaches(literal), expected, "{literal}");
        }
    }

    #[test]
    fn long_patterns_have_few_readings() {
        let servers = Servers::new(&["_"]);
        assert_eq!(servers.strict(&"_".repeat(1 << 20)).len(), 1);
    }
}
