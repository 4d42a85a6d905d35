//! What a panic leaves behind: its place, for a report, and never its text, which may hold values.

use std::io::Write as _;

#[napi_derive::module_init]
fn quiet() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        // Nothing is left to tell when standard error cannot be written.
        let _ = writeln!(std::io::stderr(), "callgate: internal error at {place}");
    }));
}
