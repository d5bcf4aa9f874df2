//! What an agent is asked for and what it would answer: the block to paste into a prompt, and a return written
//! in canonical form.
//!
//! In: a [`Contract`], and a [`Return`] that was read by it. Out: lines that end in LF. Invariants: both show
//! the labels in the contract's order and nothing else under them, so that what is asked and what is checked
//! cannot drift apart. Not here: the notation itself (`print`), or finding such a block in a prompt.

use crate::contract::{Contract, Kind};
use crate::parsed::Return;

impl Contract {
    /// The block to paste into an agent's prompt, between markers by which it is found again.
    #[must_use]
    pub fn prompt_block(&self) -> String {
        let mut text = format!("<!-- contract: {} -->\n{}\n\n", self.name, self.instruction());
        text.push_str(&self.block());
        text.push_str("<!-- /contract -->\n");
        text
    }

    /// What an agent is asked to send: one `Label: choices or type` line a field.
    #[must_use]
    pub(crate) fn block(&self) -> String {
        self.fields.iter().map(|f| format!("{}: {}\n", f.label, f.kind.notation())).collect()
    }

    fn instruction(&self) -> String {
        let lines = match self.fields.len() {
            1 => "exactly this line".to_owned(),
            n => format!("exactly these {n} lines"),
        };
        let mut text = format!("End your final message with {lines}, as plain text outside any fence, one value each.");
        let optional: Vec<&str> = self.fields.iter().filter(|f| f.optional).map(|f| f.label.as_str()).collect();
        if !optional.is_empty() {
            text.push_str(&format!("\nLeave out the line of {} when it has nothing to say.", optional.join(" or ")));
        }
        if self.fields.iter().any(|f| matches!(f.kind, Kind::List(_))) {
            text.push_str("\nPart the items of a list with commas.");
        }
        text
    }

    /// A return in canonical form: one `Label: value` line a field.
    #[must_use]
    pub fn canonical(&self, ret: &Return) -> String {
        let mut text = String::new();
        for value in &ret.fields {
            if let Some(field) = self.fields.get(value.field) {
                text.push_str(&format!("{}: {}\n", field.label, value.value));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::parse;
    use crate::parsed::{Carrier, FieldValue, Value};
    use crate::text::Source;

    #[test]
    fn every_kind_of_value_has_its_canonical_line() {
        let text = "contract all\nPhase: <phase>\nVerdict: approved | rejected: <text>\nSteps: <count>\nDone: <bool>\n\
                    Share: <decimal 0..1>\nFiles: <list of paths>\nNotes: <list of text>\nRest: <list of text>\n";
        let source = Source::new(text).unwrap();
        let contract = parse(&source).unwrap();
        let list = |items: &[&str]| Value::List(items.iter().map(|&item| Value::Text(item.into())).collect());
        let values = [
            Value::Text("Phase 4".into()),
            Value::Reasoned { choice: "rejected".into(), reason: "no tests".into() },
            Value::Count(7),
            Value::Bool(true),
            Value::Decimal("0.50".into()),
            list(&["a.md", "b c.md"]),
            list(&["one, two", "three"]),
            list(&[]),
        ];
        let fields = values.into_iter().enumerate().map(|(field, value)| {
            let key = contract.fields[field].key.clone();
            FieldValue { field, key, value, span: source.end(), carrier: Carrier::Json }
        });
        let end = source.end();
        let ret = Return { fields: fields.collect(), span: end, place: end, says_more: false };
        assert_eq!(
            contract.canonical(&ret),
            "Phase: Phase 4\nVerdict: rejected: no tests\nSteps: 7\nDone: true\nShare: 0.50\nFiles: a.md, b c.md\n\
             Notes: [\"one, two\",\"three\"]\nRest: []\n"
        );
    }
}
