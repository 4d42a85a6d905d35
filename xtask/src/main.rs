//! Build steps that Cargo and npm have no command for.
//!
//! `cargo xtask wasm` builds the wasm module and the npm package around it (`bindings-wasm/pkg`);
//! `cargo xtask node` does that and builds the npm package with the addon (`bindings-node/dist`).

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

mod process;
mod wasm;

const USAGE: &str = "usage: cargo xtask wasm [--compiler rustup|debian]
       cargo xtask node [--compiler rustup|debian]

The compiler is chosen by itself: the one in use when it has (or rustup can add) the target
wasm32-unknown-unknown, else Debian's rustc-web, which builds the standard library from source.";

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (task, compiler) = match args.as_slice() {
        [task] => (*task, None),
        [task, "--compiler", "rustup"] => (*task, Some(wasm::Compiler::Rustup)),
        [task, "--compiler", "debian"] => (*task, Some(wasm::Compiler::Debian)),
        _ => bail!("{USAGE}"),
    };
    let root = workspace()?;
    match task {
        "wasm" => wasm::build(&root, compiler),
        "node" => {
            wasm::build(&root, compiler)?;
            process::npm_install(&root.join("bindings-node"))?;
            process::npm(&root.join("bindings-node"), &["run", "build"])
        }
        _ => bail!("{USAGE}"),
    }
}

/// The folder of the workspace, from wherever the command was called.
fn workspace() -> Result<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().map(Path::to_path_buf).context("xtask is not in a workspace")
}
