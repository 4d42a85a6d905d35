//! What each harness does with settings of its own, and the settings that say the same as the gate.
//!
//! The gate is the authority; a harness's own settings are a convenience that must never be looser
//! (HARN-1). So there are two halves that share no code: evaluators of what a harness does with its
//! files, written from what was observed of the real programs, and renderers of those files.
//!
//! | file | concern |
//! | --- | --- |
//! | `predict.rs` | what a harness alone does with its files |
//! | `claude_settings.rs` | how Claude Code reads its settings files |
//! | `codex_config.rs` | what Codex does with its configuration |
//! | `pi_config.rs` | what Pi does with its MCP configuration |
//! | `claude_match.rs` | which tools a rule of Claude Code matches (HARN-11) |

mod claude;
mod claude_author;
mod claude_lists;
mod claude_match;
mod claude_reach;
mod claude_settings;
mod codex;
mod codex_config;
mod collision;
mod coverage;
mod emit;
mod homes;
mod known;
mod pi;
mod pi_config;
mod predict;
mod render;

pub use codex::{Transport, Transports};
pub use coverage::{Fit, Row};
pub use pi::{Exposure, ServerExposure};
pub use predict::{AdvertisedTool, Outcomes, ServerTools, observed_versions, predict};
pub use render::{RenderOptions, Rendered, render};

use serde::{Serialize, Serializer};

/// A program that runs the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Harness {
    /// Claude Code.
    Claude,
    /// Codex.
    Codex,
    /// Pi.
    Pi,
}

impl Harness {
    /// Every harness.
    pub const ALL: [Self; 3] = [Self::Claude, Self::Codex, Self::Pi];

    /// Its name in documents and arguments.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Pi => "pi",
        }
    }

    /// Reads the exact name.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|harness| harness.as_str() == word)
    }
}

/// What a harness alone does with a call of one tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It runs without a prompt.
    Run,
    /// A person is asked; also where the files say nothing, which leaves it to the gate.
    Ask,
    /// It is refused without asking.
    Denied,
    /// It is not offered to the model, and a call answers as unknown.
    Gone,
}

impl Outcome {
    /// Every outcome, least strict first.
    pub const ALL: [Self; 4] = [Self::Run, Self::Ask, Self::Denied, Self::Gone];

    /// The word used in results.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Ask => "ask",
            Self::Denied => "denied",
            Self::Gone => "gone",
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// One settings file of a harness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SettingsFile {
    /// Relative to the session's folder, with `/`.
    pub path: String,
    /// The whole file.
    pub content: String,
}
