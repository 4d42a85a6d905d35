//! Writes generated arguments with their keys to a file, for the tests of the other surfaces
//! (APPR-8): `key-cases FILE`. `CALLGATE_CASES` says how many (100,000), `PROPTEST_RNG_SEED` which.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;

use callgate_tests::key_cases;

fn main() -> io::Result<()> {
    let path = std::env::args().nth(1).ok_or_else(|| io::Error::other("the name of a file is needed"))?;
    if let Some(folder) = Path::new(&path).parent() {
        fs::create_dir_all(folder)?;
    }
    key_cases::write(
        setting("CALLGATE_CASES", 100_000),
        setting("PROPTEST_RNG_SEED", 1),
        BufWriter::new(File::create(path)?),
    )
}

fn setting<T: std::str::FromStr>(name: &str, default: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
