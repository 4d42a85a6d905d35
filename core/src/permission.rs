//! Permissions, their strictness, and the agent's default mode.

use core::fmt;

/// What may happen to a call. The order is *strictness*: `Allow < Ask < Deny`, so `max` of two
/// permissions is the stricter one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// The call runs.
    Allow,
    /// A person must answer first.
    Ask,
    /// The call does not run.
    Deny,
}

impl Permission {
    /// Every permission, least strict first.
    pub const ALL: [Self; 3] = [Self::Allow, Self::Ask, Self::Deny];

    /// The word used in documents and results: `allow`, `ask` or `deny`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }

    /// Reads the exact word; nothing else is a permission (CONF-17).
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|permission| permission.as_str() == word)
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The agent's default (PERM-8): a permission, or `allow_reads`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The same permission for every call that nothing else decides.
    Always(Permission),
    /// `allow_reads`: allow when the call is read-only (PERM-9), else ask.
    AllowReads,
}

impl Mode {
    /// The word used in documents.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Always(permission) => permission.as_str(),
            Self::AllowReads => "allow_reads",
        }
    }

    /// Reads the exact word (CONF-20).
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        if word == "allow_reads" { Some(Self::AllowReads) } else { Permission::parse(word).map(Self::Always) }
    }
}
