//! Reads what an AI subagent said as what its role promised.
//!
//! So far: contracts and their notation, the table of rules, the text and its spans, JSON with places.

pub mod contract;
pub mod diagnostic;
pub mod json;
pub mod limits;
pub mod near;
pub mod parsed;
pub mod problem;
pub mod rules;
pub mod safe;
pub mod text;

pub use contract::Contract;
pub use diagnostic::Diagnostic;
pub use parsed::{Carrier, Completeness, FieldValue, Options, Outcome, Parsed, Return, Value};
pub use problem::Problem;
pub use rules::{Class, Rule, Severity};
pub use text::{NotText, Source, Span};
