//! Runs the built binary: arguments, stdin, environment, and what came out, with paths of this machine left out.
//!
//! Each run starts in the directory of a [`Folder`], so that names in the output are the relative ones of the test.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A directory with the files of one test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn file(self, name: &str, bytes: impl AsRef<[u8]>) -> Folder {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let mut file = std::fs::File::create(path).unwrap();
        file.write_all(bytes.as_ref()).unwrap();
        self
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// `contract` with these arguments, split at blanks, run in this directory.
    pub(crate) fn contract(&self, arguments: &str) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_contract"));
        command.args(arguments.split_whitespace()).current_dir(self.path());
        for name in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RAYON_NUM_THREADS"] {
            command.env_remove(name);
        }
        Run { command, stdin: Vec::new() }
    }
}

/// A run that is being put together.
pub(crate) struct Run {
    command: Command,
    stdin: Vec<u8>,
}

impl Run {
    pub(crate) fn arg(mut self, argument: &str) -> Run {
        self.command.arg(argument);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Run {
        self.command.env(name, value);
        self
    }

    pub(crate) fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Run {
        self.stdin = bytes.into();
        self
    }

    /// Runs it to its end.
    pub(crate) fn run(mut self) -> Ended {
        let stdio = || Stdio::piped();
        let mut child = self.command.stdin(stdio()).stdout(stdio()).stderr(stdio()).spawn().unwrap();
        // The program may stop reading early; that is its right.
        let _ = child.stdin.take().unwrap().write_all(&self.stdin);
        let output = child.wait_with_output().unwrap();
        Ended {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs it with a stdout that nobody reads.
    pub(crate) fn run_into_closed_pipe(mut self) -> Ended {
        let mut child =
            self.command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        Ended { code: output.status.code(), stdout: String::new(), stderr }
    }
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl std::fmt::Display for Ended {
    /// All three, for a snapshot.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Ended { code, stdout, stderr } = self;
        write!(f, "exit: {}\n--- stdout\n{stdout}--- stderr\n{stderr}", code.unwrap_or(-1))
    }
}
