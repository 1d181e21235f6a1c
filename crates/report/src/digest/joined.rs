//! Several runs of one game, rated together.
//!
//! The runs may have different fields, schedules and numbers of games. Each is a set of independent deals, so
//! joined ratings are those of all deals together: players that never met are compared through those that met
//! both.

use std::path::PathBuf;

use serde::Serialize;
use thiserror::Error;

use crate::digest::labels::Labels;
use crate::digest::{DigestError, RunHeader, RunTitle};
use crate::{NoAnchor, RatingDigest, SortKey, Standing, StandingsView, Tally};
use lettergame_base::{Cause, Diagnosed, Diagnosis, Name, Remedy};
use lettergame_game::FindShape;
use lettergame_plan::{GameScore, PlayerSource, SeatScore};
use lettergame_stats::LEVEL;

/// Why runs cannot be joined.
#[derive(Debug, Error)]
pub enum JoinError {
    /// A run cannot be read.
    #[error(transparent)]
    Run(#[from] DigestError),
    /// They are of different games.
    #[error("{} is a run of {}, {} one of {}; expected runs of one game",
        .0[0].display(), .1[0], .0[1].display(), .1[1])]
    Game([PathBuf; 2], [String; 2]),
    /// A rule differs.
    #[error("{} and {} differ in the rule `{}`: {} and {}; expected the same rules",
        .0[0].display(), .0[1].display(), .1, .2[0], .2[1])]
    Rule([PathBuf; 2], String, [String; 2]),
    /// The word lists differ.
    #[error("{} and {} differ in their word lists: {} and {}; expected the same word list",
        .0[0].display(), .0[1].display(), .1[0], .1[1])]
    Lexicon([PathBuf; 2], [String; 2]),
    /// A name is used for two players.
    #[error("{} and {} have different players called `{}`: {}",
        .0[0].display(), .0[1].display(), .1, .2)]
    Source([PathBuf; 2], Name, String),
    /// The same games are in both.
    #[error("{} and {} contain the same games; expected each game once",
        .0[0].display(), .0[1].display())]
    SameGames([PathBuf; 2]),
    /// The anchor of the ratings is not a player of any run.
    #[error(transparent)]
    Anchor(#[from] NoAnchor),
}

impl Diagnosed for JoinError {
    fn diagnosis(&self) -> Diagnosis {
        match self {
            JoinError::Run(error) => error.diagnosis(),
            error => {
                let is_named_twice = matches!(error, JoinError::Source(..));
                Cause::Request.with(is_named_twice.then_some(Remedy::Rename))
            }
        }
    }
}

/// Several runs, rated together.
#[derive(Clone, Debug, Serialize)]
pub struct JoinedReport {
    /// The runs, in the given order.
    pub runs: Vec<RunTitle>,
    /// The standings over all games.
    pub standings: Vec<Standing>,
    /// The ratings in detail.
    pub ratings: RatingDigest,
    /// The most seats of a game.
    pub seats: usize,
    /// The confidence level of all intervals.
    pub level: f64,
}

impl JoinedReport {
    /// Reads the runs in these folders and rates them together. A player is the same in two runs if its name
    /// and its source are the same, except for folders. Standings are ranked by rating unless the view says
    /// otherwise. Time is linear in the rows.
    ///
    /// # Errors
    /// When a run cannot be read or has no finished game; when runs differ in their game, a rule or their
    /// word list, use one name for different players, or contain the same games; when the view's anchor is
    /// not a player.
    pub fn read_as(
        dirs: &[PathBuf],
        shapes: FindShape,
        view: &StandingsView,
    ) -> Result<JoinedReport, JoinError> {
        super::read::check_once(dirs)?;
        let heads: Vec<RunHeader> =
            dirs.iter().map(|dir| RunHeader::read(dir, shapes)).collect::<Result<_, _>>()?;
        for (index, head) in heads.iter().enumerate() {
            heads[..index].iter().try_for_each(|earlier| check_alike(earlier, head))?;
        }
        let mut names: Vec<Name> = Vec::new();
        for name in heads.iter().flat_map(|head| &head.names) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        view.scale(&names)?;
        let labels = Labels::of(&heads);
        let mut tally = Tally::new(&names, SortKey::Rating);
        let (mut runs, mut deals) = (Vec::new(), 0);
        for (index, head) in heads.iter().enumerate() {
            let place = |name: &Name| names.iter().position(|known| known == name);
            let places: Vec<usize> = head.names.iter().filter_map(place).collect();
            let mut title = head.count(&places, &mut tally, &mut deals)?;
            title.label = labels.label(index);
            runs.push(title);
        }
        let evaluation = tally.evaluate();
        let mut ratings = evaluation.rating_digest(view);
        ratings.remarks.extend(same_seeds(&runs));
        Ok(JoinedReport {
            standings: evaluation.standings(view),
            ratings,
            seats: heads.iter().map(RunHeader::most_seats).max().unwrap_or(0),
            runs,
            level: LEVEL,
        })
    }
}

impl RunHeader {
    /// Adds all games, with its players at these places and its deals numbered from `deals`, which becomes the
    /// number after the last one.
    fn count(
        &self,
        places: &[usize],
        tally: &mut Tally,
        deals: &mut u64,
    ) -> Result<RunTitle, DigestError> {
        let mut file = self.scores()?;
        let (first, mut last, mut own) = (*deals, None, 0);
        while let Some(rows) = file.next_game()? {
            let seats =
                rows.score.seats.map(|seat| SeatScore { player: places[seat.player], ..*seat });
            let deal = rows.score.deal;
            own += u64::from(last != Some(deal));
            last = Some(deal);
            *deals = (*deals).max(first + deal + 1);
            tally.add(&GameScore { game: rows.score.game, deal: first + deal, seats });
        }
        if last.is_none() {
            return Err(DigestError::NoGames(self.dir.clone()));
        }
        let done = self.games().start..file.next();
        self.rows().check_plies(done.end)?;
        let cut = file.is_cut()?;
        Ok(RunTitle { cut, ..self.title(done, own) })
    }
}

/// Whether two runs can be joined.
fn check_alike(one: &RunHeader, other: &RunHeader) -> Result<(), JoinError> {
    let dirs = || [one.dir.clone(), other.dir.clone()];
    let (own, theirs) = (&one.config, &other.config);
    if own.game != theirs.game {
        return Err(JoinError::Game(dirs(), [own.game.clone(), theirs.game.clone()]));
    }
    let rules = [own, theirs].map(|config| {
        let rules = config.rules_json();
        rules.as_object().cloned().unwrap_or_default()
    });
    for key in rules[0].keys().chain(rules[1].keys()) {
        if rules[0].get(key) != rules[1].get(key) {
            let value = |rules: &serde_json::Map<_, serde_json::Value>| match rules.get(key) {
                Some(serde_json::Value::String(text)) => text.clone(),
                Some(value) => value.to_string(),
                None => "not set".to_owned(),
            };
            return Err(JoinError::Rule(dirs(), key.clone(), [&rules[0], &rules[1]].map(value)));
        }
    }
    if one.lexicon() != other.lexicon() {
        let lists = [one, other].map(|head| head.lexicon().to_owned());
        return Err(JoinError::Lexicon(dirs(), lists));
    }
    for (name, own) in one.names.iter().zip(&own.players) {
        let Some(place) = other.names.iter().position(|known| known == name) else { continue };
        let theirs = &theirs.players[place];
        if own.source.without_paths() != theirs.source.without_paths() {
            let sources = sources_text(&own.source, &theirs.source);
            return Err(JoinError::Source(dirs(), name.clone(), sources));
        }
    }
    let (games, others) = (one.games(), other.games());
    let overlap = games.start < others.end && others.start < games.end;
    if overlap && own.fingerprint(one.lexicon()) == theirs.fingerprint(other.lexicon()) {
        return Err(JoinError::SameGames(dirs()));
    }
    Ok(())
}

/// Two different sources; programs may have the same text and other files.
fn sources_text(one: &PlayerSource, other: &PlayerSource) -> String {
    let (one, other) = (one.text(), other.text());
    if one == other { format!("two versions of `{one}`") } else { format!("`{one}` and `{other}`") }
}

/// Which runs have the same seed, unless they are parts of one run.
fn same_seeds(runs: &[RunTitle]) -> Option<String> {
    let shares = |run: &&RunTitle| {
        let alike =
            |other: &RunTitle| other.seed == run.seed && other.fingerprint != run.fingerprint;
        runs.iter().any(alike)
    };
    let labels: Vec<&str> = runs.iter().filter(shares).map(|run| run.label.as_str()).collect();
    let why = "share seeds and hence deals, which are counted as independent, so intervals may be too short";
    (!labels.is_empty()).then(|| format!("{} {why}", labels.join(", ")))
}
