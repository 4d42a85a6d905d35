//! The command line of callgate; all of it is in [`callgate::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    callgate::cli::run_standard(std::env::args_os().skip(1)).code().into()
}
