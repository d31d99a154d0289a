//! Runs the command line in a test's own folder.
#![allow(dead_code, reason = "every test uses a part of it")]
#![allow(
    clippy::print_stdout,
    reason = "what is skipped is for who runs the tests"
)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value as Json;

/// What a command printed and how it ended.
pub struct Run {
    /// The exit status; `None` where a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Run {
    fn of(output: &Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).to_string(),
            err: String::from_utf8_lossy(&output.stderr).to_string(),
        }
    }

    /// Checks the exit status and parts of the output; returns standard output.
    #[track_caller]
    pub fn ends(self, code: i32, parts: &[&str]) -> String {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        for part in parts {
            assert!(
                self.out.contains(part) || self.err.contains(part),
                "no {part:?} in\n{}\n{}",
                self.out,
                self.err
            );
        }
        self.out
    }
}

/// Runs the command line in a folder.
pub fn run(folder: &Path, arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_levels-gen"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    Run::of(&output)
}

/// A folder that is removed after the test.
pub fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"))
}

/// Writes a file in a folder.
pub fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
}

/// The text of a file in a folder.
pub fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// A text as JSON.
pub fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

/// Runs a script of the shell `bash` in a folder; `levels-gen` is the command under test.
pub fn shell(folder: &Path, script: &str) -> Run {
    let mut command = Command::new("bash");
    command.arg("-c").arg(script);
    finished(command, folder)
}

/// Runs a script as [`shell`] does, in its own mount namespace, so that it may mount small and
/// read-only file systems. If this user may not, prints that and returns `None`.
pub fn shell_that_mounts(folder: &Path, script: &str) -> Option<Run> {
    let may = Command::new("unshare")
        .args(["-m", "mount", "-t", "tmpfs", "none", "/mnt"])
        .stderr(Stdio::null())
        .status();
    if !may.is_ok_and(|status| status.success()) {
        println!("skipped: nothing can be mounted here (not root, or no `unshare`)");
        return None;
    }
    let mut command = Command::new("unshare");
    command.args(["-m", "bash", "-c"]).arg(script);
    Some(finished(command, folder))
}

fn finished(mut command: Command, folder: &Path) -> Run {
    let binary = Path::new(env!("CARGO_BIN_EXE_levels-gen"));
    let path = std::env::var("PATH").unwrap_or_default();
    let binaries = binary.parent().unwrap_or(Path::new(""));
    let output = command
        .env("PATH", format!("{}:{path}", binaries.display()))
        .current_dir(folder)
        .output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    Run::of(&output)
}

/// Starts a command in a folder, silently.
pub fn start(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_levels-gen"))
        .args(arguments)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|fault| panic!("{fault}"))
}

/// The exit status and standard error.
#[track_caller]
pub fn end(child: Child) -> (Option<i32>, String) {
    let output = child
        .wait_with_output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).to_string(),
    )
}
