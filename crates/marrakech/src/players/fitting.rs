//! Trains the weights of the position evaluation from scratch, from games of the program against itself.
//!
//! A round plays games with the weights of the previous round, the first with plain ones, and fits new
//! weights to the winners. All rounds but the last only steer the games of the next one, so fewer games are
//! enough for them. `expectimax` with depth 1 plays every seat; one decision in [`CHANCE_ONE_IN`] is random,
//! so that positions arise that it would not walk into.
//!
//! At the start of each turn every pair of players who are still in is an observation: the difference of
//! their prospects, the rugs left, and how the two share the win between them at the end. A pair of which
//! neither wins is not informative. Each weight is a polynomial of the rugs left with three coefficients, so
//! 18 of them are fitted for each number of players, by [`fit_shares`] with the sigmoid of
//! [`standing`](super::standing).
//!
//! The turns of one game are not independent. On average the weights are still right; standard errors would
//! be too small, so none are reported.

use std::num::NonZeroU32;
use std::ops::Range;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::players::expectimax::Search;
use crate::players::prospects::prospects;
use crate::players::standing::{Judge, parts, result, rugs_left};
use crate::players::weights::{NAMES, PARTS, Polynomial, Weights};
use crate::rules::{
    Die, Facing, MAX_PLAYERS, MarrakechRules, Move, Phase, Rotation, Square, Stage,
};
use lettergame_base::{Branch, Rng, Seat, Seed, parallel_blocks};
use lettergame_stats::{Link, fit_shares};

/// One decision in this many is random.
const CHANCE_ONE_IN: u32 = 20;

/// All rounds but the last play one game in this many.
const EARLY_ONE_IN: u32 = 4;

/// Games that are played and summed together, independent of the number of threads.
const BLOCK: u32 = 64;

/// Coefficients fitted for each number of players.
const COEFFICIENTS: usize = PARTS * 3;

/// The `sigmoid` of the standing in double precision, precise at both ends.
const LINK: Link = Link {
    share: |difference| {
        let x = 0.5 * difference;
        let root = (1.0 + x * x).sqrt();
        let less = 0.5 / (root * (root + x.abs()));
        if x < 0.0 { less } else { 1.0 - less }
    },
    slope: |difference| {
        let x = 0.5 * difference;
        let square = 1.0 + x * x;
        0.25 / (square * square.sqrt())
    },
};

/// How the weights of the evaluation are trained.
#[derive(Clone, Copy, Debug)]
pub struct StandingTraining {
    /// Games with each number of players in the last round; earlier rounds play a quarter of them.
    pub games: NonZeroU32,
    /// Rounds of playing and fitting.
    pub rounds: NonZeroU32,
    /// Seed of all random choices.
    pub seed: Seed,
}

impl StandingTraining {
    fn games_of(&self, round: u32) -> u32 {
        let last = round == self.rounds.get();
        self.games.get().div_ceil(if last { 1 } else { EARLY_ONE_IN })
    }
}

/// The result of one round for one number of players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StandingFit {
    /// The round, from 1.
    pub round: u32,
    /// Players at the table.
    pub players: usize,
    /// Pairs of players at the start of a turn.
    pub observations: usize,
    /// The mean negative log-likelihood of how they shared the win, in nats; a coin flip gives `ln 2`, 0.693.
    pub log_loss: f64,
}

/// Why there are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FitError {
    /// The observations do not determine them.
    #[error(
        "the weights for {players} players did not settle in round {round}; \
         {games} games are too few"
    )]
    Unsettled {
        /// The round, from 1.
        round: u32,
        /// Players at the table.
        players: usize,
        /// Games played for it.
        games: u32,
    },
}

/// Trains the weights by which `expectimax` and `mcts` judge a position, and returns them as the CSV that a
/// build reads from `data/marrakech-standing.csv`: for 2, 3 and 4 players and each part of a player's
/// prospects the coefficients of 1, of the rugs left and of their square, to six digits. A weight is the
/// strength per unit of the part: a dirham, a square. A lead of one unit of strength is a 72 % chance to
/// finish before the other player, two units are 85 %.
///
/// The result depends only on the settings, to the last byte: not on the weights shipped with the program,
/// nor on the threads of the current rayon pool, all of which are used. `told` is called after each fit.
///
/// One game of each number of players takes about 2.7 ms on one thread: 80 seconds for 30,000 in the last
/// round, and a quarter of that for each earlier round. Memory is 6 kB for each of `games`, most of it for
/// the observations of 4 players.
///
/// # Errors
/// [`FitError`] if there are too few games to determine the weights.
///
/// ```
/// use std::num::NonZeroU32;
///
/// use lettergame_base::Seed;
/// use lettergame_marrakech::players::{StandingTraining, fit_standing};
///
/// let few = NonZeroU32::new(10).expect("not 0");
/// let training = StandingTraining { games: few, rounds: NonZeroU32::MIN, seed: Seed(1) };
/// let mut losses = Vec::new();
/// let csv = fit_standing(&training, |fit| losses.push(fit.log_loss))?;
/// assert!(csv.starts_with("players,part,constant,per_rug,per_rug_squared\n2,dirhams,"));
/// assert!(losses.len() == 3 && losses.iter().all(|&loss| loss < 2.0_f64.ln()));
/// # Ok::<(), lettergame_marrakech::players::FitError>(())
/// ```
pub fn fit_standing(
    training: &StandingTraining,
    mut told: impl FnMut(&StandingFit),
) -> Result<String, FitError> {
    let mut weights = plain();
    for round in 1..=training.rounds.get() {
        let judge = Judge::new(&weights);
        for (players, parts) in (2..).zip(&mut weights.parts) {
            let blocks = played(training, round, players, &judge);
            let observations = blocks.iter().map(Vec::len).sum();
            let unsettled = FitError::Unsettled { round, players, games: training.games_of(round) };
            let fit = fit_shares(&blocks, Observation::open, LINK).filter(|fit| fit.settled);
            let fit = fit.ok_or(unsettled)?;
            *parts = std::array::from_fn(|part| {
                std::array::from_fn(|power| six_digits(fit.weights[3 * part + power]))
            });
            told(&StandingFit { round, players, observations, log_loss: fit.log_loss });
        }
    }
    Ok(weights.to_csv())
}

/// The weights of the first round: a dirham is a point and a square nearly one.
fn plain() -> Weights {
    let of_part = |name: &str| -> Polynomial {
        match name {
            "dirhams" | "next" => [0.15, 0.0, 0.0],
            "squares" => [0.12, 0.0, 0.0],
            "regions" => [0.0, 0.003, 0.0],
            _ => [0.0; 3],
        }
    };
    Weights { parts: [NAMES.map(of_part); MAX_PLAYERS - 1] }
}

/// Rounds to six significant decimal digits.
fn six_digits(number: f64) -> f32 {
    // a formatted number always parses
    format!("{number:.5e}").parse().unwrap_or_default()
}

/// A pair of players at the start of a turn.
struct Observation {
    /// The prospects of one player minus those of the other, part by part.
    difference: [f32; PARTS],
    rugs: f32,
    /// One player's share of the win if only the two share it.
    share: f32,
}

impl Observation {
    /// The inputs of the fit: each part times each power of the rugs left; and the share.
    fn open(&self) -> ([f64; COEFFICIENTS], f64) {
        let rugs = f64::from(self.rugs);
        let powers = [1.0, rugs, rugs * rugs];
        let column = |index: usize| f64::from(self.difference[index / 3]) * powers[index % 3];
        (std::array::from_fn(column), f64::from(self.share))
    }
}

/// The observations of all games of a round with this many players, in blocks of games.
fn played(
    training: &StandingTraining,
    round: u32,
    players: usize,
    judge: &Judge,
) -> Vec<Vec<Observation>> {
    let games = training.games_of(round);
    let position = u64::from(round) * MAX_PLAYERS as u64 + players as u64 - 1;
    let block = |games: Range<u32>| {
        let mut observations = Vec::new();
        for game in games {
            let deal = training.seed.derive(Branch::Deal, position << 32 | u64::from(game));
            play(deal, players, judge, &mut observations);
        }
        observations.shrink_to_fit();
        observations
    };
    parallel_blocks(games, BLOCK, block)
}

/// The prospects of every seat that is in, at the start of a turn.
struct Turn {
    rugs: f32,
    seats: [Option<[f32; PARTS]>; MAX_PLAYERS],
}

impl Turn {
    fn at(stage: &Stage) -> Turn {
        let seats = prospects(stage).map(|own| own.is_in.then(|| parts(&own)));
        Turn { rugs: rugs_left(stage) as f32, seats }
    }
}

/// Plays a game and adds its observations.
fn play(deal: Seed, players: usize, judge: &Judge, observations: &mut Vec<Observation>) {
    let mut dice = deal.derive(Branch::Chance, 0).rng();
    let mut whims = deal.stream(Seat::FIRST);
    let facing = Facing::ALL[dice.below(4) as usize];
    let mut stage = Stage::start(&MarrakechRules::standard(), players, facing);
    let mut turns = Vec::new();
    loop {
        match stage.phase() {
            Phase::Over => break,
            Phase::Roll => {
                stage.roll(Die::roll(&mut dice));
                continue;
            }
            Phase::Rotate => turns.push(Turn::at(&stage)),
            Phase::Place => {}
        }
        match decision(&stage, judge, &mut whims) {
            Move::Rotate(rotation) => stage.rotate(rotation),
            Move::Place(squares) => {
                stage.place(squares);
            }
        }
    }
    let shares = result(&stage);
    for Turn { rugs, seats } in turns {
        for one in 0..players {
            for other in one + 1..players {
                let won = shares[one] + shares[other];
                if let (Some(own), Some(others), true) = (seats[one], seats[other], won > 0.0) {
                    let difference = std::array::from_fn(|part| own[part] - others[part]);
                    observations.push(Observation { difference, rugs, share: shares[one] / won });
                }
            }
        }
    }
}

/// The best move one turn ahead, or occasionally a random one.
fn decision(stage: &Stage, judge: &Judge, whims: &mut Rng) -> Move {
    if whims.below(CHANCE_ONE_IN) > 0 {
        return Search { judge, width: 12 }.best(stage, 1).0;
    }
    if stage.phase() == Phase::Rotate {
        return Move::Rotate(Rotation::ALL[whims.below(3) as usize]);
    }
    let placements: ArrayVec<[Square; 2], 12> = stage.placements().collect();
    Move::Place(placements[whims.below(placements.len() as u32) as usize])
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{LINK, StandingTraining, fit_standing, plain, play, played, six_digits};
    use crate::players::standing::{Judge, sigmoid};
    use crate::players::weights::{NAMES, Weights};
    use lettergame_base::Seed;

    fn training(games: u32, rounds: u32, seed: u64) -> StandingTraining {
        let [games, rounds] = [games, rounds].map(|number| NonZeroU32::new(number).unwrap());
        StandingTraining { games, rounds, seed: Seed(seed) }
    }

    #[test]
    fn the_link_is_the_function_of_the_standing() {
        for step in -400..=400 {
            let difference = f64::from(step) / 10.0;
            let share = (LINK.share)(difference);
            assert!((share - f64::from(sigmoid(difference as f32))).abs() < 1e-6, "{difference}");
            assert!((share + (LINK.share)(-difference) - 1.0).abs() < 1e-15);
            let slope = (LINK.share)(difference + 1e-6) - (LINK.share)(difference - 1e-6);
            assert!((slope / 2e-6 - (LINK.slope)(difference)).abs() < 1e-8, "{difference}");
        }
        assert!((LINK.share)(-1e9) > 0.0);
    }

    #[test]
    fn each_turn_yields_an_observation_per_pair_that_can_still_win() {
        let judge = Judge::new(&plain());
        for players in 2..=4 {
            let mut observations = Vec::new();
            play(Seed(3), players, &judge, &mut observations);
            // 15 turns each if no player goes out; a sole winner forms a pair with each other player
            let most = 15 * players * (players - 1);
            assert!(observations.len() > most / 2 && observations.len() <= most);
            let first = &observations[0];
            assert_eq!((first.rugs, first.difference[..3].to_vec()), (15.0, vec![0.0; 3]));
            assert!(observations.iter().all(|row| row.share == 0.0 || row.share == 1.0));
            let (columns, _) = observations[players].open();
            let row = &observations[players];
            assert_eq!(columns[5], f64::from(row.difference[1]) * f64::from(row.rugs).powi(2));
        }
    }

    #[test]
    fn each_round_and_table_has_its_own_games() {
        let judge = Judge::new(&plain());
        let shape = |round, players| -> Vec<[f32; 6]> {
            let blocks = played(&training(3, 1, 1), round, players, &judge);
            blocks.iter().flatten().map(|row| row.difference).collect()
        };
        assert_eq!(shape(1, 2), shape(1, 2));
        assert_ne!(shape(1, 2), shape(2, 2));
    }

    #[test]
    fn rounds_before_the_last_are_shorter() {
        let training = training(30, 3, 1);
        assert_eq!([1, 2, 3].map(|round| training.games_of(round)), [8, 8, 30]);
    }

    /// All blocks of games are complete, the last one included.
    #[test]
    fn all_games_are_played() {
        let judge = Judge::new(&plain());
        let observations = |games| -> usize {
            played(&training(games, 1, 1), 1, 2, &judge).iter().map(Vec::len).sum()
        };
        assert!(observations(65) > observations(64) && observations(64) > observations(63));
    }

    /// As one would expect: money and visible squares win, all through the game.
    #[test]
    fn a_short_training_run_learns_that_dirhams_and_squares_win() {
        let mut losses = Vec::new();
        let csv = fit_standing(&training(300, 1, 1), |fit| losses.push(fit.log_loss)).unwrap();
        let weights = Weights::parse(&csv).unwrap();
        for rugs in [1, 4, 8] {
            let [dirhams, squares, ..] = weights.at(2, rugs);
            assert!(dirhams > 0.05 && squares > 0.05, "{rugs} rugs: {csv}");
        }
        assert!(losses.iter().all(|&loss| loss < 0.65), "{losses:?}");
    }

    #[test]
    fn bytes_depend_on_the_seed_and_not_on_the_thread_count() {
        let with = |threads: usize, seed: u64| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| fit_standing(&training(100, 2, seed), |_| {})).unwrap()
        };
        let one = with(1, 1);
        assert_eq!(one, with(2, 1));
        assert_ne!(one, with(2, 2));
        assert_eq!(Weights::parse(&one).unwrap().to_csv(), one);
    }

    #[test]
    fn training_starts_from_plain_weights() {
        let [dirhams, squares, regions, next, to_move, edge] = plain().at(3, 10);
        assert_eq!([dirhams, squares, next, to_move, edge], [0.15, 0.12, 0.15, 0.0, 0.0]);
        assert!((regions - 0.03).abs() < 1e-6);
        assert_eq!(NAMES.len(), 6);
    }

    #[test]
    fn six_digits_are_kept() {
        for (number, kept) in [
            (0.123_456_789, "0.123457"),
            (-4.916_764_9e-5, "-0.0000491676"),
            (123_456.7, "123457"),
            (0.0, "0"),
        ] {
            assert_eq!(six_digits(number).to_string(), kept);
        }
    }
}
