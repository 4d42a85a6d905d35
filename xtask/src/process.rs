//! Other programs: each is shown before it runs, and its failure ends the build.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Says what is about to happen, on standard error.
pub(crate) fn say(line: &str) {
    eprintln!("xtask: {line}");
}

/// Runs a program, its output going where this program's goes.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
    say(&format!("{name} {}", words.join(" ")));
    let status = command.status().with_context(|| format!("cannot start `{name}`"))?;
    if !status.success() {
        bail!("`{name}` failed: {status}");
    }
    Ok(())
}

/// Runs a program for its standard output; `None` when it is missing or fails.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Runs npm in a package's folder.
pub(crate) fn npm(package: &Path, words: &[&str]) -> Result<()> {
    run(Command::new("npm").arg("--prefix").arg(package).args(words))
}

/// Installs what a package's lock file names, unless that is already there.
pub(crate) fn npm_install(package: &Path) -> Result<()> {
    let changed = |file: &str| package.join(file).metadata().and_then(|data| data.modified()).ok();
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("package-lock.json") {
        return Ok(());
    }
    npm(package, &["ci"])
}
