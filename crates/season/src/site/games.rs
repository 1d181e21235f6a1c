//! Games that can be stepped through, packed into scripts.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use maud::{Markup, html};
use serde_json::{Value, json};

use crate::results::{MatchRecord, Results};
use crate::site::shown::time;
use crate::{Season, TeamReport};
use lettergame_arena::{GamePart, Replay};
use lettergame_report::plot::figures;
use lettergame_report::{ReplayedGame, stepper};

/// A match and a game of it.
pub(super) type GameNumber = (i64, u64);

/// Games of a match as a script.
pub(super) struct Packed {
    /// The games in it.
    pub(super) games: Vec<u64>,
    /// Hands its name and its games, gzipped and in base64, to the page that shows them.
    pub(super) script: String,
}

/// Which games can be stepped through.
pub(super) enum Shown<'a> {
    /// All of them, each in a script of its own.
    All,
    /// These, in a script for each match.
    These(&'a BTreeSet<GameNumber>),
}

impl Shown<'_> {
    pub(super) fn has(&self, game: GameNumber) -> bool {
        match self {
            Shown::All => true,
            Shown::These(games) => games.contains(&game),
        }
    }
}

/// The games to show, by match: those worth a look, then the first of each match, latest first, then the second ones,
/// and so on.
pub(super) fn chosen(
    results: &Results,
    reports: &[TeamReport],
    most: usize,
) -> BTreeMap<i64, Vec<u64>> {
    let notable = reports.iter().flat_map(|report| &report.games);
    let notable = notable.map(|game| (game.of_match, game.game));
    let longest = results.matches.iter().map(|record| record.games).max().unwrap_or(0);
    let latest = (0..longest).flat_map(|game| {
        let matches = results.matches.iter().rev().filter(move |record| record.games > game);
        matches.map(move |record| (record.id, game))
    });
    let mut seen: BTreeSet<GameNumber> = BTreeSet::new();
    for game in notable.chain(latest) {
        if seen.len() >= most {
            break;
        }
        seen.insert(game);
    }
    let mut games: BTreeMap<i64, Vec<u64>> = BTreeMap::new();
    seen.into_iter().for_each(|(of_match, game)| games.entry(of_match).or_default().push(game));
    games
}

/// What is needed to pack games of a match.
pub struct Packer {
    /// The folder of the match.
    dir: PathBuf,
    /// What is said about the match.
    about: Value,
}

impl Packer {
    pub(super) fn new(season: &Season, of: &MatchRecord) -> Packer {
        let format = season.format_numbered(of.format);
        let about = json!({
            "format": format.map(|format| &format.name),
            "ended": time(of.ended),
        });
        Packer { dir: season.match_dir(of.id), about }
    }

    /// The script of one game; `None` if it cannot be played again.
    #[must_use]
    pub fn script(&self, name: &str, game: u64) -> Option<String> {
        let packed = self.pack(name, &[game]);
        (!packed.games.is_empty()).then_some(packed.script)
    }

    /// Plays games again and packs them under a name; those that cannot be played again are left out.
    pub(super) fn pack(&self, name: &str, games: &[u64]) -> Packed {
        let Packer { dir, about } = self;
        let replay = Replay::of_run(dir);
        let again = |game: &u64| {
            let shown = replay.as_ref().ok()?.shown(*game, &GamePart::default()).ok()?;
            Some((*game, to_json(&shown)))
        };
        let shown: Vec<(u64, Value)> = games.iter().filter_map(again).collect();
        let all: BTreeMap<String, &Value> =
            shown.iter().map(|(game, value)| (game.to_string(), value)).collect();
        let all = json!({ "about": about, "games": all });
        let mut zip = GzEncoder::new(Vec::new(), Compression::best());
        let bytes = serde_json::to_vec(&all).unwrap_or_default();
        // memory does not run out
        let packed = zip.write_all(&bytes).and_then(|()| zip.finish()).unwrap_or_default();
        let script = format!("lettergame(\"{name}\", \"{}\");\n", STANDARD.encode(packed));
        Packed { games: shown.into_iter().map(|(game, _)| game).collect(), script }
    }
}

fn to_json(game: &ReplayedGame) -> Value {
    let names = game.names();
    let mut ends: Vec<_> = game.score.seats.iter().collect();
    ends.sort_by_key(|(seat, end)| (end.place, *seat));
    let ends: Vec<Value> = ends
        .iter()
        .map(|(seat, end)| json!({ "player": &names[*seat], "place": end.place, "points": figures(end.points) }))
        .collect();
    let mut value = game.to_steps();
    value["deal"] = game.deal.into();
    value["seed"] = game.seed.0.to_string().into();
    value["ends"] = ends.into();
    value
}

/// The page that shows one game, named after the `#` of its address.
pub(super) fn body(shown: &Shown<'_>) -> Markup {
    html! {
        div.top {
            div {
                h1 #title data-each[matches!(shown, Shown::All)] { "A game" }
                p #said.lead role="status" { "This page shows a game once its script has run." }
            }
            div.scroll tabindex="0" role="group" aria-label="How it ended" { table #ends hidden {
                thead { tr { th.text scope="col" { "Player" } th scope="col" { "Place" } th scope="col" { "Points" } } }
                tbody {}
            } }
        }
        (stepper())
        details #about hidden { summary { "In the files" } p #files {} }
        script src="replay.js" {}
    }
}
