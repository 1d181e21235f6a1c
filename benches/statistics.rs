//! Statistics of results: reading and digesting rows, ratings with their bootstrap, sequential tests.
//!
//! Every bench asserts the result it times. Run with `cargo bench --bench statistics`; compare rows with each
//! other, not across machines.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use divan::{Bencher, black_box, counter::ItemsCount};
use lettergame::base::{Branch, Seed};
use lettergame::plan::{RawConfig, Shard};
use lettergame::registry::{self, games, row_shape};
use lettergame::report::{Report, page};
use lettergame::run::{RunFolder, RunInfo};
use lettergame::stats::{Accepted, BootstrapRatings, SequentialRun, SequentialTest};
use lettergame::tournament::run;
use lettergame::words::Lexicon;
use tempfile::TempDir;

fn main() {
    divan::main();
}

/// Games of the run that is read; two rows each.
const GAMES_READ: u64 = 20_000;

/// A finished run of single-round games in its own folder.
fn finished_run() -> TempDir {
    let raw = RawConfig {
        players: Some(vec!["letter-value".to_owned(), "random".to_owned()]),
        games: Some(GAMES_READ),
        rules: [("rounds".to_owned(), vec!["1".to_owned()])].into(),
        ..RawConfig::default()
    };
    let config = raw.validate(games()[0].info.name, Seed(7)).expect("the draft is complete");
    let prepared = registry::prepare(&config, Arc::new(Lexicon::shipped())).expect("players");
    let (config, tournament) = (&prepared.config, &*prepared.tournament);
    let info = RunInfo {
        shard: Shard::WHOLE,
        fingerprint: config.fingerprint(""),
        lexicon: String::new(),
        checked: true,
        parts: None,
    };
    let (games, headers) = (0..GAMES_READ, tournament.headers());
    let dir = tempfile::tempdir().expect("a folder");
    let mut folder = RunFolder::create(dir.path(), config, &info, &games, headers, false)
        .expect("an empty folder");
    let never = AtomicBool::new(false);
    run(tournament, 0..GAMES_READ, NonZeroUsize::MIN, &never, |batch| {
        folder.append(batch.first, &batch.rows, &batch.faults).expect("room on the disk");
        Ok::<(), rayon::ThreadPoolBuildError>(())
    })
    .expect("threads");
    dir
}

/// One pass over the rows of a run: everything in a report.
#[divan::bench(sample_count = 10)]
fn digest(bencher: Bencher) {
    let dir = finished_run();
    let dirs = [dir.path().to_owned()];
    bencher.counter(ItemsCount::new(2 * GAMES_READ)).bench_local(|| {
        let report = Report::read(&dirs, row_shape, |_| {}).expect("a run");
        assert_eq!(black_box(&report).runs[0].run.games_done, GAMES_READ);
    });
}

/// The page of a report whose rows were already read.
#[divan::bench(sample_count = 10)]
fn html_page(bencher: Bencher) {
    let dir = finished_run();
    let report = Report::read(&[dir.path().to_owned()], row_shape, |_| {}).expect("a run");
    let length = page(&report).len();
    bencher.bench_local(|| assert_eq!(black_box(page(&report)).len(), length));
}

/// Ratings with intervals for this many players over 2,000 blocks.
#[divan::bench(args = [2, 4, 14, 50], sample_count = 5, sample_size = 1)]
fn ratings(bencher: Bencher, players: usize) {
    let mut results = BootstrapRatings::new(players);
    let mut rng = Seed(1).rng();
    for block in 0..2000 {
        for i in 0..players {
            let j = (i + 1 + rng.below(players as u32 - 1) as usize) % players;
            let share = if rng.below(players as u32 + 2) as usize > i { 1.0 } else { 0.0 };
            results.record(block, i, j, share).expect("two players");
        }
    }
    let best = results.fit(0.95)[0];
    bencher.bench_local(|| assert_eq!(black_box(results.fit(0.95))[0], best));
}

/// A sequential test of 2,000 inconclusive blocks, checked after each.
#[divan::bench]
fn sequential(bencher: Bencher) {
    let unit = |block| Seed(1).derive(Branch::Chance, block).rng().unit();
    let blocks: Vec<(f64, f64)> =
        (0..2000).map(|block| (unit(block), unit(block + 2000))).collect();
    let test = SequentialTest::new(1e-9, 1e-9).expect("errors below a half");
    bencher.counter(ItemsCount::new(blocks.len())).bench(|| {
        let mut run = SequentialRun::new(test, -0.01, 0.01);
        let verdict = blocks.iter().map(|&(x, y)| run.add(black_box(x), black_box(y))).last();
        assert_eq!(verdict, Some(None::<Accepted>));
    });
}
