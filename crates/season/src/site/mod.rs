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

use crate::entrants::Entrants;
use crate::ranking::Fits;
use crate::results::Results;
use crate::site::frame::page;
use crate::site::games::{GameNumber, chosen, pack};
use crate::{Season, SeasonError, TeamReport};
use lettergame_report::plot;

/// Marks the folder of a site, which may be replaced.
const MARK: &str = "lettergame-season.txt";
const STYLE: &str = include_str!("site.css");
const SCRIPT: &str = include_str!("replay.js");

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
        let (entrants, results) = (Entrants::read(self)?, Results::read(&self.store)?);
        let standings = self.standings_of(&entrants, &results)?;
        let playing = Fits::of(self, &entrants, &results, entrants.playing())?;
        let reports: Vec<TeamReport> = entrants
            .teams
            .keys()
            .map(|team| self.report_on(*team, &entrants, &results, &playing))
            .collect::<Result<_, _>>()?;
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
        let games = chosen(&results, &reports, most_games);
        let mut published = Published::default();
        let mut there: BTreeSet<GameNumber> = BTreeSet::new();
        for (number, (of_match, numbers)) in games.iter().enumerate() {
            let packed = pack(self, *of_match, numbers)?;
            published.left_out += (numbers.len() - packed.games.len()) as u64;
            published.games += packed.games.len() as u64;
            there.extend(packed.games.iter().map(|game| (*of_match, *game)));
            write(&format!("games/{of_match}.js"), &packed.script)?;
            tell(number + 1, games.len());
        }
        let time = self.now();
        write("index.html", &page("", &standings.season, &leaderboard::body(&standings, time)))?;
        for report in &reports {
            let body = team::body(report, &standings, &there);
            let title = format!("{} · {}", report.team, standings.season);
            write(&format!("teams/{}.html", report.team), &page("../", &title, &body))?;
            published.teams += 1;
        }
        write("game.html", &page("", &standings.season, &games::body()))?;
        write("style.css", &[plot::STYLE, STYLE].concat())?;
        write("replay.js", SCRIPT)?;
        write(MARK, "written by lettergame season publish, which may replace this folder\n")?;
        if out.exists() {
            fs::remove_dir_all(out).map_err(SeasonError::io("replace", out))?;
        }
        fs::rename(&new, out).map_err(SeasonError::io("write", out))?;
        Ok(published)
    }
}
