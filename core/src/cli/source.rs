//! Files and standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::session::{Failure, Session};
use super::visible::visible;

/// The most that is read of one file, in bytes: a device that never ends must not fill the memory.
const MOST: u64 = 512 << 20;

/// A file as it was read.
#[derive(Debug)]
pub(super) struct Source {
    /// Its name for messages: harmless on a terminal.
    pub(super) name: String,
    /// Its bytes.
    pub(super) bytes: Vec<u8>,
}

impl Source {
    /// Reads a file, or standard input when it is `-`.
    pub(super) fn read(path: &Path, session: &mut Session<'_>) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            let stdin = session.stdin.take().ok_or_else(|| {
                Failure::new("standard input (`-`) can be read only once").help("give the others as files")
            })?;
            let name = "standard input".to_owned();
            let bytes = limited(stdin, 0).map_err(|error| unreadable(&name, &error))?;
            return Ok(Self { name, bytes });
        }
        let name = visible(&path.to_string_lossy()).into_owned();
        let read = || {
            let file = File::open(path)?;
            let about = file.metadata()?;
            if about.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            limited(file, about.len())
        };
        let bytes = read().map_err(|error| unreadable(&format!("`{name}`"), &error))?;
        Ok(Self { name, bytes })
    }
}

fn limited(reader: impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if length <= MOST {
        bytes.reserve_exact(usize::try_from(length).unwrap_or(0).saturating_add(1));
        reader.take(MOST.saturating_add(1)).read_to_end(&mut bytes)?;
    }
    if length > MOST || u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MOST {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    let failure = |cause: &str| Failure::new(format!("cannot read {name}: {cause}"));
    match error.kind() {
        io::ErrorKind::NotFound => {
            failure("there is no such file").help("check the path, or give `-` to read standard input")
        }
        io::ErrorKind::IsADirectory => failure("it is a directory").help("name the file in it"),
        io::ErrorKind::PermissionDenied => failure("you may not read it"),
        io::ErrorKind::FileTooLarge => failure("it is larger than 512 MiB"),
        _ => failure(&error.to_string()),
    }
}
