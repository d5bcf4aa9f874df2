//! The JSON tape against `serde_json`, and its promises on any text.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may panic"
)]

use proptest::prelude::*;
use return_contract::json::{self, Failure, FailureKind, Kind, Mode, Node, Tape};
use return_contract::limits;
use serde_json::{Map, Value};

/// A tape as a value of `serde_json`. Recursive: a tape is at most [`limits::JSON_DEPTH`] deep.
fn value(tape: &Tape<'_>, node: Node) -> Value {
    match node.kind() {
        Kind::Object => {
            tape.members(node).map(|(k, v)| (tape.text(k).into_owned(), value(tape, v))).collect::<Map<_, _>>().into()
        }
        Kind::Array => tape.elements(node).map(|element| value(tape, element)).collect(),
        Kind::Key | Kind::String => tape.text(node).into_owned().into(),
        Kind::Number => serde_json::from_str(tape.slice(node)).expect("a number in range"),
        Kind::True => true.into(),
        Kind::False => false.into(),
        Kind::Null => Value::Null,
    }
}

/// Every range in order, on character boundaries, and inside the range of the nodes round it.
fn check_ranges(text: &str, tape: &Tape<'_>) {
    let whole = 0..text.len();
    let mut around = vec![whole];
    let mut last = 0;
    for node in tape.nodes() {
        let range = node.range();
        assert!(text.get(range.clone()).is_some(), "{range:?} of {text:?}");
        while around.last().is_some_and(|outer| outer.end <= range.start && around.len() > 1) {
            around.pop();
        }
        let outer = around.last().unwrap();
        assert!(
            outer.start <= range.start && range.end <= outer.end && last <= range.start,
            "{range:?} in {outer:?} of {text:?}"
        );
        last = range.start;
        let _ = (tape.inner(node), tape.text(node), tape.duplicates(node));
        around.push(range);
    }
    for slip in tape.slips() {
        assert!(text.get(slip.range()).is_some(), "{slip:?} of {text:?}");
    }
    assert!(tape.slips().is_sorted());
}

fn check_failure(text: &str, failure: &Failure<'_>) {
    check_ranges(text, &failure.tape);
    assert!(failure.at <= failure.furthest && failure.furthest <= text.len(), "{text:?}");
    assert!(text.is_char_boundary(failure.at) && text.is_char_boundary(failure.furthest), "{text:?}");
}

/// One text, both modes, every promise.
fn check(text: &str) {
    let strict = json::document(text, Mode::Strict);
    let tolerant = json::document(text, Mode::Tolerant);
    match (&strict, serde_json::from_str::<Value>(text)) {
        (Ok(tape), Ok(theirs)) => assert_eq!(value(tape, tape.root()), theirs, "{text:?}"),
        (Err(_), Err(_)) => {}
        // The two documented differences.
        (Ok(_), Err(e)) => assert!(e.to_string().starts_with("number out of range"), "{text:?}: {e}"),
        (Err(failure), Ok(_)) => assert_eq!(failure.kind, FailureKind::TooDeep, "{text:?}"),
    }
    match (&strict, &tolerant) {
        (Ok(strict), Ok(tolerant)) => assert_eq!(strict, tolerant),
        (Ok(_), Err(failure)) => panic!("{text:?}: strict only: {failure}"),
        (Err(_), Ok(tape)) => assert!(!tape.slips().is_empty(), "{text:?}: tolerated in silence"),
        (Err(_), Err(_)) => {}
    }
    for answer in [strict, tolerant] {
        match answer {
            Ok(tape) => {
                check_ranges(text, &tape);
                assert!(tape.nodes().all(|node| !node.is_cut()));
            }
            Err(failure) => check_failure(text, &failure),
        }
    }
}

fn string() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{0,6}", "[\\PC\"\\\\/\u{0}-\u{1f}'“”‘’𝄞]{0,40}"]
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        string().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((string(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// A valid document in one of three spellings: dense, with line breaks, or with everything escaped.
fn spelled() -> impl Strategy<Value = String> {
    (json_value(), 0..3).prop_map(|(value, spelling)| match spelling {
        0 => value.to_string(),
        1 => serde_json::to_string_pretty(&value).unwrap(),
        _ => {
            let escaped = |c: char| {
                let mut units = [0; 2];
                c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>()
            };
            value.to_string().chars().map(|c| if c.is_ascii() { c.to_string() } else { escaped(c) }).collect()
        }
    })
}

/// A value as a sloppy agent writes it: the slips are chosen by `habits`, one bit each.
fn sloppy(value: &Value, habits: u8, out: &mut String) {
    let habit = |bit: u8| habits >> bit & 1 == 1;
    let quoted = |text: &str| match habits >> 6 {
        _ if text.contains(['\'', '"', '’', '”', '\\']) => Value::from(text).to_string(),
        2.. => Value::from(text).to_string().replace("\\n", "\n").replace("\\t", "\t"),
        _ if text.contains(char::is_control) => Value::from(text).to_string(),
        1 => format!("“{text}”"),
        _ => format!("'{text}'"),
    };
    let (open, close, len) = match value {
        Value::Object(members) => ('{', '}', members.len()),
        Value::Array(elements) => ('[', ']', elements.len()),
        Value::String(text) => return out.push_str(&quoted(text)),
        other => return out.push_str(&other.to_string()),
    };
    let keys: Vec<_> = value.as_object().into_iter().flat_map(Map::keys).collect();
    let values = value.as_object().into_iter().flat_map(Map::values).chain(value.as_array().into_iter().flatten());
    out.push(open);
    for (i, value) in values.enumerate() {
        out.push_str(if habit(0) { "\n  // a remark, \"and\": {more\n" } else { " " });
        if let Some(key) = keys.get(i) {
            let bare = habit(1) && key.starts_with(char::is_alphabetic) && key.chars().all(char::is_alphanumeric);
            out.push_str(&if bare { key.to_string() } else { quoted(key) });
            out.push_str(if habit(2) { " : /* } */ " } else { ":" });
        }
        sloppy(value, habits, out);
        out.push_str(match i + 1 == len {
            true if habit(3) => " ,",
            true => "",
            false if habit(4) && open == '{' => "\n # no comma\n",
            false => ",",
        });
    }
    out.push(close);
}

const PIECES: &[&str] = &[
    "{", "}", "[", "]", ",", ":", "\"", "\"", "'", "“", "”", "‘", "’", "\\", "\\u", "\\ud834", "\\udd1e", "\\u00e9",
    "\\n", "\\'", "\n", "\r\n", "\t", " ", "//", "#", "/*", "*/", "/", "a", "it's", "ä", "𝄞", "\u{a0}", "\u{1}",
    "true", "false", "null", "tru", "None", "NaN", "0", "-", "1", "1.5", "e", "1e999", "+", ".", "\"a\":", "\"a\"",
    "'a'", "a:", "\"b\":1", "{}", "[]",
];

fn jsonish() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

/// A valid document with one piece put in, or one character taken out: near misses.
fn damaged() -> impl Strategy<Value = String> {
    (spelled(), any::<prop::sample::Index>(), prop::option::of(prop::sample::select(PIECES))).prop_map(
        |(mut text, at, piece)| {
            let at = text.floor_char_boundary(at.index(text.len()));
            match piece {
                Some(piece) => text.insert_str(at, piece),
                None => drop(text.remove(at)),
            }
            text
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn valid_documents_are_read_as_serde_json_reads_them(text in spelled()) {
        assert!(json::document(&text, Mode::Strict).is_ok());
        check(&text);
    }

    #[test]
    fn slips_change_no_value(members in prop::collection::vec(("[a-zä]{0,3}[a-z'“ \\n\\t\\\\-]{0,6}", json_value()), 1..5), habits: u8) {
        let object = Value::Object(members.into_iter().collect());
        let mut text = String::new();
        sloppy(&object, habits, &mut text);
        text.push_str(if habits >> 5 & 1 == 1 { "\n}" } else { "" });
        match json::document(&text, Mode::Tolerant) {
            Ok(tape) => assert_eq!(value(&tape, tape.root()), object, "{text}"),
            Err(failure) => panic!("{failure}: {text}"),
        }
        check(&text);
    }

    #[test]
    fn near_misses_keep_every_promise(text in damaged()) {
        check(&text);
    }

    #[test]
    fn pieces_of_json_keep_every_promise(text in jsonish()) {
        check(&text);
        for mode in [Mode::Strict, Mode::Tolerant] {
            for at in 0..text.len() + 2 {
                match json::read(&text, at, mode) {
                    Ok((tape, behind)) => {
                        assert!(tape.root().range().start == at && at < behind && text.is_char_boundary(behind));
                        check_ranges(&text, &tape);
                    }
                    Err(failure) => {
                        check_failure(&text, &failure);
                        let opened = text.get(at..).is_some_and(|rest| rest.starts_with(['{', '[']));
                        assert!(!opened || failure.furthest > at);
                    }
                }
            }
        }
    }

    #[test]
    fn any_beginning_of_an_object_is_truncated(members in prop::collection::vec((string(), json_value()), 0..5), pretty: bool) {
        let object = Value::Object(members.into_iter().collect());
        let text = if pretty { serde_json::to_string_pretty(&object).unwrap() } else { object.to_string() };
        let whole = json::document(&text, Mode::Strict).unwrap();
        for cut in (0..text.len()).filter(|&cut| text.is_char_boundary(cut)) {
            let beginning = &text[..cut];
            for mode in [Mode::Strict, Mode::Tolerant] {
                let failure = json::document(beginning, mode).unwrap_err();
                assert_eq!((failure.kind, failure.at, failure.furthest), (FailureKind::Truncated, cut, cut), "{beginning:?}");
                check_ranges(beginning, &failure.tape);
                // What counts as complete in the beginning says the same in the whole.
                let complete = failure.tape.members(failure.tape.root()).filter(|(_, v)| !v.is_cut());
                for ((key, part), (whole_key, whole_part)) in complete.zip(whole.members(whole.root())) {
                    assert_eq!((key.range(), part.range()), (whole_key.range(), whole_part.range()));
                }
            }
        }
    }
}

#[test]
fn depth_is_bounded_in_both_modes() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let nested = |depth: usize| open.repeat(depth) + "1" + &close.repeat(depth);
        for mode in [Mode::Strict, Mode::Tolerant] {
            assert!(json::document(&nested(limits::JSON_DEPTH), mode).is_ok());
            let too_deep = nested(limits::JSON_DEPTH + 1);
            let failure = json::document(&too_deep, mode).unwrap_err();
            assert_eq!((failure.kind, failure.at), (FailureKind::TooDeep, open.len() * limits::JSON_DEPTH));
        }
    }
}
