//! Simulations against games that are really played, and for any number of threads.

use std::sync::Arc;
use std::time::Duration;

use super::Simulation;
use crate::players::ROSTER;
use crate::plays::{Generator, Leaves};
use crate::rules::{Move, Scrabble, ScrabbleRules, View};
use crate::simulation::{Effort, Inference, RivalTurn, Simulated, Value, WinChance, won};
use crate::situation::{Situation, candidates};
use lettergame_base::{Rng, Seat, Seed};
use lettergame_game::{Player, Roster, Table, Turn};
use lettergame_words::Lexicon;

fn game() -> Arc<Scrabble> {
    Arc::new(Scrabble::new(ScrabbleRules::standard(), Arc::new(Lexicon::shipped())))
}

fn player(game: &Arc<Scrabble>, text: &str) -> Box<dyn Player<Scrabble>> {
    Roster::make(&ROSTER, text, game).unwrap().sit(game, Seat::FIRST, 2)
}

/// The view of the seat to move, while the game lasts.
fn view(table: &Table<Scrabble>) -> Option<View<'_>> {
    match table.turn() {
        Turn::Ask(asked) => asked.iter().next().map(|seat| table.view(seat)),
        Turn::Over => None,
    }
}

/// A game of `equity` against itself up to where the bag holds at most so many tiles, with the turns so far.
fn game_until(game: &Arc<Scrabble>, deal: u64, bag: usize) -> Table<Scrabble> {
    let mut table = Table::new(Arc::clone(game), 2, Seed(deal)).unwrap();
    let mut equity = player(game, "equity");
    let mut rng = Seed(0).rng();
    while view(&table).is_some_and(|view| view.bag() > bag) {
        table.step(|_, view| equity.choose(view, &mut rng));
    }
    table
}

fn simulation() -> Simulation<'static> {
    Simulation {
        samples: 40,
        time: None,
        plies: 2,
        value: Value::Win,
        win: WinChance::shipped(),
        prior: 0,
        risk: 0.05,
        seed: Seed(4),
        parallel: false,
    }
}

/// The final lead of this seat if it makes a move now and both play greedily after it.
fn played_out(table: &Table<Scrabble>, seat: Seat, choice: Move, rng: &mut Rng) -> i32 {
    let mut table = table.clone();
    table.step(|_, _| Ok(choice));
    let mut greedy = player(table.rules(), "equity:endgame=0");
    while table.turn() != Turn::Over {
        table.step(|_, view| greedy.choose(view, rng));
    }
    let points = table.outcome().points;
    points[seat].0 - points[seat.opponent()].0
}

#[test]
fn without_chance_a_rollout_is_the_result_of_greedy_play() {
    let game = game();
    let mut rng = Seed(0).rng();
    let mut compared = 0;
    for deal in 0..6 {
        let table = game_until(&game, deal, 0);
        let view = view(&table).unwrap();
        let at = Situation::of_view(&view, Leaves::shipped());
        let tried = candidates(&at, &mut Generator::new(), 10);
        let simulated = simulation().run(&at, &tried, None);
        for tried in simulated.candidates() {
            let last = played_out(&table, view.seat(), tried.candidate.choice, &mut rng);
            assert_eq!(tried.equity.mean(), Some(f64::from(last - at.lead)));
            let lead = crate::plays::Equity::points(last);
            assert_eq!((tried.win.mean(), tried.win.count()), (Some(won(lead)), 1));
            compared += 1;
        }
    }
    assert!(compared > 30, "{compared}");
}

/// All figures, to the last bit.
fn figures(simulated: &Simulated) -> Vec<String> {
    simulated.candidates().iter().map(|tried| format!("{tried:?}")).collect()
}

#[test]
fn the_table_is_the_same_for_any_number_of_threads() {
    let game = game();
    let mut table = game_until(&game, 9, 40);
    let mut equity = player(&game, "equity");
    let event = table.step(|_, view| equity.choose(view, &mut Seed(0).rng()))[0].clone();
    let view = view(&table).unwrap();
    let turn = RivalTurn::of_event(&view, &event).expect("the rival kept tiles");
    let inference = Inference::of(&turn, Effort { leaves: 60, seed: Seed(3) });
    let at = Situation::of_view(&view, Leaves::shipped());
    for plies in [1, 2, 5] {
        let run = |parallel| {
            let tried = candidates(&at, &mut Generator::new(), 4);
            let simulation = Simulation { plies, parallel, ..simulation() };
            figures(&simulation.run(&at, &tried, Some(&inference)))
        };
        let alone = run(false);
        for threads in [1, 2, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(|| run(true)), alone, "{threads} threads, {plies} plies");
        }
    }
}

#[test]
fn time_ends_a_simulation_before_its_samples_do() {
    let game = game();
    let table = game_until(&game, 3, 60);
    let view = view(&table).unwrap();
    let at = Situation::of_view(&view, Leaves::shipped());
    let tried = candidates(&at, &mut Generator::new(), 4);
    let run = |time| {
        let simulation = Simulation { time: Some(time), samples: 50, ..simulation() };
        simulation.run(&at, &tried, None).candidates()[0].win.count()
    };
    assert_eq!(run(Duration::ZERO), 12, "up to the first look");
    let whole = Simulation { samples: 50, ..simulation() }.run(&at, &tried, None);
    let limited = Simulation { time: Some(Duration::MAX), samples: 50, ..simulation() };
    assert_eq!(figures(&limited.run(&at, &tried, None)), figures(&whole));
}

#[test]
fn candidates_are_ordered_and_the_best_gets_all_samples() {
    let game = game();
    let table = game_until(&game, 3, 60);
    let view = view(&table).unwrap();
    let at = Situation::of_view(&view, Leaves::shipped());
    let tried = candidates(&at, &mut Generator::new(), 6);
    assert!(tried.iter().any(|candidate| matches!(candidate.choice, Move::Exchange(_))));
    let simulated = simulation().run(&at, &tried, None);
    let open: Vec<_> = simulated.candidates().iter().filter(|tried| !tried.dropped).collect();
    assert!(open.windows(2).all(|pair| pair[0].rank() >= pair[1].rank()));
    assert!(open.iter().all(|tried| tried.win.count() == open[0].win.count()));
    assert!(simulated.candidates().iter().any(|tried| tried.dropped), "the exchange is hopeless");
    for tried in simulated.candidates() {
        let win = tried.win.mean().unwrap();
        assert!((0.0..=1.0).contains(&win) && tried.plies[0].score.mean().unwrap() > 0.0);
    }
}

/// The mean over the games of `equity` of how much better the tiles that are really held are predicted.
#[test]
fn inference_expects_the_tiles_that_are_really_held() {
    let game = game();
    let (mut inferred, mut plain, mut turns) = (0.0, 0.0, 0);
    for deal in 0..4 {
        let mut table = Table::new(Arc::clone(&game), 2, Seed(100 + deal)).unwrap();
        let mut equity = player(&game, "equity");
        let mut rng = Seed(0).rng();
        while table.turn() != Turn::Over {
            let event = table.step(|_, view| equity.choose(view, &mut rng))[0].clone();
            let Some(view) = view(&table) else { break };
            let Some(turn) = RivalTurn::of_event(&view, &event) else { continue };
            let seat = view.seat().opponent();
            let held = *table.view(seat).rack();
            let inference = Inference::of(&turn, Effort { leaves: 150, seed: Seed(deal) });
            for (tile, _) in turn.unseen.kinds() {
                let scored = |chance: f64| {
                    let chance = chance.clamp(0.001, 0.999);
                    if held.count(tile) > 0 { chance.ln() } else { (1.0 - chance).ln() }
                };
                inferred += scored(inference.chance_of_tile(tile));
                plain += scored(inference.plain_chance_of_tile(tile));
            }
            turns += 1;
        }
    }
    assert!(turns > 40 && inferred > plain + 0.1 * f64::from(turns), "{inferred} {plain} {turns}");
}
