//! Two sets of returns with the verdict that a careful human gave. See `support/scoring.rs` for the score.
//!
//! The corpus holds 167. The second set holds 129 of kinds that the corpus does not have, judged before the reader saw
//! them; its first run scored unsafe 4, lost 8, soft 0.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "a test stops at the first surprise, reads files and prints its score"
)]

#[path = "support/scoring.rs"]
mod scoring;

use scoring::Bars;

#[test]
fn the_corpus_is_read_as_a_careful_human_reads_it() {
    scoring::assert_reaches("corpus", &Bars { rows: 167, lost: 0, soft: 1, anchors_missed: 11 });
}

#[test]
fn kinds_beyond_the_corpus_are_read_as_a_careful_human_reads_them() {
    scoring::assert_reaches("beyond", &Bars { rows: 129, lost: 0, soft: 0, anchors_missed: 0 });
}
