//! How a command ends: an exit code, or the fault that kept it from its work.
//!
//! The codes are those of every help text. A fault carries the sentence that is printed on stderr; it says what to do.
//! A closed pipe is no fault of anybody: whoever read has seen enough.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// The exit codes; 3 outranks 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    Clean = 0,
    Findings = 1,
    Usage = 2,
    CouldNotJudge = 3,
    Internal = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a command ended early.
#[derive(Debug)]
pub(super) enum Fault {
    /// The arguments make no sense together.
    Usage(String),
    /// A file cannot be read or written.
    CouldNotJudge(String),
    /// The fault has been shown already, as diagnostics of a contract file.
    Shown,
    /// Whoever read stdout has gone.
    ClosedPipe,
    /// A fault of this program or its machine.
    Internal(String),
}

impl Fault {
    /// What it means when stdout cannot be written.
    pub(super) fn of_stdout(error: &io::Error) -> Fault {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Fault::ClosedPipe
        } else {
            Fault::Internal(format!("cannot write to stdout: {error}"))
        }
    }

    pub(super) fn exit(&self) -> Exit {
        match self {
            Fault::Usage(_) => Exit::Usage,
            Fault::CouldNotJudge(_) | Fault::Shown => Exit::CouldNotJudge,
            Fault::ClosedPipe => Exit::Clean,
            Fault::Internal(_) => Exit::Internal,
        }
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Fault {
        Fault::Internal(format!("cannot write JSON: {error}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Usage(message) | Fault::CouldNotJudge(message) => f.write_str(message),
            Fault::Internal(message) => write!(f, "internal: {message}"),
            Fault::Shown | Fault::ClosedPipe => Ok(()),
        }
    }
}
