//! The probability of winning from the lead and the number of tiles left.
//!
//! From the point of view of the player to move, the lead at the end is the lead now plus a normally
//! distributed change, whose mean and standard deviation depend on the number of tiles that this player does
//! not see. Both come from games of `equity` against itself ([`fit_win_chance`](crate::players)). The lead
//! includes the value of the tiles that both players kept on their last turns, as long as there are tiles in
//! the bag.

use std::fmt::Write as _;
use std::sync::LazyLock;

use thiserror::Error;

use crate::plays::Equity;

/// The most tiles unseen that the model knows: those of the 100 English tiles that a player with a full rack does
/// not see.
pub const MAX_UNSEEN: usize = 93;

const HEADER: &str = "unseen,mean,deviation";

static SHIPPED: LazyLock<WinChance> = LazyLock::new(|| {
    let text = include_str!("../../data/scrabble-win.csv");
    WinChance::parse(text).unwrap_or_else(|error| panic!("data/scrabble-win.csv: {error}"))
});

/// The change of the lead until the end of the game, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadChange {
    /// The mean.
    pub mean: Equity,
    /// The standard deviation, more than 0.
    pub deviation: Equity,
}

/// A model of the probability of winning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinChance {
    /// For 1 to [`MAX_UNSEEN`] tiles unseen.
    changes: [LeadChange; MAX_UNSEEN],
}

/// Why a text is not a valid model.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: expected {wanted}, found `{found}`")]
pub struct ParseWinChanceError {
    line: usize,
    wanted: String,
    found: String,
}

impl WinChance {
    /// The model shipped with the program.
    ///
    /// # Panics
    /// Never: a test reads the file.
    #[must_use]
    pub fn shipped() -> &'static WinChance {
        &SHIPPED
    }

    /// The model with these changes of the lead, for 1 to [`MAX_UNSEEN`] tiles unseen. A deviation below a
    /// thousandth of a point is raised to it.
    #[must_use]
    pub fn new(changes: [LeadChange; MAX_UNSEEN]) -> WinChance {
        let changes = changes.map(|change| {
            let deviation = change.deviation.max(Equity(1));
            LeadChange { deviation, ..change }
        });
        WinChance { changes }
    }

    /// The probability, 0 to 1, that the player to move wins with this lead when it does not see this many
    /// tiles; a draw counts half. With no tile unseen the game is over. With more than [`MAX_UNSEEN`], the
    /// deviation grows as the root of their number.
    #[must_use]
    pub fn of(&self, lead: Equity, unseen: usize) -> f64 {
        let Some(last) = unseen.min(MAX_UNSEEN).checked_sub(1) else { return won(lead) };
        let LeadChange { mean, deviation } = self.changes[last];
        let more = (unseen.max(MAX_UNSEEN) as f64 / MAX_UNSEEN as f64).sqrt();
        let above = f64::from((lead + mean).0) / (f64::from(deviation.0) * more);
        0.5 * libm::erfc(-above * std::f64::consts::FRAC_1_SQRT_2)
    }

    /// As CSV: `unseen,mean,deviation`, in points, a line for each number of tiles.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for (index, change) in self.changes.iter().enumerate() {
            let _ = writeln!(text, "{},{},{}", index + 1, change.mean, change.deviation);
        }
        text
    }

    /// Reads the format of [`WinChance::to_csv`].
    ///
    /// # Errors
    /// The first invalid line.
    pub fn parse(text: &str) -> Result<WinChance, ParseWinChanceError> {
        let mut lines = text.lines();
        let mut number = 0;
        let mut next = |wanted: &str, read: &dyn Fn(&str) -> Option<LeadChange>| {
            let line = lines.next();
            number += 1;
            let found = || line.unwrap_or("nothing").to_owned();
            let refused =
                || ParseWinChanceError { line: number, wanted: wanted.to_owned(), found: found() };
            line.and_then(read).ok_or_else(refused)
        };
        let none = LeadChange { mean: Equity::ZERO, deviation: Equity(1) };
        next(HEADER, &|line| (line == HEADER).then_some(none))?;
        let mut changes = [none; MAX_UNSEEN];
        for (index, change) in changes.iter_mut().enumerate() {
            let key = (index + 1).to_string();
            *change = next(&format!("{key},MEAN,DEVIATION"), &|line| read_change(line, &key))?;
        }
        match lines.next() {
            None => Ok(WinChance { changes }),
            Some(line) => {
                let (wanted, found) = ("the end".to_owned(), line.to_owned());
                Err(ParseWinChanceError { line: MAX_UNSEEN + 2, wanted, found })
            }
        }
    }
}

/// The share of a win in a finished game with this lead: 1, 0.5 or 0.
#[must_use]
pub fn won(lead: Equity) -> f64 {
    match lead.cmp(&Equity::ZERO) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

fn read_change(line: &str, key: &str) -> Option<LeadChange> {
    let (mean, deviation) = line.strip_prefix(key)?.strip_prefix(',')?.split_once(',')?;
    let change = LeadChange { mean: Equity::parse(mean)?, deviation: Equity::parse(deviation)? };
    (change.deviation > Equity::ZERO).then_some(change)
}

#[cfg(test)]
mod tests {
    use super::{LeadChange, MAX_UNSEEN, WinChance, won};
    use crate::plays::Equity;

    #[test]
    fn the_chance_grows_with_the_lead_from_0_to_1() {
        let model = WinChance::shipped();
        for unseen in 0..=MAX_UNSEEN + 2 {
            let chances: Vec<f64> =
                (-1000..=1000).map(|lead| model.of(Equity::points(lead), unseen)).collect();
            assert!(chances.is_sorted(), "{unseen}");
            assert!(chances[0] < 1e-9 && chances[2000] > 1.0 - 1e-9, "{unseen}");
        }
    }

    #[test]
    fn a_lead_is_worth_more_when_fewer_tiles_are_left() {
        let model = WinChance::shipped();
        let ahead = |unseen| model.of(Equity::points(60), unseen);
        assert!(ahead(80) < ahead(50) && ahead(50) < ahead(20) && ahead(20) < ahead(8));
        // the first move is an advantage
        assert!((0.52..0.6).contains(&model.of(Equity::ZERO, MAX_UNSEEN)));
    }

    #[test]
    fn a_finished_game_is_won_drawn_or_lost() {
        assert_eq!([1, 0, -1].map(|lead| won(Equity::points(lead))), [1.0, 0.5, 0.0]);
        assert_eq!(WinChance::shipped().of(Equity(1), 0), 1.0);
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        let change = LeadChange { mean: Equity::points(10), deviation: Equity::points(50) };
        let model = WinChance::new([change; MAX_UNSEEN]);
        for (lead, chance) in [(-10, 0.5), (40, 0.841_344_746), (-108, 0.024_997_895)] {
            assert!((model.of(Equity::points(lead), 40) - chance).abs() < 1e-8, "{lead}");
        }
    }

    #[test]
    fn the_shipped_model_reads_back_and_a_damaged_one_is_refused_with_its_line() {
        let text = WinChance::shipped().to_csv();
        assert_eq!(WinChance::parse(&text).as_ref(), Ok(WinChance::shipped()));
        let refused = |text: &str| WinChance::parse(text).unwrap_err().to_string();
        assert_eq!(refused(""), "line 1: expected unseen,mean,deviation, found `nothing`");
        let cut: String = text.lines().take(3).map(|line| format!("{line}\n")).collect();
        assert_eq!(refused(&cut), "line 4: expected 3,MEAN,DEVIATION, found `nothing`");
        let wrong = text.replacen("\n2,", "\n2,x", 1);
        assert!(refused(&wrong).starts_with("line 3: expected 2,MEAN,DEVIATION, found `2,x"));
        assert!(refused(&format!("{text}more\n")).ends_with("expected the end, found `more`"));
    }
}
