//! Fields without a single order: Nash averages, alpha-rank, and the ecology of a population.

use serde::Serialize;

use crate::{Cell, Digest, PopulationDigest, PopulationRow, Table};
use lettergame_stats::{POPULATION, SELECTION, ShareTable};

/// Maximum number of players for which the mixture is computed: time is cubic in the players, times some
/// hundred.
const MAX_PLAYERS: usize = 100;

/// Maximum number of generations of an ecology.
pub const MAX_GENERATIONS: usize = 100_000;

/// Generations in a table for people: these times powers of ten.
const SHOWN: [usize; 3] = [1, 2, 5];

/// The shares of players in a population, generation by generation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ecology {
    /// The players' names in files, in the order of the config.
    pub players: Vec<String>,
    /// In each generation from 0 on, the share of each player, in that order; their sum is 1.
    pub generations: Vec<Vec<f64>>,
}

/// The players with games, and the share that each took against each other; `None` if a pair has not met.
fn shares(digest: &Digest) -> Option<(Vec<&str>, ShareTable)> {
    let played = digest.players.iter().filter(|player| player.games > 0);
    let names: Vec<&str> = played.map(|player| player.player.as_str()).collect();
    let share = |one: usize, other: usize| Some(digest.pair(names[one], names[other])?.share.mean);
    let table = ShareTable::of(names.len(), share)?;
    (names.len() > 1).then_some((names, table))
}

impl PopulationDigest {
    /// `None` if a pair of players has not met, for a single player, and for more than a hundred.
    pub(super) fn of(digest: &Digest) -> Option<PopulationDigest> {
        let (names, table) = shares(digest).filter(|(names, _)| names.len() <= MAX_PLAYERS)?;
        let (nash, alpha_rank) = (table.nash_average()?, table.alpha_rank());
        let row = |(player, name): (usize, &&str)| PopulationRow {
            player: (*name).to_owned(),
            nash_weight: nash.weights[player],
            nash_share: nash.shares[player],
            alpha_rank: alpha_rank[player],
        };
        Some(PopulationDigest { players: names.iter().enumerate().map(row).collect() })
    }

    /// How to read it, in sentences.
    pub(super) fn notes() -> [String; 2] {
        [
            "nash: the weight in the mixture of players that none beats on average, and the share of points \
             taken from that mixture; equal players share a weight."
                .to_owned(),
            format!(
                "alpha-rank: the share of time that a population of {POPULATION} spends with the player, \
                 with selection {SELECTION}; it depends on who beats whom, not by how much."
            ),
        ]
    }
}

impl Ecology {
    /// The ecology of the players of a run, starting from equal shares; `None` if a pair of players has not
    /// met, and for a single player.
    #[must_use]
    pub fn of(digest: &Digest, generations: usize) -> Option<Ecology> {
        let (names, table) = shares(digest)?;
        let players = names.into_iter().map(str::to_owned).collect();
        Some(Ecology { players, generations: table.replicator(generations) })
    }

    /// A row for each generation and a column for each player: all generations, for programs.
    #[must_use]
    pub fn table(&self) -> Table {
        self.table_of(0..self.generations.len(), 6)
    }

    /// For people: the generations 0, 1, 2, 5, 10, ... and the last one, in percent.
    #[must_use]
    pub fn summary(&self) -> Table {
        let last = self.generations.len().saturating_sub(1);
        let powers = (0..).map(|power| 10_usize.pow(power)).take_while(|power| *power < last);
        let shown = powers.flat_map(|power| SHOWN.map(|digit| digit * power));
        let shown = std::iter::once(0).chain(shown).filter(|generation| *generation < last);
        self.table_of(shown.chain([last]), 0)
    }

    /// Shares with this many decimals, or in percent with 0.
    fn table_of(&self, generations: impl Iterator<Item = usize>, decimals: usize) -> Table {
        let columns: Vec<&str> =
            std::iter::once("generation").chain(self.players.iter().map(String::as_str)).collect();
        let mut table = Table::new(&columns);
        for generation in generations {
            let Some(parts) = self.generations.get(generation) else { continue };
            let cell = |part: &f64| match decimals {
                0 => Cell::text(&format!("{} %", super::table::shown(part * 100.0, 1))),
                _ => Cell::number(*part, decimals),
            };
            let cells = parts.iter().map(cell);
            table.push(std::iter::once(Cell::count(generation as u64)).chain(cells).collect());
        }
        table
    }

    /// The shares of one player, generation by generation.
    pub(super) fn of_player(&self, player: usize) -> impl Iterator<Item = f64> {
        self.generations.iter().map(move |parts| parts[player])
    }
}
