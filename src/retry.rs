//! The shortest message that would make the subagent mend its return.
//!
//! In: a contract and a verdict without a value. Out: what is wrong, in the words of the diagnostics, and the block to
//! send, at most [`limits::RETRY_BYTES`] for one fault of a return whose block leaves room. Deterministic; nothing of
//! the return gets in unescaped. The block stands as the contract asks for it, so that sent back unchanged it is
//! refused as an echo.

use crate::contract::Contract;
use crate::limits;
use crate::parsed::Parsed;
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
    let errors: Vec<_> = parsed.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
    let one = errors.len() == 1;
    let mut faults: Vec<String> = Vec::new();
    for diagnostic in errors.iter().take(NAMED) {
        let (message, help) = (diagnostic.message(), diagnostic.help());
        let fault = format!("{message}. {help}").trim_end().replace('\n', " ");
        let fault = if one { format!("Not accepted: {fault}") } else { format!("- {fault}") };
        if !faults.contains(&fault) {
            faults.push(fault);
        }
    }
    if !one {
        faults.insert(0, "Not accepted:".into());
        if errors.len() > NAMED {
            faults.push(format!("- and {} more", errors.len() - NAMED));
        }
    }
    let mut said = faults.join("\n");
    if one {
        let room = limits::RETRY_BYTES.saturating_sub(frame.len() + block.len() + 3);
        if said.len() > room {
            said.truncate(said.floor_char_boundary(room.saturating_sub('…'.len_utf8())));
            said.push('…');
        }
    }
    Some(format!("{said}\n{frame}\n\n{block}"))
}
