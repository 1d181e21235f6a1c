//! The final order of a tournament in stages, as a table.

use serde::Serialize;

use crate::{Cell, Table};
use lettergame_base::Name;
use lettergame_plan::Rank;

/// A player's place in the final order; the figures are those of [`Rank`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Placing {
    /// From 1, the best.
    pub rank: u64,
    /// The player's name in files.
    pub player: String,
    /// The primary criterion.
    pub points: f64,
    /// The tie-break.
    pub tie_break: f64,
    /// The number of stages it played.
    pub stages: usize,
    /// The number of byes.
    pub byes: usize,
    /// The share of its games that it won, 0 to 1.
    pub win_share: Option<f64>,
    /// The mean score of its games, in points.
    pub score: Option<f64>,
}

impl Placing {
    /// All placings of a final order, best first.
    ///
    /// # Panics
    /// When a player has no name: there must be as many names as players.
    #[must_use]
    pub fn all(ranking: &[Rank], names: &[Name]) -> Vec<Placing> {
        let place = |(rank, own): (u64, &Rank)| Placing {
            rank,
            player: names[own.player].to_string(),
            points: own.points,
            tie_break: own.tie_break,
            stages: own.stages,
            byes: own.byes,
            win_share: own.win_share,
            score: own.score,
        };
        (1..).zip(ranking).map(place).collect()
    }

    /// The table with the columns of `ranking.csv`.
    #[must_use]
    pub fn table(placings: &[Placing]) -> Table {
        Table::of(
            placings,
            &[
                ("rank", &|own| Cell::count(own.rank)),
                ("player", &|own| Cell::text(&own.player)),
                ("points", &|own| Cell::number(own.points, 2)),
                ("tie_break", &|own| Cell::number(own.tie_break, 4)),
                ("stages", &|own| Cell::count(own.stages as u64)),
                ("byes", &|own| Cell::count(own.byes as u64)),
                ("win_share", &|own| Cell::maybe(own.win_share, 4)),
                ("score", &|own| Cell::maybe(own.score, 2)),
            ],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Placing;
    use crate::Format;
    use lettergame_base::Name;
    use lettergame_plan::Rank;

    #[test]
    fn unknown_values_are_empty() {
        let known = Rank {
            player: 1,
            points: 2.5,
            tie_break: 1.0,
            stages: 3,
            byes: 0,
            win_share: Some(0.625),
            score: Some(-1.25),
        };
        let unknown = Rank { player: 0, stages: 0, byes: 3, win_share: None, score: None, ..known };
        let names = [Name::sanitized("a"), Name::sanitized("b")];
        let placings = Placing::all(&[known, unknown], &names);
        let text = Placing::table(&placings).render(Format::Csv).unwrap();
        assert_eq!(
            text,
            "rank,player,points,tie_break,stages,byes,win_share,score\n\
             1,b,2.50,1.0000,3,0,0.6250,-1.25\n2,a,2.50,1.0000,0,3,,\n"
        );
    }
}
