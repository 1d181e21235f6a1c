//! Whole tournaments on one thread, at each level of record, and what the parts of a bid cost.
//!
//! Every bench asserts the result that it times: the sum of all scores, pinned for the seed. Run with
//! `cargo bench --bench games`; compare rows with each other, not with another machine.

use std::sync::{Arc, LazyLock};

use divan::{Bencher, black_box, counter::ItemsCount};
use lettergame::base::{Branch, Seed};
use lettergame::lexicon::Lexicon;
use lettergame::registry::{self, GAMES};
use lettergame::tournament::{Arena, Draft};

static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));

const GAMES_TIMED: u64 = 200;

fn main() {
    divan::main();
}

fn arena(players: &[&str], record: &str) -> Box<dyn Arena> {
    let draft = Draft {
        players: Some(players.iter().map(|&player| player.to_owned()).collect()),
        games: Some(GAMES_TIMED),
        record: Some(record.to_owned()),
        ..Draft::default()
    };
    let config = draft.check(GAMES[0].name, Seed(7)).expect("the draft is complete");
    registry::prepare(&config, Arc::clone(&LEXICON)).expect("the players exist").arena
}

fn total_score(arena: &dyn Arena) -> i64 {
    let batch = arena.play(0..GAMES_TIMED);
    let seats = batch.scores.iter().flat_map(|game| game.seats.values());
    seats.map(|seat| i64::from(seat.points.0)).sum()
}

/// `letter-value` against `random`, 10 rounds, 3 hidden letters, at each level of record.
#[divan::bench(args = ["games", "rounds", "plies"])]
fn duel(bencher: Bencher, record: &str) {
    let arena = arena(&["letter-value", "random"], record);
    bencher.counter(ItemsCount::new(GAMES_TIMED)).bench(|| {
        assert_eq!(black_box(total_score(&*arena)), DUEL_TOTAL);
    });
}
const DUEL_TOTAL: i64 = 137_888;

/// Each strategy against itself.
#[divan::bench(args = [
    "random", "letter-value", "zero", "truthful-3", "frequency", "vowel-balance", "seven-letter", "shadow",
])]
fn mirror(bencher: Bencher, player: &str) {
    let arena = arena(&[player, player], "games");
    let expected = total_score(&*arena);
    bencher.counter(ItemsCount::new(GAMES_TIMED)).bench(|| {
        assert_eq!(black_box(total_score(&*arena)), expected);
    });
}

/// A seed from its parent and place.
#[divan::bench]
fn derive_a_seed(bencher: Bencher) {
    bencher.bench(|| {
        let child = black_box(Seed(7)).derive(Branch::Deal, 1);
        assert_eq!(child.0, 0xda0c_bad8_4379_da58);
    });
}
