//! The three rule lists of Claude Code's settings, and how names are written in them.

use std::borrow::Cow;

use foldhash::fast::RandomState;
use indexmap::IndexSet;

use crate::name::{RENDERED_PREFIX, Spelling};
use crate::permission::Permission;

type Rules<'k> = IndexSet<Cow<'k, str>, RandomState>;

/// The lists, each in the order in which its rules were added and without duplicates (HARN-3).
#[derive(Debug, Default)]
pub(super) struct Lists<'k> {
    allow: Rules<'k>,
    ask: Rules<'k>,
    deny: Rules<'k>,
}

impl<'k> Lists<'k> {
    pub(super) fn add(&mut self, permission: Permission, rule: impl Into<Cow<'k, str>>) {
        let rule = rule.into();
        match permission {
            Permission::Allow => self.allow.insert(rule),
            Permission::Ask => self.ask.insert(rule),
            Permission::Deny => self.deny.insert(rule),
        };
    }

    pub(super) const fn of(&self, permission: Permission) -> &Rules<'k> {
        match permission {
            Permission::Allow => &self.allow,
            Permission::Ask => &self.ask,
            Permission::Deny => &self.deny,
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Permission, &str)> {
        Permission::ALL
            .into_iter()
            .flat_map(|permission| self.of(permission).iter().map(move |rule| (permission, &**rule)))
    }
}

/// Whether the older version reads another server out of this one's rendered names.
pub(super) fn is_odd(server: &str) -> bool {
    server.contains("__") || server.ends_with('_')
}

/// The rule for a whole server, which every observed version matches to it (HARN-11).
pub(super) fn whole_server(server: &str) -> String {
    if is_odd(server) {
        format!("{RENDERED_PREFIX}{server}__*")
    } else {
        format!("{RENDERED_PREFIX}{server}")
    }
}

/// A name or glob with every other character than `*` as Claude Code spells it.
///
/// What a glob matches as written, its spelling matches as spelled, since spelling goes character
/// by character.
pub(super) fn spell_glob(glob: &str) -> String {
    let pieces: Vec<_> = glob.split('*').map(|piece| Spelling::Claude.normalise(piece)).collect();
    pieces.join("*")
}

/// The most `_` for which [`dashed`] lists what may stand in their places.
const MAX_DASHED: usize = 4;

/// The same name or glob with `-` in the place of some `_` from byte `from` on, in every way.
/// `None` when there are too many ways.
///
/// A rule of ask or deny matches Codex's spelling of a name too, in which `-` is `_`; Claude Code
/// keeps `-`, so such a rule alone would miss the tool there.
pub(super) fn dashed(glob: &str, from: usize) -> Option<Vec<String>> {
    let places: Vec<usize> = glob.match_indices('_').map(|(at, _)| at).filter(|&at| at >= from).collect();
    if places.len() > MAX_DASHED {
        return None;
    }
    let ways = 1usize.checked_shl(u32::try_from(places.len()).ok()?)?;
    let one = |way: usize| {
        let mut bytes = glob.as_bytes().to_vec();
        for (bit, &at) in places.iter().enumerate() {
            if way & (1 << bit) != 0
                && let Some(byte) = bytes.get_mut(at)
            {
                *byte = b'-';
            }
        }
        String::from_utf8(bytes).ok()
    };
    (1..ways).map(one).collect()
}
