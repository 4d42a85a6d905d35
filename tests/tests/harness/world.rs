//! One generated document, rendered, and what the harness alone does with it.

use std::collections::BTreeSet;

use callgate::call::Subject;
use callgate::harness::{AdvertisedTool, Harness, Outcomes, ServerTools, SettingsFile, predict};
use callgate::permission::Permission;
use callgate::wire::{HarnessOptions, Input, RenderSource, WireGate, render_harness, tool_name};
use serde_json::{Map, Value, json};

use crate::common::{compile, decide};
use crate::generate::Case;

pub const INTERNAL: &str = "agenta-tools";

/// Tools that nobody may have named, some of which look like others. None begins with `mcp__`: such a
/// name the gate reads as a rendered one too (PERM-2), which no rule of a harness can say.
const UNSEEN: &[&str] = &[
    "x",
    "x_y",
    "x.y",
    "x-y",
    "b__x",
    "b",
    "_x",
    "get_x",
    "get.x",
    "get-x",
    "get__x",
    "X",
    "t",
    "b--x",
    "b_-x",
    "b-_x",
    "-x",
    "zz",
    "a_",
    "__",
    "x y",
    "é",
    "*",
    "get_*",
    "agenta-tools",
    "Bash",
    "b__c__x",
    "_b__x",
    "q7zx0unseen",
];

/// Arguments that every generated rule about arguments finds its text in.
const EVERY_PREFIX: &str = r#"{"command":"rm -rf /etc && npm run x; git push | ls secret","path":"/etc/secret","a":["rm","rm -rf","npm run","git","/etc","secret","ls"]}"#;

/// What a generated document came to.
pub enum Made {
    /// It was refused, which is safe; by the gate or by the renderer.
    Refused,
    /// It was refused for a reason that is a fault of ours.
    Fault(String),
    Rendered(Box<World>),
}

pub struct World {
    pub document: Value,
    pub harness: Harness,
    pub gate: WireGate,
    pub rendered: Value,
    pub files: Vec<SettingsFile>,
    /// Each configured server.
    pub labels: Vec<String>,
    /// Gateway and client tools, and whether each is one for clients.
    pub specs: Vec<(String, bool)>,
}

impl World {
    pub fn of(case: &Case, harness: Harness) -> Made {
        let Case { document, options, reached } = case;
        let Ok(gate) = compile(document, options) else { return Made::Refused };
        let names = |list: &str| document[list].as_array().cloned().unwrap_or_default();
        let name = |entry: &Value| entry["name"].as_str().unwrap_or_default().to_owned();
        let labels: Vec<String> = names("mcps").iter().map(name).collect();
        let transports: Map<String, Value> = labels
            .iter()
            .zip(reached)
            .filter(|(_, is_reached)| **is_reached)
            .map(|(label, _)| (label.clone(), json!({"url": "https://x.example.com/mcp"})))
            .collect();
        let transports = Value::from(transports).to_string();
        let given = HarnessOptions {
            codex_transports: Some(Input::Host(&transports)),
            pi_mcp: true,
            ..HarnessOptions::default()
        };
        let render = || render_harness(RenderSource::Gate(&gate), harness.as_str(), &given);
        let text = match render() {
            Ok(text) => text,
            Err(fault) => {
                let diagnostics = fault.diagnostics.unwrap_or_default();
                if fault.code != "invalid_document" || diagnostics.contains("would let") {
                    return Made::Fault(format!("{}: {diagnostics}", fault.message));
                }
                return Made::Refused;
            }
        };
        if render().as_ref() != Ok(&text) {
            return Made::Fault("HARN-3: another text the second time".to_owned());
        }
        let rendered: Value = serde_json::from_str(&text).expect("JSON");
        let mut files: Vec<SettingsFile> = rendered["files"]
            .as_array()
            .expect("files")
            .iter()
            .map(|file| {
                let part = |key: &str| file[key].as_str().expect("text").to_owned();
                SettingsFile { path: part("path"), content: part("content") }
            })
            .collect();
        if harness == Harness::Pi {
            // What the caller merges into the entries of the servers.
            let content = json!({"mcpServers": rendered["toolExposure"]}).to_string();
            files.push(SettingsFile { path: ".pi/mcp.json".into(), content });
        }
        let specs = names("tools").iter().map(|spec| (name(spec), spec["kind"] == "client")).collect();
        Made::Rendered(Box::new(Self {
            document: document.clone(),
            harness,
            gate,
            rendered,
            files,
            labels,
            specs,
        }))
    }

    pub fn rows(&self) -> impl Iterator<Item = &Value> {
        self.rendered["coverage"].as_array().expect("coverage").iter()
    }

    pub fn known(&self, label: &str) -> BTreeSet<&str> {
        self.rows().filter(|row| row["server"] == label).filter_map(|row| row["tool"].as_str()).collect()
    }

    pub fn rendered_name(&self, server: &str, tool: &str) -> String {
        tool_name(server, tool, self.harness.as_str()).expect("a harness")
    }

    /// Each server with the tools that the document and the catalog name, and unseen ones that a
    /// server may have beside them.
    ///
    /// Claude Code keeps one of two tools that share a name, so an unseen one that looks like a
    /// known one is none there.
    pub fn servers(&self) -> Vec<(String, Vec<String>)> {
        let mut servers = Vec::with_capacity(self.labels.len() + 1);
        for label in &self.labels {
            let known = self.known(label);
            let taken: BTreeSet<String> = known.iter().map(|tool| self.rendered_name(label, tool)).collect();
            let unseen = UNSEEN.iter().copied().filter(|tool| {
                let looks_known =
                    self.harness == Harness::Claude && taken.contains(&self.rendered_name(label, tool));
                !known.contains(tool) && !looks_known
            });
            servers.push((label.clone(), known.iter().copied().chain(unseen).map(str::to_owned).collect()));
        }
        servers.push((INTERNAL.into(), self.specs.iter().map(|(name, _)| name.clone()).collect()));
        servers
    }

    pub fn is_client(&self, server: &str, tool: &str) -> bool {
        server == INTERNAL && self.specs.iter().any(|(spec, is_client)| spec == tool && *is_client)
    }

    pub fn at_most(&self, server: &str, tool: &str) -> Permission {
        let subject = if server == INTERNAL { Subject::Tool(tool) } else { Subject::Server { server, tool } };
        self.gate.gate().effect(subject).at_most()
    }

    /// The strictest of what the gate answers to calls, asked as a runner asks it.
    pub fn answers(&self, server: &str, tool: &str) -> callgate_tests::naive::Permission {
        let arguments: Value = serde_json::from_str(EVERY_PREFIX).expect("JSON");
        let calls = [
            json!({"server": server, "tool": tool}),
            json!({"server": server, "tool": tool, "read_only": true}),
            json!({"server": server, "tool": tool, "args": arguments}),
            json!({"server": server, "tool": tool, "args": arguments.to_string()}),
        ];
        calls.iter().map(|call| decide(&self.gate, call).0).max().expect("calls")
    }

    /// The file that the harness reads its rules from, parsed; null when there is none.
    pub fn settings(&self) -> Value {
        match self.files.first() {
            Some(file) if self.harness != Harness::Codex => {
                serde_json::from_str(&file.content).expect("HARN-5")
            }
            _ => Value::Null,
        }
    }
}

/// What the harness alone does with each tool of each server, all servers beside it.
///
/// Every tool is asked about by itself among those that share its rendered name, since the harness
/// keeps only one of them.
pub fn outcomes<'t>(
    harness: Harness,
    files: &[SettingsFile],
    servers: &'t [(String, Vec<String>)],
    version: &str,
    read_only_hint: bool,
) -> Vec<(&'t str, &'t str, String, callgate::harness::Outcome)> {
    let mut rounds: Vec<(BTreeSet<String>, Vec<ServerTools<'t>>)> = Vec::new();
    let mut asked: Vec<(usize, &str, &str, String)> = Vec::new();
    for (position, (server, tools)) in servers.iter().enumerate() {
        for tool in tools {
            let name = tool_name(server, tool, harness.as_str()).expect("a harness");
            let round = rounds.iter().position(|(taken, _)| !taken.contains(&name)).unwrap_or(rounds.len());
            if round == rounds.len() {
                let none = servers.iter().map(|(server, _)| ServerTools { server, tools: Vec::new() });
                rounds.push((BTreeSet::new(), none.collect()));
            }
            let (taken, beside) = &mut rounds[round];
            taken.insert(name.clone());
            beside[position].tools.push(AdvertisedTool { name: tool, read_only_hint });
            asked.push((round, server, tool, name));
        }
    }
    let found: Vec<Outcomes> = rounds
        .iter()
        .map(|(_, servers)| predict(harness, files, servers, Some(version)).expect("an observed version"))
        .collect();
    asked
        .into_iter()
        .map(|(round, server, tool, name)| {
            let outcome = found[round][&name];
            (server, tool, name, outcome)
        })
        .collect()
}
