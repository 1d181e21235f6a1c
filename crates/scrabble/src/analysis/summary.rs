//! What an analysis says about a player.

use crate::analysis::{MistakeSize, TurnAnalysis};
use crate::board::RACK;
use crate::notation::{FileMove, GameFile};
use lettergame_base::{Points, Seat};

/// The sums of a player over a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerSummary {
    /// The player's nick in the turns.
    pub nick: String,
    /// The player's name in the file; the nick if it has none.
    pub name: String,
    /// The points at the end of the file.
    pub points: Points,
    /// Turns: plays, exchanges, passes.
    pub turns: usize,
    /// Turns whose loss is known.
    pub valued: usize,
    /// The sum of the losses, in points.
    pub loss: f64,
    /// The sum of the losses of the probability of winning, 1 for a whole game; `None` if nothing was simulated.
    pub win_loss: Option<f64>,
    /// Mistakes by size, small ones first.
    pub mistakes: [usize; 3],
    /// Plays of seven tiles that stand.
    pub bingos: usize,
    /// Plays that stand with words that are not in the lexicon.
    pub phonies: usize,
    /// Plays that were taken back.
    pub withdrawn: usize,
    /// Bonuses and penalties of challenges.
    pub challenges: Points,
    /// Exchanges.
    pub exchanges: usize,
    /// The sum of the luck of the draws, in points; `None` if no draw is known.
    pub luck: Option<f64>,
    /// The standard error of that sum, in points.
    pub luck_error: f64,
}

impl PlayerSummary {
    /// The mean loss of the turns whose loss is known, in points.
    #[must_use]
    pub fn mean_loss(&self) -> Option<f64> {
        (self.valued > 0).then(|| self.loss / self.valued as f64)
    }

    pub(super) fn of(file: &GameFile, seat: usize, turns: &[TurnAnalysis]) -> PlayerSummary {
        let own = || turns.iter().filter(move |turn| turn.seat.index() == seat);
        let name = if file.names[seat].is_empty() { &file.nicks[seat] } else { &file.names[seat] };
        let losses: Vec<f64> =
            own().filter_map(|turn| turn.loss()).map(|loss| f64::from(loss) / 1000.0).collect();
        let simulated = own().filter_map(|turn| turn.valued.as_ref().ok()?.simulated.as_ref());
        let win_losses: Vec<f64> = simulated.map(|simulated| simulated.win_loss).collect();
        let luck: Vec<_> = own().filter_map(|turn| turn.luck).collect();
        let count = |is: fn(&TurnAnalysis) -> bool| own().filter(|turn| is(turn)).count();
        let sizes = MistakeSize::ALL;
        PlayerSummary {
            nick: file.nicks[seat].clone(),
            name: name.clone(),
            points: Seat::new(seat).map_or(Points::ZERO, |seat| file.position.points()[seat]),
            turns: own().count(),
            valued: losses.len(),
            loss: losses.iter().sum(),
            win_loss: (!win_losses.is_empty()).then(|| win_losses.iter().sum()),
            mistakes: sizes.map(|size| own().filter(|turn| turn.size == Some(size)).count()),
            bingos: count(TurnAnalysis::is_bingo),
            phonies: count(|turn| !turn.unknown.is_empty() && !turn.withdrawn),
            withdrawn: count(|turn| turn.withdrawn),
            challenges: file.challenges[seat],
            exchanges: count(|turn| matches!(turn.choice, FileMove::Exchange(..))),
            luck: (!luck.is_empty()).then(|| luck.iter().map(|luck| luck.points).sum()),
            luck_error: luck.iter().map(|luck| luck.error * luck.error).sum::<f64>().sqrt(),
        }
    }
}

impl TurnAnalysis {
    /// Whether it is a play of seven tiles that stands.
    pub(super) fn is_bingo(&self) -> bool {
        let tiles = match &self.choice {
            FileMove::Play(play) => play.count(),
            FileMove::Exchange(..) | FileMove::Pass => 0,
        };
        tiles == RACK && !self.withdrawn
    }
}
