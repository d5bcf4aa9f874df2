//! The contracts that come with the crate: one file a role in `grammars/`, compiled in.
//!
//! In: a name. Out: the contract, parsed once. A test proves that all of them parse; one that did not would be
//! missing here, never a panic. Not here: contracts from a user's directory, which the command line reads.

use std::sync::OnceLock;

use crate::contract::{Contract, parse};
use crate::text::Source;

/// The contract files, in the order in which an orchestration meets the roles.
const FILES: [&str; 4] = [
    include_str!("../../grammars/architect.contract"),
    include_str!("../../grammars/planner.contract"),
    include_str!("../../grammars/coder.contract"),
    include_str!("../../grammars/reviewer.contract"),
];

/// All built-in contracts: architect, planner, coder, reviewer.
#[must_use]
pub fn builtins() -> &'static [Contract] {
    static CONTRACTS: OnceLock<Vec<Contract>> = OnceLock::new();
    CONTRACTS.get_or_init(|| FILES.iter().filter_map(|text| parse(&Source::new(text).ok()?).ok()).collect())
}

/// The built-in contract with this name, spelt as its file spells it.
#[must_use]
pub fn builtin(name: &str) -> Option<&'static Contract> {
    builtins().iter().find(|contract| contract.name == name)
}
