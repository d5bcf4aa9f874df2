//! Where results go: stdout, or a file for each `FORMAT:FILE`.
//!
//! In: what was asked for, then one checked text after another, in input order. Out: bytes. Rendering happens on the
//! worker threads ([`Output::render`]); writing is one thread's business, so order never depends on the machine.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::args;
use super::fault::Fault;
use super::input::{Input, reason};
use super::terminal::Terminal;
use crate::render::json::{self, Report};
use crate::render::{self, Checked, Format, Look, Summary, line};

/// One thing that was asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Output {
    format: Format,
    look: Look,
}

/// One checked text in one format.
#[derive(Debug)]
pub(super) enum Rendered {
    Text(String),
    /// Kept until the envelope can be closed.
    Report(Box<Report>),
}

impl Output {
    pub(super) fn render(&self, checked: &Checked<'_>) -> Result<Rendered, serde_json::Error> {
        Ok(match self.format {
            Format::Human => Rendered::Text(render::human(checked, self.look)),
            Format::Concise => {
                Rendered::Text(render::concise(checked.name, checked.source, &checked.parsed.diagnostics))
            }
            Format::Json => Rendered::Report(Box::new(Report::of(checked))),
            Format::Jsonl => Rendered::Text(json::line(&Report::of(checked))?),
        })
    }
}

/// An output, and where it goes.
pub(super) struct Sink {
    pub(super) output: Output,
    to: Box<dyn Write>,
    /// Nothing means stdout.
    file: Option<String>,
    reports: Vec<Report>,
    written: usize,
}

impl Sink {
    /// Opens every output; `human` on a terminal and `concise` elsewhere when none was asked for.
    pub(super) fn open(asked: &[args::Output], inputs: &[Input], terminal: Terminal) -> Result<Vec<Sink>, Fault> {
        if asked.iter().filter(|o| o.file.is_none()).count() > 1 {
            let message = "two formats on stdout would mix; send all but one to a file: --format json:FILE";
            return Err(Fault::Usage(message.into()));
        }
        let files: Vec<&Path> = asked.iter().filter_map(|o| o.file.as_deref()).collect();
        let real: Vec<PathBuf> = files.iter().map(|file| real_path(file)).collect();
        if real.iter().any(|file| inputs.iter().any(|input| input.path().is_some_and(|path| real_path(path) == *file)))
        {
            return Err(Fault::Usage("an output file is also an input, which it would overwrite".into()));
        }
        if real.iter().enumerate().any(|(n, file)| real.iter().take(n).any(|earlier| earlier == file)) {
            return Err(Fault::Usage("two formats into one file would overwrite each other".into()));
        }
        if asked.is_empty() {
            let format = if io::stdout().is_terminal() { Format::Human } else { Format::Concise };
            return Ok(vec![Sink::stdout(format, terminal)]);
        }
        asked
            .iter()
            .map(|output| match &output.file {
                None => Ok(Sink::stdout(output.format, terminal)),
                Some(path) => Sink::file(output.format, path, terminal),
            })
            .collect()
    }

    fn stdout(format: Format, terminal: Terminal) -> Sink {
        Sink::new(Output { format, look: terminal.stdout() }, Box::new(BufWriter::new(io::stdout())), None)
    }

    fn file(format: Format, path: &Path, terminal: Terminal) -> Result<Sink, Fault> {
        let name = line(&path.to_string_lossy());
        let file = File::create(path).map_err(|error| cannot_write(&name, &error))?;
        Ok(Sink::new(Output { format, look: terminal.file() }, Box::new(BufWriter::new(file)), Some(name)))
    }

    fn new(output: Output, to: Box<dyn Write>, file: Option<String>) -> Sink {
        Sink { output, to, file, reports: Vec::new(), written: 0 }
    }

    /// Takes the next text in input order.
    pub(super) fn take(&mut self, rendered: Rendered) -> Result<(), Fault> {
        match rendered {
            Rendered::Report(report) => self.reports.push(*report),
            Rendered::Text(text) => {
                if self.output.format == Format::Human && self.written > 0 {
                    self.write("\n")?;
                }
                self.written += 1;
                self.write(&text)?;
            }
        }
        Ok(())
    }

    /// Sends on what was written so far.
    pub(super) fn flush(&mut self) -> Result<(), Fault> {
        self.to.flush().map_err(|error| self.fault(&error))
    }

    /// Closes the output.
    pub(super) fn finish(mut self, summary: &Summary) -> Result<(), Fault> {
        if self.output.format == Format::Json {
            let envelope = json::envelope(&self.reports, summary)?;
            self.write(&envelope)?;
        }
        self.flush()
    }

    fn write(&mut self, text: &str) -> Result<(), Fault> {
        self.to.write_all(text.as_bytes()).map_err(|error| self.fault(&error))
    }

    fn fault(&self, error: &io::Error) -> Fault {
        match &self.file {
            None => Fault::of_stdout(error),
            Some(name) => cannot_write(name, error),
        }
    }
}

fn cannot_write(name: &str, error: &io::Error) -> Fault {
    Fault::CouldNotJudge(format!("cannot write {name}: {}", reason(error)))
}

/// The path with links resolved; of a file that is not there yet, its directory's.
fn real_path(path: &Path) -> PathBuf {
    let whole = path.canonicalize();
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    whole
        .or_else(|_| parent.canonicalize().map(|p| p.join(path.file_name().unwrap_or_default())))
        .unwrap_or_else(|_| path.to_owned())
}
