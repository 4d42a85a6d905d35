//! The streams of one run, its exit codes, and what goes wrong.

use std::io::{BufWriter, ErrorKind, Read, Write};

use super::Format;
use super::paint::{self, paint};
use super::visible::visible;

/// The streams of a run; bindings and tests pass theirs.
pub struct Io<'io> {
    /// Read when a file is `-`.
    pub stdin: &'io mut dyn Read,
    /// Answers.
    pub stdout: Stream<'io>,
    /// What went wrong, and what to do.
    pub stderr: Stream<'io>,
}

/// A stream to write to.
pub struct Stream<'io> {
    /// Where the text goes.
    pub out: &'io mut dyn Write,
    /// Whether a person's terminal shows it: then JSON, too, is written without characters that
    /// act on the terminal.
    pub is_terminal: bool,
    /// Whether to write in colour.
    pub colour: bool,
}

/// How a run ended; the number is the process's exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// The document is valid, the cases pass, the call is allowed.
    Holds = 0,
    /// A document is invalid, a case fails, or `decide` does not say allow. Never of `hook`.
    Fails = 1,
    /// Wrong usage, a file that could not be read, a panic; of `hook` every failure (HARN-15).
    Unusable = 2,
}

impl Exit {
    /// The process's exit code.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

/// Why a command could not be carried out: [`Exit::Unusable`].
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) message: String,
    pub(super) help: Option<String>,
}

impl Failure {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None }
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// The state of one run.
pub(super) struct Session<'io> {
    pub(super) stdin: Option<&'io mut dyn Read>,
    pub(super) stdout: Sink<'io>,
    pub(super) stderr: Sink<'io>,
    pub(super) format: Format,
}

impl<'io> Session<'io> {
    pub(super) fn new(io: Io<'io>) -> Self {
        let (stdout, stderr) = (Sink::new(io.stdout), Sink::new(io.stderr));
        Self { stdin: Some(io.stdin), stdout, stderr, format: Format::default() }
    }

    /// Says what went wrong.
    pub(super) fn fail(&mut self, failure: &Failure) -> Exit {
        let colour = self.stderr.colour;
        let mut text = format!("{} {}\n", paint(paint::ERROR, "error:", colour), visible(&failure.message));
        if let Some(help) = &failure.help {
            text.push_str(&format!("{} {}\n", paint(paint::HELP, "help:", colour), visible(help)));
        }
        self.stderr.write(&text);
        Exit::Unusable
    }

    /// Writes JSON and ends the line.
    pub(super) fn json(&mut self, json: &str) {
        let text = if self.stdout.is_terminal {
            super::visible::json(json)
        } else {
            std::borrow::Cow::Borrowed(json)
        };
        self.stdout.write(&text);
        self.stdout.write("\n");
    }

    /// Makes sure that the answer arrived, for a reader whom silence would mislead.
    pub(super) fn delivered(&mut self) -> Result<(), Failure> {
        self.stdout.flush();
        match &self.stdout.failed {
            None => Ok(()),
            Some(error) => Err(Failure::new(format!("cannot write the answer: {error}"))),
        }
    }

    /// Flushes. A reader that went away changes nothing; a full disk does.
    pub(super) fn finish(mut self, exit: Exit) -> Exit {
        self.stdout.flush();
        let exit = match self.stdout.failed.take() {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => {
                self.fail(&Failure::new(format!("cannot write the answer: {error}")))
            }
            _ => exit,
        };
        self.stderr.flush();
        exit
    }
}

/// A buffered stream that goes silent once it fails.
pub(super) struct Sink<'io> {
    out: BufWriter<&'io mut dyn Write>,
    failed: Option<std::io::Error>,
    pub(super) is_terminal: bool,
    pub(super) colour: bool,
}

impl<'io> Sink<'io> {
    fn new(stream: Stream<'io>) -> Self {
        let Stream { out, is_terminal, colour } = stream;
        Self { out: BufWriter::new(out), failed: None, is_terminal, colour }
    }

    pub(super) fn write(&mut self, text: &str) {
        if self.failed.is_none() {
            self.failed = self.out.write_all(text.as_bytes()).err();
        }
    }

    fn flush(&mut self) {
        if self.failed.is_none() {
            self.failed = self.out.flush().err();
        }
    }
}
