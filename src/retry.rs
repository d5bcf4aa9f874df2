//! The shortest message that would make the subagent mend its return.
//!
//! In: a contract and a verdict without a value. Out: what is wrong, in the words of the diagnostics, and the block to
//! send, at most [`limits::RETRY_BYTES`] for one fault of a return whose block leaves room. What the agent wrote comes
//! before what it left out. It speaks to the agent: help for whoever runs it is left out. Deterministic; nothing of
//! the return gets in unescaped. The block stands as the contract asks for it, so that sent back unchanged it is
//! refused as an echo.

use crate::contract::Contract;
use crate::diagnostic::Diagnostic;
use crate::limits;
use crate::parsed::Parsed;
use crate::problem::{END_WITH_THE_BLOCK, Problem};
use crate::rules::Severity;

/// Faults that are named; the rest is counted.
const NAMED: usize = 3;

/// The message for a rejected or ambiguous return; nothing for an accepted one.
#[must_use]
pub fn message(contract: &Contract, parsed: &Parsed) -> Option<String> {
    if parsed.outcome.is_accepted() {
        return None;
    }
    let block = contract.block();
    let frame = "End your message with these lines, filled in:";
    let mut errors: Vec<&Diagnostic> = parsed.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
    let left_out = |d: &Diagnostic| matches!(d.problem, Problem::MissingField { .. } | Problem::Truncated { .. });
    errors.sort_by_key(|d| left_out(d));
    let mut faults: Vec<String> = Vec::new();
    for fault in errors.iter().map(|d| fault(d)) {
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }
    let said = match faults.as_slice() {
        [only] => {
            let mut said = format!("Not accepted: {only}");
            let room = limits::RETRY_BYTES.saturating_sub(frame.len() + block.len() + 3);
            if said.len() > room {
                said.truncate(said.floor_char_boundary(room.saturating_sub('…'.len_utf8())));
                said.push('…');
            }
            said
        }
        faults => {
            let named: String = faults.iter().take(NAMED).map(|fault| format!("\n- {fault}")).collect();
            let rest = match faults.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!("\n- and {more} more"),
            };
            format!("Not accepted:{named}{rest}")
        }
    };
    Some(format!("{said}\n{frame}\n\n{block}"))
}

/// What is wrong and how to mend it, on one line.
fn fault(diagnostic: &Diagnostic) -> String {
    let help = match diagnostic.problem {
        Problem::RunnerBanner => String::new(),
        _ => diagnostic.help(),
    };
    // The block follows in any case.
    let help = if help == END_WITH_THE_BLOCK { "" } else { help.as_str() };
    format!("{}. {help}", diagnostic.message()).trim_end().replace('\n', " ")
}
