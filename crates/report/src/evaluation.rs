//! The evaluation of counted games: standings in any view, and whether ratings explain the results.

use crate::history::CellSum;
use crate::player_tally::PlayerTally;
use crate::rating_digest::{CycleDigest, ModelDigest, ModelPair, RatingDigest, RatingPair};
use crate::table::shown;
use crate::{NoAnchor, SortKey, Standing, StandingsOrder, StandingsView};
use lettergame_base::Name;
use lettergame_stats::{
    BootstrapRatings, Cycles, LEVEL, ModelFit, PairFit, RankInterval, RatingFit, RatingScale,
    Ratings, ratio_interval, share_interval,
};

/// The maximum number of pairs or cycles in a remark.
const NAMED: usize = 3;

/// A remark names a pair if its share is at least this far from the prediction of the ratings. With enough
/// games even the smallest difference is significant.
const NOTABLE: f64 = 0.02;

/// In a smaller field ranks tell little in any case.
const FIELD: usize = 4;

/// Maximum number of pairs in the digest of the model.
const MAX_PAIRS: usize = 100;

/// The results of a run's games for its players.
#[derive(Clone, Debug)]
pub struct Evaluation {
    names: Vec<Name>,
    players: Vec<PlayerTally>,
    ranked_by: SortKey,
    ratings: Ratings,
    ranks: Vec<Option<RankInterval>>,
    model: Option<ModelFit>,
    cycles: Cycles,
    unlinked: Option<String>,
}

impl Evaluation {
    /// Of players whose games were counted completely.
    pub(super) fn of(
        names: &[Name],
        players: Vec<PlayerTally>,
        results: &BootstrapRatings,
        ranked_by: SortKey,
        unlinked: Option<String>,
    ) -> Evaluation {
        let ratings = results.ratings();
        Evaluation {
            names: names.to_vec(),
            players,
            ranked_by,
            ranks: ratings.ranks(LEVEL),
            ratings,
            model: results.model_fit(),
            cycles: results.cycles(LEVEL),
            unlinked,
        }
    }

    /// Checks the view against these players.
    ///
    /// # Errors
    /// When its anchor is not among them.
    pub fn check(&self, view: &StandingsView) -> Result<(), NoAnchor> {
        view.scale(&self.names).map(|_| ())
    }

    /// The standings in the order of the view, players without games last; ties are broken by mean score,
    /// then by the order of the config. An anchor that does not play is ignored.
    #[must_use]
    pub fn standings(&self, view: &StandingsView) -> Vec<Standing> {
        let scale = view.scale(&self.names).unwrap_or_default();
        let fits = self.ratings.fits(scale, LEVEL);
        let standing = |player: usize| self.standing(player, fits[player]);
        let mut standings: Vec<Standing> = (0..self.names.len()).map(standing).collect();
        StandingsOrder::by(self.key(view)).sort(&mut standings);
        standings
    }

    /// The key by which the standings are ranked in this view.
    #[must_use]
    pub fn key(&self, view: &StandingsView) -> SortKey {
        view.sort.unwrap_or(self.ranked_by)
    }

    fn standing(&self, player: usize, rating: RatingFit) -> Standing {
        let (tally, rank) = (&self.players[player], self.ranks[player]);
        let games = tally.games().max(1) as f64;
        Standing {
            player: self.names[player].to_string(),
            games: tally.games(),
            wins: tally.wins(),
            win_share: tally.wins() / games,
            win_share_interval: share_interval(&tally.win_shares(), LEVEL),
            score: tally.points() as f64 / games,
            score_interval: ratio_interval(&tally.scores(), LEVEL),
            mean_place: tally.places() as f64 / games,
            rating: rating.rating,
            rating_interval: rating.interval,
            faults: tally.faults(),
            rank_low: rank.map(|rank| rank.low),
            rank_high: rank.map(|rank| rank.high),
        }
    }

    /// The sums of a player over its deals, for pairing runs of the same deals in a history; empty for an
    /// unknown name.
    #[must_use]
    pub fn cells(&self, player: &str) -> Vec<CellSum> {
        let found = self.names.iter().position(|name| name.as_str() == player);
        found.map_or_else(Vec::new, |player| self.players[player].cells())
    }

    /// How the standings are ranked, and the zero of the ratings: a line to show below them.
    #[must_use]
    pub fn legend(&self, view: &StandingsView) -> String {
        format!("Sorted by {}; {}.", self.key(view).order_words(), view.rank_words())
    }

    /// The limitations of the ratings, as lines of text.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        self.remarks_on(|pair| (pair.observed - pair.expected).abs() >= NOTABLE)
    }

    /// Of these remarks those that may change the order of the players.
    #[must_use]
    pub fn remarks_on_order(&self) -> Vec<String> {
        self.remarks_on(|pair| (pair.observed - 0.5) * (pair.expected - 0.5) < 0.0)
    }

    fn remarks_on(&self, is_notable: impl Fn(&PairFit) -> bool) -> Vec<String> {
        let misfit = self.model.as_ref().filter(|model| model.fails()).and_then(|model| {
            let notable = model.misfits().iter().filter(|pair| is_notable(pair));
            let pairs: Vec<String> = notable.map(|pair| self.pair_words(pair)).collect();
            if pairs.is_empty() {
                return None;
            }
            let pairs = shortened_to(NAMED, &pairs, "; ", "pairs");
            let p = p_words(model.p_value);
            Some(format!("one rating per player does not explain the results ({p}): {pairs}"))
        });
        let cycles = Some(&self.cycles).filter(|cycles| cycles.count > 0).map(|cycles| {
            let told: Vec<String> =
                cycles.cycles.iter().take(NAMED).map(|cycle| self.cycle_words(cycle)).collect();
            let more = match cycles.count.saturating_sub(told.len() as u64) {
                0 => String::new(),
                more => format!("; {more} more"),
            };
            format!("the players have no consistent order: {}{more}", told.join("; "))
        });
        [self.unlinked.clone(), self.unranked(), misfit, cycles].into_iter().flatten().collect()
    }

    /// Says that most ranks are still open, if so: those of at least half of the players span more than half of them.
    fn unranked(&self) -> Option<String> {
        let ranks: Vec<&RankInterval> = self.ranks.iter().flatten().collect();
        let open = ranks.iter().filter(|rank| 2 * (rank.high - rank.low + 1) > ranks.len() as u64);
        let (open, all) = (open.count(), ranks.len());
        (all >= FIELD && 2 * open >= all).then(|| {
            format!(
                "too few games to rank the players: the ranks of {open} of {all} span more than half of the field"
            )
        })
    }

    fn pair_words(&self, pair: &PairFit) -> String {
        let [one, other] = [pair.one, pair.other].map(|player| &self.names[player]);
        let [observed, expected] =
            [pair.observed, pair.expected].map(|share| shown(share * 100.0, 1));
        format!("{one} took {observed} % from {other}, expected {expected} %")
    }

    fn cycle_words(&self, cycle: &[usize]) -> String {
        let around = cycle.iter().chain(cycle.first());
        let names: Vec<&str> = around.map(|&player| self.names[player].as_str()).collect();
        names.join(" beats ")
    }

    /// All comparisons of ratings, as plain data.
    #[must_use]
    pub fn rating_digest(&self, view: &StandingsView) -> RatingDigest {
        let anchor = match view.scale(&self.names).unwrap_or_default() {
            RatingScale::Anchor { .. } => view.anchor.clone(),
            RatingScale::Average => None,
        };
        RatingDigest {
            scale: StandingsView { anchor, sort: None }.scale_name(),
            ranked_by: self.key(view),
            legend: self.legend(view),
            remarks: self.remarks(),
            pairs: self.pairs(),
            model: self.model.as_ref().map(|model| self.model_digest(model)),
            cycles: CycleDigest {
                count: self.cycles.count,
                cycles: self.cycles.cycles.iter().map(|cycle| self.named(cycle)).collect(),
            },
        }
    }

    fn named(&self, players: &[usize]) -> Vec<String> {
        players.iter().map(|&player| self.names[player].to_string()).collect()
    }

    /// Each ordered pair of players that have played, in the order of the config.
    fn pairs(&self) -> Vec<RatingPair> {
        let players = || (0..self.names.len()).filter(|&player| self.players[player].games() > 0);
        let pair = |(one, other): (usize, usize)| {
            let difference = self.ratings.difference(one, other, LEVEL);
            RatingPair {
                player: self.names[one].to_string(),
                opponent: self.names[other].to_string(),
                difference: difference.rating,
                difference_interval: difference.interval,
                above: self.ratings.above(one, other),
            }
        };
        let others =
            |one| players().filter(move |&other| other != one).map(move |other| (one, other));
        players().flat_map(others).map(pair).collect()
    }

    fn model_digest(&self, model: &ModelFit) -> ModelDigest {
        let pair = |pair: &PairFit| ModelPair {
            player: self.names[pair.one].to_string(),
            opponent: self.names[pair.other].to_string(),
            meetings: pair.games,
            observed: pair.observed,
            expected: pair.expected,
            standard_errors: pair.deviation,
        };
        ModelDigest {
            chi_square: model.chi_square,
            degrees_of_freedom: model.freedom,
            p_value: model.p_value,
            fits: !model.fails(),
            pairs: model.pairs.iter().take(MAX_PAIRS).map(pair).collect(),
        }
    }
}

/// `p = 0.0213`, or `p < 0.0001`.
pub(super) fn p_words(p: f64) -> String {
    if p < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {}", shown(p, 4)) }
}

/// The first few texts, and the number of the others.
fn shortened_to(most: usize, all: &[String], between: &str, what: &str) -> String {
    match all.len().checked_sub(most) {
        None | Some(0) => all.join(between),
        Some(more) => format!("{}{between}{more} more {what}", all[..most].join(between)),
    }
}
