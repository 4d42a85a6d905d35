//! `.claude/settings.json`: the document's rules as Claude Code's own (HARN-10, HARN-12).

use std::borrow::Cow;

use serde::Serialize;

use super::SettingsFile;
use super::claude_author::Authored;
use super::claude_lists::whole_server;
use super::claude_reach::Reach;
use super::claude_settings::{Mode, PROJECT_FILE};
use super::collision;
use super::emit::to_ascii_json;
use super::homes::Homes;
use super::known::{Known, Says, Server, Tool};
use super::render::Faults;
use crate::diagnostic::Code;
use crate::document::{RuleList, Sandbox};
use crate::gate::KeptRule;
use crate::name::RENDERED_PREFIX;
use crate::permission::Permission;
use crate::rule::{Pattern, Reading, Tools, parse};

/// The modes that are written; `manual` is another word for the default, and in `auto` the program
/// decides by itself what it asks about.
const WRITTEN_MODES: [Mode; 5] =
    [Mode::Default, Mode::AcceptEdits, Mode::Plan, Mode::DontAsk, Mode::BypassPermissions];

/// Everything that goes into the file.
#[derive(Debug, Default)]
pub(super) struct Claude<'k> {
    mode: Mode,
    written_mode: Option<&'static str>,
    authored: Authored<'k>,
}

/// The file's own form. INVARIANT: the keys stand in this order, and each holds what the program
/// accepts there; a value that it does not know would make it drop the whole file.
#[derive(Serialize)]
struct File<'f> {
    permissions: Permissions<'f>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Permissions<'f> {
    #[serde(skip_serializing_if = "Option::is_none")]
    default_mode: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    allow: Vec<&'f str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    deny: Vec<&'f str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ask: Vec<&'f str>,
}

impl<'k> Claude<'k> {
    pub(super) fn render(known: &'k Known<'k>, faults: &mut Faults) -> Self {
        let mut out = Self { authored: Authored::new(known.servers.len()), ..Self::default() };
        collision::report(known, faults);
        out.read_mode(known, faults);
        let kept = known.gate.kept();
        let homes = Homes::of(known, false);
        out.authored.add_strict(known, &homes, kept);
        if let Some(floor) = known.gate.kept_of_floor() {
            // What is said of the organisation's rules has no place in the agent's document.
            let said = out.authored.remarks.len();
            out.authored.add_strict(known, &Homes::of(known, true), floor);
            out.authored.remarks.truncate(said);
        }
        out.add_sandbox(kept.sandbox);
        if known.gate.denies_all() {
            out.deny_all(known);
        } else {
            let reach = Reach::of(known);
            let is_open: Vec<bool> =
                (0..known.servers.len()).map(|position| out.may_open(known, &reach, position)).collect();
            let asked_for = out.add_allows(known, &homes, &reach, &is_open);
            for (position, server) in known.servers.iter().enumerate() {
                let may_open = is_open.get(position) == Some(&true);
                let is_asked_for = asked_for.get(position) == Some(&true);
                out.add_server(known, &reach, server, position, may_open, is_asked_for);
            }
            for tool in known.specs() {
                out.add_spec(known, &reach, tool);
            }
        }
        for remark in std::mem::take(&mut out.authored.remarks) {
            let pointer = format!("{}{}/{}", known.gate.base(), remark.list.pointer(), remark.index);
            faults.add(Code::HarnessRule, remark.is_error, pointer, remark.message);
        }
        out
    }

    fn read_mode(&mut self, known: &Known<'_>, faults: &mut Faults) {
        let Some(word) = known.gate.kept().default_mode.as_deref() else { return };
        match Mode::parse(word).filter(|mode| WRITTEN_MODES.contains(mode)) {
            Some(mode) => (self.mode, self.written_mode) = (mode, Some(mode.as_str())),
            None => {
                let accepted: Vec<&str> = WRITTEN_MODES.into_iter().map(Mode::as_str).collect();
                let message = format!(
                    "the mode `{word}` is left out of Claude Code's settings: accepted are {}",
                    accepted.join(", ")
                );
                let pointer = format!("{}/harness/permissions/default_mode", known.gate.base());
                faults.add(Code::HarnessMode, false, pointer, message);
            }
        }
    }

    fn add_sandbox(&mut self, sandbox: Sandbox) {
        let network = ["WebFetch", "WebSearch"].into_iter().filter(|_| sandbox.network_off);
        let files = ["Write", "Edit"].into_iter().filter(|_| sandbox.filesystem_readonly);
        for tool in network.chain(files) {
            self.add(Permission::Deny, tool);
        }
    }

    /// PERM-1
    fn deny_all(&mut self, known: &'k Known<'k>) {
        for server in &known.servers {
            self.add(Permission::Deny, whole_server(&server.spelled));
        }
        for tool in known.specs() {
            self.add(Permission::Deny, tool.rendered.as_str());
        }
    }

    fn add(&mut self, permission: Permission, rule: impl Into<Cow<'k, str>>) {
        self.authored.lists.add(permission, rule);
    }

    /// Whether every tool that the server may have can be allowed by one rule, with the ask and
    /// deny rules that are written beside it.
    fn may_open(&self, known: &Known<'_>, reach: &Reach<'_>, position: usize) -> bool {
        let Some(server) = known.servers.get(position) else { return false };
        server.unnamed.allows()
            // An author's rule on the whole server leaves nothing to allow.
            && known.unseen(server).allows()
            && self.authored.is_blocked.get(position) == Some(&false)
            && reach.stands_alone(position, &server.spelled)
    }

    fn add_server(
        &mut self,
        known: &'k Known<'k>,
        reach: &Reach<'_>,
        server: &Server<'_>,
        position: usize,
        may_open: bool,
        is_asked_for: bool,
    ) {
        let tools = known.tools_of(server);
        let says = server.unnamed;
        let mut context = if is_asked_for { Context::Open } else { Context::ByName };
        if says.is_written {
            let whole = if says.denies() { Permission::Deny } else { says.most() };
            let fits = match whole {
                Permission::Allow => may_open,
                strict => {
                    !is_asked_for
                        && server.is_final
                        && tools.iter().all(|tool| tool.says.least >= strict)
                        && reach.spares_others(known, position, strict)
                }
            };
            if fits {
                self.add(whole, whole_server(&server.spelled));
                context = if whole == Permission::Allow { Context::Open } else { Context::Strict(whole) };
            }
        } else if !is_asked_for {
            // Nothing is the server's own: the harness asks, and the gate decides.
            return;
        }
        if context == Context::Open {
            let missing = self.authored.missing.get_mut(position).map(std::mem::take).unwrap_or_default();
            for (permission, rule) in missing {
                self.add(permission, rule);
            }
        }
        for tool in tools {
            if let Some(permission) = context.own_rule(&tool.says)
                && (permission != Permission::Allow || reach.allows(known, tool))
            {
                self.add_own(known, permission, tool);
            }
        }
    }

    /// The rule for one tool alone.
    fn add_own(&mut self, known: &Known<'_>, permission: Permission, tool: &'k Tool<'k>) {
        if known.may_coincide {
            self.add(permission, tool.rendered.as_str());
        } else {
            self.authored.lists.add_own(permission, &tool.rendered);
        }
    }

    fn add_spec(&mut self, known: &Known<'_>, reach: &Reach<'_>, tool: &'k Tool<'k>) {
        let says = &tool.says;
        let permission = if says.denies() {
            Permission::Deny
        } else if tool.is_client || says.allows() {
            Permission::Allow
        } else if says.is_written {
            Permission::Ask
        } else {
            return;
        };
        if permission != Permission::Allow || reach.allows(known, tool) {
            self.add_own(known, permission, tool);
        }
    }

    /// The author's allows: for tools of Claude Code as written, for others only what the gate
    /// allows. Gives for each server whether a rule for more than one of its tools is among them.
    fn add_allows(
        &mut self,
        known: &Known<'_>,
        homes: &Homes<'_>,
        reach: &Reach<'_>,
        is_open: &[bool],
    ) -> Vec<bool> {
        let mut opened = vec![false; known.servers.len()];
        let allows = |rule: &&KeptRule| rule.list == RuleList::Harness(Permission::Allow);
        for rule in known.gate.kept().rules.iter().filter(allows) {
            match parse(&rule.pattern, rule.list, rule.permission) {
                Reading::SettingsOnly => {
                    let rest = rule.pattern.strip_prefix(RENDERED_PREFIX).unwrap_or_default();
                    match reach.author_allow(known, homes, rest, is_open) {
                        Some(reached) => {
                            for position in reached.servers {
                                if let Some(open) = opened.get_mut(position) {
                                    *open = true;
                                }
                            }
                            self.add(Permission::Allow, reached.rule);
                        }
                        None => self.leave_out(rule),
                    }
                }
                Reading::Gate(Pattern { tools: Tools::Named(name), prefix: None }) if homes.is_spec(name) => {
                    // Its own rule is derived from what the gate says.
                    if !known.specs().iter().any(|tool| tool.name == name && tool.says.allows()) {
                        self.leave_out(rule);
                    }
                }
                Reading::HarnessOnly if &*rule.pattern == "*" => self.leave_out(rule),
                Reading::Gate(_) | Reading::HarnessOnly => {
                    self.authored.add_builtin(rule, rule.pattern.to_string());
                }
                Reading::Invalid { .. } => {}
            }
        }
        opened
    }

    fn leave_out(&mut self, rule: &KeptRule) {
        let message = format!(
            "`{}` is left out of Claude Code's settings: it names nothing, or something that the gate does not allow",
            rule.pattern
        );
        self.authored.remark(rule, false, message);
    }

    pub(super) fn rules(&self) -> impl Iterator<Item = (Permission, &str)> {
        self.authored.lists.iter()
    }

    /// The mode that the file puts into force.
    pub(super) const fn mode(&self) -> Mode {
        match self.mode {
            // Ignored in project settings, and this file is one.
            Mode::BypassPermissions => Mode::Default,
            mode => mode,
        }
    }

    /// The file; none when there is nothing to say.
    pub(super) fn file(&self) -> Option<SettingsFile> {
        let list = |permission| self.authored.lists.of(permission).iter().map(|rule| &**rule).collect();
        let permissions = Permissions {
            default_mode: self.written_mode,
            allow: list(Permission::Allow),
            deny: list(Permission::Deny),
            ask: list(Permission::Ask),
        };
        let is_empty = permissions.default_mode.is_none() && self.rules().next().is_none();
        (!is_empty).then(|| SettingsFile {
            path: PROJECT_FILE.to_owned(),
            content: to_ascii_json(&File { permissions }),
        })
    }
}

/// What stands for a server as a whole, beside which rules for single tools are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Context {
    /// Every tool is allowed that no stricter rule names.
    Open,
    /// Every tool is asked about, or denied.
    Strict(Permission),
    /// Nothing.
    ByName,
}

impl Context {
    /// The rule that a tool needs for itself.
    fn own_rule(self, says: &Says) -> Option<Permission> {
        let strict = if says.denies() { Permission::Deny } else { Permission::Ask };
        match self {
            Self::Open => (!says.allows()).then_some(strict),
            Self::Strict(whole) => (strict > whole).then_some(strict),
            Self::ByName if says.allows() => Some(Permission::Allow),
            Self::ByName => (says.denies() || says.is_written).then_some(strict),
        }
    }
}
