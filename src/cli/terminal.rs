//! Where output goes and what it looks like there: colour, width, and text that is safe on stderr.
//!
//! The one place that asks the environment, and only for colour: no verdict depends on it. NO_COLOR outranks
//! FORCE_COLOR and CLICOLOR_FORCE, those outrank CLICOLOR=0 and TERM=dumb, and `--color` outranks all.

use std::io::{self, IsTerminal, Write};

use super::args::When;
use super::fault::Fault;
use crate::render::Look;
use crate::safe;

#[derive(Debug, Clone, Copy)]
pub(super) struct Terminal {
    when: When,
}

impl Terminal {
    pub(super) fn new(when: When) -> Terminal {
        Terminal { when }
    }

    /// The look of stdout: 80 columns unless it is a terminal.
    pub(super) fn stdout(self) -> Look {
        self.look(io::stdout().is_terminal(), terminal_size::terminal_size_of(io::stdout()))
    }

    /// The look of stderr.
    pub(super) fn stderr(self) -> Look {
        self.look(io::stderr().is_terminal(), terminal_size::terminal_size_of(io::stderr()))
    }

    /// Whether a person reads stderr, rather than a program.
    pub(super) fn stderr_is_for_people(self) -> bool {
        io::stderr().is_terminal()
    }

    /// The look of a file.
    pub(super) fn file(self) -> Look {
        Look { colour: self.when == When::Always, ..Look::default() }
    }

    fn look(self, is_terminal: bool, size: Option<(terminal_size::Width, terminal_size::Height)>) -> Look {
        let colour = match self.when {
            When::Always => true,
            When::Never => false,
            When::Auto => environment_wants_colour().unwrap_or(is_terminal),
        };
        let width = size.filter(|_| is_terminal).map_or(Look::default().width, |(width, _)| usize::from(width.0));
        Look { colour, width: width.clamp(40, 200) }
    }
}

#[expect(clippy::disallowed_methods, reason = "colour is what the environment may decide; no verdict depends on it")]
fn environment_wants_colour() -> Option<bool> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let on = |name: &str| set(name).is_some_and(|value| value != "0");
    if set("NO_COLOR").is_some() {
        Some(false)
    } else if on("FORCE_COLOR") || on("CLICOLOR_FORCE") {
        Some(true)
    } else if set("CLICOLOR").is_some_and(|value| value == "0") || set("TERM").is_some_and(|value| value == "dumb") {
        Some(false)
    } else {
        None
    }
}

/// Writes a whole result to stdout.
pub(super) fn print(text: &str) -> Result<(), Fault> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(|e| Fault::of_stdout(&e))
}

/// Says something on stderr that is not a result. If nobody listens there is nobody to tell.
pub(super) fn say(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", safe::escape(text));
}

/// Writes diagnostics, made safe by their renderer, to stderr.
pub(super) fn show(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
