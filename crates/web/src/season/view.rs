//! The public pages as they were rendered last.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use crate::season::form_page::LINKS;
use crate::season::packed::{HTML, Packed};
use lettergame_season::{Season, SeasonError, Snapshot};

/// What pages are rendered from: the season as it was a moment ago.
pub(super) struct Live {
    pub(super) season: Season,
    pub(super) snapshot: Snapshot,
}

impl Live {
    pub(super) fn open(dir: &Path) -> Result<Live, SeasonError> {
        let season = Season::open(dir)?;
        let snapshot = season.snapshot()?;
        Ok(Live { season, snapshot })
    }

    /// Reads what has changed; returns whether anything has.
    pub(super) fn renew(&mut self) -> Result<bool, SeasonError> {
        let is_same = !self.season.reread()? && self.season.is_current(&self.snapshot)?;
        if !is_same {
            self.season.renew(&mut self.snapshot)?;
        }
        Ok(!is_same)
    }
}

/// The pages of a moment. Those of teams are rendered when they are first asked for.
pub(super) struct View {
    pub(super) leaderboard: Packed,
    pub(super) game: Packed,
    pub(super) teams: Mutex<BTreeMap<String, Packed>>,
    /// Teams in the standings, matches and games.
    pub(super) extent: [f64; 3],
}

impl View {
    pub(super) fn of(live: &Live) -> View {
        let standings = live.snapshot.standings();
        let (matches, games) = (standings.matches as f64, standings.games as f64);
        View {
            extent: [standings.teams.len() as f64, matches, games],
            leaderboard: Packed::new(HTML, live.snapshot.leaderboard().render(&LINKS)),
            game: Packed::new(HTML, live.snapshot.page_of_games().render(&LINKS)),
            teams: Mutex::default(),
        }
    }
}
