//! Properties of the champion of the Letter Game in any seat: no bid is higher than justified, and clones in
//! the same field do not ruin each other.

use crate::tables::{points, rules};
use lettergame_auction::players::ROSTER;
use lettergame_auction::rules::{Auction, Move, Prompt, View};
use lettergame_base::{BySeat, Rng, Seat, Seed};
use lettergame_game::{Player, Roster, Table, Turn};
use proptest::prelude::{ProptestConfig, any, proptest};

type Players = BySeat<Box<dyn Player<Auction>>>;

/// A game that has not started, and its players.
fn game(preset: &str, settings: &[&str], names: &[&str], seed: u64) -> (Table<Auction>, Players) {
    let rules = rules(preset, settings);
    let table = Table::new(rules.clone(), names.len(), Seed(seed)).unwrap();
    let sit = |(seat, name): (Seat, &&str)| {
        Roster::make(&ROSTER, name, &rules).unwrap().sit(&rules, seat, names.len())
    };
    (table, Seat::first(names.len()).zip(names).map(sit).collect())
}

/// Plays to the end, passing each move of seat 0 to a callback, and returns all points.
fn play(
    (mut table, mut players): (Table<Auction>, Players),
    mut look: impl FnMut(&View<'_>, &Move),
) -> Vec<i32> {
    let mut rngs: BySeat<Rng> = BySeat::from_fn(players.len(), |at| Seed(at.index() as u64).rng());
    while table.turn() != Turn::Over {
        let events = table.step(|at, view| {
            let choice = players[at].choose(view, &mut rngs[at]);
            if let (0, Ok(choice)) = (at.index(), &choice) {
                look(view, choice);
            }
            choice
        });
        for event in events {
            players.values_mut().for_each(|player| player.observe(event));
        }
    }
    points(&table)
}

/// The points of the best word of the player's own letters, the one on sale and all unseen ones: nothing that
/// depends on the letter is worth more, to any player with unseen letters.
fn justified(view: &View<'_>) -> i64 {
    let Prompt::Bid(letter) = view.asked() else { return 0 };
    let mut all = view.letters().plus(&view.unseen());
    all.add(letter);
    view.rules().best_word(&all).map_or(0, |best| best.points.0.into())
}

fn is_justified(view: &View<'_>, choice: &Move) {
    if let Move::Bid(bid) = choice {
        let most = justified(view).min(view.points().0.into());
        assert!((0..=most).contains(bid), "{bid} is bid where {most} is the most that counts");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn no_bid_is_higher_than_it_can_justify(
        seven in any::<bool>(),
        hidden in 0..=6usize,
        seats in 2..=9usize,
        parts in 0..7usize,
        seed in any::<u64>(),
    ) {
        let parts = ["value", "prices", "budget", "standing", "pressure", "network", "all"][parts];
        let champion = format!("champion:parts={parts}");
        let mut names = vec![champion.as_str()];
        // rivals that bid high and aggressively, and some that hold nothing for long
        names.extend(["shadow", "spender", "truthful-40", "drainer"].iter().cycle().take(seats - 1));
        let preset = if seven { "seven" } else { "words" };
        let game = game(preset, &[&format!("hidden={hidden}"), "rounds=3"], &names, seed);
        play(game, is_justified);
    }
}

#[test]
fn a_champion_among_clones_gains_more_than_letter_value() {
    for hidden in [0, 3, 7] {
        let names = ["champion", "champion", "champion", "letter-value", "letter-value"];
        let settings = [&format!("hidden={hidden}")[..]];
        let [mut clones, mut others] = [0, 0];
        for seed in 0..4 {
            let points = play(game("words", &settings, &names, seed), |_, _| {});
            clones += points[..3].iter().sum::<i32>();
            others += points[3..].iter().sum::<i32>();
        }
        let (clone, other) = (f64::from(clones) / 3.0, f64::from(others) / 2.0);
        assert!(clone > other, "hidden {hidden}: {clone} against {other}");
    }
}
