//! A return in canonical form, in the place of the one that drifted.
//!
//! In: an accepted return. Out: the same text with the return written anew, as labelled lines in the contract's order.
//! Safe, and made always: the values are those that were read, every word that is not the layout's stays (a note
//! behind a value too), and so do the line ends of the text, but for a lone CR, which ends no line; a byte order mark
//! goes. Not safe, and made only when asked for: dropping notes, comments and unknown fields among the return's own, a
//! twin, a superseded draft, and putting an interpreted value in place of the words that were interpreted.
//!
//! Every edit is proved: the new text is read, and unless it says the same the old one stays, byte for byte. A second
//! run changes nothing. A return that nothing is said of stays as it is.

mod write;

use crate::contract::Contract;
use crate::limits;
use crate::parsed::{Options, Parsed, Return, Value};
use crate::problem::Problem;
use crate::text::{Source, Span};

/// What fixing a text came to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fixed {
    /// The new text.
    pub text: String,
    /// Edits that would drop or interpret something, and were not made.
    pub held_back: usize,
    /// Whether the text stayed as it is because, written anew, it would not read the same.
    pub resists: bool,
    /// What changed that nobody sees in the new text, in a few words each.
    pub unseen: Vec<&'static str>,
}

/// Writes an accepted return anew; nothing for a return without a value. `options` are those it was read with.
#[must_use]
pub fn fix(
    source: &Source<'_>,
    contract: &Contract,
    parsed: &Parsed,
    options: &Options,
    drop_too: bool,
) -> Option<Fixed> {
    let value = parsed.value.as_ref()?;
    let fixer = Fixer { contract, options, drop_too, value };
    let (mut fixed, mut read) = fixer.once(source, parsed);
    // Out of one layout a return may come to stand in another, an element round a fence: a few rounds undo them all.
    for _ in 1..limits::FIXING_ROUNDS {
        let Some(parsed) = read.take() else { break };
        let Ok(source) = Source::new(&fixed.text) else { break };
        let (next, then) = fixer.once(&source, &parsed);
        let mut unseen = std::mem::take(&mut fixed.unseen);
        unseen.extend(next.unseen.iter().filter(|u| !unseen.contains(u)).copied().collect::<Vec<_>>());
        fixed = Fixed { unseen, ..next };
        read = then;
    }
    Some(fixed)
}

struct Fixer<'f> {
    contract: &'f Contract,
    options: &'f Options,
    drop_too: bool,
    /// What every new text must say.
    value: &'f Return,
}

impl Fixer<'_> {
    /// One round: the new text, and what it reads as when it is another one.
    fn once(&self, source: &Source<'_>, parsed: &Parsed) -> (Fixed, Option<Parsed>) {
        let unchanged = |held_back, resists| {
            let text = source.text().to_owned();
            (Fixed { text, held_back, resists, unseen: Vec::new() }, None)
        };
        let Some(value) = parsed.value.as_ref().filter(|_| !parsed.diagnostics.is_empty()) else {
            return unchanged(0, false);
        };
        let drops = drops(parsed, value);
        let (value, kept) = if self.drop_too { (value.clone(), 0) } else { with_notes(source, parsed, value) };
        let stays = value.says_more && !self.drop_too;
        let held_back = kept + usize::from(stays) + if self.drop_too { 0 } else { drops.len() };
        let written = |anew: bool, drops: &[Span]| {
            let new = write::write(source, self.contract, anew.then_some(&value), drops);
            if new.text == source.text() {
                return Some((Fixed { held_back, ..new }, None));
            }
            let read = Source::new(&new.text).ok().map(|s| crate::read(&s, self.contract, self.options))?;
            let same = read.value.as_ref().is_some_and(|v| v.says_the_same(self.value));
            same.then_some((Fixed { held_back, ..new }, Some(read)))
        };
        let drops: &[Span] = if self.drop_too { &drops } else { &[] };
        written(!stays, drops)
            .or_else(|| written(!stays, &[]).filter(|_| !drops.is_empty()))
            .or_else(|| written(false, &[]).filter(|_| kept > 0))
            .unwrap_or_else(|| unchanged(held_back, held_back == 0 || self.drop_too))
    }
}

/// Twins and superseded drafts, which may go.
fn drops(parsed: &Parsed, value: &Return) -> Vec<Span> {
    let unsafe_edits =
        parsed.diagnostics.iter().filter_map(|d| d.fix.as_ref()).filter(|f| !f.safe).flat_map(|f| &f.edits);
    let spans = unsafe_edits.filter(|e| e.text.is_empty() && !e.span.is_empty()).map(|e| e.span);
    spans.filter(|s| s.end() <= value.place.start() || value.place.end() <= s.start()).collect()
}

/// The return with the words of its values where those say more than the value: a note, what was struck out, what was
/// interpreted. With how many such fields there are.
fn with_notes(source: &Source<'_>, parsed: &Parsed, value: &Return) -> (Return, usize) {
    let says_more = |problem: &Problem| {
        matches!(problem, Problem::TrailingNote { .. } | Problem::StruckOutValue { .. } | Problem::Interpreted { .. })
    };
    let mut kept = 0;
    let mut value = value.clone();
    for field in &mut value.fields {
        if parsed.diagnostics.iter().any(|d| says_more(&d.problem) && field.span.contains(d.span)) {
            field.value = Value::Text(source.get(field.span).trim_matches('"').to_owned());
            kept += 1;
        }
    }
    (value, kept)
}
