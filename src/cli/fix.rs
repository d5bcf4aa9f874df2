//! `contract fix`: accepted returns in canonical form, in place; with `--diff`, what would change.
//!
//! In: paths, or stdin whose fixed text goes to stdout. Out: files that are replaced whole, each by a rename, so that
//! one is never half written. A return without a value is left alone and makes the exit code 1, and so does one of
//! which something could not be mended: without `--unsafe` nothing is dropped or interpreted. What a changed file does
//! not show, a byte order mark or line ends, is said on stderr.

use std::io::Write as _;
use std::path::Path;

use similar::TextDiff;
use tempfile::NamedTempFile;

use super::args::FixArgs;
use super::fault::{Exit, Fault};
use super::input::{Input, reason};
use super::judging::Judge;
use super::terminal::{Terminal, print, say};
use crate::fix::{Fixed, fix};
use crate::limits;
use crate::render::{line, outcome_words};
use crate::safe;

pub(super) fn run(args: &FixArgs, terminal: Terminal) -> Result<Exit, Fault> {
    let judge = Judge::from_args(&args.judging, terminal)?;
    let (mut unreadable, mut left, mut changed) = (0, 0, 0);
    for path in &args.paths {
        let input = Input::from_arg(path);
        let name = line(&input.name());
        let bytes = match input.read(limits::RETURN_BYTES) {
            Ok(bytes) => bytes,
            Err(message) => {
                say(&format!("error: {message}"));
                unreadable += 1;
                continue;
            }
        };
        let (source, parsed) = judge.read(&bytes);
        let fixed = fix(&source, &judge.contract, &parsed, &judge.options, args.drop_too);
        let Some(Fixed { text, held_back, resists, unseen }) = fixed else {
            say(&format!("{name}: {}, nothing to fix; `contract check` says why", outcome_words(parsed.outcome)));
            left += 1;
            // As a filter it passes on what it cannot mend.
            if let (Input::Stdin, false, Ok(text)) = (&input, args.diff, std::str::from_utf8(&bytes)) {
                print(text)?;
            }
            continue;
        };
        if held_back > 0 {
            let edits = if held_back == 1 { "one edit".to_owned() } else { format!("{held_back} edits") };
            say(&format!("{name}: {edits} held back, dropping or interpreting what was written; --unsafe makes them"));
        }
        if resists {
            say(&format!("{name}: left as it is, since written anew it would not read the same"));
        }
        left += usize::from(held_back > 0 || resists);
        if !unseen.is_empty() {
            say(&format!("{name}: {}", unseen.join(", ")));
        }
        let differs = text != source.text();
        changed += usize::from(differs);
        if args.diff {
            print(&diff(&name, source.text(), &text))?;
        } else if input == Input::Stdin {
            print(&text)?;
        } else if differs {
            replace(path, &text).map_err(|e| Fault::CouldNotJudge(format!("cannot write {name}: {}", reason(&e))))?;
        }
    }
    let verb = if args.diff { "would change" } else { "changed" };
    say(&format!("{verb} {changed} of {}", args.paths.len()));
    Ok(match (unreadable, left) {
        (0, 0) => Exit::Clean,
        (0, _) if args.judging.exit_zero => Exit::Clean,
        (0, _) => Exit::Findings,
        _ => Exit::CouldNotJudge,
    })
}

/// The lines that differ. Line ends are shown where they are part of the difference.
fn diff(name: &str, old: &str, new: &str) -> String {
    let lone = |text: &str| text.replace("\r\n", "").contains('\r');
    let mixed = |text: &str| text.contains("\r\n") && text.replace("\r\n", "").contains('\n');
    let plain = ![old, new].iter().any(|text| lone(text) || mixed(text)) && old.contains('\r') == new.contains('\r');
    let line = |line: &str| match line.strip_suffix('\r') {
        Some(line) if plain => line.to_owned(),
        Some(line) => line.replace('\r', "\\r\n") + "\\r",
        None => line.replace('\r', "\\r\n"),
    };
    let shown = |text: &str| text.split('\n').map(line).collect::<Vec<_>>().join("\n");
    let (old, new) = (shown(old), shown(new));
    let diff = TextDiff::from_lines(old.as_str(), new.as_str());
    safe::escape(&diff.unified_diff().header(name, name).to_string()).into_owned()
}

/// Puts a new file in the place of an old one, with its permissions.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    let path = path.canonicalize()?;
    let permissions = path.metadata()?.permissions();
    let mut file = NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.as_file().set_permissions(permissions)?;
    file.persist(&path).map_err(|e| e.error)?;
    Ok(())
}
