//! Rules on shell commands against a real shell: what an allow on `ok` matches runs nothing but
//! `ok`, and what runs `evil` is matched by a deny on it (PERM-22, PERM-23).
//!
//! Commands are put together at random from pieces and run by bash in an empty folder. Set
//! `CALLGATE_SHELL_CASES` for a longer run and `CALLGATE_SHELL_SEED` for another one.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test, whose helpers clippy does not know as such"
)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use callgate::document::{AuthorRule, RuleList};
use callgate::json::{Kind, Member, Value};
use callgate::permission::Permission;
use callgate::rule::{Arguments, Given, Rules, Target};

/// Programs that start others, as far as the machine has them.
const RUNNERS: [&str; 9] = ["env", "xargs", "nohup", "timeout", "nice", "sh", "bash", "setsid", "stdbuf"];

struct Shell {
    root: PathBuf,
    bash: PathBuf,
}

/// What a command did.
struct Outcome {
    evil: bool,
    /// It ran a program that is neither, wrote a file, or set off something else.
    other: bool,
}

impl Shell {
    fn new(name: &str) -> Option<Self> {
        let find = |program: &str| {
            ["/bin", "/usr/bin"].iter().map(|dir| Path::new(dir).join(program)).find(|path| path.exists())
        };
        let bash = find("bash")?;
        let root = std::env::temp_dir().join(format!("callgate-{name}-{}", std::process::id()));
        let programs = root.join("bin");
        fs::create_dir_all(&programs).unwrap();
        for (program, says) in [("ok", "ok"), ("evil", "evil")] {
            let path = programs.join(program);
            fs::write(&path, format!("#!{}\necho {says} >> \"$CALLGATE_LOG\"\n", bash.display())).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        for runner in RUNNERS {
            if let Some(path) = find(runner) {
                symlink(path, programs.join(runner)).unwrap();
            }
        }
        Some(Self { root, bash })
    }

    fn run(&self, command: &str) -> Outcome {
        let folder = self.root.join("work");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        symlink(self.root.join("bin"), folder.join("bin")).unwrap();
        let log = self.root.join("log");
        fs::write(&log, "").unwrap();
        // A name that is not found is a program that another machine may have.
        let script = format!(
            "command_not_found_handle() {{ echo other >> \"$CALLGATE_LOG\"; }}\nexport -f command_not_found_handle\n\
            ulimit -u 500 2>/dev/null\nexport PATH={}\nexec {} -c \"$1\"",
            self.root.join("bin").display(),
            self.bash.display()
        );
        // The output is read until all that runs in the background has let go of it.
        Command::new("/usr/bin/timeout")
            .args(["-s", "KILL", "2"])
            .arg(&self.bash)
            .args(["-c", &script, "bash", command])
            .current_dir(&folder)
            .env("CALLGATE_LOG", &log)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let log = fs::read_to_string(&log).unwrap();
        let files = fs::read_dir(&folder).unwrap().count();
        Outcome { evil: log.contains("evil"), other: log.contains("other") || files > 1 }
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn matches(pattern: &str, permission: Permission, command: &str) -> bool {
    let rule = AuthorRule { list: RuleList::Runner, index: 0, pattern, permission };
    let rules = Rules::compile(&[rule], &[]);
    let value = Value { start: 0, kind: Kind::String(command.into()) };
    let member = Member { key: "command".into(), key_start: 0, value };
    let object = Value { start: 0, kind: Kind::Object(vec![member]) };
    let arguments = Arguments::read(Some(&object));
    rules.strictest(Target::Builtin { tool: "Bash" }, Given::Call(&arguments)).is_some()
}

/// A small generator of numbers, so that a seed gives the same commands everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end
    }

    fn command(&mut self, pieces: &[&str], blanks: usize) -> String {
        let mut command = String::new();
        for _ in 0..1 + self.below(9) {
            command.push_str(pieces[self.below(pieces.len())]);
            if self.below(10) < blanks {
                command.push(' ');
            }
        }
        command
    }
}

fn setting(name: &str, default: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn what_an_allow_matches_runs_nothing_else() {
    let Some(shell) = Shell::new("allow") else {
        return eprintln!("no bash on this machine: nothing to compare with");
    };
    let pieces = [
        "ok",
        "ok ",
        " ok ",
        "ok x",
        "evil",
        " evil",
        "x",
        ";",
        "&&",
        "||",
        "|",
        "|&",
        "&",
        "\n",
        "\n",
        " ",
        "\t",
        "'",
        "\"",
        "\\",
        "\\\n",
        "$(",
        ")",
        "(",
        "`",
        "{",
        "}",
        "<",
        ">",
        ">f",
        "2>&1",
        " 2>&1",
        "22>&1",
        "2>&1x",
        "<<E",
        "E",
        "#",
        "!",
        "*",
        "~",
        "A=1 ",
        "PATH=.",
        "$IFS",
        "${IFS}",
        "$'",
        "=",
        "\r",
        "\u{a0}",
        "\u{2028}",
        "-",
        "+",
        ",",
        "%",
        ":",
        "@",
        "[",
        "]",
        "if ",
        "then ",
        "fi",
        "time ",
        "exec ",
        "eval ",
        "alias ok=evil",
        "ok() ",
        "function ok ",
        "case ok in ok)",
        ";;",
        "coproc ",
        "trap ",
    ];
    let mut numbers = Numbers(setting("CALLGATE_SHELL_SEED", 1) as u64);
    let mut allowed = 0;
    while allowed < setting("CALLGATE_SHELL_CASES", 40) {
        let command = format!("ok{}", numbers.command(&pieces, 3));
        if matches("Bash(ok:*)", Permission::Allow, &command) {
            allowed += 1;
            let outcome = shell.run(&command);
            assert!(!outcome.evil && !outcome.other, "{command:?} was allowed");
        }
    }
}

#[test]
fn what_runs_a_command_is_matched_by_a_deny_on_it() {
    let Some(shell) = Shell::new("deny") else {
        return eprintln!("no bash on this machine: nothing to compare with");
    };
    let pieces = [
        "evil",
        "evil",
        "evil ",
        "e\\vil",
        "'evil'",
        "\"ev\"il",
        "ev\\\nil",
        "bin/evil",
        "./bin/'evil'",
        "$'evil'",
        "ok",
        "x",
        "x ",
        "-n 5",
        "-i",
        "5",
        "-u A",
        ";",
        "; ",
        "&&",
        "||",
        "|",
        "|&",
        "&",
        "\n",
        "\n",
        "'",
        "\"",
        "\\",
        "\\\n",
        "$(",
        ")",
        "(",
        "`",
        "{ ",
        " }",
        "{",
        "}",
        ",",
        ">f",
        "> f ",
        ">>f",
        "2>&1 ",
        "&>f ",
        "<f",
        "<<E\n",
        "\nE\n",
        "<<<",
        "<<'E'\n",
        "#",
        "# ",
        "# '",
        "! ",
        "A=1 ",
        "A='b c' ",
        "A=\"b c\" ",
        "A=b\\ c ",
        "A=(",
        "A+=1 ",
        "A[0]=1 ",
        "if ",
        "then ",
        "else ",
        "elif ",
        "fi",
        "while ",
        "until ",
        "do ",
        "done",
        "case x in x) ",
        ";; ",
        "esac",
        "for i in 1",
        "[[ ",
        " ]]",
        "((",
        "))",
        "time ",
        "exec ",
        "exec -a b ",
        "eval ",
        "command ",
        "command -p ",
        "builtin ",
        "coproc ",
        "env ",
        "env A=1 ",
        "env -i ",
        "env -S '",
        "xargs ",
        "xargs -n1 ",
        "nohup ",
        "timeout 2 ",
        "timeout -s KILL 2 ",
        "nice ",
        "nice -n 5 ",
        "sh -c ",
        "sh -c '",
        "bash -c \"",
        "bash -ec '",
        "sh -s ",
        "setsid ",
        "stdbuf -o0 ",
        "trap ",
        " EXIT",
        "$\"",
        "${x:-",
        "=",
        "bin/env ",
    ];
    let mut numbers = Numbers(setting("CALLGATE_SHELL_SEED", 1) as u64);
    let mut evil = 0;
    while evil < setting("CALLGATE_SHELL_CASES", 40) {
        let command = numbers.command(&pieces, 5);
        if !command.contains("vil") {
            continue;
        }
        if shell.run(&command).evil {
            evil += 1;
            assert!(matches("Bash(evil:*)", Permission::Deny, &command), "{command:?} was not denied");
        }
    }
}
