//! Author rules: the pattern grammar, and what the rules say to one call (PERM-7, PERM-11, PERM-20
//! to PERM-25).
//!
//! # Shell prefixes are a convenience and no wall (PERM-25)
//!
//! `Bash(npm run:*)` saves a person from answering the same question again, and a deny on
//! `Bash(rm:*)` stops an agent that reaches for `rm` by habit. Neither confines a program:
//!
//! - what an allowed command does is the command's affair. `npm run build` runs whatever the
//!   project's files say, `git` runs hooks and pagers, `make`, `find`, `xargs` or an interpreter run
//!   anything;
//! - a denied command can be had by another name or another way: a copy of the program, a variable
//!   that holds its name, a script that was written a moment before, another program that does the
//!   same.
//!
//! So the two kinds err to different sides. An allow matches only commands that are plain to the
//! last character, and all others go on to the next step of the ladder. An ask or deny takes every
//! place where a command might start, and now and then matches one that was none. Whoever needs a
//! wall takes the tool away (deny `Bash`) or runs it in a sandbox.

mod arguments;
mod fold;
pub(crate) mod glob;
mod index;
mod never;
mod path;
mod pattern;
mod prefixed;
mod prefixes;
mod readings;

#[cfg(test)]
mod tests;

use std::cmp::Ordering;

pub use arguments::Arguments;
pub use never::never_decides;
pub use pattern::{MAX_PREFIX, Pattern, Reading, Tools, parse};

use crate::document::{AuthorRule, RuleList};
use crate::name::{RENDERED_PREFIX, Spelling};
use crate::permission::Permission;
use index::{Builder, Index, homes};
use prefixed::Prefixed;
use readings::Servers;

/// A rule that the gate reads: its index among those of one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(u32);

/// What one rule says. The greater of two is the stricter one, and of equally strict ones the one
/// that stands first in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ranked {
    permission: Permission,
    rule: RuleId,
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        self.permission.cmp(&other.permission).then(other.rule.cmp(&self.rule))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The tool of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'a> {
    /// A tool of a configured server. Rules know it by its rendered names only.
    Mcp {
        /// The index among the servers that the rules were compiled for.
        server: usize,
        /// The server's own name for the tool.
        tool: &'a str,
        /// Whether the name came from a rendered one, which does not tell what the server's own is:
        /// ask and deny then match as harnesses would render them, too.
        rendered: bool,
    },
    /// A gateway or client tool. Rules know it by its bare name and as one of `agenta-tools`.
    Gateway {
        /// Its name.
        tool: &'a str,
    },
    /// A tool of the harness itself.
    Builtin {
        /// Its name, in any spelling that [`crate::name::builtin_name`] folds.
        tool: &'a str,
    },
}

/// What is known about the arguments of a call.
#[derive(Clone, Copy, Debug)]
pub enum Given<'a> {
    /// The arguments themselves.
    Call(&'a Arguments<'a>),
    /// Arguments that no prefix rule matches.
    NoPrefix,
    /// Arguments that every ask and deny prefix rule of the tool matches, and no allow.
    EveryPrefix,
    /// Arguments that only the loosest prefix rule of the tool matches: where the agent's default
    /// is to deny, an ask for some arguments lets more through.
    LoosestPrefix,
}

/// The author rules of one document, indexed by the tools that they name. Immutable.
#[derive(Debug)]
pub struct Rules {
    rules: Vec<Rule>,
    index: Index,
    /// The asks and denials on MCP tools as harnesses would render them, where that is different.
    rendered: Option<Box<Index>>,
}

#[derive(Debug)]
struct Rule {
    list: RuleList,
    /// Its index in the list.
    index: usize,
    pattern: Box<str>,
}

impl Rules {
    /// Compiles the rules that the gate reads; the others are passed over. `servers` are the names
    /// of the servers that calls may name, which need not be those of the rules' own document
    /// (PERM-12).
    #[must_use]
    pub fn compile(rules: &[AuthorRule<'_>], servers: &[&str]) -> Self {
        let known = known_servers(rules, servers);
        let (mut builder, mut kept, mut respelled) = (Builder::default(), Vec::new(), Vec::new());
        for rule in rules {
            let Reading::Gate(pattern) = parse(rule.pattern, rule.list, rule.permission) else { continue };
            let Ok(id) = u32::try_from(kept.len()) else { break };
            let says = Ranked { permission: rule.permission, rule: RuleId(id) };
            for home in homes(&known, &pattern, rule.permission) {
                builder.add(home, pattern.prefix, says);
            }
            if let Tools::Mcp(rest) = pattern.tools
                && rule.permission != Permission::Allow
            {
                let spelled = Spelling::ALL.into_iter().map(|spelling| spelling.normalise_glob(rest));
                respelled
                    .extend(spelled.filter(|text| text != rest).map(|text| (text, pattern.prefix, says)));
            }
            kept.push(Rule { list: rule.list, index: rule.index, pattern: rule.pattern.into() });
        }
        let rendered = (!respelled.is_empty()).then(|| {
            let known = Servers::new(servers);
            let mut builder = Builder::default();
            for (text, prefix, says) in &respelled {
                let pattern = Pattern { tools: Tools::Mcp(text), prefix: *prefix };
                for home in homes(&known, &pattern, says.permission) {
                    builder.add(home, *prefix, *says);
                }
            }
            Box::new(builder.finish(known, servers))
        });
        Self { rules: kept, index: builder.finish(known, servers), rendered }
    }

    fn visit<'r>(&'r self, target: Target<'_>, mut found: impl FnMut(Option<Ranked>, Option<&'r Prefixed>)) {
        self.index.visit(target, &mut found);
        if let (Some(index), Target::Mcp { rendered: true, .. }) = (&self.rendered, target) {
            index.visit(target, &mut found);
        }
    }

    /// The strictest rule that matches a call, and of equally strict ones the first (PERM-7).
    ///
    /// For a named tool without prefix rules this looks up and neither goes through the rules nor
    /// allocates, unless there are globs with a `*` before other text.
    #[must_use]
    pub fn strictest(&self, target: Target<'_>, given: Given<'_>) -> Option<(Permission, RuleId)> {
        let mut best = None;
        let mut loosest: Option<Ranked> = None;
        self.visit(target, |plain, prefixed| {
            best = best.max(plain);
            let said = prefixed.and_then(|rules| rules.says(given));
            match given {
                Given::LoosestPrefix => loosest = loosest.into_iter().chain(said).min(),
                _ => best = best.max(said),
            }
        });
        best.max(loosest).map(|says| (says.permission, says.rule))
    }

    /// Whether what the rules say to a call of this tool may depend on its arguments (QUAL-4).
    #[must_use]
    pub fn needs_arguments(&self, target: Target<'_>) -> bool {
        let mut needed = false;
        self.visit(target, |_, prefixed| needed |= prefixed.is_some());
        needed
    }

    /// Whether an allow with a prefix may match a call of this tool.
    #[must_use]
    pub fn has_allow_prefix(&self, target: Target<'_>) -> bool {
        let mut has = false;
        self.visit(target, |_, prefixed| has |= prefixed.is_some_and(Prefixed::has_allow));
        has
    }

    /// The pattern of a rule, as written.
    #[must_use]
    pub fn pattern(&self, id: RuleId) -> &str {
        self.rule(id).map_or("", |rule| &rule.pattern)
    }

    /// The pointer of a rule below the agent, as `/runner/permissions/rules/3`.
    #[must_use]
    pub fn pointer(&self, id: RuleId) -> String {
        self.rule(id).map(|rule| format!("{}/{}", rule.list.pointer(), rule.index)).unwrap_or_default()
    }

    fn rule(&self, id: RuleId) -> Option<&Rule> {
        self.rules.get(usize::try_from(id.0).ok()?)
    }
}

/// The servers that rules can name. Without a rule on an MCP name nobody asks for them.
fn known_servers<'s>(rules: &[AuthorRule<'_>], servers: &[&'s str]) -> Servers<'s> {
    let named = rules.iter().any(|rule| rule.pattern.starts_with(RENDERED_PREFIX));
    Servers::new(if named { servers } else { &[] })
}
