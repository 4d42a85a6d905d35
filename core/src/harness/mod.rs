//! What each harness does with settings of its own, and the settings that say the same as the gate.
//!
//! The gate is the authority; a harness's own settings are a convenience that must never be looser
//! (HARN-1). So there are two halves that share no code: evaluators of what a harness does with its
//! files, written from what was observed of the real programs, and renderers of those files.
//!
//! | file | concern |
//! | --- | --- |
//! | `predict.rs` | what a harness alone does with its files |
//! | `claude_settings.rs` `claude_match.rs` | how Claude Code reads its files, and which tools a rule matches (HARN-11) |
//! | `codex_config.rs` `codex_read.rs` | what Codex does with its configuration (HARN-20) |
//! | `pi_config.rs` | what Pi does with its MCP configuration (HARN-25) |
//! | `render.rs` `emit.rs` | a gate's rules as one harness's settings |
//! | `known.rs` `homes.rs` | the tools that are known by name, and whose tools a rule means |
//! | `claude.rs` | which rules go into Claude Code's file (HARN-10, HARN-12) |
//! | `claude_author.rs` `claude_lists.rs` | rules that people wrote, as Claude Code spells them |
//! | `claude_reach.rs` | which tools a rule of Claude Code would reach in every version (HARN-2) |
//! | `collision.rs` | names that the harness cannot tell apart (HARN-4) |
//! | `codex.rs` `pi.rs` | what Codex and Pi are told |
//! | `coverage.rs` | what the gate decides beside what the harness alone does (HARN-1) |

mod claude;
mod claude_author;
mod claude_lists;
mod claude_match;
mod claude_reach;
mod claude_settings;
mod codex;
mod codex_config;
mod codex_read;
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
