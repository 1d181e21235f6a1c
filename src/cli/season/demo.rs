//! `season demo`: a sample season of some weeks, from nothing to a published site.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;

use crate::cli::args::{Language, SeasonDemoArgs};
use crate::cli::exit::Failure;
use crate::cli::new_player::write_template;
use crate::cli::output::print_table;
use crate::cli::runs::session::{stop_flag, threads};
use crate::cli::season::standings;
use lettergame_arena::{AuditPace, Words};
use lettergame_protocol::HostOptions;
use lettergame_registry::games;
use lettergame_report::Format as Shown;
use lettergame_season::{
    Checking, Format, HandedIn, MatchPlayer, PlayedNext, Playing, Season, SeasonSettings, Source,
    TEACHER,
};

/// Monday noon of the first week, in seconds since 1970 in UTC, and how long a week is.
const FIRST: i64 = 1_894_017_600;
const WEEK: i64 = 7 * 86_400;
/// Matches of a week.
const MATCHES: u64 = 14;

/// What a team hands in.
#[derive(Clone, Copy)]
enum Sample {
    /// The template of a language, with these texts replaced.
    Template(Language, &'static [(&'static str, &'static str)]),
    /// The module of the SDK.
    Module,
    /// A built-in player.
    BuiltIn(&'static str),
}

use Language::{Java, Js, Python};
use Sample::{BuiltIn, Module, Template};

/// Who hands in what in which week, from 1.
const HAND_INS: [(u32, &str, Sample); 14] = [
    (1, "owls", Template(Python, &[("HOPE = 7", "HOPE = 1")])),
    (1, "foxes", Template(Js, &[("HOPE = 7", "HOPE = 14")])),
    (1, "hares", Template(Java, &[("HOPE = 7", "HOPE = 0")])),
    (1, "bees", Module),
    (1, "mice", BuiltIn("frequency")),
    (2, "owls", Template(Python, &[("HOPE = 7", "HOPE = 4")])),
    (2, "hares", Template(Java, &[("HOPE = 7", "HOPE = 3"), ("gain / 2", "gain / 3")])),
    (2, "mice", Template(Python, &[("import lettergame_player", "import lettergame_players")])),
    (3, "foxes", Template(Js, &[("points / 4", "points / 6")])),
    (3, "newts", Template(Js, &[("HOPE = 7", "HOPE = 5")])),
    (3, "mice", Template(Python, &[("gain // 2", "gain // 4")])),
    (4, "owls", Template(Python, &[])),
    (4, "hares", Template(Java, &[("points() / 4", "points() / 5")])),
    (4, "bees", BuiltIn("saver")),
];

pub(super) fn run(args: &SeasonDemoArgs) -> Result<(), Failure> {
    let mut formats = vec![Format::of_teams("duel", 2), Format::of_teams("four", 4)];
    for format in &mut formats {
        format.rules.insert("rounds".to_owned(), 4.into());
    }
    let mut settings = SeasonSettings::new("sample", games()[0].info.name, 7, formats);
    settings.match_seconds = 1;
    settings.confidence = 0.99;
    let mut season = Season::create(&args.dir, &settings)?;
    let words = season.words()?;
    let host_options = args.host_options.host_options();
    let work = tempfile::tempdir()
        .map_err(|error| Failure::Unusable(format!("cannot create a temporary folder: {error}")))?;
    let say = |text: &str| args.pace.remark(text);
    for week in 1..=args.weeks {
        season.pretend(FIRST + WEEK * i64::from(week - 1));
        say(&format!("week {week}"));
        for (_, team, sample) in HAND_INS.iter().filter(|(of, ..)| *of == week) {
            let place = work.path().join(format!("{team}-week-{week}"));
            say(&handed_in(&mut season, team, *sample, &place, (&words, &host_options))?);
        }
        // in the middle of the week
        season.pretend(FIRST + WEEK * i64::from(week - 1) + WEEK / 2);
        say(&play(&mut season, &words, &host_options, args)?);
        if stop_flag().load(Ordering::Relaxed) {
            return Err(Failure::Interrupted("interrupted".to_owned()));
        }
    }
    let site = args.dir.join("site");
    season.publish(&site, 1000, |_, _| {})?;
    print_table(&standings::table(&season.standings()?), Shown::Table)?;
    say(&format!("open {}", site.join("index.html").display()));
    Ok(())
}

/// Hands a sample in; returns what came of it.
fn handed_in(
    season: &mut Season,
    team: &str,
    sample: Sample,
    place: &Path,
    (words, host_options): (&Words, &HostOptions),
) -> Result<String, Failure> {
    if let Template(language, _) = sample
        && let Some(tool) = missing(language)
    {
        return Ok(format!("  {team}: skipped, {tool} is not installed"));
    }
    let source = source_of(sample, place)?;
    let team = season.add_team(team, TEACHER)?;
    let checking = Checking { words, host_options, pace: AuditPace::Quick, tell: &|_| {} };
    let name = &team.name;
    Ok(match season.hand_in(&team, (&source, None), TEACHER, &checking)? {
        HandedIn::Accepted { version, .. } => format!("  {name}: version {version} plays"),
        HandedIn::Refused { log } => match team.current {
            Some(_) => format!("  {name}: refused, the version before it plays on"),
            None => format!("  {name}: refused: {}", log.lines().next().unwrap_or_default()),
        },
    })
}

/// The sample as it is handed in, with its files in a folder.
fn source_of(sample: Sample, place: &Path) -> Result<Source, Failure> {
    let unwritable = |path: PathBuf| {
        move |error| Failure::Unusable(format!("cannot write {}: {error}", path.display()))
    };
    match sample {
        Template(language, changes) => {
            let changed = |text: &str| {
                changes.iter().fold(text.to_owned(), |text, (old, new)| text.replace(old, new))
            };
            write_template(language, place, changed)?;
            Ok(Source::Path(place.to_owned()))
        }
        Module => {
            let file = place.join("letter_value.wasm");
            fs::create_dir_all(place).map_err(unwritable(place.to_owned()))?;
            fs::write(&file, include_bytes!("../../../sdk/wasm/letter_value.wasm"))
                .map_err(unwritable(file.clone()))?;
            Ok(Source::Path(file))
        }
        BuiltIn(player) => Ok(Source::BuiltIn(player.to_owned())),
    }
}

/// The tool of a language, if it is not installed.
fn missing(language: Language) -> Option<&'static str> {
    let tool = match language {
        Python => "python3",
        Js => "node",
        Java => "javac",
        Language::Rust => "cargo",
    };
    let mut asked = Command::new(tool);
    asked.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    (!asked.status().is_ok_and(|status| status.success())).then_some(tool)
}

/// Plays the matches of a week; returns how many.
fn play(
    season: &mut Season,
    words: &Words,
    host_options: &HostOptions,
    args: &SeasonDemoArgs,
) -> Result<String, Failure> {
    let mut player = MatchPlayer::new(season)?;
    let (threads, host_options) = (threads(&args.pace), host_options.clone());
    let playing = Playing { words, host_options, threads, stop: stop_flag() };
    let (mut matches, mut games) = (0, 0);
    while matches < MATCHES {
        match player.play_next(season, &playing, |_| {})? {
            PlayedNext::Match { games: played, .. } => {
                matches += 1;
                games += played;
            }
            PlayedNext::Settled | PlayedNext::Elsewhere { .. } | PlayedNext::Stopped => break,
        }
    }
    player.end(season)?;
    Ok(format!("  {matches} matches, {games} games"))
}
