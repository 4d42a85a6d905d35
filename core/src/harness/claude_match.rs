//! Which MCP tools a rule of Claude Code matches, as observed (HARN-11).
//!
//! Indexed, so that a tool is not compared with every rule: exact names and servers by hash,
//! wildcards by the literal text before their first and behind their last `*`.

use foldhash::fast::RandomState;

use crate::name::RENDERED_PREFIX;
use crate::permission::Permission;
use crate::rule::glob::Glob;

type Map<K, V> = hashbrown::HashMap<K, V, RandomState>;
type Set<K> = hashbrown::HashSet<K, RandomState>;

/// An observed version of Claude Code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Version {
    /// 2.1.332
    #[default]
    V2_1_332,
    /// 2.1.197: reads a tool's server out of the rendered name, up to the first `__`.
    V2_1_197,
}

impl Version {
    /// Every observed version, newest first.
    pub(crate) const ALL: [Self; 2] = [Self::V2_1_332, Self::V2_1_197];

    /// The version as the program writes it.
    #[must_use]
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::V2_1_332 => "2.1.332",
            Self::V2_1_197 => "2.1.197",
        }
    }
}

/// An MCP tool as Claude Code names it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RenderedTool<'n> {
    /// The whole name.
    name: &'n str,
    server: &'n str,
    /// What stands between `mcp__` and the first `__` behind it.
    first_part: &'n str,
    /// What stands behind that `__`.
    after_first: &'n str,
    tool: &'n str,
}

impl<'n> RenderedTool<'n> {
    /// `name` is `mcp__<server>__<tool>` and `server_length` the length of its server in bytes.
    pub(crate) fn new(name: &'n str, server_length: usize) -> Option<Self> {
        let rest = name.strip_prefix(RENDERED_PREFIX)?;
        let (server, tool) = rest.split_at_checked(server_length)?;
        let (first_part, after_first) = rest.split_once("__")?;
        Some(Self { name, server, first_part, after_first, tool: tool.strip_prefix("__")? })
    }
}

/// The rules of all settings files, ready to match MCP tools.
#[derive(Debug)]
pub(crate) struct Matcher<'r> {
    version: Version,
    allow: AllowRules<'r>,
    ask: StrictRules<'r>,
    deny: StrictRules<'r>,
}

impl<'r> Matcher<'r> {
    /// `servers` are the normalised names of all servers whose tools will be asked about.
    pub(crate) fn new<'s>(
        version: Version,
        rules: impl IntoIterator<Item = (Permission, &'r str)>,
        servers: impl IntoIterator<Item = &'s str>,
    ) -> Self {
        let mut lengths: Vec<usize> = match version {
            Version::V2_1_332 => servers.into_iter().map(str::len).collect(),
            Version::V2_1_197 => Vec::new(),
        };
        lengths.sort_unstable();
        lengths.dedup();
        let mut matcher = Self {
            version,
            allow: AllowRules::default(),
            ask: StrictRules::default(),
            deny: StrictRules::default(),
        };
        for (permission, rule) in rules {
            match permission {
                Permission::Allow => matcher.allow.add(version, rule, &lengths),
                Permission::Ask => matcher.ask.add(rule),
                Permission::Deny => matcher.deny.add(rule),
            }
        }
        matcher
    }

    /// The strictest of all rules that match; specificity counts for nothing.
    pub(crate) fn strictest(&self, tool: &RenderedTool<'_>) -> Option<Permission> {
        if self.deny.matches(self.version, tool) {
            Some(Permission::Deny)
        } else if self.ask.matches(self.version, tool) {
            Some(Permission::Ask)
        } else {
            self.allows(tool).then_some(Permission::Allow)
        }
    }

    /// Whether an allow rule matches, whatever the other lists say.
    pub(crate) fn allows(&self, tool: &RenderedTool<'_>) -> bool {
        self.allow.matches(self.version, tool)
    }
}

#[derive(Debug, Default)]
struct AllowRules<'r> {
    /// Rules without `*`: each may be a whole rendered name.
    names: Set<&'r str>,
    /// `x` of `mcp__x`.
    servers: Set<&'r str>,
    /// Wildcards over the tool, by the server that stands literally before them.
    globs: Map<&'r str, Globs<'r>>,
}

impl<'r> AllowRules<'r> {
    fn add(&mut self, version: Version, rule: &'r str, server_lengths: &[usize]) {
        let Some(rest) = rule.strip_prefix(RENDERED_PREFIX) else { return };
        if !rule.contains('*') {
            self.names.insert(rule);
            if !rest.contains("__") {
                self.servers.insert(rest);
            }
            return;
        }
        let mut split = |at: usize| {
            let (Some(server), Some(tool)) =
                (rest.get(..at), at.checked_add(2).and_then(|at| rest.get(at..)))
            else {
                return;
            };
            if !server.contains('*') {
                self.globs.entry(server).or_default().add(tool);
            }
        };
        match version {
            Version::V2_1_197 => rest.find("__").map_or((), split),
            Version::V2_1_332 => {
                let behind = |at: usize| rest.get(at..).is_some_and(|behind| behind.starts_with("__"));
                server_lengths.iter().copied().filter(|&at| behind(at)).for_each(&mut split);
            }
        }
    }

    fn matches(&self, version: Version, tool: &RenderedTool<'_>) -> bool {
        if self.names.contains(tool.name) {
            return true;
        }
        let globbed =
            |server: &str, tool: &str| self.globs.get(server).is_some_and(|globs| globs.matches(tool));
        match version {
            Version::V2_1_332 => {
                let plain = !tool.server.contains("__") && !tool.server.ends_with('_');
                plain && self.servers.contains(tool.server) || globbed(tool.server, tool.tool)
            }
            Version::V2_1_197 => {
                self.servers.contains(tool.first_part) && !tool.first_part.is_empty()
                    || globbed(tool.first_part, tool.after_first)
            }
        }
    }
}

/// Wildcards, by what stands before their first and behind their last `*`.
#[derive(Debug, Default)]
struct Globs<'r> {
    by_ends: Map<(&'r str, &'r str), Vec<Glob>>,
    /// The lengths of the keys, each pair once.
    lengths: std::collections::BTreeSet<(usize, usize)>,
}

impl<'r> Globs<'r> {
    /// Adds a rule that holds a `*`; gives whether it does.
    fn add(&mut self, rule: &'r str) -> bool {
        let (Some((start, _)), Some((_, end)), Some(glob)) =
            (rule.split_once('*'), rule.rsplit_once('*'), Glob::new(rule))
        else {
            return false;
        };
        self.by_ends.entry((start, end)).or_default().push(glob);
        self.lengths.insert((start.len(), end.len()));
        true
    }

    fn matches(&self, name: &str) -> bool {
        self.lengths.iter().filter_map(|&lengths| at_ends(name, lengths)).any(|ends| {
            self.by_ends.get(&ends).is_some_and(|globs| globs.iter().any(|glob| glob.matches(name)))
        })
    }
}

/// Ask or deny rules.
#[derive(Debug, Default)]
struct StrictRules<'r> {
    names: Set<&'r str>,
    /// `x` of `mcp__x`, where it may be a server.
    servers: Set<&'r str>,
    /// Wildcards over the whole name.
    globs: Globs<'r>,
}

impl<'r> StrictRules<'r> {
    fn add(&mut self, rule: &'r str) {
        if self.globs.add(rule) {
            return;
        }
        self.names.insert(rule);
        // A rule that ends in `__` was observed to match no server.
        if let Some(server) = rule.strip_prefix(RENDERED_PREFIX)
            && !server.ends_with("__")
            && !server.is_empty()
        {
            self.servers.insert(server);
        }
    }

    fn matches(&self, version: Version, tool: &RenderedTool<'_>) -> bool {
        let whole_server = version == Version::V2_1_332 && self.servers.contains(tool.server);
        self.names.contains(tool.name)
            || whole_server
            || self.servers.contains(tool.first_part)
            || self.globs.matches(tool.name)
    }
}

/// So many bytes at the start and at the end of a name.
fn at_ends(name: &str, (start, end): (usize, usize)) -> Option<(&str, &str)> {
    Some((name.get(..start)?, name.get(name.len().checked_sub(end)?..)?))
}
