//! The README tells the truth: every `$ contract` and `$ cat` in it is run, and its output is what stands there.
//!
//! `UPDATE_README=1 cargo test --test readme` writes what the commands print now; read the diff.

#![cfg(feature = "cli")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a test stops at the first surprise, and reads files"
)]

use std::path::Path;
use std::process::Command;

/// What a command of the README prints on stdout, run at the root of the repository.
fn stdout(command: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut words = command.split_whitespace();
    match words.next() {
        Some("cat") => std::fs::read_to_string(root.join(words.next().unwrap())).unwrap(),
        Some("contract") => {
            let output = Command::new(env!("CARGO_BIN_EXE_contract")).args(words).current_dir(root).output().unwrap();
            String::from_utf8(output.stdout).unwrap()
        }
        other => panic!("the README runs {other:?}, and this test does not know it"),
    }
}

#[test]
fn the_readme_shows_what_the_commands_print() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let mut truth = String::new();
    let (mut console, mut ran) = (false, 0);
    for line in page.lines() {
        if line.starts_with("```") {
            console = line == "```console";
        }
        let command = line.strip_prefix("$ ").filter(|_| console);
        if !console || line == "```console" || command.is_some() {
            truth.push_str(line);
            truth.push('\n');
        }
        if let Some(command) = command {
            truth.push_str(&stdout(command));
            ran += 1;
        }
    }
    assert!(ran >= 3, "{ran} commands in the README");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(&path, &truth).unwrap();
    }
    let differs = page.lines().zip(truth.lines()).find(|(shown, printed)| shown != printed);
    assert_eq!(differs, None, "run `UPDATE_README=1 cargo test --test readme`, then read the diff");
    assert_eq!(page.len(), truth.len(), "run `UPDATE_README=1 cargo test --test readme`, then read the diff");
}
