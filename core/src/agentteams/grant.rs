//! Direct grants: what the operator signed, so that an agent's writes apply at once (TEAM-67).

use serde::{Deserialize, Serialize};

use super::mac;
use super::scope::Scope;

const LABEL: &str = "callgate agentteams direct grant 1";

/// A direct grant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// The agent.
    pub agent: String,
    /// The paths that its writes apply to at once, inside of its write scopes.
    pub scopes: Vec<String>,
    /// Until when, exclusively, in seconds since 1970.
    pub expires: u64,
    /// The HMAC of the rest; empty before it is signed.
    #[serde(default)]
    pub mac: String,
}

impl Grant {
    fn sign(&self, key: &[u8]) -> String {
        let expires = self.expires.to_string();
        let mut parts = vec![self.agent.as_str(), &expires];
        parts.extend(self.scopes.iter().map(String::as_str));
        mac::sign(key, LABEL, &parts)
    }
}

/// Signs a grant.
///
/// # Errors
/// A scope that is no glob, or none at all.
pub fn sign_grant(key: &[u8], grant: Grant) -> Result<Grant, String> {
    if grant.scopes.is_empty() {
        return Err("a grant without scopes grants nothing".to_owned());
    }
    for scope in &grant.scopes {
        Scope::new(scope).map_err(|fault| fault.sentence)?;
    }
    let mac = grant.sign(key);
    Ok(Grant { mac, ..grant })
}

/// Checks a grant's text for an agent at a time: its scopes.
///
/// # Errors
/// Why it does not hold, in a few words: altered, of another agent, expired.
pub fn verify_grant(key: &[u8], text: &[u8], agent: &str, now: u64) -> Result<Vec<String>, &'static str> {
    let Ok(grant) = serde_json::from_slice::<Grant>(text) else {
        return Err("the direct grant is no grant that the operator signed");
    };
    if !crate::digest::constant_time_eq(grant.mac.as_bytes(), grant.sign(key).as_bytes()) {
        return Err("the direct grant was altered, or signed with another key");
    }
    if grant.agent != agent {
        return Err("the direct grant was signed for another agent");
    }
    if now >= grant.expires {
        return Err("the direct grant has expired");
    }
    Ok(grant.scopes)
}
