//! `callgate schema`: the JSON Schema of the agent document.

use super::Format;
use super::answer;
use super::session::{Exit, Failure, Session};
use crate::wire;

/// Print the JSON Schema (2020-12) of the agent document, for editors
///
/// With --format json: the same on one line.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  callgate schema > agent.schema.json")]
pub(super) struct Schema {}

impl Schema {
    #[expect(clippy::unused_self, reason = "the same form as every other subcommand")]
    pub(super) fn run(&self, session: &mut Session<'_>) -> Result<Exit, Failure> {
        let schema = wire::json_schema();
        if session.format == Format::Json {
            session.json(&schema);
        } else {
            session.json(&format!("{:#}", answer::read::<serde_json::Value>(&schema)?));
        }
        Ok(Exit::Holds)
    }
}
