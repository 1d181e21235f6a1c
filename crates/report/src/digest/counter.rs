//! Everything that is counted in one pass over the games of a run, in memory that depends on the
//! players and the seats but not on the games.

use crate::Tally;
use crate::digest::convergence::Convergence;
use crate::digest::deal_mean::DealMean;
use crate::digest::fault_counts::FaultCounts;
use crate::digest::histogram::Histogram;
use crate::digest::notable::Notables;
use crate::digest::own_columns::{ColumnCount, OwnColumns};
use crate::digest::pairs::Pairs;
use crate::digest::relation::RelationCount;
use crate::digest::seats::Seats;
use crate::digest::{PlayerDigest, SamplePoint};
use lettergame_base::Name;
use lettergame_plan::{Schedule, SeatScore};
use lettergame_run::GameRows;
use lettergame_stats::RatioSummary;

/// Counts games as they come, in the order of their numbers.
#[derive(Clone)]
pub(super) struct Counter {
    pub(super) tally: Tally,
    pub(super) pairs: Pairs,
    pub(super) seats: Seats,
    pub(super) notables: Notables,
    pub(super) faults: FaultCounts,
    convergence: Convergence,
    columns: OwnColumns,
    related: Option<Related>,
    players: Vec<PlayerCount>,
    deal: Option<u64>,
}

/// Two related own columns and their positions.
#[derive(Clone, Copy)]
struct Related {
    names: [&'static str; 2],
    at: [usize; 2],
}

impl Related {
    fn of(names: [&'static str; 2], columns: &OwnColumns) -> Option<Related> {
        let [x, y] = names.map(|name| columns.position(name));
        Some(Related { names, at: [x?, y?] })
    }
}

/// The counts of one player.
#[derive(Clone)]
struct PlayerCount {
    scores: DealMean,
    histogram: Histogram,
    places: Vec<u64>,
    sole_wins: u64,
    shared_wins: u64,
    seats: Seats,
    columns: Vec<ColumnCount>,
    relation: RelationCount,
}

impl Counter {
    /// An empty counter for games of this schedule with this many seats and these own columns, two of which
    /// may be related.
    pub(super) fn new(
        schedule: &Schedule,
        names: &[Name],
        seats: usize,
        columns: &[String],
        related: Option<[&'static str; 2]>,
    ) -> Counter {
        let columns = OwnColumns::new(columns);
        let related = related.and_then(|names| Related::of(names, &columns));
        let player = |_| PlayerCount::new(seats, columns.len());
        Counter {
            tally: Tally::of(schedule, names),
            pairs: Pairs::default(),
            seats: Seats::new(seats),
            notables: Notables::new(names.len()),
            faults: FaultCounts::default(),
            convergence: Convergence::new(),
            related,
            players: names.iter().map(player).collect(),
            columns,
            deal: None,
        }
    }

    /// Counts a game.
    pub(super) fn add(&mut self, rows: &GameRows<'_>) {
        let game = &rows.score;
        if self.deal.is_some_and(|deal| deal != game.deal) {
            let players = &self.players;
            self.convergence.end_deal(self.tally.games(), || summaries(players));
        }
        self.deal = Some(game.deal);
        self.tally.add(game);
        self.pairs.add(game);
        self.notables.add(game);
        let firsts = game.firsts();
        for (seat, end) in game.seats.iter() {
            self.add_seat(rows, seat.index(), end, firsts);
        }
    }

    fn add_seat(&mut self, rows: &GameRows<'_>, seat: usize, end: &SeatScore, firsts: usize) {
        let (game, deal) = (rows.score.game, rows.score.deal);
        let win = if end.place == 1 { 1.0 / firsts as f64 } else { 0.0 };
        let player = &mut self.players[end.player];
        self.seats.add(seat, deal, f64::from(end.points.0), win);
        player.add(seat, deal, end, win);
        if end.faulty {
            self.faults.add_seat(end.player, rows.status(seat), game);
        }
        let cells = self.columns.read(rows, seat);
        for (count, cell) in player.columns.iter_mut().zip(cells) {
            if let Some(value) = *cell {
                count.add(deal, value);
            }
        }
        let related = self.related.and_then(|Related { at: [x, y], .. }| cells[x].zip(cells[y]));
        if let Some((x, y)) = related {
            player.relation.add(SamplePoint { game, seat, x, y });
        }
    }

    /// Closes the last deal; to be called once, when all games are counted. Returns the number of deals.
    pub(super) fn finish(&mut self) -> u64 {
        self.convergence.finish(self.tally.games(), summaries(&self.players));
        self.convergence.deals()
    }

    /// The counts of each player.
    pub(super) fn players(&self, names: &[Name]) -> Vec<PlayerDigest> {
        let each = names.iter().zip(&self.players).enumerate();
        each.map(|(number, (name, player))| self.player(number, name, player)).collect()
    }

    fn player(&self, number: usize, name: &Name, player: &PlayerCount) -> PlayerDigest {
        PlayerDigest {
            player: name.to_string(),
            games: player.scores.count(),
            scores: player.histogram.distribution(),
            places: player.places.clone(),
            sole_wins: player.sole_wins,
            shared_wins: player.shared_wins,
            seats: player.seats.digest(),
            convergence: self.convergence.of(number),
            columns: self.columns.digest(&player.columns),
            relation: self.related.and_then(|related| player.relation.digest(related.names)),
        }
    }
}

/// The scores of each player, by deals.
fn summaries(players: &[PlayerCount]) -> Vec<RatioSummary> {
    players.iter().map(|player| player.scores.deals()).collect()
}

impl PlayerCount {
    fn new(seats: usize, columns: usize) -> PlayerCount {
        PlayerCount {
            scores: DealMean::default(),
            histogram: Histogram::default(),
            places: vec![0; seats],
            sole_wins: 0,
            shared_wins: 0,
            seats: Seats::new(seats),
            columns: vec![ColumnCount::default(); columns],
            relation: RelationCount::default(),
        }
    }

    fn add(&mut self, seat: usize, deal: u64, end: &SeatScore, win: f64) {
        let score = f64::from(end.points.0);
        self.scores.add(deal, score);
        self.histogram.add(end.points.0);
        self.seats.add(seat, deal, score, win);
        self.sole_wins += u64::from(win == 1.0);
        self.shared_wins += u64::from(win > 0.0 && win < 1.0);
        if let Some(count) =
            usize::from(end.place).checked_sub(1).and_then(|k| self.places.get_mut(k))
        {
            *count += 1;
        }
    }
}
