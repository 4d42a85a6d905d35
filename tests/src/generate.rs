//! Small adversarial documents, options and calls: names that normalise to each other, that can be
//! split two ways, that objects have, and rules of every form.

use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Value, json};

use crate::naive::Options;

const SERVERS: &[&str] = &["a", "a_b", "a.b", "a-b", "a__b", "l_", "l", "A"];
const TOOLS: &[&str] = &[
    "x",
    "x_y",
    "x.y",
    "x-y",
    "b__x",
    "b",
    "_x",
    "Bash",
    "constructor",
    "__proto__",
    "get_x",
    "get.x",
    "X",
    "t",
];
const SPECS: &[&str] = &["t", "x", "x.y", "x_y", "get_x", "pick"];
const BUILTINS: &[&str] = &["Bash", "bash", " BASH ", "Read", "write", "WebFetch", "webfetch", "T", "x.z"];
const SLUGS: &[&str] = &["one", "two"];
const PERMISSIONS: &[&str] = &["allow", "ask", "deny"];
const TOOL_PARTS: &[&str] =
    &["x", "x_y", "x.y", "x-y", "b__x", "b", "*", "get_*", "*x", "x*", "*_*", "get*x", "Bash", "t"];
const SERVER_PARTS: &[&str] =
    &["a", "a_b", "a.b", "a-b", "a__b", "l_", "l", "A", "agenta-tools", "agenta_tools"];
const WIDE_PARTS: &[&str] = &["*", "a*", "*b", "l*"];
const PREFIXES: &[&str] = &["rm", "rm -rf", "npm run", "git", "/etc", "secret", "ls"];

fn permission() -> impl Strategy<Value = &'static str> + Clone {
    select(PERMISSIONS)
}

fn connection() -> impl Strategy<Value = Value> {
    prop_oneof![
        select(SLUGS).prop_map(|slug| json!({"type": "gateway", "namespace": "custom", "slug": slug})),
        select(SLUGS).prop_map(|slug| json!({"type": "gateway", "namespace": "standard", "provider": slug})),
        select(SLUGS)
            .prop_map(|slug| json!({"type": "http", "url": format!("https://{slug}.example.com/mcp")})),
    ]
}

fn policy() -> impl Strategy<Value = Value> {
    let table = option::weighted(0.5, btree_map(select(TOOLS), permission(), 0..4));
    let include = option::weighted(0.3, subsequence(TOOLS, 1..4));
    (option::of(permission()), table, option::weighted(0.3, permission()), include).prop_map(
        |(permission, table, new, include)| {
            let mut policy = json!({});
            if let Some(permission) = permission {
                policy["permission"] = permission.into();
            }
            if let Some(mut table) = table {
                if let Some(include) = &include {
                    table.retain(|tool, _| include.contains(tool));
                }
                policy["tool_permissions"] = json!(table);
            }
            if let Some(new) = new {
                policy["new_tool_permission"] = new.into();
            }
            if let Some(names) = include {
                policy["tools"] = json!({"mode": "include", "names": names});
            }
            policy
        },
    )
}

fn server_list() -> impl Strategy<Value = Vec<Value>> {
    subsequence(SERVERS, 0..4).prop_flat_map(|names| {
        let length = names.len();
        (Just(names), vec((connection(), policy()), length)).prop_map(|(names, parts)| {
            let entry = |(name, (connection, policy))| json!({"name": name, "connection": connection, "policy": policy});
            names.into_iter().zip(parts).map(entry).collect()
        })
    })
}

fn spec_list() -> impl Strategy<Value = Vec<Value>> {
    let part =
        (option::weighted(0.5, permission()), any::<bool>(), select(&["callback", "code", "client"][..]));
    subsequence(SPECS, 0..4).prop_flat_map(move |names| {
        let length = names.len();
        (Just(names), vec(part.clone(), length)).prop_map(|(names, parts)| {
            let entry = |(name, (permission, read_only, kind))| {
                let mut spec = json!({"name": name, "kind": kind, "readOnly": read_only});
                if let Some::<&str>(permission) = permission {
                    spec["permission"] = permission.into();
                }
                spec
            };
            names.into_iter().zip(parts).map(entry).collect()
        })
    })
}

/// A pattern that is right in `runner.permissions.rules` for that permission.
fn pattern(permission: &'static str) -> BoxedStrategy<String> {
    let own = prop_oneof![select(BUILTINS).prop_map(str::trim), select(SPECS)].prop_map(str::to_owned);
    let tool = (select(SERVER_PARTS), select(TOOL_PARTS))
        .prop_map(|(server, tool)| format!("mcp__{server}__{tool}"));
    let server = select(SERVER_PARTS).prop_map(|server| format!("mcp__{server}"));
    let bash = select(PREFIXES).prop_map(|prefix| format!("Bash({prefix}:*)"));
    if permission == "allow" {
        return prop_oneof![2 => own, 3 => tool, 1 => server, 2 => bash].boxed();
    }
    let wide = (select(WIDE_PARTS), option::of(select(TOOL_PARTS))).prop_map(|(server, tool)| match tool {
        Some(tool) => format!("mcp__{server}__{tool}"),
        None => format!("mcp__{server}"),
    });
    let prefixed = (prop_oneof![own.clone(), tool.clone()], select(PREFIXES))
        .prop_map(|(tool, prefix)| format!("{tool}({prefix}:*)"));
    prop_oneof![2 => own, 4 => tool, 2 => server, 2 => bash, 2 => wide, 2 => prefixed, 1 => Just("*".to_owned())].boxed()
}

fn rule() -> impl Strategy<Value = (String, &'static str)> {
    permission().prop_flat_map(|permission| (pattern(permission), Just(permission)))
}

/// An agent document; nearly every one is valid.
pub fn document() -> impl Strategy<Value = Value> {
    let default = option::weighted(0.7, select(&["allow", "ask", "deny", "allow_reads"][..]));
    (server_list(), spec_list(), vec(rule(), 0..5), vec(rule(), 0..3), default).prop_map(
        |(servers, specs, rules, listed, default)| {
            let rules: Vec<Value> = rules
                .into_iter()
                .map(|(pattern, permission)| json!({"pattern": pattern, "permission": permission}))
                .collect();
            let mut document = json!({
                "mcps": servers, "tools": specs, "runner": {"permissions": {"rules": rules}},
                "harness": {"permissions": {}},
            });
            if let Some(default) = default {
                document["runner"]["permissions"]["default"] = default.into();
            }
            for list in PERMISSIONS {
                let patterns: Vec<_> =
                    listed.iter().filter(|rule| rule.1 == *list).map(|rule| &rule.0).collect();
                document["harness"]["permissions"][list] = json!(patterns);
            }
            document
        },
    )
}

/// What a gate is compiled with.
pub fn options() -> impl Strategy<Value = Options> {
    let hint = json!({"readOnlyHint": true});
    let contrary = json!({"readOnlyHint": true, "destructiveHint": true});
    let tool = (select(TOOLS), select(vec![json!({}), hint, contrary]))
        .prop_map(|(name, annotations)| json!({"name": name, "annotations": annotations}));
    let catalogs = btree_map(select(SERVERS), vec(tool, 0..4), 0..3).prop_map(|catalogs| json!(catalogs));
    let hints = subsequence(SERVERS, 0..3).prop_map(|names| names.into_iter().map(str::to_owned).collect());
    (option::weighted(0.3, document()), prop::bool::weighted(0.03), hints, option::weighted(0.3, catalogs))
        .prop_map(|(floor, deny_all, trusted_hints, catalogs)| Options {
            floor,
            deny_all,
            trusted_hints,
            catalogs,
        })
}

/// A command line, of pieces that a shell would and would not split.
pub fn command() -> impl Strategy<Value = String> {
    let word = select(
        &[
            "rm",
            "rm -rf",
            "npm run",
            "npm",
            "git push",
            "ls",
            "echo",
            "x.txt",
            "/bin/rm",
            "sudo",
            "env",
            "A=1",
            "'rm'",
            "r\\m",
            "\"a b\"",
            "-n",
            "5",
            "$(rm x)",
            "`rm`",
            "bash -c",
            "2>&1",
            "é",
            "*",
            "find . -exec",
            "xargs",
            "if",
            "r\u{200B}m",
        ][..],
    );
    let joint = select(&[" ", " ", " ", "  ", "\t", " && ", ";", " | ", "||", "\n", " & ", " > "][..]);
    (vec((word, joint), 1..5), any::<bool>()).prop_map(|(pieces, closed)| {
        let mut text: String = pieces.iter().flat_map(|(word, joint)| [*word, *joint]).collect();
        if closed {
            text.truncate(text.len() - pieces.last().map_or(0, |(_, joint)| joint.len()));
        }
        text
    })
}

fn arguments() -> impl Strategy<Value = Option<Value>> {
    let path = select(&["/etc/passwd", "/tmp/../etc/x", "./secret/x", "a/../secret", "/x", "secret"][..]);
    let text =
        prop_oneof![select(&["secret plan", "no secret", "rm x"][..]).prop_map(str::to_owned), command()];
    prop_oneof![
        2 => Just(None),
        4 => command().prop_map(|command| Some(json!({"command": command}))),
        1 => command().prop_map(|command| Some(json!({"description": command, "command": "ls"}))),
        1 => command().prop_map(|command| Some(json!({"command": command.split(' ').collect::<Vec<_>>()}))),
        1 => command().prop_map(|command| Some(json!(json!({"command": command}).to_string()))),
        1 => Just(Some(json!({"command": ["ls", 7]}))),
        1 => (path.clone(), path).prop_map(|(one, two)| Some(json!({"file_path": one, "path": two}))),
        1 => text.prop_map(|text| Some(json!({"a": [{"b": text}], "path": null}))),
    ]
}

/// A call of any form.
pub fn call() -> impl Strategy<Value = Value> {
    let server = prop_oneof![6 => select(SERVERS), 1 => Just("agenta-tools"), 1 => Just("nope")];
    let spelled = prop_oneof![select(SERVER_PARTS), select(SERVERS)];
    let rendered = (spelled, select(TOOLS)).prop_map(|(server, tool)| format!("mcp__{server}__{tool}"));
    let who = prop_oneof![
        6 => (server, select(TOOLS)).prop_map(|(server, tool)| json!({"server": server, "tool": tool})),
        3 => rendered.clone().prop_map(|name| json!({"name": name})),
        1 => rendered.prop_map(|name| json!({"tool": name})),
        2 => select(SPECS).prop_map(|tool| json!({"tool": tool})),
        4 => select(BUILTINS).prop_map(|tool| json!({"tool": tool})),
        3 => Just(json!({"tool": "Bash"})),
    ];
    let read_only = select(vec![None, None, Some(json!(true)), Some(json!(false))]);
    let kind = select(vec![
        None,
        None,
        None,
        None,
        None,
        Some("mcp"),
        Some("gateway"),
        Some("client"),
        Some("builtin"),
    ]);
    (who, arguments(), read_only, kind).prop_map(|(mut call, args, read_only, kind)| {
        for (key, value) in [("args", args), ("read_only", read_only), ("kind", kind.map(Value::from))] {
            if let Some(value) = value {
                call[key] = value;
            }
        }
        call
    })
}
