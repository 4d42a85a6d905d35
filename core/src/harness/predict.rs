//! What a harness alone does with its files, tool by tool.

use foldhash::fast::RandomState;

use super::claude_match::{Matcher, RenderedTool, Version};
use super::claude_settings::{Mode, Settings};
use super::{Harness, Outcome, SettingsFile, codex_config, pi_config};
use crate::name::Spelling;
use crate::permission::Permission;

/// A server and what it advertises.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerTools<'n> {
    /// The server's own name.
    pub server: &'n str,
    /// Its tools.
    pub tools: Vec<AdvertisedTool<'n>>,
}

/// A tool as its server advertises it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdvertisedTool<'n> {
    /// The server's own name for it.
    pub name: &'n str,
    /// Whether the server says, with exactly `true`, that it only reads. Codex believes it.
    pub read_only_hint: bool,
}

/// Outcomes by rendered name, in the order of the servers and their tools.
pub type Outcomes = indexmap::IndexMap<String, Outcome, RandomState>;

/// The versions whose behaviour was observed, newest first.
#[must_use]
pub const fn observed_versions(harness: Harness) -> &'static [&'static str] {
    match harness {
        Harness::Claude => const { &[Version::V2_1_332.as_str(), Version::V2_1_197.as_str()] },
        Harness::Codex => &["0.171.0"],
        Harness::Pi => &["1.6.0", "0.73.1"],
    }
}

/// What the harness alone does with these files, for each tool of each server.
///
/// Where two tools have one rendered name, the harness keeps one of them, which is not known: the
/// less strict outcome stands. `version` is one of [`observed_versions`], the newest when absent.
///
/// # Errors
/// A sentence that names the observed versions, when `version` is none of them.
pub fn predict(
    harness: Harness,
    files: &[SettingsFile],
    servers: &[ServerTools<'_>],
    version: Option<&str>,
) -> Result<Outcomes, String> {
    let observed = observed_versions(harness);
    let version = version.or_else(|| observed.first().copied()).unwrap_or_default();
    if !observed.contains(&version) {
        return Err(format!(
            "version `{version}` of {} was not observed: accepted are {}",
            harness.as_str(),
            observed.join(", ")
        ));
    }
    Ok(match harness {
        Harness::Claude => {
            let version = Version::ALL.into_iter().find(|known| known.as_str() == version);
            claude(files, servers, version.unwrap_or_default())
        }
        Harness::Codex => codex_config::predict(files, servers),
        Harness::Pi => pi_config::predict(files, servers, version),
    })
}

/// Adds an outcome; of two under one name the less strict one stands.
pub(super) fn note(outcomes: &mut Outcomes, name: String, outcome: Outcome) {
    let entry = outcomes.entry(name).or_insert(outcome);
    *entry = outcome.min(*entry);
}

fn claude(files: &[SettingsFile], servers: &[ServerTools<'_>], version: Version) -> Outcomes {
    let settings = Settings::read(files);
    let normalised: Vec<_> = servers.iter().map(|one| Spelling::Claude.normalise(one.server)).collect();
    let rules = settings.rules.iter().map(|(permission, rule)| (*permission, rule.as_str()));
    let matcher = Matcher::new(version, rules, normalised.iter().map(AsRef::as_ref));
    let mut outcomes = Outcomes::default();
    for (one, server) in servers.iter().zip(&normalised) {
        for tool in &one.tools {
            let name = Spelling::Claude.render(one.server, tool.name);
            if let Some(rendered) = RenderedTool::new(&name, server.len()) {
                let outcome = claude_outcome(settings.mode, matcher.strictest(&rendered));
                note(&mut outcomes, name, outcome);
            }
        }
    }
    outcomes
}

/// What a mode makes of the strictest rule that matches an MCP tool.
pub(super) const fn claude_outcome(mode: Mode, strictest: Option<Permission>) -> Outcome {
    match (strictest, mode) {
        (Some(Permission::Deny), _) => Outcome::Gone,
        (Some(Permission::Ask) | None, Mode::DontAsk) => Outcome::Denied,
        (Some(Permission::Allow), Mode::Plan) => Outcome::Ask,
        (Some(Permission::Allow), _) | (None, Mode::BypassPermissions) => Outcome::Run,
        (Some(Permission::Ask) | None, _) => Outcome::Ask,
    }
}
