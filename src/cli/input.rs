//! Reads files and stdin, at most one byte beyond a limit, and names the file in every error.
//!
//! The only door by which texts come in. Bytes that are no text are not judged here: that is the reader's business.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::render::line;

/// Where a text comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Input {
    Stdin,
    File(PathBuf),
}

impl Input {
    /// `-` is stdin; a file of that name is `./-`.
    pub(super) fn from_arg(path: &Path) -> Input {
        if path.as_os_str() == "-" { Input::Stdin } else { Input::File(path.to_owned()) }
    }

    /// The file, unless it is stdin.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Input::Stdin => None,
            Input::File(path) => Some(path),
        }
    }

    /// The name as it is shown, not yet made safe.
    pub(super) fn name(&self) -> String {
        match self {
            Input::Stdin => "<stdin>".into(),
            Input::File(path) => path.to_string_lossy().into_owned(),
        }
    }

    /// All bytes, or the first `limit + 1`. The error is a sentence that names the file.
    pub(super) fn read(&self, limit: usize) -> Result<Vec<u8>, String> {
        let bytes = match self {
            Input::Stdin => bounded(io::stdin().lock(), limit),
            Input::File(path) => open(path).and_then(|file| bounded(file, limit)),
        };
        bytes.map_err(|error| format!("cannot read {}: {}", line(&self.name()), reason(&error)))
    }
}

fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(file)
}

fn bounded(from: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Why, in words that are the same on every machine where they can be.
pub(super) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        io::ErrorKind::IsADirectory => "it is a directory; name the files in it, for example with a glob".into(),
        _ => error.to_string(),
    }
}
