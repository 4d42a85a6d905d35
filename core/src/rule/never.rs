//! Rules that can never decide (CONF-22).

use super::index::{Builder, Home, Index, homes};
use super::pattern::{Pattern, Reading, Tools, parse};
use super::readings::{AllowReading, Servers};
use super::{Ranked, RuleId, known_servers};
use crate::document::AuthorRule;
use crate::permission::Permission;
use crate::shell;

/// The rules that can never decide, by their index in `rules`, each with a sentence that says why:
/// one that another rule covers and outranks, an allow that could be read for two servers, one
/// whose server is not configured, an allow whose prefix no plain command can begin with.
///
/// Not every such rule is found: globs are compared by what they begin with only.
#[must_use]
pub fn never_decides(rules: &[AuthorRule<'_>], servers: &[&str]) -> Vec<(usize, String)> {
    let known = known_servers(rules, servers);
    let mut builder = Builder::default();
    let mut read: Vec<Read<'_>> = Vec::new();
    for (at, rule) in rules.iter().enumerate() {
        let Reading::Gate(pattern) = parse(rule.pattern, rule.list, rule.permission) else { continue };
        let Ok(id) = u32::try_from(at) else { break };
        let says = Ranked { permission: rule.permission, rule: RuleId(id) };
        let homes = homes(&known, &pattern, rule.permission);
        for &home in &homes {
            builder.add(home, pattern.prefix, says);
        }
        read.push(Read { at, pattern, says, homes });
    }
    let unclear: Vec<Option<String>> = read.iter().map(|rule| rule.unread(&known, servers)).collect();
    let index = builder.finish(known, servers);
    let shadowed = |rule: &Read<'_>| {
        let by = rule.shadow(&index)?;
        let other = rules.get(usize::try_from(by.rule.0).ok()?)?;
        let pointer = format!("{}/{}", other.list.pointer(), other.index);
        let how =
            if by.permission == rule.says.permission { "already says so to" } else { "outranks it for" };
        Some(format!(
            "this rule never decides: the {} on `{}` at {pointer} {how} every call that it matches",
            other.permission, other.pattern
        ))
    };
    let sentences =
        read.iter().zip(unclear).map(|(rule, unclear)| (rule.at, unclear.or_else(|| shadowed(rule))));
    sentences.filter_map(|(at, sentence)| Some((at, sentence?))).collect()
}

/// A rule, read.
struct Read<'p> {
    at: usize,
    pattern: Pattern<'p>,
    says: Ranked,
    homes: Vec<Home<'p>>,
}

impl Read<'_> {
    /// Why no call can match it, whatever the other rules are.
    fn unread(&self, known: &Servers<'_>, servers: &[&str]) -> Option<String> {
        if self.says.permission == Permission::Allow
            && let Some(prefix) = self.pattern.prefix
            && shell::segments(prefix).is_none_or(|segments| segments != [prefix])
        {
            return Some(format!(
                "this rule never decides: an allow matches plain commands only, and none begins with `{prefix}`"
            ));
        }
        let Tools::Mcp(rest) = self.pattern.tools else { return None };
        if self.says.permission == Permission::Allow
            && let AllowReading::Unclear(one, other) = known.allow(rest)
        {
            let name = |index| servers.get(index).copied().unwrap_or(crate::name::INTERNAL_SERVER);
            return Some(format!(
                "this rule never decides: it could be read for the server `{}` or `{}`, so it allows neither",
                name(one),
                name(other)
            ));
        }
        self.homes
            .is_empty()
            .then(|| "this rule never decides: it names no server of this document".to_owned())
    }

    /// The rule that outranks it in each of its homes.
    fn shadow(&self, index: &Index) -> Option<Ranked> {
        let mut by = None;
        for &home in &self.homes {
            let plain = index.covering(home);
            let prefixed = self
                .pattern
                .prefix
                .and_then(|prefix| index.prefixed(home)?.covering(prefix, self.says.permission));
            let covering = plain.max(prefixed).filter(|covering| *covering > self.says)?;
            by = by.or(Some(covering));
        }
        by
    }
}
