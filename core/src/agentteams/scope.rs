//! Scopes: component-wise globs over project paths (TEAM-62).

use super::path::{PathFault, components};
use crate::rule::glob::Glob;

/// A glob such as `docs/**`. A component `*` is one component, `**` any number of them (at the end at
/// least one, so that `docs/**` is what lies in `docs` and not `docs` itself); a `*` inside of a component
/// is any run of its characters. Everything else is compared exactly, with case.
#[derive(Debug)]
pub struct Scope {
    text: String,
    parts: Vec<Part>,
    /// Whether everything below what matches matches too.
    deep: bool,
}

#[derive(Debug)]
enum Part {
    Exact(String),
    Glob(Glob),
    One,
    Any,
}

impl Part {
    fn matches(&self, component: &str) -> bool {
        match self {
            Self::Exact(name) => name == component,
            Self::Glob(glob) => glob.matches(component),
            Self::One | Self::Any => true,
        }
    }
}

impl Scope {
    /// Reads a glob.
    ///
    /// # Errors
    /// One whose form no path can have, and one with `**` inside of a component.
    pub fn new(text: &str) -> Result<Self, PathFault> {
        let mut parts = Vec::new();
        for component in components(text)? {
            parts.push(match component.as_str() {
                "*" => Part::One,
                "**" => Part::Any,
                other if other.contains("**") => {
                    let sentence = "`**` stands for whole components and so alone between slashes".to_owned();
                    return Err(PathFault { code: "path.glob", sentence });
                }
                other => Glob::new(other).map_or_else(|| Part::Exact(other.to_owned()), Part::Glob),
            });
        }
        let deep = matches!(parts.last(), Some(Part::Any));
        if deep {
            parts.insert(parts.len().saturating_sub(1), Part::One);
        }
        Ok(Self { text: text.to_owned(), parts, deep })
    }

    /// The glob as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether everything below what it matches is in it too: it ends in `**`.
    #[must_use]
    pub const fn is_deep(&self) -> bool {
        self.deep
    }

    /// Whether a path is in the scope.
    #[must_use]
    pub fn matches<S: AsRef<str>>(&self, path: &[S]) -> bool {
        let (mut part, mut at) = (0, 0);
        // Where the last `**` stands, and how far it reaches: only the last one has to grow.
        let mut wide: Option<(usize, usize)> = None;
        while at < path.len() {
            match self.parts.get(part) {
                Some(Part::Any) => {
                    wide = Some((part, at));
                    part = part.saturating_add(1);
                    continue;
                }
                Some(one) if path.get(at).is_some_and(|component| one.matches(component.as_ref())) => {
                    (part, at) = (part.saturating_add(1), at.saturating_add(1));
                    continue;
                }
                _ => {}
            }
            let Some((star, reach)) = wide else { return false };
            let reach = reach.saturating_add(1);
            wide = Some((star, reach));
            (part, at) = (star.saturating_add(1), reach);
        }
        self.parts.iter().skip(part).all(|rest| matches!(rest, Part::Any))
    }

    /// Whether everything that can lie in a folder is in the scope.
    #[must_use]
    pub fn covers_folder<S: AsRef<str>>(&self, folder: &[S]) -> bool {
        // INVARIANT: no component and no piece of a glob holds NUL, so only wildcards match this one.
        let inside: Vec<&str> = folder.iter().map(AsRef::as_ref).chain(["\0"]).collect();
        self.deep && self.matches(&inside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, by trying every length for every `**`.
    fn naive(parts: &[&str], path: &[&str]) -> bool {
        match (parts.split_first(), path.split_first()) {
            (None, None) => true,
            (Some((&"**", [])), _) => !path.is_empty(),
            (Some((&"**", rest)), _) => (0..=path.len()).any(|skipped| naive(rest, &path[skipped..])),
            (Some((part, rest)), Some((name, tail))) => (*part == "*" || part == name) && naive(rest, tail),
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn team_62_a_scope_is_what_its_definition_says(
            glob in prop::collection::vec(prop::sample::select(vec!["a", "b", "*", "**"]), 1..6),
            path in prop::collection::vec(prop::sample::select(vec!["a", "b", "c"]), 1..7),
        ) {
            let scope = Scope::new(&glob.join("/")).unwrap();
            prop_assert_eq!(scope.matches(&path), naive(&glob, &path));
            let all_inside = scope.is_deep() && naive(&glob, &[&path[..], &["\0"]].concat());
            prop_assert_eq!(scope.covers_folder(&path), all_inside);
        }
    }
}
