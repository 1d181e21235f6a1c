//! What the rival probably kept, from its last turn.
//!
//! By Bayes' rule: the probability of a leave is proportional to the number of ways to hold it together with
//! the tiles played, times the probability that a player with that rack makes that play. The latter depends
//! on the loss, what the play cost in static equity against the best one with that rack. It falls
//! exponentially, slower for some kinds of players than for others, and the rival may be of any kind; a little
//! is left for plays with other reasons. Tiles drawn afterwards are any of the others.
//!
//! If there are not too many leaves, all of them are looked at, otherwise a random sample; after an exchange,
//! whose tiles are hidden, always a sample of racks.
//!
//! Source of the method: M. Richards and E. Amir, "Opponent modeling in Scrabble", Proceedings of IJCAI 2007.

use std::collections::BTreeMap;

use crate::board::{RACK, Rack, Tile};
use crate::plays::Equity;
use crate::simulation::observed::{Losses, Observed, RivalTurn};
use lettergame_base::{Branch, Rng, Seed, checkpoint};

/// Kinds of players: how common each is, and the loss in points that makes its plays less likely by a factor of
/// e. Some play by static equity, others have further aims. The log-likelihood of racks really held exceeds that
/// without a look at the turn by 0.34 nats a turn for `equity` and 0.23 for `simulation`; with a single kind it is
/// 0.32 and 0.20 for a loss of 1 point, 0.28 and 0.22 for one of 2 points.
const KINDS: [(f64, f64); 3] = [(0.6, 0.1), (0.25, 1.0), (0.15, 4.0)];

/// The share of plays that are made for other reasons.
const OTHERWISE: f64 = 0.001;

/// Racks tried after an exchange for each leave that would be tried after a play: few racks make an exchange
/// plausible, and they are tried faster.
const RACKS_PER_LEAVE: u32 = 4;

/// A sample that is worth fewer leaves of equal weight is trusted in proportion.
const ENOUGH: f64 = 25.0;

/// How much is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most leaves to look at one by one, and the number sampled if there are more.
    pub leaves: u32,
    /// Seed of the sample.
    pub seed: Seed,
}

/// The leaves that the rival may have kept, with their probabilities.
#[derive(Clone, Debug)]
pub struct Inference {
    unseen: Rack,
    /// What the rival is known to hold now.
    known: Rack,
    /// Most likely first.
    leaves: Vec<(Rack, f64)>,
    /// The sums of the probabilities up to each leave.
    sums: Vec<f64>,
    exhaustive: bool,
}

impl Inference {
    /// Infers the leave from a turn. Takes about 20 microseconds for each leave that is looked at.
    #[must_use]
    pub fn of(turn: &RivalTurn<'_>, effort: Effort) -> Inference {
        match turn.observed {
            Observed::Play(_) => Inference::of_play(turn, effort),
            Observed::Exchange(_) => Inference::of_exchange(turn, effort),
        }
    }

    fn of_play(turn: &RivalTurn<'_>, effort: Effort) -> Inference {
        let (kept, played) = (turn.kept(), turn.played());
        // what was known to be on the rack, and is not on the board now
        let shown = turn.shown.without(&played);
        let free = turn.unseen.without(&shown);
        let (kept, hidden) = (kept.saturating_sub(shown.len()), played.without(&turn.shown));
        let exhaustive = parts(&free, kept) <= f64::from(effort.leaves);
        let weighed = if exhaustive {
            let pool = free.plus(&hidden);
            let ways = |rest: Rack| (rest.plus(&shown), ways(&pool, &rest.plus(&hidden)));
            all_parts(&free, kept).into_iter().map(ways).collect()
        } else {
            // a leave is drawn as often as it can be chosen from the unseen tiles; see `all_parts` above for
            // what it is to be weighed by, and their quotient is this up to a factor
            let weight = |rest: &Rack| 1.0 / ways(&rest.plus(&hidden), &hidden);
            let drawn = drawn(&free, effort.leaves, kept, effort.seed);
            let weighed = |(rest, count): (Rack, f64)| (rest.plus(&shown), count * weight(&rest));
            drawn.into_iter().map(weighed).collect()
        };
        Inference::weighed(turn, weighed, exhaustive)
    }

    fn weighed(turn: &RivalTurn<'_>, leaves: Vec<(Rack, f64)>, exhaustive: bool) -> Inference {
        let mut losses = Losses::new(turn, most_loss());
        let likely = |(leave, ways): (Rack, f64)| {
            checkpoint();
            (leave, ways * likelihood(losses.of_leave(&leave)))
        };
        Inference::new(turn, leaves.into_iter().map(likely).collect(), exhaustive)
    }

    fn of_exchange(turn: &RivalTurn<'_>, effort: Effort) -> Inference {
        let count = effort.leaves.saturating_mul(RACKS_PER_LEAVE);
        let mut losses = Losses::new(turn, most_loss());
        let mut leaves: BTreeMap<String, (Rack, f64)> = BTreeMap::new();
        let free = turn.unseen.without(&turn.shown);
        for (rest, count) in drawn(&free, count, RACK - turn.shown.len(), effort.seed) {
            checkpoint();
            let rack = rest.plus(&turn.shown);
            let (loss, kept) = losses.of_exchange(&rack);
            leaves.entry(kept.to_string()).or_insert((kept, 0.0)).1 += count * likelihood(loss);
        }
        Inference::new(turn, leaves.into_values().collect(), false)
    }

    fn new(turn: &RivalTurn<'_>, mut leaves: Vec<(Rack, f64)>, exhaustive: bool) -> Inference {
        let none = Rack::new(turn.unseen.distribution());
        normalise(&mut leaves);
        if !exhaustive {
            distrust(&mut leaves, none);
        }
        Inference::sorted(turn.unseen, none, leaves, exhaustive)
    }

    /// The same of a rival who is known to hold these tiles now; `None` if it cannot.
    #[must_use]
    pub fn knowing(self, known: Rack) -> Option<Inference> {
        if known.is_empty() {
            return Some(self);
        }
        self.unseen.minus(&known)?;
        // the tiles that are known and were not kept were drawn
        let likely = |&(leave, chance): &(Rack, f64)| {
            let (unseen, drawn) = (self.unseen.len() - leave.len(), RACK - leave.len());
            let needed = known.without(&leave).len();
            let rest = drawn.checked_sub(needed)?;
            let share = choices(unseen - needed, rest) / choices(unseen, drawn);
            (chance * share > 0.0).then_some((leave, chance * share))
        };
        let mut leaves: Vec<(Rack, f64)> = self.leaves.iter().filter_map(likely).collect();
        normalise(&mut leaves);
        let is_possible = !leaves.is_empty();
        is_possible.then(|| Inference::sorted(self.unseen, known, leaves, self.exhaustive))
    }

    fn sorted(
        unseen: Rack,
        known: Rack,
        mut leaves: Vec<(Rack, f64)>,
        exhaustive: bool,
    ) -> Inference {
        leaves.sort_by_cached_key(|leave| leave.0.to_string());
        leaves.sort_by(|one, other| other.1.total_cmp(&one.1));
        let mut sum = 0.0;
        let sums = leaves.iter().map(|leave| {
            sum += leave.1;
            sum
        });
        let sums = sums.collect();
        Inference { unseen, known, leaves, sums, exhaustive }
    }

    /// The leaves with their probabilities, which add up to 1; most likely first. The empty one stands for any
    /// that is not among the others, which were a sample too small to be trusted.
    #[must_use]
    pub fn leaves(&self) -> &[(Rack, f64)] {
        &self.leaves
    }

    /// Whether every possible leave was looked at, and not a sample.
    #[must_use]
    pub fn is_exhaustive(&self) -> bool {
        self.exhaustive
    }

    /// What the rival holds who kept this leave, as far as it is known.
    fn held(&self, leave: &Rack) -> Rack {
        leave.plus(&self.known.without(leave))
    }

    /// A leave, drawn by these probabilities, and what is known besides.
    pub(super) fn draw(&self, rng: &mut Rng) -> Rack {
        let at = rng.unit();
        let place = self.sums.partition_point(|&sum| sum <= at);
        self.held(&self.leaves[place.min(self.leaves.len() - 1)].0)
    }

    /// The probability that the rival has a tile of this kind now.
    #[must_use]
    pub fn chance_of_tile(&self, tile: Tile) -> f64 {
        let with = |(leave, chance): &(Rack, f64)| {
            chance * with_tile(&self.unseen, &self.held(leave), tile)
        };
        self.leaves.iter().map(with).sum()
    }

    /// The probability that the rival has a tile of this kind if its last turn is left out of account.
    #[must_use]
    pub fn plain_chance_of_tile(&self, tile: Tile) -> f64 {
        with_tile(&self.unseen, &self.known, tile)
    }

    /// The probability that the rival has exactly this rack now.
    #[must_use]
    pub fn chance_of_rack(&self, rack: &Rack) -> f64 {
        let with = |(leave, chance): &(Rack, f64)| {
            let held = self.held(leave);
            let (rest, drawn) = (self.unseen.without(&held), rack.minus(&held));
            drawn.map_or(0.0, |drawn| {
                chance * ways(&rest, &drawn) / choices(rest.len(), drawn.len())
            })
        };
        self.leaves.iter().map(with).sum()
    }

    /// The probability of this rack if the last turn is left out of account.
    #[must_use]
    pub fn plain_chance_of_rack(&self, rack: &Rack) -> f64 {
        ways(&self.unseen, rack) / choices(self.unseen.len(), rack.len())
    }
}

/// Gives a sample of few likely leaves less weight, and the rest of it to keeping nothing known. Its size in
/// leaves of equal weight is that of L. Kish, "Survey Sampling" (1965).
fn distrust(leaves: &mut Vec<(Rack, f64)>, none: Rack) {
    let size = 1.0 / leaves.iter().map(|leave| leave.1 * leave.1).sum::<f64>();
    let trust = (size / ENOUGH).min(1.0);
    leaves.iter_mut().for_each(|leave| leave.1 *= trust);
    if trust < 1.0 {
        leaves.push((none, 1.0 - trust));
    }
}

/// How likely a player makes a play that costs this much.
fn likelihood(loss: Equity) -> f64 {
    let points = f64::from(loss.0) / 1000.0;
    let of_kind = |(share, scale): (f64, f64)| share * libm::exp(-points / scale);
    OTHERWISE + (1.0 - OTHERWISE) * KINDS.map(of_kind).iter().sum::<f64>()
}

/// Greater losses make no difference: such plays are made for other reasons.
fn most_loss() -> Equity {
    let widest = KINDS.map(|(_, scale)| scale).into_iter().fold(0.0, f64::max);
    Equity((10_000.0 * widest) as i32)
}

/// The number of ways to choose so many of so many things.
fn choices(of: usize, chosen: usize) -> f64 {
    (0..chosen).map(|place| (of - place.min(of)) as f64 / (place + 1) as f64).product()
}

/// The number of ways to take these tiles out of the pool.
fn ways(pool: &Rack, tiles: &Rack) -> f64 {
    tiles.kinds().map(|(tile, count)| choices(pool.count(tile), count)).product()
}

/// The probability of a tile of this kind on a full rack that holds these ones of the unseen tiles.
fn with_tile(unseen: &Rack, held: &Rack, tile: Tile) -> f64 {
    if held.count(tile) > 0 {
        return 1.0;
    }
    let (rest, drawn) = (unseen.without(held), RACK - held.len());
    1.0 - choices(rest.len() - rest.count(tile), drawn) / choices(rest.len(), drawn)
}

/// Makes the probabilities add up to 1.
fn normalise(leaves: &mut [(Rack, f64)]) {
    let total: f64 = leaves.iter().map(|leave| leave.1).sum();
    leaves.iter_mut().for_each(|leave| leave.1 /= total);
}

/// The number of different parts of a rack with so many tiles.
fn parts(rack: &Rack, size: usize) -> f64 {
    let mut ways = vec![0.0; size + 1];
    ways[0] = 1.0;
    for (_, count) in rack.kinds() {
        for place in (0..=size).rev() {
            ways[place] = (0..=count.min(place)).map(|taken| ways[place - taken]).sum();
        }
    }
    ways[size]
}

/// The different parts of a rack with so many tiles.
fn all_parts(rack: &Rack, size: usize) -> Vec<Rack> {
    let kinds: Vec<(Tile, usize)> = rack.kinds().collect();
    let mut found = Vec::new();
    add_parts(&kinds, Rack::new(rack.distribution()), size, &mut found);
    found
}

fn add_parts(kinds: &[(Tile, usize)], part: Rack, left: usize, found: &mut Vec<Rack>) {
    let Some((&(tile, count), rest)) = kinds.split_first().filter(|_| left > 0) else {
        if left == 0 {
            found.push(part);
        }
        return;
    };
    let mut part = part;
    for taken in 0..=count.min(left) {
        if taken > 0 {
            part.add(tile);
        }
        add_parts(rest, part, left - taken, found);
    }
}

/// Random parts of the unseen tiles with so many tiles, each with how often it was drawn.
fn drawn(unseen: &Rack, draws: u32, size: usize, seed: Seed) -> Vec<(Rack, f64)> {
    let mut tiles: Vec<Tile> = unseen.iter().collect();
    let mut rng = seed.derive(Branch::Chance, 0).rng();
    let mut found: BTreeMap<String, (Rack, f64)> = BTreeMap::new();
    for _ in 0..draws {
        rng.shuffle_front(&mut tiles, size);
        let part = Rack::of(unseen.distribution(), tiles[..size].iter().copied());
        found.entry(part.to_string()).or_insert((part, 0.0)).1 += 1.0;
    }
    found.into_values().collect()
}

#[cfg(test)]
mod tests;
