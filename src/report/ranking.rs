//! The final order of a tournament in stages, as a table.

use crate::base::Name;
use crate::report::{Cell, Table};
use crate::tournament::Rank;

/// The columns of `ranking.csv`, in order.
pub const RANKING_COLUMNS: [&str; 8] =
    ["rank", "player", "points", "tie_break", "stages", "byes", "win_share", "score"];

/// The table of a final order, best first, with the columns of `ranking.csv`: the rank from 1, the
/// name in files of the player, then what [`Rank`] says.
///
/// # Panics
/// When a player has no name: there are as many names as players.
#[must_use]
pub fn ranking_table(ranking: &[Rank], names: &[Name]) -> Table {
    let mut table = Table::new(&RANKING_COLUMNS);
    for (rank, own) in (1..).zip(ranking) {
        table.push(vec![
            Cell::count(rank),
            Cell::text(names[own.player].as_str()),
            Cell::number(own.points, 2),
            Cell::number(own.tie_break, 4),
            Cell::count(own.stages as u64),
            Cell::count(own.byes as u64),
            Cell::maybe(own.win_share, 4),
            Cell::maybe(own.score, 2),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::ranking_table;
    use crate::base::Name;
    use crate::report::Format;
    use crate::tournament::Rank;

    #[test]
    fn what_is_not_known_is_empty() {
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
        let text = ranking_table(&[known, unknown], &names).render(Format::Csv).unwrap();
        assert_eq!(
            text,
            "rank,player,points,tie_break,stages,byes,win_share,score\n\
             1,b,2.50,1.0000,3,0,0.6250,-1.25\n2,a,2.50,1.0000,0,3,,\n"
        );
    }
}
