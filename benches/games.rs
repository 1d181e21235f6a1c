//! Whole tournaments on one thread, at each recording level, and the cost of the parts of a bid.
//!
//! Every bench asserts the result it times: the sum of all scores, pinned for the seed. Run with `cargo bench
//! --bench games`; compare rows with each other, not across machines.

use std::sync::{Arc, LazyLock};

use divan::{Bencher, black_box, counter::ItemsCount};
use lettergame::base::{Branch, Seed};
use lettergame::plan::RawConfig;
use lettergame::registry::{self, games};
use lettergame::tournament::AnyTournament;
use lettergame::words::Lexicon;

static LEXICON: LazyLock<Arc<Lexicon>> = LazyLock::new(|| Arc::new(Lexicon::shipped()));

const GAMES_TIMED: u64 = 200;

fn main() {
    divan::main();
}

fn tournament(players: &[&str], record: &str) -> Box<dyn AnyTournament> {
    prepared(RawConfig {
        players: Some(players.iter().map(|&player| player.to_owned()).collect()),
        games: Some(GAMES_TIMED),
        record: Some(record.to_owned()),
        ..RawConfig::default()
    })
}

fn prepared(raw: RawConfig) -> Box<dyn AnyTournament> {
    let config = raw.validate(games()[0].info.name, Seed(7)).expect("the draft is complete");
    registry::prepare(&config, Arc::clone(&LEXICON)).expect("the players exist").tournament
}

fn total_score(tournament: &dyn AnyTournament) -> i64 {
    total_of(tournament, GAMES_TIMED)
}

fn total_of(tournament: &dyn AnyTournament, games: u64) -> i64 {
    let batch = tournament.play(0..games);
    let seats = batch.scores.iter().flat_map(|game| game.seats.values());
    seats.map(|seat| i64::from(seat.points.0)).sum()
}

/// `letter-value` against `random`, 10 rounds, 3 hidden letters, at each recording level.
#[divan::bench(args = ["games", "rounds", "plies"])]
fn duel(bencher: Bencher, record: &str) {
    let tournament = tournament(&["letter-value", "random"], record);
    bencher.counter(ItemsCount::new(GAMES_TIMED)).bench(|| {
        assert_eq!(black_box(total_score(&*tournament)), DUEL_TOTAL);
    });
}
const DUEL_TOTAL: i64 = 137_888;

/// Each strategy against itself.
#[divan::bench(args = [
    "random", "letter-value", "zero", "truthful-3", "frequency", "vowel-balance", "seven-letter", "shadow",
])]
fn mirror(bencher: Bencher, player: &str) {
    let tournament = tournament(&[player, player], "games");
    let expected = total_score(&*tournament);
    bencher.counter(ItemsCount::new(GAMES_TIMED)).bench(|| {
        assert_eq!(black_box(total_score(&*tournament)), expected);
    });
}

/// One player among `letter-value`s: seats, hidden letters, and auctions in the ten rounds; the player bids
/// in each of them.
const TABLES: [(usize, u64, u64); 3] = [(9, 0, 720), (9, 3, 450), (2, 7, 20)];

/// Minimum number of bids timed together.
const BIDS_TIMED: u64 = 400;

/// The cost of a bid of `champion`, as a ratio to `marginal`; `letter-value` shows the share of the rest of
/// the table. The items are bids of the player.
#[divan::bench(
    args = ["champion", "marginal", "letter-value"],
    consts = [0, 1, 2],
    sample_count = 10,
    sample_size = 1,
)]
fn bid<const TABLE: usize>(bencher: Bencher, player: &str) {
    let (seats, hidden, auctions) = TABLES[TABLE];
    let others = (1..seats).map(|_| "letter-value");
    let games = BIDS_TIMED.div_ceil(auctions);
    let tournament = prepared(RawConfig {
        players: Some([player].into_iter().chain(others).map(str::to_owned).collect()),
        games: Some(games),
        rules: [("hidden".to_owned(), vec![hidden.to_string()])].into(),
        ..RawConfig::default()
    });
    let expected = total_of(&*tournament, games);
    bencher.counter(ItemsCount::new(games * auctions)).bench(|| {
        assert_eq!(black_box(total_of(&*tournament, games)), expected);
    });
}

/// Derives a seed from its parent and index.
#[divan::bench]
fn derive_a_seed(bencher: Bencher) {
    bencher.bench(|| {
        let child = black_box(Seed(7)).derive(Branch::Deal, 1);
        assert_eq!(child.0, 0xda0c_bad8_4379_da58);
    });
}
