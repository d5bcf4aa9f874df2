//! Tables of small cases: what is read, what is refused and where, and which slips are said.

use super::*;

/// The verdict in one line: the slips, or the fault and its place.
fn verdict(text: &str, mode: Mode) -> String {
    match document(text, mode) {
        Ok(tape) => {
            let said = |slip: &Slip| format!("{} {:?}", slip.kind.what(), text.get(slip.range()).unwrap());
            format!("ok {}", tape.slips().iter().map(said).collect::<Vec<_>>().join(", "))
        }
        Err(failure) => failure.to_string(),
    }
}

fn check(mode: Mode, table: &[(&str, &str)]) {
    for (text, expected) in table {
        assert_eq!(verdict(text, mode).trim_end(), *expected, "{text:?}");
    }
}

#[test]
fn nasty_cases_get_the_verdict_of_serde_json() {
    let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let mut cases: Vec<String> = [
        "",
        " ",
        "null",
        " null ",
        "nul",
        "nulL",
        "nullx",
        "null null",
        "tru",
        "True",
        "truefalse",
        "NaN",
        "Infinity",
        "-Infinity",
        "0",
        "-0",
        "-",
        "+1",
        "01",
        "-01",
        "00",
        "1.",
        ".5",
        "1.5",
        "1e",
        "1e5",
        "1E+5",
        "1e-",
        "1e+05",
        "0x1",
        "1 2",
        "1_000",
        "123456789012345678901234567890",
        "1.0000000000000000000000001",
        "-0.0e-0",
        "\"\"",
        "\"",
        "\"a",
        "\"a\nb\"",
        "\"a\tb\"",
        "\"a\0b\"",
        "\"a\u{7f}b\"",
        "\"ä€𝄞\"",
        r#""\"""#,
        r#""\\""#,
        r#""\"#,
        r#""\/\b\f\n\r\t""#,
        r#""\a""#,
        r#""\'""#,
        r#""\u""#,
        r#""\u12""#,
        r#""\u12g4""#,
        r#""\u0000""#,
        r#""\u00e9\u00E9""#,
        r#""\U0041""#,
        r#""\ud834\udd1e""#,
        r#""\ud834""#,
        r#""\udd1e""#,
        r#""\udd1e\ud834""#,
        r#""\ud834\u0041""#,
        r#""\ud834 \udd1e""#,
        r#""\ud834\n""#,
        r#""\ud834\ud834\udd1e""#,
        r#""\u+123""#,
        "[]",
        "[ ]",
        "[1]",
        "[1,]",
        "[,1]",
        "[1,,2]",
        "[1 2]",
        "[1\n2]",
        "[",
        "]",
        "[1",
        "[1,",
        "[}",
        "{}",
        "{ }",
        "{",
        "}",
        "{]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1}",
        "{\"a\" : 1 }",
        "{\"a\":1,}",
        "{,}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1,\"a\":2}",
        "{1:2}",
        "{null:1}",
        "{a:1}",
        "{'a':1}",
        "[[[]],{}]",
        "[{}}",
        "{}}",
        "{\"a\":[1}",
        "[]x",
        "// c\n1",
        "1 # c",
        "\u{feff}1",
        "\u{a0}1",
        "1\u{c}",
        "“a”",
        "\u{2028}[]",
        "[1\u{2028},2]",
    ]
    .map(str::to_owned)
    .into();
    cases.extend([deep(limits::JSON_DEPTH), "{\"a\":".repeat(64) + "1" + &"}".repeat(64)]);
    for case in cases {
        let theirs = serde_json::from_str::<serde_json::Value>(&case);
        let ours = document(&case, Mode::Strict);
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{case:?}: {ours:?} {theirs:?}");
    }
}

#[test]
fn where_we_differ_from_serde_json() {
    assert!(serde_json::from_str::<serde_json::Value>("1e999").is_err());
    assert_eq!(verdict("[1e999,-1e-999]", Mode::Strict), "ok ");
    let deep = "[".repeat(limits::JSON_DEPTH + 1) + &"]".repeat(limits::JSON_DEPTH + 1);
    assert!(serde_json::from_str::<serde_json::Value>(&deep).is_ok());
    let failure = document(&deep, Mode::Strict).unwrap_err();
    assert_eq!((failure.at, failure.kind), (limits::JSON_DEPTH, FailureKind::TooDeep));
}

#[test]
fn faults_say_what_was_expected_and_where() {
    check(
        Mode::Strict,
        &[
            ("", "the text ends inside the value (byte 0)"),
            ("{\"a\":1", "the text ends inside the value (byte 6)"),
            ("{a:1}", "a key or `}` expected (byte 1)"),
            ("{\"a\":1,}", "a key expected (byte 7)"),
            ("{\"a\" 1}", "`:` expected (byte 5)"),
            ("{\"a\":b}", "a value expected (byte 5)"),
            ("{\"a\":1\n\"b\":2}", "`,` or `}` expected (byte 7)"),
            ("[1;2]", "`,` or `]` expected (byte 2)"),
            ("[-x]", "a digit expected (byte 2)"),
            ("[trux]", "a value expected (byte 1)"),
            ("[\"é\\q\"]", "an escape that JSON knows expected (byte 4)"),
            ("[\"\\ud834x\"]", "both halves of a surrogate pair expected (byte 2)"),
            ("[\"\\u00zz\"]", "four hexadecimal digits expected (byte 2)"),
            ("[\"a\nb\"]", "an escape in place of a control character expected (byte 3)"),
            ("{} x", "the end of the text expected (byte 3)"),
        ],
    );
}

#[test]
fn slips_are_read_and_said() {
    check(
        Mode::Tolerant,
        &[
            ("{\"a\":1 , }", "ok trailing comma \",\""),
            ("[1,\n]", "ok trailing comma \",\""),
            ("{'a': 'it''s'}", "an escaped quotation mark expected (byte 9)"),
            ("{'a': 'it's'}", "ok single quotes \"'a'\", single quotes \"'it's'\""),
            ("{'a': 'it\\'s', \"b\": 1}", "ok single quotes \"'a'\", single quotes \"'it\\\\'s'\""),
            ("{“a”: ‘it’s’}", "ok curly quotes \"“a”\", curly quotes \"‘it’s’\""),
            ("{”a” : 1}", "ok curly quotes \"”a”\""),
            (
                "{phase: 1, quality-gates: 2, größe: 3}",
                "ok unquoted key \"phase\", unquoted key \"quality-gates\", unquoted key \"größe\"",
            ),
            ("{ // one\n # two\n \"a\": /* 3 */ 1}", "ok comment \"// one\\n # two\", comment \"/* 3 */\""),
            ("// before\n{} # behind", "ok comment \"// before\", comment \"# behind\""),
            ("[\"a\nb\n\tc\td\"]", "ok line break inside a string \"\\n\", tab inside a string \"\\t\""),
            ("['a\r\nb']", "ok single quotes \"'a\\r\\nb'\", line break inside a string \"\\r\""),
            ("{}}", "ok surplus closing brace \"}\""),
            ("{\"a\":{}}\n} }\n", "ok surplus closing brace \"} }\""),
            ("{\"a\":1\n\"b\":2}", "ok missing comma \"\""),
            (
                "{\"a\":{} // c\r\n b:2,}",
                "ok missing comma \"\", comment \"// c\", unquoted key \"b\", trailing comma \",\"",
            ),
            ("['say \"yes\" now']", "ok single quotes \"'say \\\"yes\\\" now'\""),
        ],
    );
}

#[test]
fn what_is_no_slip_is_refused() {
    check(
        Mode::Tolerant,
        &[
            ("{\"a\":True}", "a value expected (byte 5)"),
            ("{\"a\":None}", "a value expected (byte 5)"),
            ("{\"a\":NaN}", "a value expected (byte 5)"),
            ("{\"a\":completed}", "a value expected (byte 5)"),
            ("{\"a\":１}", "a value expected (byte 5)"),
            ("{\"a\":1 \"b\":2}", "`,` or `}` expected (byte 7)"),
            ("[1\n2]", "`,` or `]` expected (byte 3)"),
            ("{\"a\":1\n2}", "`,` or `}` expected (byte 7)"),
            ("[1,,]", "a value expected (byte 3)"),
            ("{,}", "a key or `}` expected (byte 1)"),
            ("[]]", "the end of the text expected (byte 2)"),
            ("[]}", "the end of the text expected (byte 2)"),
            ("{\"a\":[1}", "`,` or `]` expected (byte 7)"),
            ("{completed}", "`:` expected (byte 10)"),
            ("{\"a\":\"it\\'s\"}", "an escape that JSON knows expected (byte 8)"),
            ("[\"a\u{1}\"]", "an escape in place of a control character expected (byte 3)"),
            // Marks that could belong together in another way.
            ("['x' 'y']", "an escaped quotation mark expected (byte 3)"),
            ("['the users' data']", "an escaped quotation mark expected (byte 11)"),
            ("{'a\": 1, \"b': 2}", "an escaped quotation mark expected (byte 3)"),
            ("{“a\": 1, \"b”: 2}", "an escaped quotation mark expected (byte 5)"),
            ("[“he said “x” ok”]", "an escaped quotation mark expected (byte 16)"),
            ("{\"a\": \"x\n\"b\": \"y\"}", "`,` or `}` expected (byte 10)"),
            ("{\"a\": 1 // }", "the text ends inside the value (byte 12)"),
            ("{ /* }", "the text ends inside the value (byte 6)"),
            ("{ /", "the text ends inside the value (byte 3)"),
            ("{ / }", "a key or `}` expected (byte 2)"),
        ],
    );
}

#[test]
fn an_object_is_read_out_of_prose() {
    let text = "Result: {\"a\": [1, {\"b\": \"c\"}]} } as agreed";
    let (tape, behind) = read(text, 8, Mode::Strict).unwrap();
    assert_eq!(&text[behind..], " } as agreed");
    assert_eq!(tape.slice(tape.root()), &text[8..behind]);
    let (tolerant, behind) = read(text, 8, Mode::Tolerant).unwrap();
    assert_eq!((&text[behind..], tolerant.slips().len()), (" as agreed", 1));
    assert_eq!(tolerant.root(), tape.root());
}

#[test]
fn any_offset_gets_an_answer() {
    let text = "ä{}";
    for at in 0..9 {
        let answer = read(text, at, Mode::Tolerant);
        assert_eq!(answer.is_ok(), at == 2, "{at}");
        if let Err(failure) = answer {
            assert!(text.is_char_boundary(failure.at) && text.is_char_boundary(failure.furthest));
            assert!(failure.tape.root().is_cut());
        }
    }
}

#[test]
fn strings_are_decoded_when_asked() {
    let tape = document(r#"{"k\u0065y": "a\n\"\ud834\udd1e\\/\/", "plain": "ä"}"#, Mode::Strict).unwrap();
    let members: Vec<_> = tape.members(tape.root()).map(|(k, v)| (tape.text(k), tape.text(v))).collect();
    assert_eq!(members, [("key".into(), "a\n\"𝄞\\//".into()), ("plain".into(), "ä".into())]);
    assert!(matches!(members[1].1, std::borrow::Cow::Borrowed(_)));
}

#[test]
fn duplicate_keys_are_compared_decoded() {
    let text = r#"{"a": 1, "b": {"a": 0}, "\u0061": 2, "A": 3, "a": 4}"#;
    let tape = document(text, Mode::Strict).unwrap();
    let pairs: Vec<_> = tape.duplicates(tape.root()).iter().map(|(a, b)| (a.range().start, tape.slice(*b))).collect();
    assert_eq!(pairs, [(1, "\"\\u0061\""), (1, "\"a\"")]);
}

#[test]
fn a_truncated_text_tells_what_was_complete() {
    let complete = |text| {
        let failure = document(text, Mode::Tolerant).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Truncated);
        let tape = failure.tape;
        assert_eq!((tape.root().range(), tape.root().is_cut()), (0..text.len(), true));
        let last = tape.nodes().last().unwrap();
        let members: Vec<_> =
            tape.members(tape.root()).filter(|(_, v)| !v.is_cut()).map(|(k, _)| tape.text(k).into_owned()).collect();
        (members.join(" "), format!("{:?} {}", tape.text(last), last.is_cut()))
    };
    let case = |text, keys: &str, last: &str| assert_eq!(complete(text), (keys.to_owned(), last.to_owned()), "{text}");
    case(r#"{"a": "x", "b": "y\n\u00e"#, "a", r#""y\n" true"#);
    case(r#"{"a": "x", "b": 12"#, "a", r#""12" true"#);
    case(r#"{"a": "x", "b": 12 "#, "a b", r#""12" false"#);
    case(r#"{"a": [1, 2], "b": [3, {"c": 4}"#, "a", r#""4" false"#);
    case(r#"{"a": "x", "b": tr"#, "a", r#""b" false"#);
    case(r#"{"a": "x", "b"#, "a", r#""b" true"#);
    case(r#"{"a": "x", ph"#, "a", r#""ph" true"#);
    case(r#"{"a": "x""#, "a", r#""x" false"#);
    case("{", "", r#""{" true"#);
}

#[test]
fn a_text_full_of_openings_is_read_in_linear_work() {
    for piece in
        ["{", "[", "{\"", "{'", "{“", "{\"a\":[", "{ /", "{//", "{#", "{'a' ", "{a:\n", "{\"\\", "{'   ", "[\"\n"]
    {
        let text = piece.repeat(2000);
        let (mut at, mut examined) = (0, 0);
        while at < text.len() {
            let behind = match read(&text, at, Mode::Tolerant) {
                Ok((_, behind)) => behind,
                Err(failure) => failure.furthest,
            };
            examined += behind - at;
            at = behind.max(text.ceil_char_boundary(at + 1));
        }
        assert!(examined <= text.len(), "{piece:?}");
    }
    assert_eq!(size_of::<tape::Entry>(), 16);
}

#[test]
fn json_numbers_and_nothing_else() {
    for good in ["0", "-0", "10", "0.5", "1e9", "1.5E-3"] {
        assert!(is_number(good), "{good}");
    }
    for bad in ["", "-", "01", ".5", "1.", "1e", "+1", "1,5", "0x1", "NaN", "1 "] {
        assert!(!is_number(bad), "{bad}");
    }
}
