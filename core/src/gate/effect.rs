//! What a gate decides of a tool over all arguments and both values of `read_only`.

use super::Gate;
use super::ladder::{Outcome, Silent};
use crate::call::{Call, Subject};
use crate::decision::Decision;
use crate::permission::Permission;
use crate::rule::{Arguments, Given};

/// The decisions that calls of one tool can get.
#[derive(Clone, Copy, Debug)]
pub struct Effect<'a> {
    /// No rule about arguments matches, and nobody says that the call only reads.
    pub usual: Decision<'a>,
    /// No rule about arguments matches, and the caller says that the call only reads.
    pub reading: Decision<'a>,
    /// Every ask and deny rule about arguments matches, and nobody says that the call only reads.
    pub strictest: Decision<'a>,
    /// Only the loosest rule about arguments matches, and nobody says that the call only reads.
    pub loosest: Decision<'a>,
}

impl Effect<'_> {
    fn permissions(&self) -> [Permission; 4] {
        [&self.usual, &self.reading, &self.strictest, &self.loosest].map(Decision::permission)
    }

    /// The permission that no call of the tool is stricter than.
    #[must_use]
    pub fn at_most(&self) -> Permission {
        self.permissions().into_iter().fold(Permission::Allow, Permission::max)
    }

    /// The permission that no call of the tool is looser than.
    #[must_use]
    pub fn at_least(&self) -> Permission {
        self.permissions().into_iter().fold(Permission::Deny, Permission::min)
    }
}

impl Gate {
    /// What this gate decides of calls of that tool, whatever their arguments.
    #[must_use]
    pub fn effect<'a>(&'a self, subject: Subject<'a>) -> Effect<'a> {
        let decide = |read_only, given| {
            let call = Call { subject, kind: None, read_only, arguments: Arguments::Absent };
            let outcome: Outcome<'a> = self.outcome(&mut Silent, &call, given);
            self.decision(outcome)
        };
        Effect {
            usual: decide(false, Given::NoPrefix),
            reading: decide(true, Given::NoPrefix),
            strictest: decide(false, Given::EveryPrefix),
            loosest: decide(false, Given::LoosestPrefix),
        }
    }
}
