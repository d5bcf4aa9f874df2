//! What must hold for texts nobody wrote: documents made of the pieces returns are made of, put together at random.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

#[path = "support/invariants.rs"]
mod invariants;

use proptest::prelude::*;
use return_contract::{Contract, Options, Source, contract, parsed::Parsed, read};

const PIECES: &[&str] = &[
    "Phase: review",
    "Status: completed",
    "Status: failed",
    "Criticality: low",
    "Criticality: **high** (naming)",
    "Artifact: notes/a.md",
    "Steps: 7",
    "Quality gates: passed",
    "quality_gates=skipped",
    "Impact: none | low | medium | high",
    "phase",
    "Status",
    ": ",
    "=",
    " — ",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "```",
    "~~~~",
    "```json\n",
    "> ",
    "- ",
    "1. ",
    "### ",
    "<!--",
    "-->",
    "<think>",
    "</think>",
    "<return>",
    "</return>",
    "{",
    "}",
    "[",
    "]",
    "\"status\": \"completed\"",
    "{\"phase\": \"review\", \"status\": \"completed\", \"criticality\": \"low\", \"artifact\": \"a.md\"}",
    ",",
    ";",
    "|",
    "| Status | completed |",
    "| Phase | review |\n",
    "## Phase\n",
    "<phase>review</phase>",
    "<status>completed</status>",
    "**",
    "__",
    "`",
    "~~",
    "\u{200b}",
    "\u{a0}",
    "\u{2028}",
    "\u{202e}",
    "\u{1b}[1m",
    "\u{1b}[0m",
    "\u{feff}",
    "：",
    "✅",
    "❌",
    "é",
    "Ѕtatus",
    "&amp;",
    "\\_",
    "...",
    "?",
    "not ",
    "Example:",
    "Correction:",
    "Final return:",
    "some prose.",
    "agentId: x\n",
    "<usage>\n</usage>",
    "---\n",
    "@@ -1 +1 @@",
    "    ",
    "<br>",
    "[x] completed [ ] failed",
    "$DIR/x",
    "https://x.y/z",
    "\0",
];

/// Patterns that make a careless reader recurse, look back, or remember without bound.
const REPEATED: &[&str] = &[
    "{",
    "[",
    "\"a\":",
    "```\n",
    "> ",
    "<!--",
    "<think>",
    "<x>\n",
    "Phase: a\n",
    "Phase: a, ",
    "a:",
    "**",
    "~~",
    "\u{2028}",
    "[x] ",
    "1. ",
    "# h\n",
    "Status: completed\n\nx\n",
    "Key: v\n",
    "|a|b|\n",
    "{\"status\": 1,",
    "{\"phase\":\"a\"}",
    "Status: ",
    "<a>",
    "a=",
    "### Status: x\n",
    "~~~~\n",
    "`",
    "&amp;",
    "Phase: a\u{2028}",
    "**Status:** x ",
    "{{\"phase\":",
    "<phase>a</phase>",
    "<phase>a</phase>\n",
    "<phase>",
    "| Phase | a |\n",
    "|Phase|Status|\n|a|b|\n\n",
    "## Phase\na\n",
    "x:\n  Phase: a\n",
    "---\nphase: a\n",
    "Phase: a\nStatus: completed\n",
];

#[test]
fn one_pattern_repeated_is_read_like_any_text() {
    for pattern in REPEATED {
        let text = pattern.repeat((32 << 10) / pattern.len());
        invariants::check(text.as_bytes(), contract::builtin("coder").unwrap());
    }
}

fn document() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => proptest::sample::select(PIECES).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn verdict(text: &str, contract: &Contract) -> Parsed {
    read(&Source::new(text).unwrap(), contract, &Options::default())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn the_invariants_hold_for_any_text(text in document()) {
        for contract in contract::builtins() {
            invariants::check(text.as_bytes(), contract);
        }
    }

    #[test]
    fn the_invariants_hold_for_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        invariants::check(&bytes, contract::builtin("coder").unwrap());
    }

    /// I8: a second block that says something else, quoted or not, never yields another value in silence.
    #[test]
    fn a_second_block_never_changes_the_value_in_silence(
        first in 0usize..4, second in 0usize..4, quote in prop_oneof![Just(""), Just("> "), Just("    ")],
    ) {
        let levels = ["none", "low", "medium", "high"];
        let block = |level: &str| format!("Phase: review\nStatus: completed\nCriticality: {level}\nArtifact: notes/a.md\n");
        let quoted: String = block(levels[second]).lines().map(|l| format!("{quote}{l}\n")).collect();
        let text = format!("{}\nSome words.\n\n{quoted}", block(levels[first]));
        let parsed = verdict(&text, contract::builtin("reviewer").unwrap());
        if let Some(value) = &parsed.value {
            prop_assert!(first == second || !quote.is_empty(), "two blocks that differ are accepted");
            prop_assert_eq!(value.get("criticality").unwrap().to_string(), levels[first]);
            prop_assert!(parsed.diagnostics.iter().any(|d| matches!(d.rule().code, "RC221" | "RC224")), "the second is not said");
        }
    }

    /// I7: prose before it, or the other line end, changes no value. (Behind a comment or fence that is not closed, prose
    /// stands before nothing new.)
    #[test]
    fn prose_before_it_and_crlf_change_no_value(text in document(), prose in "[a-z]{3,8}( [a-z]{3,8}){3,12}\\.") {
        // Front matter and a byte order mark mean something at the very start only, and CR has a meaning of its own.
        let text = text.replace(['\r', '\u{feff}'], "");
        let text = text.trim_start_matches("---\n");
        let reviewer = contract::builtin("reviewer").unwrap();
        let plain = verdict(text, reviewer);
        let crlf = verdict(&text.replace('\n', "\r\n"), reviewer);
        prop_assert_eq!(plain.outcome, crlf.outcome);
        let values = |p: &Parsed| p.value.as_ref().map(|v| reviewer.canonical(v));
        prop_assert_eq!(values(&plain), values(&crlf));
        let behind = verdict(&format!("{prose}\n\n{text}"), reviewer);
        prop_assert_eq!(values(&plain), values(&behind));
    }
}
