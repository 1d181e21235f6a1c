//! Pairwise results as a list, to be stored: most cells have few pairs.

use serde::{Deserialize, Serialize};

use super::{BootstrapRatings, most_cells};
use crate::PairError;

/// The sums of all cells that are not 0.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ListedResults {
    players: usize,
    /// The cell, two players, and the points of the first against the second.
    points: Vec<(usize, usize, usize, f64)>,
}

impl From<BootstrapRatings> for ListedResults {
    fn from(results: BootstrapRatings) -> ListedResults {
        let players = results.players;
        let mut points = Vec::new();
        for (number, cell) in results.cells.iter().enumerate() {
            let pairs = (0..players).flat_map(|i| (0..players).map(move |j| (i, j)));
            let found = pairs.map(|(i, j)| (number, i, j, cell.points(i, j)));
            points.extend(found.filter(|(.., points)| *points > 0.0));
        }
        ListedResults { players, points }
    }
}

impl TryFrom<ListedResults> for BootstrapRatings {
    type Error = PairError;

    fn try_from(listed: ListedResults) -> Result<BootstrapRatings, PairError> {
        let (players, most) = (listed.players, most_cells(listed.players));
        let mut results = BootstrapRatings::new(players);
        for (cell, i, j, points) in listed.points {
            if cell >= most {
                return Err(PairError::Length { found: cell + 1, expected: most });
            }
            results.reach(cell + 1);
            results.cells[cell].add_points(i, j, points)?;
        }
        Ok(results)
    }
}
