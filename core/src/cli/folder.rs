//! Files written below a folder, and nowhere else.

use std::path::Path;

use super::session::Failure;
use super::visible::visible;
use crate::harness::SettingsFile;

/// Writes each file below the folder, which is made when it is not there. A file that is there is
/// replaced as a whole, never written into; a link, or anything else that is no file or folder of
/// its own, is not followed and not replaced.
pub(super) fn write(folder: &Path, files: &[SettingsFile]) -> Result<(), Failure> {
    let shown = folder.to_string_lossy();
    let refuse = |path: &str, cause: &str| {
        let (folder, path) = (visible(&shown), visible(path));
        Failure::new(format!("cannot write `{path}` below `{folder}`: {cause}"))
    };
    for file in files {
        let steps: Vec<&str> = file.path.split('/').collect();
        let is_plain = |step: &&str| !["", ".", ".."].contains(step) && !step.contains(['\\', ':', '\0']);
        if !steps.iter().all(is_plain) {
            return Err(refuse(&file.path, "the path leads out of the folder"));
        }
        let Some((name, parents)) = steps.split_last() else { continue };
        system::write(folder, parents, name, file.content.as_bytes())
            .map_err(|cause| refuse(&file.path, &cause))?;
    }
    Ok(())
}

#[cfg(unix)]
mod system {
    use std::fs::{self, File};
    use std::io::{self, Write as _};
    use std::os::fd::OwnedFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, FileType, Mode, OFlags, mkdirat, openat, renameat, statat, unlinkat};
    use rustix::io::Errno;

    /// Other people's folders are never walked by path: each is opened from the one above it, so one
    /// that is swapped for a link in between is noticed and not followed.
    const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
    const NEW_FILE: OFlags = OFlags::WRONLY
        .union(OFlags::CREATE)
        .union(OFlags::EXCL)
        .union(OFlags::NOFOLLOW)
        .union(OFlags::CLOEXEC);

    pub(super) fn write(folder: &Path, parents: &[&str], name: &str, content: &[u8]) -> Result<(), String> {
        let say = |error: io::Error| error.to_string();
        fs::create_dir_all(folder).map_err(say)?;
        let mut at = OwnedFd::from(File::open(folder).map_err(say)?);
        for parent in parents {
            match mkdirat(&at, *parent, Mode::from(0o777)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(say(error.into())),
            }
            at = openat(&at, *parent, FOLDER, Mode::empty()).map_err(|error| match error {
                Errno::LOOP | Errno::NOTDIR => {
                    format!("`{parent}` is a link or no folder, and is not followed")
                }
                error => say(error.into()),
            })?;
        }
        match statat(&at, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(about) if FileType::from_raw_mode(about.st_mode) != FileType::RegularFile => {
                return Err("a link, or something that is no file, has its place".to_owned());
            }
            Ok(_) | Err(Errno::NOENT) => {}
            Err(error) => return Err(say(error.into())),
        }
        let (draft, mut file) = draft(&at, name).map_err(|error| say(error.into()))?;
        let done =
            file.write_all(content).and_then(|()| renameat(&at, &*draft, &at, name).map_err(io::Error::from));
        done.map_err(|error| {
            // What is half written must not stay; that it cannot be removed changes nothing.
            let _ = unlinkat(&at, &*draft, AtFlags::empty());
            say(error)
        })
    }

    /// A new file beside the one to replace.
    fn draft(at: &OwnedFd, name: &str) -> Result<(String, File), Errno> {
        let mut number = 0u32;
        loop {
            let draft = format!(".{name}.{}-{number}", std::process::id());
            match openat(at, &*draft, NEW_FILE, Mode::from(0o666)) {
                Ok(file) => return Ok((draft, File::from(file))),
                Err(Errno::EXIST) if number < 100 => number = number.saturating_add(1),
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::path::Path;

    pub(super) fn write(_: &Path, _: &[&str], _: &str, _: &[u8]) -> Result<(), String> {
        Err("this system has no way to do so without following links: take the text that is printed"
            .to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_climbs_out() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        for path in ["../x", "/x", "a/../../x", "", ".", "a//b", "./x", "a/", "..", "a\\..\\x", "c:x", "a\0b"]
        {
            let file = SettingsFile { path: path.to_owned(), content: "x".to_owned() };
            let failure = write(&inner, &[file]).unwrap_err();
            assert!(failure.message.ends_with("the path leads out of the folder"), "{path}: {failure:?}");
        }
        assert!(!inner.exists() && std::fs::read_dir(folder.path()).unwrap().next().is_none());
    }
}
