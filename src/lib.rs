//! Reads what an AI subagent said as what its role promised.
//!
//! So far: the text and its spans, JSON with a place behind every node, and text made safe to show.

pub mod json;
pub mod limits;
pub mod near;
pub mod safe;
pub mod text;

pub use text::{NotText, Source, Span};
