//! `contract check`: many returns by one contract.
//!
//! In: paths in the order given, a path given twice being checked twice. Out: results on stdout or in files, in that
//! order whatever the number of threads; the count and what could not be read on stderr. One unreadable file does not
//! stop the others; it makes the exit code 3.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;

use super::args::CheckArgs;
use super::fault::{Exit, Fault};
use super::input::Input;
use super::judging::Judge;
use super::output::{Output, Rendered, Sink};
use super::terminal::{Terminal, say};
use crate::limits;
use crate::parsed::Outcome;
use crate::render::{Checked, Summary};

/// Files that are judged before their results are written: bounds memory, and begins output early.
const BATCH: usize = 256;
/// From this many files on a terminal sees a progress bar.
const MANY: usize = 50;

/// One judged text.
struct Judged {
    outcome: Outcome,
    finding: bool,
    rendered: Vec<Rendered>,
}

pub(super) fn run(args: &CheckArgs, terminal: Terminal) -> Result<Exit, Fault> {
    let inputs: Vec<Input> = args.paths.iter().map(|path| Input::from_arg(path)).collect();
    if inputs.is_empty() {
        return Err(Fault::Usage("nothing to check; name files, or `-` for stdin".into()));
    }
    if inputs.iter().filter(|input| **input == Input::Stdin).count() > 1 {
        return Err(Fault::Usage("stdin can be read once; give `-` once".into()));
    }
    let judge = Judge::from_args(&args.judging, terminal)?;
    let mut sinks = Sink::open(&args.format, &inputs, terminal)?;
    let outputs: Vec<Output> = sinks.iter().map(|sink| sink.output).collect();

    let bar = progress(inputs.len());
    let mut tally = Tally::default();
    for batch in inputs.chunks(BATCH) {
        let judged: Vec<Result<Judged, Fault>> = batch
            .par_iter()
            .map(|input| {
                let judged = judge_one(input, &judge, &outputs);
                bar.inc(1);
                judged
            })
            .collect();
        bar.suspend(|| tally.take(judged, &mut sinks))?;
    }
    bar.finish_and_clear();
    for sink in sinks {
        sink.finish(&tally.summary)?;
    }
    say(&tally.closing());
    Ok(tally.exit())
}

/// What all texts together came to.
#[derive(Default)]
struct Tally {
    summary: Summary,
    unreadable: usize,
    findings: bool,
}

impl Tally {
    /// Writes the results of one batch, in order, and says what could not be read.
    fn take(&mut self, judged: Vec<Result<Judged, Fault>>, sinks: &mut [Sink]) -> Result<(), Fault> {
        for judged in judged {
            match judged {
                Ok(judged) => {
                    self.summary.count(judged.outcome);
                    self.findings |= judged.finding;
                    sinks.iter_mut().zip(judged.rendered).try_for_each(|(sink, text)| sink.take(text))?;
                }
                Err(Fault::CouldNotJudge(message)) => {
                    self.unreadable += 1;
                    say(&format!("error: {message}"));
                }
                Err(fault) => return Err(fault),
            }
        }
        sinks.iter_mut().try_for_each(Sink::flush)
    }

    fn closing(&self) -> String {
        match self.unreadable {
            0 => self.summary.to_string(),
            n => format!("{}; {n} could not be read", self.summary),
        }
    }

    fn exit(&self) -> Exit {
        match (self.unreadable, self.findings) {
            (0, false) => Exit::Clean,
            (0, true) => Exit::Findings,
            _ => Exit::CouldNotJudge,
        }
    }
}

fn judge_one(input: &Input, judge: &Judge, outputs: &[Output]) -> Result<Judged, Fault> {
    let bytes = input.read(limits::RETURN_BYTES).map_err(Fault::CouldNotJudge)?;
    let (source, parsed) = judge.read(&bytes);
    let checked = Checked { name: &input.name(), contract: &judge.contract, source: &source, parsed: &parsed };
    let rendered = outputs.iter().map(|output| output.render(&checked)).collect::<Result<_, _>>()?;
    Ok(Judged { outcome: parsed.outcome, finding: judge.is_finding(&parsed), rendered })
}

/// A bar on stderr for many files; indicatif draws none unless stderr is a terminal.
fn progress(files: usize) -> ProgressBar {
    if files <= MANY {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::stderr());
    match ProgressStyle::with_template("checking {bar:30} {pos}/{len}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
