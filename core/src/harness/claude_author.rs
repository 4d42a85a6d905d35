//! Rules that people wrote, as Claude Code's settings hold them (HARN-12).
//!
//! An ask or deny must reach in Claude Code at least the tools that it reaches in the gate, or no
//! whole server may be allowed beside it. Where the spelling alone does not do that, the rules that
//! are missing are noted for the servers that they concern.

use super::claude_lists::{Lists, dashed, spell_glob, whole_server};
use super::homes::{Home, Homes, Wide};
use super::known::Known;
use crate::document::RuleList;
use crate::gate::{Kept, KeptRule};
use crate::name::{INTERNAL_SERVER, RENDERED_PREFIX, Spelling, builtin_name};
use crate::permission::Permission;
use crate::rule::{Pattern, Reading, Tools, parse};

/// The tools of Claude Code whose rules may end in `:*`. Behind a file tool stands a path pattern.
const WITH_PREFIXES: [&str; 2] = ["Bash", "PowerShell"];

/// What the rules that people wrote come to.
#[derive(Debug, Default)]
pub(super) struct Authored<'k> {
    pub(super) lists: Lists<'k>,
    /// Of each server: rules that must be added before it is allowed as a whole.
    pub(super) missing: Vec<Vec<(Permission, String)>>,
    /// Of each server: whether a rule may reach tools of it that no rule of Claude Code would.
    pub(super) is_blocked: Vec<bool>,
    pub(super) remarks: Vec<Remark>,
}

/// Something to say about a rule.
#[derive(Debug)]
pub(super) struct Remark {
    pub(super) list: RuleList,
    pub(super) index: usize,
    pub(super) is_error: bool,
    pub(super) message: String,
}

impl Authored<'_> {
    pub(super) fn new(servers: usize) -> Self {
        Self { missing: vec![Vec::new(); servers], is_blocked: vec![false; servers], ..Self::default() }
    }

    /// Adds the ask and deny rules of one document: those of the harness lists first (HARN-12).
    pub(super) fn add_strict(&mut self, known: &Known<'_>, homes: &Homes<'_>, kept: &Kept) {
        let strict = || kept.rules.iter().filter(|rule| rule.permission != Permission::Allow);
        let in_harness = |rule: &&KeptRule| rule.list != RuleList::Runner;
        for rule in strict().filter(in_harness).chain(strict().filter(|rule| !in_harness(rule))) {
            self.add_rule(known, homes, rule);
        }
    }

    fn add_rule(&mut self, known: &Known<'_>, homes: &Homes<'_>, rule: &KeptRule) {
        match parse(&rule.pattern, rule.list, rule.permission) {
            Reading::Gate(Pattern { tools: Tools::Every, .. }) => {
                self.lists.add(rule.permission, "*".to_owned());
            }
            Reading::Gate(Pattern { tools: Tools::Named(name), prefix }) if homes.is_spec(name) => {
                let list = self.listed(rule, prefix);
                self.lists.add(list, Spelling::Claude.render(INTERNAL_SERVER, name));
            }
            Reading::Gate(Pattern { tools: Tools::Named(name), prefix }) => {
                if prefix.is_some() && !WITH_PREFIXES.contains(&builtin(name)) {
                    let message = format!(
                        "Claude Code knows prefixes of commands alone and reads `{}` in another way: the gate decides such calls",
                        rule.pattern
                    );
                    self.remark(rule, false, message);
                }
                let text = match (rule.list, prefix) {
                    (RuleList::Harness(_), _) => rule.pattern.to_string(),
                    (RuleList::Runner, None) => builtin(name).to_owned(),
                    (RuleList::Runner, Some(prefix)) => format!("{}({prefix}:*)", builtin(name)),
                };
                self.add_builtin(rule, text);
            }
            Reading::Gate(Pattern { tools: Tools::Mcp(rest), prefix }) => {
                let list = self.listed(rule, prefix);
                self.add_mcp(known, homes, list, rest, prefix.is_some());
            }
            Reading::HarnessOnly if rule.pattern.starts_with(RENDERED_PREFIX) => {
                let is_error = rule.permission == Permission::Deny;
                let message = format!(
                    "`{}` matches no tool in Claude Code, which knows nothing in brackets behind an MCP tool: this {} would be lost",
                    rule.pattern, rule.permission
                );
                self.remark(rule, is_error, message);
            }
            Reading::HarnessOnly => self.add_builtin(rule, rule.pattern.to_string()),
            Reading::SettingsOnly | Reading::Invalid { .. } => {}
        }
    }

    /// The list that a rule on an MCP or gateway tool belongs in: Claude Code cannot look into their
    /// arguments, so a rule that does asks about every call.
    fn listed(&mut self, rule: &KeptRule, prefix: Option<&str>) -> Permission {
        if prefix.is_none() {
            return rule.permission;
        }
        let message = format!(
            "Claude Code cannot look into the arguments that `{}` speaks of: it asks about every call, and the gate decides",
            rule.pattern
        );
        self.remark(rule, false, message);
        Permission::Ask
    }

    /// Adds a rule on a tool of Claude Code itself.
    pub(super) fn add_builtin(&mut self, rule: &KeptRule, text: String) {
        if let Some(path) = text.strip_prefix("Write(") {
            let message = format!("Claude Code never matches `{text}`: it is written as `Edit({path}` too");
            let edit = format!("Edit({path}");
            self.remark(rule, false, message);
            self.lists.add(rule.permission, text);
            self.lists.add(rule.permission, edit);
        } else {
            self.lists.add(rule.permission, text);
        }
    }

    pub(super) fn remark(&mut self, rule: &KeptRule, is_error: bool, message: String) {
        self.remarks.push(Remark { list: rule.list, index: rule.index, is_error, message });
    }

    fn add_mcp(
        &mut self,
        known: &Known<'_>,
        homes: &Homes<'_>,
        list: Permission,
        rest: &str,
        prefixed: bool,
    ) {
        let readings = homes.readings(rest);
        for &(home, tool) in &readings {
            let server = match home {
                Home::Internal => INTERNAL_SERVER,
                Home::Server(position) => known.servers.get(position).map_or("", |server| &server.spelled),
            };
            let Some(tool) = tool else {
                self.lists.add(list, whole_server(server));
                continue;
            };
            let start = format!("{RENDERED_PREFIX}{server}__");
            let rule = format!("{start}{}", spell_glob(tool));
            if let Home::Server(position) = home
                && tool != "*"
            {
                self.miss(position, list, dashed(&rule, start.len()));
            }
            self.lists.add(list, rule);
        }
        match rest.find('*') {
            Some(star) => {
                let is_reached = self.add_wide(known, homes, list, rest, star);
                if is_reached || readings.is_empty() && !homes.with_aliases {
                    self.lists.add(list, format!("{RENDERED_PREFIX}{}", spell_glob(rest)));
                }
            }
            // For a server that the document does not have; without arguments it may still matter.
            None if readings.is_empty() && !prefixed && !homes.with_aliases => {
                self.lists.add(list, format!("{RENDERED_PREFIX}{}", spell_glob(rest)));
            }
            None => {}
        }
    }

    /// A glob runs over the whole name, so it may reach further servers than those it spells out.
    /// Gives whether it does.
    fn add_wide(
        &mut self,
        known: &Known<'_>,
        homes: &Homes<'_>,
        list: Permission,
        rest: &str,
        star: usize,
    ) -> bool {
        let mut is_reached = false;
        let base = format!("{RENDERED_PREFIX}{}", spell_glob(rest));
        let missing = dashed(&base, RENDERED_PREFIX.len().saturating_add(star));
        for (position, reached) in homes.wide(rest) {
            is_reached = true;
            match (reached, known.servers.get(position)) {
                (Wide::Whole, Some(server)) => self.lists.add(list, whole_server(&server.spelled)),
                (Wide::ByOwnName, _) => self.miss(position, list, missing.clone()),
                _ => self.miss(position, list, None),
            }
        }
        is_reached
    }

    fn miss(&mut self, server: usize, list: Permission, rules: Option<Vec<String>>) {
        match (rules, self.missing.get_mut(server), self.is_blocked.get_mut(server)) {
            (Some(rules), Some(missing), _) => missing.extend(rules.into_iter().map(|rule| (list, rule))),
            (None, _, Some(is_blocked)) => *is_blocked = true,
            _ => {}
        }
    }
}

/// A rule name of ours as Claude Code writes it.
fn builtin(name: &str) -> &str {
    match builtin_name(name) {
        "Ls" => "LS",
        other => other,
    }
}
