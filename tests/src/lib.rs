//! What the tests of callgate share: the cases of `tests/vectors` and how they are run and
//! compared, a second evaluator, and generated documents and calls.

mod approvals;
mod edits;
pub mod expect;
pub mod generate;
pub mod key_cases;
pub mod naive;
pub mod surface;
pub mod vector;

use std::path::{Path, PathBuf};

/// The root of the repository.
#[must_use]
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the repository").to_owned()
}
