//! What reading costs, against what the same bytes cost at the least.
//!
//! Baselines in the same run: `lines` iterates the lines of the same text with memchr; `serde_json` parses the bare
//! JSON to a `Value`. Compare within one run; an absolute time says nothing. Run `cargo bench --bench reading`.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a benchmark stops at the first surprise; criterion makes public items"
)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use return_contract::{Options, Source, contract, read};
use std::hint::black_box;

const PARAGRAPH: &str = "The plan follows the architecture note and keeps every step small enough to be reviewed alone; \
each step names the files it touches and the check that proves it done.\n\n- `tiles/src/store.rs`: the rename path syncs first\n\
- the rebuild on an unknown number is covered by a test that fails without the change\n\n## What changes: the call sites\n\n";

const BLOCK: &str = "Phase: planning\nStatus: completed\nSteps: 7\nArtifact: notes/plan.md\n";

const DRIFTED: &str = "- **Phase:** planning\n- **Status:** `completed` (second try)\n- **Step count:** 7 steps\n- **Artifact:** [notes/plan.md](notes/plan.md)\n";

/// Prose of about this many bytes, and a block behind it.
fn lines(bytes: usize, block: &str) -> String {
    let mut text = PARAGRAPH.repeat(bytes / PARAGRAPH.len() + 1);
    text.push_str(block);
    text
}

/// One object of about this many bytes; most of it is a field that the contract does not know.
fn object(bytes: usize) -> String {
    let finding = "{\"id\": \"F1\", \"title\": \"eviction can starve\", \"open\": true, \"line\": 74, \"ratio\": 0.25}";
    let findings = vec![finding; bytes / finding.len() + 1].join(", ");
    format!(
        "{{\"phase\": \"planning\", \"status\": \"completed\", \"steps\": 7, \"artifact\": \"notes/plan.md\", \"findings\": [{findings}]}}"
    )
}

fn count_lines(text: &str) -> usize {
    let mut start = 0;
    let mut sum = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()) {
        sum += black_box(&text[start..end]).len();
        start = end + 1;
    }
    sum
}

fn reading(c: &mut Criterion) {
    let planner = contract::builtin("planner").unwrap();
    let options = Options::default();
    let verdict = |text: &str| {
        let source = Source::from_bytes(text.as_bytes()).unwrap();
        let parsed = read(&source, planner, &options);
        assert!(parsed.value.is_some());
        parsed
    };
    for (name, bytes) in [("2KB", 2 << 10), ("100KB", 100 << 10), ("1000KB", 1000 << 10)] {
        let mut group = c.benchmark_group(format!("lines/{name}"));
        let (clean, drifted) = (lines(bytes, BLOCK), lines(bytes, DRIFTED));
        group.throughput(Throughput::Bytes(clean.len() as u64));
        group.bench_with_input(BenchmarkId::new("baseline", "lines"), &clean, |b, t| b.iter(|| count_lines(t)));
        group.bench_with_input(BenchmarkId::new("read", "clean"), &clean, |b, t| b.iter(|| verdict(t)));
        group.bench_with_input(BenchmarkId::new("read", "drifted"), &drifted, |b, t| b.iter(|| verdict(t)));
        group.finish();

        let mut group = c.benchmark_group(format!("json/{name}"));
        let bare = object(bytes);
        let fenced = format!("Done.\n\n```json\n{bare}\n```\n");
        group.throughput(Throughput::Bytes(bare.len() as u64));
        group.bench_with_input(BenchmarkId::new("baseline", "serde_json"), &bare, |b, t| {
            b.iter(|| serde_json::from_str::<serde_json::Value>(t).unwrap());
        });
        group.bench_with_input(BenchmarkId::new("read", "bare"), &bare, |b, t| b.iter(|| verdict(t)));
        group.bench_with_input(BenchmarkId::new("read", "fenced"), &fenced, |b, t| b.iter(|| verdict(t)));
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).warm_up_time(std::time::Duration::from_millis(300)).measurement_time(std::time::Duration::from_secs(1));
    targets = reading
}
criterion_main!(benches);
