//! The wasm module, with whichever compiler this machine has for it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::process::{npm, npm_install, output, run, say};

const TARGET: &str = "wasm32-unknown-unknown";
/// Debian's compiler for the web; it comes with the sources of its standard library.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// Who compiles for wasm.
#[derive(Clone, Copy)]
pub(crate) enum Compiler {
    /// The compiler in use, with the standard library that rustup has for the target.
    Rustup,
    /// Debian's `rustc-web`, which builds the standard library as well.
    Debian,
}

/// Builds the module, its bindings and the npm package around it (`bindings-wasm/pkg`).
pub(crate) fn build(root: &Path, wanted: Option<Compiler>) -> Result<()> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |dir| root.join(dir));
    let module = match wanted.unwrap_or_else(choose) {
        Compiler::Rustup => compile(root, &target, Command::new("cargo").args(cargo_words()))?,
        Compiler::Debian => compile_with_debian(root, &target.join("wasm-debian"))?,
    };
    let package = root.join("bindings-wasm");
    bind(&module, &package.join("build/glue"))?;
    npm_install(&package)?;
    npm(&package, &["run", "build"])
}

fn cargo_words() -> [&'static str; 7] {
    ["build", "--package", "callgate-wasm", "--profile", "wasm", "--target", TARGET]
}

/// The compiler in use when it has the target or can get it, else Debian's.
fn choose() -> Compiler {
    let library = output(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    if library.is_some_and(|dir| Path::new(&dir).is_dir()) {
        say(&format!("the compiler in use has {TARGET}"));
        return Compiler::Rustup;
    }
    if output(Command::new("rustup").args(["target", "add", TARGET])).is_some() {
        say(&format!("rustup has added {TARGET}"));
        return Compiler::Rustup;
    }
    say(&format!("no {TARGET} for the compiler in use and rustup cannot add it: using Debian's rustc-web"));
    Compiler::Debian
}

fn compile(root: &Path, target: &Path, cargo: &mut Command) -> Result<PathBuf> {
    run(cargo.arg("--target-dir").arg(target).current_dir(root))?;
    Ok(target.join(TARGET).join("wasm/callgate_wasm.wasm"))
}

/// Debian's compiler brings neither a linker for wasm nor a built standard library: the linker is
/// that of the compiler in use, and the library is built from the sources.
fn compile_with_debian(root: &Path, target: &Path) -> Result<PathBuf> {
    let sysroot = output(Command::new(DEBIAN_RUSTC).args(["--print", "sysroot"]));
    let sources = sysroot.map(|dir| Path::new(&dir).join("lib/rustlib/src/rust/library"));
    if !sources.is_some_and(|dir| dir.is_dir()) {
        bail!(
            "Debian's compiler for wasm is not installed: `apt-get install rustc-web rust-web-src`, \
             or `rustup target add {TARGET}`"
        );
    }
    let linker = rust_lld().context("the compiler in use has no rust-lld, which links for wasm")?;
    let cargo = &mut Command::new("cargo");
    cargo
        .args(cargo_words())
        .arg("-Zbuild-std=std,panic_abort")
        .env("RUSTC", DEBIAN_RUSTC)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
    compile(root, target, cargo)
}

/// The linker that lies beside the compiler in use.
fn rust_lld() -> Option<PathBuf> {
    let library = output(Command::new("rustc").args(["--print", "target-libdir"]))?;
    let linker = Path::new(&library).parent()?.join("bin/rust-lld");
    linker.is_file().then_some(linker)
}

/// Writes the JavaScript that belongs to the module, and the module without the descriptions that
/// only this step reads.
fn bind(module: &Path, to: &Path) -> Result<()> {
    say(&format!("writing the bindings of {}", module.display()));
    Bindgen::new()
        .input_path(module)
        .out_name("callgate")
        .web(true)?
        .typescript(true)
        // A trapped instance is never used again (QUAL-35): the loader asks for a fresh one.
        .reset_state_function(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(to)
}
