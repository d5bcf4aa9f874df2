//! One path of a file, kept as written (docs/reading.md, house rule 6).
//!
//! Blanks are part of a path. Quotes, ticks, link syntax, brackets, a final stop, a note behind the extension and a
//! lead-in of a closed table come off; anything that is not one file by its own words is refused. Whether the file
//! exists is another question, and nothing here touches a disk.

use crate::contract::Field;
use crate::dress::{Bare, Clean, Forms, Steps};
use crate::parsed::Value;
use crate::problem::Problem;
use crate::values::words::{self, first_of};
use crate::values::{Reading, text, undressed};

/// Words that may lead in a path.
pub(crate) const LEAD_INS: &[&str] =
    &["written to", "saved to", "saved at", "saved in", "stored at", "stored in", "see", "at"];

/// Words with which no path begins; a text that does is a sentence about a file.
pub(crate) const NO_PATH_BEGINS: &[&str] = &[
    "the", "a", "an", "in", "my", "our", "this", "that", "it", "i", "we", "is", "was", "file", "path", "under", "also",
    "here", "there", "as", "to", "into", "created", "updated", "wrote", "new", "no", "not", "please", "report",
    "output", "same", "above", "below", "inline", "attached", "both", "or", "and", "failed", "unable", "deleted",
    "removed", "will", "saved", "could", "cannot", "can't", "couldn't", "didn't", "written", "stored", "pending",
    "missing", "unsaved",
];

/// Single words that answer something else than which file.
const NO_FILE_WORDS: &[&str] = &[
    "yes", "no", "true", "false", "done", "ok", "completed", "failed", "missing", "unavailable", "tbc", "n.a", "see",
    "saved", "written", "stored", "skipped", "nowhere", "null/none", "value", "file", "path", "filename", "deleted",
    "removed", "draft", "etc", "others", "more", "all",
];

/// Words of a note by which the file is not there, or not what it should be.
const UNDONE: &[&str] = &[
    "not", "missing", "pending", "todo", "tbd", "planned", "unwritten", "failed", "never", "deleted", "removed",
    "denied", "draft", "unsaved", "lost", "incomplete", "partial", "partially", "unfinished", "empty", "but", "except",
    "however", "be",
];

/// Whole values that point to somewhere instead of naming a file.
const POINTERS: &[&str] = &[
    "above", "below", "see above", "see below", "inline", "attached", "here", "as above", "ditto", "same",
    "same as above", "this message", "stdout",
];

pub(super) fn read<'a>(field: &Field, raw: &'a str) -> Reading<'a> {
    undressed(field, raw, Forms::AsWritten, |mut bare, clean, mut steps| {
        match path_in(field, &mut bare, clean, &mut steps) {
            Err(problem) => Reading::refuse(problem, clean.raw, steps),
            Ok(path) => {
                if path.starts_with('~') || path.split(['/', '\\']).any(|part| part == "..") {
                    steps.push((Problem::ClimbingPath { path: path.to_owned() }, clean.at(path)));
                }
                Reading::value(Value::Text(path.to_owned()), steps)
            }
        }
    })
}

/// The path that is left when all that stands round it is off, or why there is none.
fn path_in<'c, 'a>(
    field: &Field,
    bare: &mut Bare<'c, 'a>,
    clean: &'c Clean<'a>,
    steps: &mut Steps<'a>,
) -> Result<&'c str, Problem> {
    let lower = bare.text.trim_matches(['.', '(', ')', '[', ']']).to_lowercase();
    if words::NULLS.contains(&lower.as_str()) || is_null_with_note(&lower) {
        return Err(Problem::NoPath { field: field.label.clone(), found: bare.text.to_owned() });
    }
    if POINTERS.contains(&lower.as_str()) {
        return Err(not_a_file(field, bare.text, "which points to no file"));
    }
    if let Some((behind, words)) = lead_in(bare.text) {
        steps.push((Problem::PathLeadIn { words: words.to_owned() }, clean.at(words)));
        bare.text = behind;
        bare.undress(steps);
    }
    if let Some(link) = link(bare.text) {
        bare.text = link_target(field, &link, bare.text, clean, steps)?;
    }
    bracketed(field, bare, steps)?;
    if bare.full_stop(steps) {
        bare.undress(steps);
        bracketed(field, bare, steps)?;
    }
    let mut path = bare.text;
    if let Some((before, note)) = note_behind_extension(bare.text) {
        check_note(field, bare.text, before, note)?;
        steps.push((Problem::TrailingNote { field: field.label.clone(), note: note.to_owned() }, clean.at(note)));
        bare.text = before;
        bare.undress(steps);
        path = bare.text;
    }
    fault(field, path).map_or(Ok(path), Err)
}

/// Brackets round the whole value: a path with an extension and no blank, or a placeholder.
fn bracketed<'a>(field: &Field, bare: &mut Bare<'_, 'a>, steps: &mut Steps<'a>) -> Result<(), Problem> {
    let Some(inner) = bare.in_brackets() else { return Ok(()) };
    if !has_extension(inner) || inner.contains([' ', '|', '<', '{']) {
        return Err(text::placeholder(field, bare.text));
    }
    bare.brackets(steps);
    bare.undress(steps);
    Ok(())
}

/// The target of a link whose text names no other file.
fn link_target<'c, 'a>(
    field: &Field,
    link: &Link<'c>,
    whole: &'c str,
    clean: &Clean<'a>,
    steps: &mut Steps<'a>,
) -> Result<&'c str, Problem> {
    let shown = link.text.trim_matches(['`', '*', '_', ' ']);
    if shown != link.target && looks_like_a_path(shown) && !link.target.ends_with(&format!("/{shown}")) {
        return Err(Problem::SeveralPaths { field: field.label.clone(), found: whole.to_owned() });
    }
    steps.push((Problem::LinkedPath, clean.at(whole)));
    let note = link.behind.trim().trim_end_matches('.');
    if !note.is_empty() {
        check_note(field, whole, link.target, note)?;
        steps.push((Problem::TrailingNote { field: field.label.clone(), note: note.to_owned() }, clean.at(note)));
    }
    Ok(link.target)
}

fn not_a_file(field: &Field, found: &str, why: &'static str) -> Problem {
    Problem::NotAFile { field: field.label.clone(), found: found.to_owned(), why }
}

/// `none (the run failed early)`.
fn is_null_with_note(lower: &str) -> bool {
    lower.split_once([' ', ',', ';', '(']).is_some_and(|(head, note)| {
        words::NULLS.contains(&head)
            && (lower.get(head.len()..).is_some_and(|t| t.trim_start().starts_with(['(', ',', ';', '-', '–', '—']))
                || !has_extension(note))
    })
}

/// A lead-in and the path behind it.
fn lead_in(text: &str) -> Option<(&str, &str)> {
    LEAD_INS.iter().find_map(|words| {
        let (head, rest) = text.split_at_checked(words.len())?;
        let behind = rest.trim_start_matches([':', ' ']);
        (head.eq_ignore_ascii_case(words) && rest.starts_with([' ', ':']) && !behind.is_empty())
            .then_some((behind, head))
    })
}

struct Link<'t> {
    text: &'t str,
    target: &'t str,
    behind: &'t str,
}

/// `[text](target)` at the start of a text.
fn link(text: &str) -> Option<Link<'_>> {
    let inner = text.strip_prefix('!').unwrap_or(text).strip_prefix('[')?;
    let (shown, rest) = inner.split_once("](")?;
    let (target, behind) = rest.split_once(')')?;
    let target = target.trim().trim_matches(['<', '>']);
    Some(Link { text: shown, target, behind })
}

/// A dot and one to eight letters or digits, a letter among them, at the end of a text.
fn has_extension(text: &str) -> bool {
    let Some((stem, extension)) = text.rsplit_once('.') else { return false };
    !stem.is_empty()
        && (1..=8).contains(&extension.len())
        && extension.bytes().all(|b| b.is_ascii_alphanumeric())
        && extension.bytes().any(|b| b.is_ascii_alphabetic())
}

fn looks_like_a_path(text: &str) -> bool {
    has_extension(text) || text.contains(['/', '\\'])
}

/// Splits a path from a note that is set off behind its extension.
fn note_behind_extension(text: &str) -> Option<(&str, &str)> {
    for (at, c) in text.char_indices() {
        if !matches!(c, ' ' | ',' | ';') {
            continue;
        }
        let (path, note) = (text.get(..at)?, text.get(at..)?.trim_start());
        let set_off = note.starts_with(['(', '[', '—', '–', ',', ';'])
            || ["- ", "-> ", "# "].iter().any(|mark| note.starts_with(mark));
        let dressed = path.trim_end_matches(['`', '*', '_', '"', '\'', '”', '>']);
        if set_off && has_extension(dressed) {
            return Some((path, note));
        }
    }
    None
}

/// A note may say anything but name another file or take the path back.
fn check_note(field: &Field, whole: &str, path: &str, note: &str) -> Result<(), Problem> {
    let found = whole.to_owned();
    let names_a_file = |t: &str| {
        let t = t.trim_end_matches(['.', ':', '`']).trim_start_matches('`');
        has_extension(t) || (t.contains(['/', '\\']) && t.len() > 1 && !t.starts_with(|c: char| c.is_ascii_digit()))
    };
    let mentions = note.split([' ', ',', ';', '(', ')', '[', ']']).any(names_a_file);
    // Behind a comma one word is one more file, whatever it is called: `a.md, Makefile`.
    let listed = note.strip_prefix([',', ';']).is_some_and(|item| !item.trim().contains(' '));
    if mentions || listed || note.starts_with("->") {
        return Err(Problem::SeveralPaths { field: field.label.clone(), found });
    }
    let said = words::words(note);
    if said.iter().any(|w| w == "more") {
        return Err(Problem::SeveralPaths { field: field.label.clone(), found });
    }
    match takes_back(note) {
        Some(word) => Err(Problem::ContradictedByNote { field: field.label.clone(), value: path.to_owned(), word }),
        None => Ok(()),
    }
}

/// The word of a note by which what it stands behind is not there, or not what it should be.
pub(crate) fn takes_back(note: &str) -> Option<String> {
    first_of(&words::words(note), UNDONE)
}

/// Why a bare text is not one file.
fn fault(field: &Field, path: &str) -> Option<Problem> {
    let (label, found) = (field.label.clone(), path.to_owned());
    let file = |why| Some(not_a_file(field, path, why));
    let lower = path.to_lowercase();
    if path.is_empty() {
        return Some(Problem::EmptyValue { field: label, wanted: field.kind.wanted() });
    }
    if matches!(path, "." | ".." | "~") || path.ends_with(['/', '\\']) || path.ends_with("/.") || path.ends_with("/..")
    {
        return file("which is a directory");
    }
    let digits = path.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    if digits || !path.contains(char::is_alphanumeric) || NO_FILE_WORDS.contains(&lower.as_str()) {
        return Some(Problem::NoPath { field: label, found });
    }
    if lower.contains("://") || lower.starts_with("www.") || lower.starts_with("mailto:") {
        return file("which is an address and not a path");
    }
    let words: Vec<&str> = path.split(' ').filter(|w| !w.is_empty()).collect();
    let files = words.iter().filter(|w| has_extension(w.trim_matches([',', ';', '(', ')', '`', '\'', '"']))).count();
    let listed = path.contains([';', '|']) || path.contains(", ") || path.contains(" & ");
    if files > 1 || (files == 1 && listed) || path.contains(" -> ") {
        return Some(Problem::SeveralPaths { field: label, found });
    }
    if path.starts_with("[ ]") || path.starts_with("[x]") || path.starts_with("[X]") {
        return Some(text::placeholder(field, path));
    }
    if path.starts_with(['→', '=', '-']) {
        return file("which begins with an arrow or dash");
    }
    if is_pattern(path) {
        return file("which is a pattern and not one file");
    }
    if holds_a_variable(path) {
        return file("which holds a variable that is not filled in");
    }
    if path.contains(['<', '>', '{', '}', '|', '"']) || is_template(path) {
        return Some(text::placeholder(field, path));
    }
    if opens_what_it_does_not_close(path) {
        return file("which opens a mark and does not close it");
    }
    if lower.starts_with("/dev/") || lower == "nul" {
        return file("which keeps nothing");
    }
    let slashed = words.iter().filter(|w| w.contains(['/', '\\'])).count();
    if slashed > 1 && words.iter().any(|w| matches!(*w, "and" | "or" | "&" | "+")) {
        return Some(Problem::SeveralPaths { field: label, found });
    }
    // A folder's name may hold blanks, and so may a sentence about a file: `instead of docs/a.md`.
    let led = slashed > 0 && !words.first().is_some_and(|w| w.contains(['/', '\\']));
    let parted =
        path.contains(": ") || path.contains('→') || words.iter().rev().skip(1).any(|w| w.ends_with(['/', '\\']));
    if led || parted {
        return file("which is a sentence and not a path");
    }
    let first = words.first().copied().unwrap_or("").trim_end_matches([',', ':']).to_lowercase();
    if words.len() > 1 && [NO_PATH_BEGINS, words::HEDGES, words::NULLS].iter().any(|t| t.contains(&first.as_str())) {
        return file("which is a sentence and not a path");
    }
    if path.starts_with("# ") || (words.len() > 1 && !looks_like_a_path(path)) {
        return file("which is a text and not a path");
    }
    // A path whose words go on behind its extension: `review.md is written`.
    if words.len() > 1 && !has_extension(path) && words.iter().any(|w| has_extension(w)) {
        let head = words.iter().position(|w| has_extension(w)).map_or(words.len(), |n| n + 1);
        let (value, rest) = words.split_at_checked(head).unwrap_or((&words, &[]));
        return Some(Problem::WordsAfterValue { field: label, value: value.join(" "), words: rest.join(" ") });
    }
    None
}

/// A glob, a brace list or a class of characters.
fn is_pattern(path: &str) -> bool {
    let class = |inner: &str| inner.len() == 3 && inner.get(1..2) == Some("-");
    let classes = path.split('[').skip(1).filter_map(|p| p.split_once(']')).any(|(inner, _)| class(inner));
    path.contains(['*', '?']) || (path.contains('{') && (path.contains(',') || path.contains(".."))) || classes
}

/// `$DIR/x`, `%DIR%/x`, `%s`, `!DIR!`, or a command in back-ticks.
fn holds_a_variable(path: &str) -> bool {
    let named = |inner: &str| !inner.is_empty() && inner.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_');
    let between = |mark: char| path.matches(mark).count() >= 2 && path.split(mark).nth(1).is_some_and(named);
    path.contains(['$', '`']) || between('%') || between('!') || path.contains("%s") || path.contains("%d")
}

/// `[filename].md`, `YYYYMMDD-plan.md`.
fn is_template(path: &str) -> bool {
    const SLOTS: &[&str] = &["filename", "file", "path", "date", "timestamp", "run", "run-id"];
    let slots = path.split('[').skip(1).filter_map(|p| p.split_once(']'));
    let named = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let crossed = named.starts_with("XX") || named.starts_with("NN") || named.to_lowercase().starts_with("xxx");
    let slot = slots.map(|(inner, _)| inner.to_lowercase()).any(|inner| SLOTS.contains(&inner.as_str()));
    slot || crossed || path.contains("YYYY") || path.contains("yyyy-mm") || path.contains("path/to/")
}

/// A quotation mark or bracket that the end of the text may have cut off.
fn opens_what_it_does_not_close(path: &str) -> bool {
    let unequal = |(open, close): &(char, char)| path.matches(*open).count() != path.matches(*close).count();
    let quotes = ['“', '”', '„', '«', '»', '‹', '›'];
    [('(', ')'), ('[', ']')].iter().any(unequal)
        || path.contains(quotes)
        || path.starts_with(['\'', '‘', '!'])
        || path.ends_with(['\'', '’', ':', '…'])
        || path.ends_with("...")
}
