//! The view of standings: how they are ranked, and the zero of the ratings.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use lettergame_core::base::{Name, did_you_mean};
use lettergame_core::stats::RatingScale;
use lettergame_tournament as tournament;

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
}

impl SortKey {
    /// Every key.
    pub const ALL: [SortKey; 5] =
        [SortKey::WinShare, SortKey::Rating, SortKey::Score, SortKey::Place, SortKey::Name];

    /// The default for a schedule: win share if all players meet equally
    /// often, else the rating, which takes the opponents into account.
    #[must_use]
    pub fn of(format: tournament::ScheduleKind) -> SortKey {
        if format.is_balanced() { SortKey::WinShare } else { SortKey::Rating }
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
        }
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

    /// The zero of the ratings, in a sentence without its full stop.
    #[must_use]
    pub fn scale_words(&self) -> String {
        match &self.anchor {
            Some(Anchor { player, rating }) => {
                format!("ratings are relative to {player} = {rating}")
            }
            None => {
                "rating 0 is the average of the players, weighted by how much their games reveal"
                    .into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Anchor, SortKey, StandingsView};
    use lettergame_core::base::unique_names;
    use lettergame_core::stats::RatingScale;

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
}
