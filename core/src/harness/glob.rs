//! placeholder for rule::glob
use memchr::memmem;
#[derive(Debug)]
pub(crate) struct Glob { start: Box<str>, middle: Vec<Box<str>>, end: Box<str> }
impl Glob {
    pub(crate) fn new(text: &str) -> Option<Self> {
        let (start, rest) = text.split_once('*')?;
        let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
        let middle = middle.split('*').filter(|piece| !piece.is_empty()).map(Into::into).collect();
        Some(Self { start: start.into(), middle, end: end.into() })
    }
    pub(crate) fn matches(&self, name: &str) -> bool {
        let Some(mut rest) = name.strip_prefix(&*self.start).and_then(|rest| rest.strip_suffix(&*self.end)) else {
            return false;
        };
        for piece in &self.middle {
            let Some(behind) = memmem::find(rest.as_bytes(), piece.as_bytes())
                .and_then(|at| rest.get(at.checked_add(piece.len())?..))
            else {
                return false;
            };
            rest = behind;
        }
        true
    }
}
