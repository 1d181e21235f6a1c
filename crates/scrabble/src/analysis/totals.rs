//! What the analyses of many games say about each player.

use std::collections::BTreeMap;

use crate::analysis::{Analysis, TurnAnalysis};
use crate::board::RACK;

/// A part of a game, by the tiles in the bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// More than two thirds of the tiles that are in the bag after the first draw.
    Opening,
    /// Between the others.
    Middle,
    /// At most a rack.
    End,
}

impl Phase {
    /// Every phase, in order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::End];

    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle",
            Phase::End => "end",
        }
    }

    /// The phase of a turn whose position is known.
    fn of(turn: &TurnAnalysis) -> Option<Phase> {
        let position = turn.position.as_ref()?;
        let bag = position.bag();
        let full = position.distribution().all().len().saturating_sub(2 * RACK);
        Some(match bag {
            _ if bag <= RACK => Phase::End,
            _ if 3 * bag > 2 * full => Phase::Opening,
            _ => Phase::Middle,
        })
    }
}

/// The sums of a player over games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerTotals {
    /// Games.
    pub games: u64,
    /// Games won; a tie is half of one.
    pub wins: f64,
    /// The points of all games.
    pub points: i64,
    /// Turns whose loss is known.
    pub valued: u64,
    /// Their losses, in points.
    pub loss: f64,
    /// The losses by phase.
    pub by_phase: [f64; 3],
    /// Mistakes by size, small ones first.
    pub mistakes: [u64; 3],
    /// Plays of seven tiles that stand.
    pub bingos: u64,
    /// Turns on which the best move was a play of seven tiles, and another was made that cost points.
    pub missed_bingos: u64,
    /// Plays that stand with words that are not in the lexicon.
    pub phonies: u64,
    /// The luck of the draws that are known, in points.
    pub luck: f64,
}

/// The totals of all players by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Totals(pub BTreeMap<String, PlayerTotals>);

impl Totals {
    /// Adds a game.
    pub fn add(&mut self, analysis: &Analysis) {
        let [one, other] = analysis.players.each_ref().map(|player| player.points);
        for (seat, player) in analysis.players.iter().enumerate() {
            let (own, rival) = if seat == 0 { (one, other) } else { (other, one) };
            let totals = self.0.entry(player.name.clone()).or_default();
            totals.games += 1;
            totals.wins += match own.cmp(&rival) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Less => 0.0,
            };
            totals.points += i64::from(own.0);
            totals.valued += player.valued as u64;
            totals.loss += player.loss;
            totals.bingos += player.bingos as u64;
            totals.phonies += player.phonies as u64;
            totals.luck += player.luck.unwrap_or(0.0);
            for (sum, count) in totals.mistakes.iter_mut().zip(player.mistakes) {
                *sum += count as u64;
            }
            let turns = analysis.turns.iter().filter(|turn| turn.seat.index() == seat);
            turns.for_each(|turn| totals.add_turn(turn));
        }
    }
}

impl PlayerTotals {
    fn add_turn(&mut self, turn: &TurnAnalysis) {
        let Some(loss) = turn.loss() else { return };
        if let Some(phase) = Phase::of(turn) {
            self.by_phase[phase as usize] += f64::from(loss) / 1000.0;
        }
        let best =
            turn.best().and_then(|best| best.choice.play().map(|play| play.placed().count()));
        if best == Some(RACK) && loss > 0 && !turn.is_bingo() {
            self.missed_bingos += 1;
        }
    }
}
