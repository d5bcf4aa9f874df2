//! A contract written back in its notation.
//!
//! In: a [`Contract`]. Out: the text of a contract file without comments, each construct spelt the one way.
//! Invariants: what is printed parses to the same contract but for the digest, and printing that changes
//! nothing. Not here: the block for a prompt (`prompt`), which shows no synonyms.

use crate::contract::grammar::is_bare;
use crate::contract::{Choice, Contract, Kind};

impl Contract {
    /// The text of a contract file that says the same: header, phases, a blank line, one line a field.
    #[must_use]
    pub fn to_notation(&self) -> String {
        let mut text = format!("contract {}\n", self.name);
        if !self.phases.is_empty() {
            let phases: Vec<String> = self.phases.iter().map(|p| with_synonyms(&p.name, &p.synonyms)).collect();
            text.push_str(&format!("phases {}\n", phases.join(" | ")));
        }
        text.push('\n');
        for field in &self.fields {
            text.push_str(&field.label);
            text.push_str(if field.optional { "?" } else { "" });
            if !field.synonyms.is_empty() {
                text.push_str(&format!(" = {}", field.synonyms.join(", ")));
            }
            text.push_str(&format!(": {}\n", right_hand_side(&field.kind)));
        }
        text
    }
}

fn right_hand_side(kind: &Kind) -> String {
    match kind {
        Kind::Choice(choices) => choices.iter().map(choice).collect::<Vec<_>>().join(" | "),
        Kind::Literal(text) => word(text),
        simple => simple.notation(),
    }
}

fn choice(choice: &Choice) -> String {
    let reason = if choice.reason { ": <text>" } else { "" };
    with_synonyms(&choice.word, &choice.synonyms) + reason
}

fn with_synonyms(name: &str, synonyms: &[String]) -> String {
    let mut text = word(name);
    if !synonyms.is_empty() {
        text.push_str(" = ");
        text.push_str(&synonyms.iter().map(|s| word(s)).collect::<Vec<_>>().join(", "));
    }
    text
}

/// Bare where the notation allows it, else between quotes.
fn word(text: &str) -> String {
    let comment = text.starts_with('#') || text.contains(" #");
    if text.chars().all(is_bare) && !comment { text.to_owned() } else { format!("\"{text}\"") }
}
