//! The view of standings: how they are ranked, and the zero of the ratings.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Standing;
use lettergame_base::{Name, did_you_mean};
use lettergame_plan::ScheduleKind;
use lettergame_stats::RatingScale;

/// How the rows of standings are ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// Win share, highest first.
    WinShare,
    /// The rating, highest first.
    Rating,
    /// The mean score, highest first.
    Score,
    /// The mean place, lowest first.
    Place,
    /// The name, alphabetically.
    Name,
    /// Games, most first.
    Games,
    /// The rank by rating, best first.
    Rank,
    /// Seats with faults, fewest first.
    Faults,
}

impl SortKey {
    /// Every key.
    pub const ALL: [SortKey; 8] = [
        SortKey::WinShare,
        SortKey::Rating,
        SortKey::Score,
        SortKey::Place,
        SortKey::Name,
        SortKey::Games,
        SortKey::Rank,
        SortKey::Faults,
    ];

    /// The default for a schedule: the score if everybody plays alone, win share if all players meet equally
    /// often, else the rating, which takes the opponents into account.
    #[must_use]
    pub fn of(format: ScheduleKind) -> SortKey {
        match format {
            _ if format.is_alone() => SortKey::Score,
            _ if format.is_balanced() => SortKey::WinShare,
            _ => SortKey::Rating,
        }
    }

    /// The key in a sentence: `mean score`.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            SortKey::WinShare => "win share",
            SortKey::Rating => "rating",
            SortKey::Score => "mean score",
            SortKey::Place => "mean place",
            SortKey::Name => "name",
            SortKey::Games => "games",
            SortKey::Rank => "rank",
            SortKey::Faults => "faults",
        }
    }

    /// The order in a sentence, with what decides between equal players: `win share, then mean score`.
    pub(crate) fn order_words(self) -> String {
        match self {
            SortKey::Score | SortKey::Name => self.words().to_owned(),
            _ => format!("{}, then {}", self.words(), SortKey::Score.words()),
        }
    }

    /// Whether its values grow down the list: the lowest is listed first.
    #[must_use]
    pub fn ascends(self) -> bool {
        matches!(self, SortKey::Name | SortKey::Place | SortKey::Rank | SortKey::Faults)
    }

    /// The order of two players that have played; equal ones are ordered by mean score.
    fn compare(self, a: &Standing, b: &Standing) -> Ordering {
        let rank = |own: &Standing| own.rank_low.zip(own.rank_high).unwrap_or((u64::MAX, u64::MAX));
        let by_key = match self {
            SortKey::Name => return a.player.cmp(&b.player),
            SortKey::WinShare => b.win_share.total_cmp(&a.win_share),
            SortKey::Rating => b.rating.total_cmp(&a.rating),
            SortKey::Score => Ordering::Equal,
            SortKey::Place => a.mean_place.total_cmp(&b.mean_place),
            SortKey::Games => b.games.cmp(&a.games),
            SortKey::Rank => rank(a).cmp(&rank(b)),
            SortKey::Faults => a.faults.cmp(&b.faults),
        };
        by_key.then(b.score.total_cmp(&a.score))
    }
}

/// The order of the rows of standings: by a key, or the other way round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StandingsOrder {
    /// The key.
    pub key: SortKey,
    /// Whether the last of its order comes first.
    pub reversed: bool,
}

impl StandingsOrder {
    /// The order of a key.
    #[must_use]
    pub fn by(key: SortKey) -> StandingsOrder {
        StandingsOrder { key, reversed: false }
    }

    /// Whether the values of the key grow down the list.
    #[must_use]
    pub fn ascends(self) -> bool {
        self.key.ascends() != self.reversed
    }

    /// The order after a click on the column of this key: a second click reverses it.
    #[must_use]
    pub fn clicked(self, key: SortKey) -> StandingsOrder {
        StandingsOrder { key, reversed: key == self.key && !self.reversed }
    }

    /// Sorts standings. Players without games come last, except in an order by name; equal players keep
    /// their order.
    pub fn sort(self, standings: &mut [Standing]) {
        standings.sort_by(|a, b| {
            let by_key = self.key.compare(a, b);
            let by_key = if self.reversed { by_key.reverse() } else { by_key };
            match self.key {
                SortKey::Name => by_key,
                _ => (b.games > 0).cmp(&(a.games > 0)).then(by_key),
            }
        });
    }
}

/// Ends the text of an order that is reversed.
const REVERSED: &str = "-reversed";

/// `score`, or `score-reversed`.
impl fmt::Display for StandingsOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.key, if self.reversed { REVERSED } else { "" })
    }
}

impl FromStr for StandingsOrder {
    type Err = ();
    fn from_str(text: &str) -> Result<StandingsOrder, ()> {
        let (key, reversed) = match text.strip_suffix(REVERSED) {
            Some(key) => (key, true),
            None => (text, false),
        };
        Ok(StandingsOrder { key: key.parse()?, reversed })
    }
}

impl fmt::Display for SortKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SortKey::WinShare => "win-share",
            SortKey::Rating => "rating",
            SortKey::Score => "score",
            SortKey::Place => "place",
            SortKey::Name => "name",
            SortKey::Games => "games",
            SortKey::Rank => "rank",
            SortKey::Faults => "faults",
        })
    }
}

impl FromStr for SortKey {
    type Err = ();
    fn from_str(text: &str) -> Result<SortKey, ()> {
        SortKey::ALL.into_iter().find(|key| key.to_string() == text).ok_or(())
    }
}

/// A player with a fixed rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    /// Its name in files.
    pub player: String,
    /// Its rating, in points.
    pub rating: f64,
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.player, self.rating)
    }
}

/// Why a text is not an anchor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "invalid anchor `{}`: expected PLAYER=RATING with a rating from -100000 to 100000, as in random=0",
    .0.escape_debug()
)]
pub struct AnchorError(String);

impl FromStr for Anchor {
    type Err = AnchorError;
    fn from_str(text: &str) -> Result<Anchor, AnchorError> {
        let wrong = || AnchorError(text.to_owned());
        let (player, rating) = text.rsplit_once('=').ok_or_else(wrong)?;
        let rating: f64 = rating.trim().parse().map_err(|_| wrong())?;
        if player.trim().is_empty() || !(-1e5..=1e5).contains(&rating) {
            return Err(wrong());
        }
        // avoids negative zero, so that equal scales have equal names
        Ok(Anchor { player: player.trim().to_owned(), rating: rating + 0.0 })
    }
}

/// Why standings cannot have this view.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown player `{player}` as the anchor of the ratings{hint}")]
pub struct NoAnchor {
    player: String,
    hint: String,
}

/// The view of standings.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct StandingsView {
    /// What fixes the scale of ratings; by default 0 is the average of [`RatingScale::Average`].
    pub anchor: Option<Anchor>,
    /// How players are ranked; by default [`SortKey::of`] the schedule.
    pub sort: Option<SortKey>,
}

impl StandingsView {
    /// The scale for these players.
    ///
    /// # Errors
    /// When the anchor is not among them.
    pub fn scale(&self, names: &[Name]) -> Result<RatingScale, NoAnchor> {
        let Some(Anchor { player, rating }) = &self.anchor else {
            return Ok(RatingScale::Average);
        };
        let found = names.iter().position(|name| name.as_str() == player);
        let unknown = || NoAnchor {
            player: player.clone(),
            hint: did_you_mean(player, names.iter().map(Name::as_str)),
        };
        let player = found.ok_or_else(unknown)?;
        Ok(RatingScale::Anchor { player, rating: *rating })
    }

    /// The name of the scale of ratings: the anchor, or `average`. Ratings of different runs are comparable
    /// if both have the same anchor.
    #[must_use]
    pub fn scale_name(&self) -> String {
        self.anchor.as_ref().map_or_else(|| "average".to_owned(), Anchor::to_string)
    }

    /// What ranks are by, with the zero of the ratings, in a sentence without its full stop.
    #[must_use]
    pub fn rank_words(&self) -> String {
        let zero = match &self.anchor {
            Some(Anchor { player, rating }) => format!("{player} = {rating}"),
            None => "average 0".into(),
        };
        format!("rank by rating (Elo, {zero})")
    }
}

#[cfg(test)]
mod tests {
    use super::{Anchor, SortKey, StandingsOrder, StandingsView};
    use crate::Standing;
    use lettergame_base::unique_names;
    use lettergame_stats::RatingScale;

    #[test]
    fn an_anchor_is_a_player_and_a_rating() {
        let anchor = |text: &str| text.parse::<Anchor>();
        let random = Anchor { player: "random:share=8".into(), rating: -12.5 };
        assert_eq!(anchor("random:share=8=-12.5"), Ok(random));
        assert_eq!(anchor("random=-0").unwrap().to_string(), "random=0");
        for bad in ["random", "=0", "random=", "random=x", "random=NaN", "random=inf", "random=1e6"]
        {
            let error = anchor(bad).unwrap_err().to_string();
            assert!(error.contains(bad) && error.contains("expected PLAYER=RATING"), "{error}");
        }
    }

    #[test]
    fn an_anchor_must_play() {
        let names = unique_names(&["zero", "random"]);
        let view = |player: &str| StandingsView {
            anchor: Some(Anchor { player: player.into(), rating: 5.0 }),
            sort: None,
        };
        let scale = view("random").scale(&names);
        assert_eq!(scale, Ok(RatingScale::Anchor { player: 1, rating: 5.0 }));
        let error = view("randem").scale(&names).unwrap_err().to_string();
        assert!(error.contains("unknown player `randem`") && error.contains("random"), "{error}");
        assert_eq!(StandingsView::default().scale(&names), Ok(RatingScale::Average));
    }

    #[test]
    fn keys_read_back() {
        for key in SortKey::ALL {
            assert_eq!(key.to_string().parse(), Ok(key));
        }
        assert_eq!("elo".parse::<SortKey>(), Err(()));
    }
    /// A player with this many games, win share, score and faults.
    fn standing(player: &str, (games, share, score, faults): (u64, f64, f64, u64)) -> Standing {
        Standing {
            player: player.into(),
            games,
            wins: share * games as f64,
            win_share: share,
            win_share_interval: None,
            score,
            score_interval: None,
            mean_place: 2.0 - share,
            rating: share * 100.0,
            rating_interval: None,
            faults,
            rank_low: None,
            rank_high: None,
        }
    }

    #[test]
    fn standings_are_sorted_both_ways_and_who_has_not_played_stays_last() {
        let all = [
            standing("c", (0, 0.0, 0.0, 0)),
            standing("b", (4, 0.5, 10.0, 2)),
            standing("d", (6, 0.5, 20.0, 0)),
            standing("a", (5, 0.1, 30.0, 1)),
        ];
        let sorted = |order: &str| -> String {
            let mut all = all.clone();
            order.parse::<StandingsOrder>().unwrap().sort(&mut all);
            all.iter().map(|own| own.player.as_str()).collect()
        };
        assert_eq!(sorted("win-share"), "dbac", "equal shares are ordered by score");
        assert_eq!(sorted("win-share-reversed"), "abdc");
        assert_eq!((sorted("score"), sorted("place")), ("adbc".into(), "dbac".into()));
        assert_eq!((sorted("games"), sorted("games-reversed")), ("dabc".into(), "badc".into()));
        assert_eq!((sorted("faults"), sorted("faults-reversed")), ("dabc".into(), "badc".into()));
        assert_eq!((sorted("name"), sorted("name-reversed")), ("abcd".into(), "dcba".into()));
    }

    #[test]
    fn a_second_click_on_a_column_reverses_it() {
        let first = StandingsOrder::by(SortKey::WinShare).clicked(SortKey::Place);
        assert_eq!((first.to_string().as_str(), first.ascends()), ("place", true));
        let second = first.clicked(SortKey::Place);
        assert_eq!((second.to_string().as_str(), second.ascends()), ("place-reversed", false));
        assert_eq!(second.clicked(SortKey::Place), first);
        assert_eq!(second.to_string().parse(), Ok(second));
    }
}
