//! Shell commands as rules see them: strictly for allow (PERM-23), liberally for ask and deny
//! (PERM-22).
//!
//! Neither reading is a shell parser, and neither needs to be. The strict one knows so few
//! characters that nothing of the shell's own can ride along; what it does not know, it does not
//! allow. The liberal one takes every place for a command that could be one.

mod liberal;
mod strict;

pub(crate) use liberal::{normalise_prefix, scan};
pub(crate) use strict::{is_plain_argument, segments};
