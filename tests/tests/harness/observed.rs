//! HARN-11: what was observed of the versions of Claude Code, beside one another.

use callgate::harness::{AdvertisedTool, Harness, ServerTools, SettingsFile, predict};
use serde_json::Value;

/// The older version differs only for servers whose name has `__` in it or ends in `_`, as the
/// observed cases of the newer one show.
#[test]
fn the_older_version_differs_only_for_odd_servers() {
    let path = callgate_tests::repository().join("tests/vectors/harness/claude-observed-2.1.332.json");
    let text = std::fs::read_to_string(path).expect("the observed cases");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let mut differing = 0;
    for case in file["cases"].as_array().expect("cases") {
        let servers = case["in"]["servers"].as_object().expect("servers");
        let servers: Vec<ServerTools<'_>> = servers
            .iter()
            .map(|(server, tools)| ServerTools {
                server,
                tools: tools
                    .as_array()
                    .expect("tools")
                    .iter()
                    .map(|tool| AdvertisedTool { name: tool.as_str().expect("a name"), read_only_hint: true })
                    .collect(),
            })
            .collect();
        let file = &case["in"]["files"][0];
        let part = |key: &str| file[key].as_str().expect("text").to_owned();
        let files = [SettingsFile { path: part("path"), content: part("content") }];
        let [newer, older] = ["2.1.332", "2.1.197"].map(|version| {
            predict(Harness::Claude, &files, &servers, Some(version)).expect("an observed version")
        });
        if newer != older {
            let is_odd = |name: &str| name.contains("__") || name.ends_with(['_', ')']);
            assert!(servers.iter().any(|one| is_odd(one.server)), "{case}");
            differing += 1;
        }
    }
    assert_eq!(differing, 6);
}
