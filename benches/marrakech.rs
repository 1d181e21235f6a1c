//! Marrakech: whole games, queries on state strings, and the cost of a decision of each player.
//!
//! Every bench asserts the result it times, pinned for the seed. Run with `cargo bench --bench marrakech`;
//! compare rows with each other, not across machines.

use std::sync::Arc;

use divan::{Bencher, black_box, counter::ItemsCount};
use lettergame::base::{Seat, Seed};
use lettergame::game::{Roster, Table, Turn};
use lettergame::games::marrakech::players::ROSTER;
use lettergame::games::marrakech::queries::answer_json;
use lettergame::games::marrakech::rules::{
    Die, Marrakech, MarrakechRules, Move, Position, Rotation, Stage, State,
};
use lettergame::plan::RawConfig;
use lettergame::registry;
use lettergame::tournament::AnyTournament;
use lettergame::words::Lexicon;

const GAMES_TIMED: u64 = 200;

fn main() {
    divan::main();
}

fn tournament(player: &str) -> Box<dyn AnyTournament> {
    let raw = RawConfig {
        players: Some(vec![player.to_owned(); 2]),
        games: Some(GAMES_TIMED),
        ..RawConfig::default()
    };
    let config = raw.validate("marrakech", Seed(7)).expect("the draft is complete");
    let lexicon = Arc::new(Lexicon::shipped());
    registry::prepare(&config, lexicon).expect("the players exist").tournament
}

fn total_score(tournament: &dyn AnyTournament) -> i64 {
    let batch = tournament.play(0..GAMES_TIMED);
    let seats = batch.scores.iter().flat_map(|game| game.seats.values());
    seats.map(|seat| i64::from(seat.points.0)).sum()
}

/// Whole games of two players, with their rows.
#[divan::bench(args = [("random", 18_796), ("greedy", 18_406)])]
fn games(bencher: Bencher, (player, total): (&str, i64)) {
    let tournament = tournament(player);
    bencher.counter(ItemsCount::new(GAMES_TIMED)).bench(|| {
        assert_eq!(black_box(total_score(&*tournament)), total);
    });
}

/// The stages of a game of `greedy` against itself, one before each decision.
fn stages() -> Vec<Stage> {
    let rules = Arc::new(Marrakech::new(MarrakechRules::standard()));
    let mut table = Table::new(Arc::clone(&rules), 2, Seed(7)).expect("two may play");
    let greedy = Roster::make(&ROSTER, "greedy", &rules).expect("greedy is there");
    let mut player = greedy.sit(&rules, Seat::FIRST, 2);
    let mut rng = Seed(1).rng();
    let mut stages = Vec::new();
    while table.turn() != Turn::Over {
        stages.push(table.view(Seat::FIRST).stage().clone());
        table.step(|_, view| player.choose(view, &mut rng));
    }
    stages
}

/// A decision of each player, over all decisions of a game.
#[divan::bench(args = [
    "greedy", "expectimax:depth=1", "expectimax:depth=2", "expectimax:depth=2:width=4", "mcts:playouts=500",
], sample_count = 5)]
fn decisions(bencher: Bencher, player: &str) {
    let rules = Arc::new(Marrakech::new(MarrakechRules::standard()));
    let strategy = Roster::make(&ROSTER, player, &rules).expect("the player is there");
    let tables: Vec<Table<Marrakech>> = stages()
        .into_iter()
        .map(|stage| Table::at(Arc::clone(&rules), State::resume(stage, Seed(1)), 2))
        .collect();
    let decide_all = || -> Vec<Move> {
        let mut player = strategy.sit(&rules, Seat::FIRST, 2);
        let mut rng = Seed(1).rng();
        let choose = |table: &Table<Marrakech>| player.choose(&table.view(Seat::FIRST), &mut rng);
        tables.iter().map(choose).map(|choice| choice.expect("no fault")).collect()
    };
    let expected = decide_all();
    bencher
        .counter(ItemsCount::new(tables.len()))
        .bench_local(|| assert_eq!(black_box(decide_all()), expected));
}

/// One query of each kind on every state of a game, as JSON lines.
fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    for stage in stages() {
        let game = stage.position().to_string();
        let assam = stage.position().assam();
        let rug = "c993233";
        lines.extend([
            format!(r#"{{"query":"rug-valid","args":["{game}","{rug}"]}}"#),
            format!(r#"{{"query":"game-over","args":["{game}"]}}"#),
            format!(r#"{{"query":"rotate","args":["{assam}",90]}}"#),
            format!(r#"{{"query":"placement-valid","args":["{game}","{rug}"]}}"#),
            format!(r#"{{"query":"payment","args":["{game}"]}}"#),
            format!(r#"{{"query":"winner","args":["{game}"]}}"#),
            format!(r#"{{"query":"move","args":["{assam}",3]}}"#),
            format!(r#"{{"query":"place","args":["{game}","{rug}"]}}"#),
        ]);
    }
    lines
}

/// The work of `eval` for a line, over the whole mix of queries.
#[divan::bench]
fn queries(bencher: Bencher) {
    let lines = lines();
    bencher.counter(ItemsCount::new(lines.len())).bench(|| {
        let answered = lines.iter().map(|line| answer_json(line.as_bytes()));
        assert!(answered.map(black_box).all(|answer| answer.is_ok()));
    });
}

/// Parsing and formatting a state string.
#[divan::bench]
fn state_string(bencher: Bencher) {
    let text = stages().pop().expect("a game has decisions").position().to_string();
    bencher.bench(|| {
        let position: Position = black_box(&text).parse().expect("well-formed");
        assert_eq!(position.to_string(), text);
    });
}

/// The work of a search at each branch: copying a stage, rotating and moving Assam, paying.
#[divan::bench]
fn roll_every_way(bencher: Bencher) {
    let stages: Vec<Stage> = stages().into_iter().step_by(2).collect();
    bencher.counter(ItemsCount::new(stages.len() * 12)).bench(|| {
        let mut paid = 0;
        for stage in &stages {
            for (rotation, die) in Rotation::ALL.iter().flat_map(|r| Die::ALL.map(|d| (*r, d))) {
                let mut next = stage.clone();
                next.rotate(rotation);
                paid += next.roll(die).map_or(0, |payment| u32::from(payment.paid));
            }
        }
        assert!(black_box(paid) > 0);
    });
}
