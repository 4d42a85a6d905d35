//! Author rules: the pattern grammar, and what the rules say to one call (PERM-7, PERM-11, PERM-20
//! to PERM-25).
//!
//! # Shell prefixes are a convenience and no wall (PERM-25)
//!
//! `Bash(npm run:*)` saves a person from answering the same question again, and a deny on
//! `Bash(rm:*)` stops an agent that reaches for `rm` by habit. Neither confines a program:
//!
//! - what an allowed command does is the command's affair. `npm run build` runs whatever the
//!   project's files say, `git` runs hooks and pagers, `make`, `find`, `xargs` or an interpreter run
//!   anything;
//! - a denied command can be had by another name or another way: a copy of the program, a variable
//!   that holds its name, a script that was written a moment before, another program that does the
//!   same.
//!
//! So the two kinds err to different sides. An allow matches only commands that are plain to the
//! last character, and all others go on to the next step of the ladder. An ask or deny takes every
//! place where a command might start, and now and then matches one that was none. Whoever needs a
//! wall takes the tool away (deny `Bash`) or runs it in a sandbox.

mod arguments;
mod fold;
mod pattern;

pub use arguments::Arguments;
pub use pattern::{MAX_PREFIX, Pattern, Reading, Tools, parse};
