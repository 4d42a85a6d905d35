//! Renames that never lose a file: exchange two names, or take a name only when it is free
//! (TEAM-64). The standard libraries of Rust and Python have neither.

use std::os::fd::{BorrowedFd, RawFd};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use rustix::fs::{RenameFlags, renameat_with};

fn rename(directory: RawFd, from: &str, to: &str, flags: RenameFlags) -> PyResult<()> {
    if directory < 0 {
        return Err(PyValueError::new_err("no file descriptor: it is negative"));
    }
    // SAFETY: the caller holds the descriptor open for the length of this call, as for `os.rename`;
    // a number that is not open gives EBADF.
    #[expect(unsafe_code, reason = "Python's descriptors are plain numbers")]
    let directory = unsafe { BorrowedFd::borrow_raw(directory) };
    renameat_with(directory, from, directory, to, flags)
        .map_err(|error| PyOSError::new_err((error.raw_os_error(), std::io::Error::from(error).to_string())))
}

/// Exchanges two names in the directory, both of which must be there. Raises `OSError`.
#[pyfunction]
pub(crate) fn rename_exchange(directory: RawFd, one: &str, other: &str) -> PyResult<()> {
    rename(directory, one, other, RenameFlags::EXCHANGE)
}

/// Renames in the directory when the new name is free; raises `FileExistsError` when it is not.
#[pyfunction]
pub(crate) fn rename_if_free(directory: RawFd, from_: &str, to: &str) -> PyResult<()> {
    rename(directory, from_, to, RenameFlags::NOREPLACE)
}
