//! What the command line promises: exit codes, formats, streams, and a message that says what to do for each bad use.

#![cfg(feature = "cli")]
#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test stops at the first surprise, and reads files"
)]

#[path = "support/command.rs"]
mod command;

use command::Folder;
use insta::assert_snapshot;

const GOOD: &str = "Phase: review\nStatus: completed\nCriticality: low\nArtifact: notes/review.md\n";

fn folder() -> Folder {
    Folder::new().file("good.txt", GOOD).file("empty.txt", "").file("binary.txt", b"Phase: \xff\xfe\n")
}

// --- exit codes

#[test]
fn each_exit_code_stands_for_one_thing() {
    let folder = folder().file("broken.contract", "not a contract\n");
    let table = [
        ("check --role reviewer good.txt", 0),
        ("check --role reviewer empty.txt", 1),
        ("check --role reviewer good.txt empty.txt", 1),
        ("check --role reviewer empty.txt --exit-zero", 0),
        ("check --role reviewer binary.txt", 1),
        ("check --role reviewer good.txt --fail-on note", 0),
        ("check good.txt", 2),
        ("check --role reviewer", 2),
        ("check --role tester good.txt", 2),
        ("check --role reviewer good.txt --as prompt", 2),
        ("check --role reviewer good.txt --nonsense", 2),
        ("check --role reviewer good.txt --format pdf", 2),
        ("check --role reviewer good.txt --format json --format human", 2),
        ("check --role reviewer good.txt --format json:out --format jsonl:out", 2),
        ("check --role reviewer good.txt --strict --accept exact", 0),
        ("check --role reviewer --contract broken.contract good.txt", 2),
        ("check --role reviewer - -", 2),
        ("check --role reviewer missing.txt", 3),
        ("check --role reviewer missing.txt --exit-zero", 3),
        ("check --role reviewer missing.txt empty.txt", 3),
        ("check --role reviewer .", 3),
        ("check --contract broken.contract good.txt", 3),
        ("check --contract missing.contract good.txt", 3),
        ("check --contract . good.txt", 3),
        ("check --role reviewer good.txt --format json:no/such/folder.json", 3),
        ("parse --role reviewer good.txt", 0),
        ("parse --role reviewer empty.txt", 1),
        ("parse good.txt", 2),
        ("parse --role reviewer missing.txt", 3),
        ("list", 0),
        ("explain RC201", 0),
        ("explain empty-return", 0),
        ("explain --all", 0),
        ("explain", 2),
        ("explain RC999", 2),
        ("schema reviewer", 0),
        ("schema", 2),
        ("prompt reviewer", 0),
        ("prompt tester", 2),
        ("help", 0),
        ("help grammar", 0),
        ("help check", 0),
        ("help nonsense", 2),
        ("--help", 0),
        ("--version", 0),
        ("", 2),
    ];
    for (arguments, code) in table {
        let ended = folder.contract(arguments).run();
        assert_eq!(ended.code, Some(code), "contract {arguments}\n{ended}");
        assert!(code < 2 || ended.stdout.is_empty() || arguments.contains("empty.txt"), "{arguments}: {ended}");
        assert!(code < 2 || !ended.stderr.is_empty(), "{arguments}: a fault without a word");
    }
}

#[test]
fn every_command_tells_the_exit_codes() {
    let folder = Folder::new();
    for command in ["", "check", "parse", "list", "explain", "schema", "prompt", "help"] {
        let help = folder.contract(&format!("{command} --help")).run().stdout;
        assert!(help.contains("could not judge"), "{help}");
    }
}

// --- bad use, each with a message that says what to do

#[test]
fn help() {
    assert_snapshot!(Folder::new().contract("--help").run().stdout);
}

#[test]
fn help_check() {
    let folder = Folder::new();
    let help = folder.contract("help check").run();
    assert_eq!(help, folder.contract("check --help").run());
    assert_snapshot!(help.stdout);
}

#[test]
fn help_grammar_is_the_page_of_the_repository() {
    let page = include_str!("../grammars/README.md");
    assert_eq!(Folder::new().contract("help grammar").run().stdout, page);
}

#[test]
fn help_on_nothing_known() {
    assert_snapshot!(Folder::new().contract("help chekc").run());
}

#[test]
fn list() {
    assert_snapshot!(Folder::new().contract("list").run().stdout);
}

#[test]
fn no_role() {
    assert_snapshot!(folder().contract("check good.txt").run());
}

#[test]
fn unknown_role() {
    assert_snapshot!(folder().contract("check --role reviwer good.txt").run());
}

#[test]
fn no_path() {
    assert_snapshot!(folder().contract("check --role reviewer").run());
}

#[test]
fn unknown_flag() {
    assert_snapshot!(folder().contract("check --rol reviewer good.txt").run());
}

#[test]
fn unknown_format() {
    assert_snapshot!(folder().contract("check --role reviewer --format sarif good.txt").run());
}

#[test]
fn prompts_come_later() {
    assert_snapshot!(folder().contract("check --role reviewer --as prompt good.txt").run());
}

#[test]
fn missing_file_and_directory_do_not_stop_the_others() {
    assert_snapshot!(folder().contract("check --role reviewer missing.txt . good.txt").run());
}

#[test]
fn binary_file() {
    assert_snapshot!(folder().contract("check --role reviewer binary.txt").run());
    assert_snapshot!(folder().contract("check --role reviewer binary.txt --format human").run());
}

#[test]
fn too_large() {
    let folder = Folder::new().file("large.txt", vec![b'a'; (1 << 20) + 10]);
    assert_snapshot!(folder.contract("check --role reviewer large.txt").run());
}

#[test]
fn empty_stdin() {
    assert_snapshot!(Folder::new().contract("check --role reviewer -").run());
}

#[test]
fn broken_contract() {
    let folder = folder().file("broken.contract", "not a contract\n");
    let ended = folder.contract("check --contract broken.contract good.txt").run();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(3), ""));
    assert!(ended.stderr.starts_with("broken.contract:1:1: error[RC501 contract-syntax]"), "{ended}");
    let folder = folder.file("large.contract", vec![b'#'; (64 << 10) + 1]).file("bytes.contract", b"\xff");
    assert_snapshot!(folder.contract("check --contract large.contract good.txt").run());
    assert_snapshot!(folder.contract("check --contract bytes.contract good.txt").run());
}

#[test]
fn unknown_code() {
    assert_snapshot!(Folder::new().contract("explain RC31").run());
    assert_snapshot!(Folder::new().contract("explain nonsense").run());
}

#[test]
fn what_was_typed_comes_back_safe() {
    let folder = folder();
    let typed = "\u{1b}[31m\u{202e}\nx";
    for command in
        ["check --role", "explain", "help", "schema", "check --role reviewer", "check --format", "check --accept"]
    {
        let ended = folder.contract(command).arg(typed).run();
        assert!(!ended.stderr.contains(['\u{1b}', '\u{202e}']), "{command}: {ended:?}");
        assert!(ended.code >= Some(2));
    }
}

// --- streams

#[test]
fn a_closed_pipe_is_no_fault() {
    let mut folder = folder();
    for n in 0..300 {
        folder = folder.file(&format!("many/{n}.txt"), "");
    }
    let mut many = folder.contract("check --role reviewer --format jsonl");
    for n in 0..300 {
        many = many.arg(&format!("many/{n}.txt"));
    }
    let ended = many.run_into_closed_pipe();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
    for arguments in ["list", "explain --all", "help grammar", "--help", "check --role reviewer good.txt --format json"]
    {
        let ended = folder.contract(arguments).run_into_closed_pipe();
        assert_eq!((ended.code, ended.stderr.contains("panic")), (Some(0), false), "{arguments}: {ended}");
    }
}

#[test]
fn a_clean_file_says_nothing_when_piped_but_that_it_was_checked() {
    let ended = folder().contract("check --role reviewer good.txt").run();
    assert_eq!(ended.stdout, "");
    assert_eq!(ended.stderr, "checked 1 return: 1 accepted\n");
}

#[test]
fn stdin_is_named_and_read_like_a_file() {
    let folder = folder();
    let ended = folder.contract("check --role reviewer --format human -").stdin(GOOD).run();
    assert!(ended.stdout.starts_with("<stdin>: accepted (reviewer)\n"), "{ended}");
    assert_eq!(
        folder.contract("parse --role reviewer").stdin(GOOD).run(),
        folder.contract("parse --role reviewer good.txt").run()
    );
}

#[test]
fn a_path_given_twice_is_checked_twice() {
    let ended = folder().contract("check --role reviewer empty.txt empty.txt").run();
    assert_eq!(ended.stdout.lines().count(), 2);
    assert_eq!(ended.stderr, "checked 2 returns: 2 rejected\n");
}

#[test]
fn the_order_is_that_of_the_input_on_any_number_of_threads() {
    let mut folder = Folder::new();
    let mut arguments = String::from("check --role reviewer --format jsonl --format json:all.json");
    for n in (0..600).rev() {
        folder = folder.file(&format!("{n}.txt"), if n % 3 == 0 { GOOD.into() } else { "word\n".repeat(n) });
        arguments += &format!(" {n}.txt");
        if n % 100 == 0 {
            arguments += &format!(" missing-{n}.txt");
        }
    }
    let run = |threads: &str| {
        let ended = folder.contract(&arguments).env("RAYON_NUM_THREADS", threads).run();
        (ended, std::fs::read(folder.path().join("all.json")).unwrap())
    };
    let (one, json) = run("1");
    assert_eq!(one.code, Some(3));
    assert_eq!(one.stdout.lines().count(), 600);
    assert!(one.stdout.starts_with("{\"path\":\"599.txt\""));
    for threads in ["2", "7", "0"] {
        assert!(run(threads) == (one.clone(), json.clone()), "other bytes on {threads} threads");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_apart_from_findings() {
    let folder = folder();
    let ended = folder.contract("check --role reviewer empty.txt --format json:/dev/full").run();
    assert_eq!(ended.code, Some(3), "{ended}");
    assert!(ended.stderr.starts_with("error: cannot write /dev/full: "), "{ended}");
}

// --- formats

#[test]
fn human() {
    assert_snapshot!(folder().contract("check --role reviewer --format human good.txt empty.txt").run());
}

#[test]
fn jsonl_is_one_object_a_line_and_json_one_envelope() {
    let folder = folder();
    let arguments =
        "check --role reviewer good.txt empty.txt --format jsonl --format json:out.json --format concise:out.txt";
    let ended = folder.contract(arguments).run();
    let lines: Vec<serde_json::Value> = ended.stdout.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let envelope: serde_json::Value = serde_json::from_str(&read("out.json")).unwrap();
    assert_eq!(envelope["files"], serde_json::Value::Array(lines.clone()));
    assert_eq!(envelope["tool"]["name"], "contract");
    assert_eq!(envelope["summary"]["checked"], 2);
    assert_eq!(lines[0]["outcome"], "accepted");
    assert_eq!(lines[0]["value"]["criticality"], "low");
    assert_eq!(lines[1]["outcome"], "rejected");
    assert!(lines[1].get("value").is_none() && lines[1].get("fields").is_none());
    assert_eq!(read("out.txt"), folder.contract("check --role reviewer good.txt empty.txt").run().stdout);
}

#[test]
fn parse_prints_the_value_alone() {
    assert_snapshot!(folder().contract("parse --role reviewer good.txt").run());
    let ended = folder().contract("parse --role reviewer empty.txt").run();
    assert_eq!(ended.stdout, "");
    assert!(ended.stderr.starts_with("empty.txt:1:1: error[RC201 empty-return]"), "{ended}");
}

#[test]
fn explain_shows_both_examples() {
    let folder = Folder::new();
    let by_code = folder.contract("explain rc201").run();
    assert_eq!(by_code, folder.contract("explain empty-return").run());
    for part in ["RC201 empty-return\n", "\nWhy: ", "\nBad (", "\nGood (", "\nFix: "] {
        assert!(by_code.stdout.contains(part), "{part}: {by_code}");
    }
}

#[test]
fn colour_is_a_matter_of_flag_then_environment_then_terminal() {
    let folder = folder();
    let coloured = |run: command::Run| run.run().stdout.contains('\u{1b}');
    let human = |more: &str| folder.contract(&format!("check --role reviewer --format human empty.txt {more}"));
    assert!(!coloured(human("")));
    assert!(coloured(human("--color always")));
    assert!(coloured(human("--color always").env("NO_COLOR", "1")));
    assert!(coloured(human("").env("FORCE_COLOR", "1")));
    assert!(coloured(human("").env("CLICOLOR_FORCE", "1")));
    assert!(!coloured(human("").env("FORCE_COLOR", "1").env("NO_COLOR", "1")));
    assert!(!coloured(human("--color never").env("FORCE_COLOR", "1")));
    assert!(!coloured(folder.contract("check --role reviewer --format jsonl --color always empty.txt")));
}

#[test]
fn explain_words_prints_the_closed_tables() {
    let out = Folder::new().contract("explain words").run().stdout;
    for (what, words) in return_contract::tables() {
        assert!(out.contains(what), "{what}");
        assert!(words.iter().all(|w| out.contains(w)), "{what}");
    }
}

#[test]
fn retry_prints_the_message_or_nothing() {
    let folder = folder().file("bad.txt", GOOD.replace("low", "minor"));
    assert_snapshot!(folder.contract("retry --role reviewer bad.txt").run());
    let good = folder.contract("retry --role reviewer good.txt").run();
    assert_eq!((good.code, good.stdout.as_str()), (Some(0), ""));
}

#[test]
fn fix_shows_then_makes_its_edits_once() {
    let drifted =
        "Done.\n\n- **Phase:** review\n- **Status:** Completed\n- **Criticality:** Low\n- **Artifact:** `notes/r.md`\n";
    let folder = folder().file("drifted.txt", drifted);
    assert_snapshot!(folder.contract("fix --role reviewer --diff drifted.txt empty.txt").run());
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("drifted.txt"), drifted, "--diff changes nothing");
    let ended = folder.contract("fix --role reviewer drifted.txt").run();
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), "changed 1 of 1\n"));
    let fixed = "Done.\n\nPhase: review\nStatus: completed\nCriticality: low\nArtifact: notes/r.md\n";
    assert_eq!(read("drifted.txt"), fixed);
    assert_eq!(folder.contract("fix --role reviewer drifted.txt").run().stderr, "changed 0 of 1\n");
    assert_eq!(folder.contract("fix --role reviewer -").stdin(drifted).run().stdout, fixed);
    let noted = drifted.replace("Low", "low (naming)");
    let kept = folder.contract("fix --role reviewer -").stdin(noted.as_str()).run();
    assert_eq!((kept.code, kept.stdout), (Some(1), fixed.replace("low", "low (naming)")), "{}", kept.stderr);
    let dropped = folder.contract("fix --role reviewer --unsafe -").stdin(noted).run();
    assert_eq!((dropped.code, dropped.stdout.as_str()), (Some(0), fixed));
    let ends =
        folder.contract("fix --role reviewer --diff -").stdin(format!("\u{feff}{}", fixed.replace('\n', "\r"))).run();
    assert_snapshot!(ends);
    let refused = folder.contract("fix --role reviewer -").stdin("Nothing to see.\n").run();
    assert_eq!((refused.code, refused.stdout.as_str()), (Some(1), "Nothing to see.\n"), "a filter loses nothing");
    assert_eq!(folder.contract("fix --role reviewer missing.txt").run().code, Some(3));
}
