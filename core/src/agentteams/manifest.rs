//! The team's manifest, `.agentteams/manifest.json`: read strictly, every problem with its place.

use std::collections::{BTreeMap, BTreeSet};

use super::command::{CommandShape, Folder, Word};
use super::path::{Access, check_path};
use super::scope::Scope;
use super::{SERVER_NAME, Tool, command};
use crate::diagnostic::{Code, Collector};
use crate::json::{Member, Pointer, Value};
use crate::suggest::{did_you_mean, nearest, quoted};
use crate::validate::fields::{array, object, required, strict, string, wrong_type};

/// Native tools of Claude Code that neither write nor execute: what `read_tools` may name.
pub(super) const READ_TOOLS: [&str; 7] =
    ["Read", "Grep", "Glob", "LS", "NotebookRead", "WebFetch", "WebSearch"];
const ORCHESTRATOR_ONLY: &str = "orchestrator-only";
const MAX_NAME: usize = 64;

/// What a team is run with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framework {
    /// Claude Code.
    Claude,
    /// Codex, rendered by its launcher.
    Codex,
    /// Goose.
    Goose,
}

impl Framework {
    const NAMES: [&str; 3] = ["claude", "codex", "goose"];

    /// The framework of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Claude, Self::Codex, Self::Goose].into_iter().find(|framework| framework.as_str() == name)
    }

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Goose => "goose",
        }
    }
}

/// How a granted agent's writes are approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approval {
    /// The orchestrator looks at each.
    Staged,
    /// At once, while a grant that the operator signed holds.
    Direct,
}

impl Approval {
    /// The approval of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Staged, Self::Direct].into_iter().find(|approval| approval.as_str() == name)
    }

    /// Its name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Staged => "staged",
            Self::Direct => "direct",
        }
    }
}

/// A team's manifest, without errors.
#[derive(Debug)]
pub struct Manifest {
    /// What the team is run with.
    pub framework: Framework,
    /// Whether nobody but the orchestrator may write or execute.
    pub orchestrator_only: bool,
    /// The orchestrator's name.
    pub orchestrator: String,
    /// The agents by name.
    pub agents: BTreeMap<String, Agent>,
    /// The gates by name: the words of each command.
    pub gates: BTreeMap<String, Vec<String>>,
    /// Who may use the server, by name.
    pub grants: BTreeMap<String, Granted>,
}

/// One agent's policy.
#[derive(Debug, Default)]
pub struct Agent {
    /// What it may write.
    pub write_scopes: Vec<Scope>,
    /// The native tools that it keeps.
    pub read_tools: Vec<String>,
    /// What it may run.
    pub commands: Vec<CommandShape>,
    /// The gates that each of its proposals has to pass.
    pub gates: Vec<String>,
}

/// What one agent may use of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Granted {
    /// The tools, in the order of [`Tool::ALL`], at least one.
    pub tools: Vec<Tool>,
    /// How its writes are approved.
    pub approval: Approval,
}

impl Manifest {
    /// An agent that may use the server, with its policy: only under the write policy.
    #[must_use]
    pub fn granted(&self, agent: &str) -> Option<(&Agent, &Granted)> {
        let granted = self.grants.get(agent).filter(|_| self.orchestrator_only)?;
        Some((self.agents.get(agent)?, granted))
    }

    /// Every command of the team, as its exact words.
    pub(super) fn command_words(&self) -> impl Iterator<Item = Vec<&str>> {
        self.agents.values().flat_map(|agent| &agent.commands).map(|shape| {
            let exact = |word: &'_ Word| matches!(word, Word::Exact(_));
            shape.argv.iter().filter(|word| exact(word)).map(Word::text).collect()
        })
    }
}

impl Word {
    fn text(&self) -> &str {
        match self {
            Self::Exact(text) => text,
            Self::One => "*",
            Self::Rest => "**",
        }
    }
}

/// Whether a name can be an agent's or a gate's: 1 to 64 of `a-z0-9_-`, the first a letter or digit.
pub(super) fn is_slug(name: &str) -> bool {
    let ok = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    name.len() <= MAX_NAME
        && name.bytes().next().is_some_and(ok)
        && name.bytes().all(|byte| ok(byte) || byte == b'-' || byte == b'_')
}

/// Reads a manifest. What comes back is complete only when the collector has no error.
#[must_use]
pub fn read_manifest(value: &Value<'_>, out: &mut Collector) -> Option<Manifest> {
    let root = Pointer::Root("");
    let known = ["framework", "write_policy", "orchestrator", "agents", "gates", "mcp_grants"];
    let [framework, policy, orchestrator, agents, gates, grants] = strict(value, known, &root, out)?;
    let framework = required(framework, "framework", value, &root, out).and_then(|value| {
        let at = root.key("framework");
        let name = string(value, &at, out)?;
        known_name(name, value, Framework::NAMES, "framework", &at, out);
        Framework::from_name(name)
    });
    let orchestrator_only = policy.filter(|member| !member.value.is_null()).map(|member| {
        let at = root.key("write_policy");
        let name = string(&member.value, &at, out)?;
        known_name(name, &member.value, [ORCHESTRATOR_ONLY], "write policy", &at, out);
        Some(name)
    });
    let orchestrator = required(orchestrator, "orchestrator", value, &root, out)
        .and_then(|value| slug(value, &root.key("orchestrator"), out));
    let gates = members(gates, &root.key("gates"), out, gate);
    let read =
        |member: &Member<'_>, at: &Pointer<'_>, out: &mut Collector| agent(&member.value, &gates, at, out);
    let agents = members(agents, &root.key("agents"), out, read);
    let orchestrator = orchestrator.unwrap_or_default();
    let read = |member: &Member<'_>, at: &Pointer<'_>, out: &mut Collector| {
        if member.key == orchestrator {
            let message = "the orchestrator writes on its own and gets no grant";
            out.error(Code::TeamGrant, at.text(), member.key_start, message);
        } else if !agents.contains_key(&*member.key) {
            let message = format!("no agent {} is in `agents`", quoted(&member.key));
            out.error(Code::TeamUnknown, at.text(), member.key_start, message);
            out.help(|| nearest(&member.key, agents.keys().map(String::as_str)).map(did_you_mean));
        }
        grant(&member.value, at, out)
    };
    let given = grants;
    let grants = members(given, &root.key("mcp_grants"), out, read);
    let orchestrator_only = orchestrator_only.is_some();
    if let Some(member) = given.filter(|_| !orchestrator_only && !grants.is_empty()) {
        let message = "without `write_policy` the grants have no effect";
        out.warning(Code::TeamGrant, root.key("mcp_grants").text(), member.key_start, message);
    }
    Some(Manifest { framework: framework?, orchestrator_only, orchestrator, agents, gates, grants })
}

/// Says of a word that it is none of those that are known.
fn known_name<const N: usize>(
    name: &str,
    value: &Value<'_>,
    known: [&'static str; N],
    what: &str,
    at: &Pointer<'_>,
    out: &mut Collector,
) {
    if !known.contains(&name) {
        out.error(Code::TeamUnknown, at.text(), value.start, format!("no {what} {} is known", quoted(name)));
        out.help(|| nearest(name, known).map(did_you_mean));
    }
}

/// The members of an object whose keys are names of agents or gates.
fn members<T>(
    member: Option<&Member<'_>>,
    at: &Pointer<'_>,
    out: &mut Collector,
    mut read: impl FnMut(&Member<'_>, &Pointer<'_>, &mut Collector) -> Option<T>,
) -> BTreeMap<String, T> {
    let mut found = BTreeMap::new();
    for member in member.and_then(|member| object(&member.value, at, out)).unwrap_or_default() {
        let at = at.key(&member.key);
        if !is_slug(&member.key) {
            let message = format!(
                "{} is no name: 1 to 64 characters of a-z, 0-9, `-` and `_`, the first a letter or a digit",
                quoted(&member.key)
            );
            out.error(Code::TeamName, at.text(), member.key_start, message);
        }
        if let Some(value) = read(member, &at, out) {
            found.insert(member.key.clone().into_owned(), value);
        }
    }
    found
}

fn slug(value: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) -> Option<String> {
    let name = string(value, at, out)?;
    if !is_slug(name) {
        out.error(Code::TeamName, at.text(), value.start, format!("{} is no agent's name", quoted(name)));
        return None;
    }
    Some(name.to_owned())
}

/// The strings of a list, each with its value for the place.
fn strings<'v>(
    member: Option<&'v Member<'v>>,
    at: &Pointer<'_>,
    out: &mut Collector,
    mut read: impl FnMut(&'v str, &'v Value<'v>, &Pointer<'_>, &mut Collector),
) {
    let Some(items) = member.and_then(|member| array(&member.value, at, out)) else { return };
    let mut seen = BTreeSet::new();
    for (index, item) in items.iter().enumerate() {
        let at = at.index(index);
        let Some(text) = string(item, &at, out) else { continue };
        if !seen.insert(text) {
            out.warning(Code::TeamGrant, at.text(), item.start, format!("{} stands twice", quoted(text)));
        }
        read(text, item, &at, out);
    }
}

fn gate(member: &Member<'_>, at: &Pointer<'_>, out: &mut Collector) -> Option<Vec<String>> {
    let [argv] = strict(&member.value, ["argv"], at, out)?;
    let argv = required(argv, "argv", &member.value, at, out)?;
    words(argv, &at.key("argv"), out)
}

/// The words of a command.
fn words(value: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) -> Option<Vec<String>> {
    let items = array(value, at, out)?;
    let read = |(index, item)| string(item, &at.index(index), out).map(str::to_owned);
    let argv: Vec<String> = items.iter().enumerate().filter_map(read).collect();
    if argv.len() == items.len()
        && let Some(fault) = command::fault(&argv)
    {
        out.error(Code::TeamCommand, at.text(), value.start, fault);
    }
    Some(argv)
}

fn agent(
    value: &Value<'_>,
    known: &BTreeMap<String, Vec<String>>,
    at: &Pointer<'_>,
    out: &mut Collector,
) -> Option<Agent> {
    let [scopes, tools, commands, gates] =
        strict(value, ["write_scopes", "read_tools", "commands", "gates"], at, out)?;
    let mut agent = Agent::default();
    strings(scopes, &at.key("write_scopes"), out, |text, item, at, out| {
        agent.write_scopes.extend(scope(text, item, at, out));
    });
    strings(tools, &at.key("read_tools"), out, |text, item, at, out| {
        known_name(text, item, READ_TOOLS, "tool that only reads, by the name of", at, out);
        if !agent.read_tools.iter().any(|tool| tool == text) {
            agent.read_tools.push(text.to_owned());
        }
    });
    strings(gates, &at.key("gates"), out, |text, item, at, out| {
        if !known.contains_key(text) {
            let message = format!("no gate {} is in `gates`", quoted(text));
            out.error(Code::TeamUnknown, at.text(), item.start, message);
            out.help(|| nearest(text, known.keys().map(String::as_str)).map(did_you_mean));
        }
        agent.gates.push(text.to_owned());
    });
    let at = at.key("commands");
    for (index, item) in
        commands.and_then(|member| array(&member.value, &at, out)).unwrap_or_default().iter().enumerate()
    {
        agent.commands.extend(command_shape(item, &at.index(index), out));
    }
    Some(agent)
}

/// A scope; one that only names what is denied to every agent is an error, since it can never be used.
fn scope(text: &str, item: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) -> Option<Scope> {
    let read = Scope::new(text);
    // Wildcards are names like any other to the list of what is denied, which they never hit.
    let denied = check_path(text, Access::Write).err();
    match (read, denied) {
        (Ok(scope), None) => Some(scope),
        (Err(fault), _) | (_, Some(fault)) => {
            out.error(Code::TeamPath, at.text(), item.start, fault.sentence);
            None
        }
    }
}

fn command_shape(value: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) -> Option<CommandShape> {
    let known = ["argv", "options", "cwd", "writes", "stdin_from_content"];
    let [argv, options, cwd, writes, stdin] = strict(value, known, at, out)?;
    let argv = required(argv, "argv", value, at, out)?;
    let argv = shape(argv, &at.key("argv"), out)?;
    let mut shape = CommandShape {
        argv,
        options: Vec::new(),
        cwd: Vec::new(),
        writes: Vec::new(),
        stdin_from_content: false,
    };
    strings(options, &at.key("options"), out, |text, item, at, out| {
        if !text.starts_with('-') {
            let message = format!("{} is no option: it does not begin with `-`", quoted(text));
            out.error(Code::TeamCommand, at.text(), item.start, message);
        }
        shape.options.push(text.to_owned());
    });
    strings(cwd, &at.key("cwd"), out, |text, item, at, out| {
        let folder =
            if text == "." { Some(Folder::Root) } else { scope(text, item, at, out).map(Folder::Scope) };
        shape.cwd.extend(folder);
    });
    if cwd.is_none() {
        shape.cwd.push(Folder::Root);
    }
    strings(writes, &at.key("writes"), out, |text, item, at, out| {
        let Some(scope) = scope(text, item, at, out) else { return };
        if !scope.is_deep() {
            out.error(Code::TeamPath, at.text(), item.start, "a folder to be written ends in `/**`");
        }
        shape.writes.push(scope);
    });
    if let Some(member) = stdin {
        match member.value.as_bool() {
            Some(flag) => shape.stdin_from_content = flag,
            None => wrong_type(&member.value, "a boolean", &at.key("stdin_from_content"), out),
        }
    }
    Some(shape)
}

fn shape(value: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) -> Option<Vec<Word>> {
    let argv = words(value, at, out)?;
    let last = argv.len().saturating_sub(1);
    let mut found = Vec::new();
    for (index, word) in argv.into_iter().enumerate() {
        let place = || at.index(index).text();
        found.push(match word.as_str() {
            "*" | "**" if index == 0 => {
                out.error(Code::TeamCommand, place(), value.start, "the program is never a wildcard");
                return None;
            }
            "*" => Word::One,
            "**" if index == last => Word::Rest,
            "**" => {
                out.error(Code::TeamCommand, place(), value.start, "`**` stands only at the end");
                return None;
            }
            text => {
                if text.contains('*') {
                    let message = format!(
                        "{} is compared exactly: only `*` as a whole word is a wildcard",
                        quoted(text)
                    );
                    out.warning(Code::TeamCommand, place(), value.start, message);
                }
                Word::Exact(word)
            }
        });
    }
    Some(found)
}

fn grant(value: &Value<'_>, at: &Pointer<'_>, out: &mut Collector) -> Option<Granted> {
    let [tools, approval] = strict(value, ["tools", "approval"], at, out)?;
    let place = at.key("tools");
    let mut named = Vec::new();
    required(tools, "tools", value, at, out)?;
    strings(tools, &place, out, |text, item, at, out| {
        known_name(
            text,
            item,
            Tool::ALL.map(Tool::as_str),
            &format!("tool of `{SERVER_NAME}` called"),
            at,
            out,
        );
        named.extend(Tool::from_name(text));
    });
    if let Some(empty) = tools.filter(|member| member.value.as_array().is_some_and(<[_]>::is_empty)) {
        out.error(Code::TeamGrant, place.text(), empty.value.start, "a grant without tools grants nothing");
    }
    let place = at.key("approval");
    let approval = match approval {
        None => Some(Approval::Staged),
        Some(member) => string(&member.value, &place, out).and_then(|name| {
            known_name(name, &member.value, ["staged", "direct"], "approval", &place, out);
            Approval::from_name(name)
        }),
    };
    named.sort_unstable();
    named.dedup();
    Some(Granted { tools: named, approval: approval? })
}
