//! The nearest word of a list, for "did you mean".
//!
//! In: a word that fits nothing and the words that would fit. Out: the one within two typing slips, or nothing.
//! A slip is a letter too many, too few, another one, or two neighbours swapped; case is no slip. Deterministic:
//! of equally near words the first wins. Similarity is only ever *said*; no value, label or type is decided by it.

use std::mem;

/// Slips beyond which two words have nothing to do with each other.
const SLIPS: usize = 2;
/// Characters beyond which a word is not compared: the work is bounded.
const CHARACTERS: usize = 64;

/// The word of `among` that `word` was most likely meant to be.
///
/// Short words must be nearer: fewer than half of the letters may differ, so `no` never suggests `ok`.
#[must_use]
pub fn nearest<'a>(word: &str, among: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = letters(word)?;
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in among {
        let Some(other) = letters(candidate) else { continue };
        let slips = slips(&word, &other);
        let near = slips <= SLIPS && 2 * slips < word.len().max(other.len());
        if near && best.is_none_or(|(fewest, _)| slips < fewest) {
            best = Some((slips, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn letters(word: &str) -> Option<Vec<char>> {
    let letters: Vec<char> = word.chars().take(CHARACTERS + 1).flat_map(char::to_lowercase).collect();
    (!letters.is_empty() && letters.len() <= CHARACTERS).then_some(letters)
}

/// Optimal string alignment distance, row by row.
fn slips(a: &[char], b: &[char]) -> usize {
    let at = |row: &[usize], n: usize| row.get(n).copied().unwrap_or(usize::MAX / 2);
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut left_a = None;
    for (i, &of_a) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        let mut left_b = None;
        for (j, &of_b) in b.iter().enumerate() {
            let other = at(&last, j) + usize::from(of_a != of_b);
            let mut least = other.min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            if left_a == Some(of_b) && left_b == Some(of_a) {
                least = least.min(at(&before, j.wrapping_sub(1)) + 1);
            }
            row.push(least);
            left_b = Some(of_b);
        }
        before = mem::replace(&mut last, row);
        left_a = Some(of_a);
    }
    at(&last, b.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(word: &str, among: &[&'static str]) -> Option<&'static str> {
        nearest(word, among.iter().copied())
    }

    #[test]
    fn two_slips_are_near_and_three_are_not() {
        assert_eq!(near("paht", &["text", "path"]), Some("path"));
        assert_eq!(near("revewier", &["coder", "reviewer"]), Some("reviewer"));
        assert_eq!(near("Critcality", &["Criticality"]), Some("Criticality"));
        assert_eq!(near("rvewr", &["reviewer"]), None);
    }

    #[test]
    fn short_words_must_be_nearer_and_the_first_of_equals_wins() {
        assert_eq!(near("no", &["ok"]), None);
        assert_eq!(near("lwo", &["low"]), Some("low"));
        assert_eq!(near("bat", &["cat", "bad"]), Some("cat"));
        assert_eq!(near("", &["a"]), None);
        assert_eq!(near(&"a".repeat(100_000), &["a"]), None);
    }

    #[test]
    fn distances_are_those_of_the_definition() {
        let slips = |a: &str, b: &str| super::slips(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!([slips("", "ab"), slips("ab", ""), slips("ab", "ba"), slips("kitten", "sitting")], [2, 2, 1, 3]);
    }
}
