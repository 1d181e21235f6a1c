//! The season as a static site: the leaderboard, a page for each team, and games that can be stepped through.
//!
//! It is a folder of files that refer to each other and to nothing else; it needs no server. Games are packed by
//! match: a script that hands gzipped JSON to the one page that shows games, so that a thousand of them
//! are a few megabytes and the site also works from a disk, where pages may not read other files.

mod frame;
mod games;
mod leaderboard;
mod shown;
mod team;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::site::games::{GameNumber, Shown, chosen};
use crate::{Season, SeasonError, Snapshot, TeamReport};
use lettergame_report::{STEPPER_SCRIPT, STEPPER_STYLE, plot, theme};

pub use frame::SitePage;
pub use games::Packer;
pub use shown::{probability, time};

/// Marks the folder of a site, which may be replaced.
const MARK: &str = "lettergame-season.txt";
const STYLE: &str = include_str!("site.css");

/// Matches on the page of a team, the latest ones.
const MAX_MATCHES: usize = 20;

/// The script of the page that shows a game, `replay.js`.
#[must_use]
pub fn replay_script() -> String {
    [STEPPER_SCRIPT, include_str!("replay.js")].concat()
}

/// The script of all pages that applies and offers the theme, `scheme.js`.
#[must_use]
pub fn scheme_script() -> String {
    [theme::KEPT, theme::SCHEME].concat()
}

/// The style sheet of all pages, `style.css`.
#[must_use]
pub fn style() -> String {
    [plot::STYLE, STEPPER_STYLE, STYLE].concat()
}

/// What was published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// Pages of teams.
    pub teams: u64,
    /// Games that can be stepped through.
    pub games: u64,
    /// Games that were to be shown, but cannot be played again.
    pub left_out: u64,
}

impl Season {
    /// Writes the site into a folder, which is new or holds an earlier site. `most_games` is the number of games
    /// that can be stepped through: first those worth a look, then the latest. `tell` hears of each match whose
    /// games are packed.
    ///
    /// # Errors
    /// If the folder holds something else or cannot be written, or the season cannot be read.
    pub fn publish(
        &self,
        out: &Path,
        most_games: usize,
        mut tell: impl FnMut(usize, usize),
    ) -> Result<Published, SeasonError> {
        let is_empty = fs::read_dir(out).map_or(true, |mut entries| entries.next().is_none());
        if !is_empty && !out.join(MARK).is_file() {
            return Err(SeasonError::Exists(out.to_owned()));
        }
        let snapshot = self.snapshot()?;
        let reports: Vec<TeamReport> = snapshot.reports(self)?;
        // it is complete before it replaces an earlier one
        let name = out.file_name().unwrap_or_default().to_string_lossy();
        let new = out.with_file_name(format!("{name}.new"));
        let _ = fs::remove_dir_all(&new);
        for folder in ["teams", "games"] {
            let path = new.join(folder);
            fs::create_dir_all(&path).map_err(SeasonError::io("create", &path))?;
        }
        let write = |name: &str, text: &str| {
            let path = new.join(name);
            fs::write(&path, text).map_err(SeasonError::io("write", &path))
        };
        let games = chosen(&snapshot.results, &reports, most_games);
        let mut published = Published::default();
        let mut there: BTreeSet<GameNumber> = BTreeSet::new();
        for (number, (of_match, numbers)) in games.iter().enumerate() {
            let Some(record) = snapshot.find_match(*of_match) else { continue };
            let packed = Packer::new(self, record).pack(&of_match.to_string(), numbers);
            published.left_out += (numbers.len() - packed.games.len()) as u64;
            published.games += packed.games.len() as u64;
            there.extend(packed.games.iter().map(|game| (*of_match, *game)));
            write(&format!("games/{of_match}.js"), &packed.script)?;
            tell(number + 1, games.len());
        }
        let shown = Shown::These(&there);
        write("index.html", &snapshot.leaderboard().render(&[]))?;
        for report in &reports {
            let name = format!("teams/{}.html", report.team);
            write(&name, &snapshot.team_page(self, report, &shown).render(&[]))?;
            published.teams += 1;
        }
        write("game.html", &snapshot.game_page(&shown).render(&[]))?;
        write("style.css", &style())?;
        write("scheme.js", &scheme_script())?;
        write("replay.js", &replay_script())?;
        write(MARK, "written by lettergame season publish, which may replace this folder\n")?;
        if out.exists() {
            fs::remove_dir_all(out).map_err(SeasonError::io("replace", out))?;
        }
        fs::rename(&new, out).map_err(SeasonError::io("write", out))?;
        Ok(published)
    }
}

/// The pages of a season as it was.
impl Snapshot {
    /// The leaderboard, `index.html`.
    #[must_use]
    pub fn leaderboard(&self) -> SitePage {
        let standings = self.standings();
        let body = leaderboard::body(standings, self.at);
        SitePage { title: standings.season.clone(), home: "", here: "index.html", body }
    }

    fn team_page(&self, season: &Season, report: &TeamReport, shown: &Shown<'_>) -> SitePage {
        let standings = self.standings();
        let team = self.entrants.teams.values().find(|team| team.name == report.team);
        let matches = team.map_or_else(Vec::new, |team| self.matches_of(season, team, MAX_MATCHES));
        let body = team::body(report, standings, &matches, shown);
        let title = format!("{} · {}", report.team, standings.season);
        SitePage { title, home: "../", here: "", body }
    }

    fn game_page(&self, shown: &Shown<'_>) -> SitePage {
        let (title, body) = (self.standings().season.clone(), games::body(shown));
        SitePage { title, home: "", here: "", body }
    }

    /// The page of a team, `teams/TEAM.html`, for a site that can show every game; `None` if there is no such
    /// team.
    ///
    /// # Errors
    /// If its results cannot be rated.
    pub fn page_of(&self, season: &Season, team: &str) -> Result<Option<SitePage>, SeasonError> {
        let found = self.entrants.teams.values().find(|found| found.name == team);
        let report = found.map(|found| self.report(season, found.id)).transpose()?;
        Ok(report.map(|report| self.team_page(season, &report, &Shown::All)))
    }

    /// The page that shows a game, `game.html`, for a site that can show every game.
    #[must_use]
    pub fn page_of_games(&self) -> SitePage {
        self.game_page(&Shown::All)
    }

    /// Packs games of a match into scripts, `games/MATCH-GAME.js`; `None` if it is not played.
    #[must_use]
    pub fn packer(&self, season: &Season, of_match: i64) -> Option<Packer> {
        self.find_match(of_match).map(|record| Packer::new(season, record))
    }
}
