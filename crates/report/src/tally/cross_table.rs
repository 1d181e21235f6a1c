//! The cross table: standings with the share that each player took from each other one, as a
//! console shows it while a run is played.

use super::Tally;
use crate::table::shown;
use crate::{Cell, Standing, Table};

/// The maximum number of players with a column each.
const MAX_COLUMNS: usize = 10;

impl Tally {
    /// The standings, best first, with a numbered column for each opponent: the share of the points
    /// taken from it, in percent. Takes as long as [`evaluate`](Tally::evaluate).
    #[must_use]
    pub fn cross_table(&self) -> Table {
        let standings = self.standings();
        let pairs = self.counts.ratings.total();
        let index =
            |own: &Standing| self.names.iter().position(|name| *name.as_str() == own.player);
        let players: Vec<usize> = standings.iter().filter_map(index).collect();
        let met = |&one: &usize| players.iter().any(|&other| pairs.share(one, other).is_some());
        let columns = match players.len() {
            2..=MAX_COLUMNS if players.iter().any(met) => players.len(),
            _ => 0,
        };
        let numbers: Vec<String> = (1..=columns).map(|number| number.to_string()).collect();
        let mut names = vec!["", "player", "games", "win share", "score", "rating"];
        names.extend(numbers.iter().map(String::as_str));
        let mut table = Table::new(&names).expendable(&["games", "rating"]);
        for (place, (own, &player)) in standings.iter().zip(&players).enumerate() {
            let mut row = vec![
                Cell::count(place as u64 + 1),
                Cell::text(&own.player),
                Cell::count(own.games),
                Cell::Figures(format!("{} %", shown(own.win_share * 100.0, 1))),
                Cell::number(own.score, 1),
                Cell::number(own.rating, 0),
            ];
            row.extend(players[..columns].iter().map(|&other| match pairs.share(player, other) {
                Some(share) => Cell::number(share * 100.0, 0),
                None => Cell::Nothing,
            }));
            table.push(row);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use crate::Format;
    use crate::tally::tests::tally;

    #[test]
    fn each_player_has_its_share_against_each_other() {
        let counted =
            tally(&["a", "b", "c"], &[&[1, 2, 0], &[2, 1, 0], &[1, 2, 0], &[1, 2, 0], &[0, 1, 2]]);
        let text = counted.cross_table().render(Format::Csv).unwrap();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[0], ",player,games,win share,score,rating,1,2,3");
        assert!(rows[1].starts_with("1,a,4,75.0 %,") && rows[1].ends_with(",,75,"), "{text}");
        assert!(rows[2].starts_with("2,b,5,40.0 %,") && rows[2].ends_with(",25,,100"), "{text}");
        assert!(rows[3].starts_with("3,c,1,0.0 %,") && rows[3].ends_with(",,0,"), "{text}");
    }

    #[test]
    fn many_players_and_single_ones_have_no_columns() {
        let alone = tally(&["a", "b"], &[&[1, 0], &[0, 1]]);
        let columns = alone.cross_table().render(Format::Csv).unwrap();
        assert!(columns.starts_with(",player,games,win share,score,rating\n"), "{columns}");
        let names: Vec<String> = (0..11).map(|number| format!("p{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let many = tally(&names, &[&[1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]]);
        let columns = many.cross_table().render(Format::Csv).unwrap();
        assert!(columns.starts_with(",player,games,win share,score,rating\n"), "{columns}");
    }
}
