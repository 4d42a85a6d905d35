//! Which rule speaks for every call that another one could match (CONF-22).

use super::{Home, Index, Shelf, ToolRef};
use crate::name;
use crate::rule::Ranked;
use crate::rule::prefixed::Prefixed;
use crate::rule::readings::{Scope, allow_scope};

impl Index {
    /// The strictest rule that says for every call what a rule in this home could say, as far as
    /// that can be seen without trying names (CONF-22).
    pub(in crate::rule) fn covering(&self, home: Home<'_>) -> Option<Ranked> {
        let inner = match home {
            Home::Every => None,
            Home::Named(name) => self.named.get(name).and_then(|slot| slot.plain),
            Home::Whole(scope) => self.covering_start(scope, ""),
            Home::Start(scope, start) => self.covering_start(scope, start),
            Home::Glob(scope, glob) => self.covering_start(scope, literal(glob)),
            Home::Tool(scope, tool) => self.covering_tool(scope, tool),
            Home::Open(start) => self.open.strictest(start.as_bytes()),
            Home::Wide(glob) => self.open.strictest(literal(glob).as_bytes()),
        };
        self.every.max(inner)
    }

    /// The rules with a prefix in the very same home.
    pub(in crate::rule) fn prefixed(&self, home: Home<'_>) -> Option<&Prefixed> {
        let slot = match home {
            Home::Named(name) => self.named.get(name),
            Home::Whole(scope) => self.shelf_in(scope).map(|shelf| &shelf.whole),
            Home::Tool(scope, tool) => self.tools.get(&ToolRef { scope, tool }),
            Home::Every | Home::Start(..) | Home::Glob(..) | Home::Open(_) | Home::Wide(_) => None,
        };
        slot?.prefixed.as_deref()
    }

    fn covering_start(&self, scope: Scope, start: &str) -> Option<Ranked> {
        self.with_strict_scopes(scope)
            .filter_map(|scope| self.shelf_in(scope))
            .map(|shelf| {
                let starts = shelf.starts.as_ref().and_then(|starts| starts.strictest(start.as_bytes()));
                shelf.whole.plain.max(starts)
            })
            .max()
            .flatten()
    }

    fn covering_tool(&self, scope: Scope, tool: &str) -> Option<Ranked> {
        let internal = |scope| {
            self.servers.last().is_some_and(|places| places.strict.iter().any(|place| place.scope == scope))
        };
        self.with_strict_scopes(scope)
            .map(|scope| {
                let exact = self.tools.get(&ToolRef { scope, tool }).and_then(|slot| slot.plain);
                let named = internal(scope).then(|| self.named.get(name::builtin_name(tool))).flatten();
                exact.max(named.and_then(|slot| slot.plain))
            })
            .max()
            .flatten()
            .max(self.covering_start(scope, tool))
    }

    /// A scope, and when it is one of allows, those of ask and deny that reach the same server.
    fn with_strict_scopes(&self, scope: Scope) -> impl Iterator<Item = Scope> {
        let first = allow_scope(self.servers.len(), 0);
        let server = scope.0.checked_sub(first.0).and_then(|server| usize::try_from(server).ok());
        let strict = server.and_then(|server| self.servers.get(server)).map(|places| places.strict);
        std::iter::once(scope).chain(strict.into_iter().flatten().map(|place| place.scope))
    }

    fn shelf_in(&self, scope: Scope) -> Option<&Shelf> {
        self.shelves.get(usize::try_from(*self.shelf_of.get(&scope)?).ok()?)
    }
}

/// What a glob begins with.
fn literal(glob: &str) -> &str {
    glob.split('*').next().unwrap_or_default()
}
