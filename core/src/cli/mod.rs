//! The command line, the same code behind the binary, `npx callgate` and `python -m callgate`.
//!
//! The one part of the crate that reads and writes files; everything else is asked of
//! [`crate::wire`], as any binding asks. One file per subcommand:
//!
//! | file | concern |
//! | --- | --- |
//! | `check.rs` `decide.rs` `explain.rs` `why.rs` `test.rs` `diff.rs` `render.rs` `pin.rs` `transcript.rs` `schema.rs` | the subcommands |
//! | `hook.rs` | the subcommand that a harness runs before each call |
//! | `options.rs` | options that several subcommands share: the gate's and the call's |
//! | `session.rs` | streams, exit codes, failures |
//! | `source.rs` | files and standard input |
//! | `folder.rs` | files written below a folder, and nowhere else |
//! | `catalogs.rs` | what `--catalog` takes |
//! | `answer.rs` | wire JSON read back, for people |
//! | `report.rs` `snippet.rs` | diagnostics with the line they are about, nothing secret in it |
//! | `paint.rs` `visible.rs` | colour, tables, and text from documents made harmless |

mod answer;
mod catalogs;
mod check;
mod decide;
mod diff;
mod explain;
mod folder;
mod hook;
mod options;
mod paint;
mod pin;
mod render;
mod report;
mod schema;
mod session;
mod snippet;
mod source;
mod test;
mod transcript;
mod visible;
mod why;

pub use session::{Exit, Io, Stream};

use std::ffi::OsString;
use std::io::IsTerminal as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};
use session::{Failure, Session};

/// One policy for the tool calls of AI agents: check it, ask it, test it.
#[derive(Parser)]
#[command(
    name = "callgate",
    bin_name = "callgate",
    version,
    no_binary_name = true,
    arg_required_else_help = true
)]
#[command(disable_help_subcommand = true, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Text for people, or the JSON that the bindings give
    #[arg(long, global = true, value_enum, default_value_t, help_heading = "Output")]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  callgate check agent.json
  callgate decide agent.json --server internal-search --tool fetch_doc
  callgate explain agent.json --tool Bash --args '{\"command\": \"git push\"}'
  callgate why agent.json --server internal-search --tool fetch_doc --catalog tools.json
  callgate test agent.json cases.json
  callgate diff old.json new.json
  callgate render agent.json --harness claude --out .
  callgate pin agent.json --catalog tools.json > pins.json

`-` as a file reads standard input. Exit code: 0 it holds; 1 a document is invalid, a case fails, or
`decide` does not say allow; 2 wrong usage or an unreadable file. `hook` has its own: 0 an answer, 2
any failure.";

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Decide(decide::Decide),
    Explain(explain::Explain),
    Why(why::Why),
    Test(test::Test),
    Diff(diff::Diff),
    Render(render::Render),
    Pin(pin::Pin),
    Transcript(transcript::Transcript),
    Hook(hook::Hook),
    Schema(schema::Schema),
}

// Text for people, or the JSON that the bindings give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    #[default]
    Human,
    Json,
}

/// Runs one command: `args` without the program's own name. Gives the exit code; never panics, also
/// when a stream is closed early.
pub fn run(args: impl IntoIterator<Item = OsString>, io: Io<'_>) -> Exit {
    let mut session = Session::new(io);
    // A panic would end the process with a code that a hook's caller takes for consent (HARN-15).
    let exit = catch_unwind(AssertUnwindSafe(|| obey(args, &mut session)))
        .unwrap_or_else(|_| session.fail(&Failure::new("callgate itself is at fault: it panicked")));
    session.finish(exit)
}

fn obey(args: impl IntoIterator<Item = OsString>, session: &mut Session<'_>) -> Exit {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return usage(error, session),
    };
    session.format = cli.format;
    let done = match &cli.command {
        Command::Check(command) => command.run(session),
        Command::Decide(command) => command.run(session),
        Command::Explain(command) => command.run(session),
        Command::Why(command) => command.run(session),
        Command::Test(command) => command.run(session),
        Command::Diff(command) => command.run(session),
        Command::Render(command) => command.run(session),
        Command::Pin(command) => command.run(session),
        Command::Transcript(command) => command.run(session),
        Command::Hook(command) => command.run(session),
        Command::Schema(command) => command.run(session),
    };
    done.unwrap_or_else(|failure| session.fail(&failure))
}

/// [`run`] on the process's own streams, in colour where they are terminals and `NO_COLOR` is not set.
pub fn run_standard(args: impl IntoIterator<Item = OsString>) -> Exit {
    let colour = |choice| choice != anstream::ColorChoice::Never;
    let (stdin, stdout, stderr) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
    let stdout_colour = colour(anstream::AutoStream::choice(&stdout));
    let stderr_colour = colour(anstream::AutoStream::choice(&stderr));
    let (stdout_terminal, stderr_terminal) = (stdout.is_terminal(), stderr.is_terminal());
    run(
        args,
        Io {
            stdin: &mut stdin.lock(),
            stdout: Stream { out: &mut stdout.lock(), is_terminal: stdout_terminal, colour: stdout_colour },
            stderr: Stream { out: &mut stderr.lock(), is_terminal: stderr_terminal, colour: stderr_colour },
        },
    )
}

/// Help and version on standard output; wrong usage on standard error, without the words that were
/// not understood where they may be an argument's value that lost its option.
fn usage(mut error: clap::Error, session: &mut Session<'_>) -> Exit {
    if !error.use_stderr() {
        let help = error.render();
        let text = if session.stdout.colour { help.ansi().to_string() } else { help.to_string() };
        session.stdout.write(&text);
        return Exit::Holds;
    }
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg)
        && !is_option(word)
    {
        error.insert(ContextKind::InvalidArg, ContextValue::String("…".into()));
        error.remove(ContextKind::Suggested);
    }
    let text = error.render().to_string();
    session.stderr.write(&visible::lines(&text));
    Exit::Unusable
}

/// Whether a word is an option's name, or the placeholder of a file in a usage line.
fn is_option(word: &str) -> bool {
    let name = word.split([' ', '=']).next().unwrap_or(word);
    name.starts_with(['-', '<'])
        && name.chars().all(|character| character.is_ascii_alphanumeric() || "-_<>.".contains(character))
}
