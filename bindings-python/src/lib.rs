//! The Python extension module `callgate._native`: moves strings and handles between Python and
//! the core's JSON boundary, and turns errors into exceptions. Results become Python objects in
//! `callgate._results`, errors in `callgate._errors`.

mod host;

/// The compiled core.
#[pyo3::pymodule]
mod _native {
    use pyo3::prelude::*;

    /// JSON text of a host object, or of the refusal: what the tests of the conversion look at.
    #[pyfunction]
    fn _host_json(value: &Bound<'_, PyAny>) -> PyResult<(bool, String)> {
        match crate::host::write(value) {
            Ok(text) => Ok((true, text)),
            Err(crate::host::Refusal::NotJson { what, path }) => {
                Ok((false, crate::host::refusal_text(what, &path)))
            }
            Err(crate::host::Refusal::Raised(error)) => Err(error),
        }
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
