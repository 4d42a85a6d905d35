//! The three rule lists of Claude Code's settings, and how names are written in them.

use std::borrow::Cow;
use std::hash::BuildHasher as _;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

use crate::name::{RENDERED_PREFIX, Spelling};
use crate::permission::Permission;

/// One list: rules in the order in which they were added, each once (HARN-3).
#[derive(Debug, Default)]
pub(super) struct Rules<'k> {
    list: Vec<Cow<'k, str>>,
    /// The places of those that may be added again.
    places: HashTable<usize>,
    hasher: RandomState,
}

impl<'k> Rules<'k> {
    fn add(&mut self, rule: Cow<'k, str>) {
        let hash = self.hasher.hash_one(&*rule);
        if self.find(hash, &rule) {
            return;
        }
        let place = self.list.len();
        self.list.push(rule);
        let Self { list, places, hasher } = self;
        places.insert_unique(hash, place, |&place| hasher.hash_one(list.get(place).map_or("", |rule| rule)));
    }

    /// Adds a rule that nobody adds after this.
    fn add_last(&mut self, rule: Cow<'k, str>) {
        if self.places.is_empty() || !self.find(self.hasher.hash_one(&*rule), &rule) {
            self.list.push(rule);
        }
    }

    fn find(&self, hash: u64, rule: &str) -> bool {
        self.places.find(hash, |&place| self.list.get(place).is_some_and(|known| known == rule)).is_some()
    }
}

/// The lists.
#[derive(Debug, Default)]
pub(super) struct Lists<'k> {
    allow: Rules<'k>,
    ask: Rules<'k>,
    deny: Rules<'k>,
}

impl<'k> Lists<'k> {
    pub(super) fn add(&mut self, permission: Permission, rule: impl Into<Cow<'k, str>>) {
        self.of_mut(permission).add(rule.into());
    }

    /// Adds a rule on one tool, whose name in the harness is no other tool's.
    pub(super) fn add_own(&mut self, permission: Permission, rule: &'k str) {
        self.of_mut(permission).add_last(Cow::Borrowed(rule));
    }

    const fn of_mut(&mut self, permission: Permission) -> &mut Rules<'k> {
        match permission {
            Permission::Allow => &mut self.allow,
            Permission::Ask => &mut self.ask,
            Permission::Deny => &mut self.deny,
        }
    }

    pub(super) fn of(&self, permission: Permission) -> &[Cow<'k, str>] {
        match permission {
            Permission::Allow => &self.allow.list,
            Permission::Ask => &self.ask.list,
            Permission::Deny => &self.deny.list,
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
