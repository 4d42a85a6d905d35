//! Suggestions (placeholder).
/// Nearest.
pub fn nearest<'c>(_: &str, _: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    None
}
