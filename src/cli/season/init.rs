//! `season init`: creates a season.

use std::fs;

use crate::cli::args::SeasonInitArgs;
use crate::cli::exit::Failure;
use crate::cli::output::remark;
use lettergame_base::{Seed, nearest, shell_path};
use lettergame_registry::{self as registry, games};
use lettergame_season::{Format, Season, SeasonSettings};

/// The keys of a format, besides settings of the game.
const KEYS: [&str; 3] = ["teams", "seats-each", "weight"];

/// The name of a copied word list.
const WORDS: &str = "words.txt";

/// Seeds below this are found by trying them all: what a published game shows follows from the season's seed.
const GUESSED: u64 = 1 << 56;

pub(super) fn run(args: &SeasonInitArgs) -> Result<(), Failure> {
    let game = args.game.as_deref().unwrap_or(games()[0].info.name);
    let settings_of_game: Vec<&str> =
        (registry::find(game)?.settings)().iter().map(|parameter| parameter.key).collect();
    let formats: Vec<Format> = match args.formats.is_empty() {
        true => vec![Format::of_teams("duel", 2)],
        false => args
            .formats
            .iter()
            .map(|text| format_of(text, &settings_of_game))
            .collect::<Result<_, _>>()?,
    };
    let name = args.dir.file_name().map_or("season".into(), |name| name.to_string_lossy());
    let name = args.name.as_deref().unwrap_or(&name);
    let seed = args.seed.unwrap_or_else(drawn_seed);
    let mut settings = SeasonSettings::new(name, game, seed, formats);
    settings.confidence = args.confidence;
    settings.limits.time_limit.clone_from(&args.time_limit);
    settings.limits.memory = args.memory;
    settings.deadline = args.deadline.as_deref().map(deadline_of).transpose()?;
    settings.lexicon = args.lexicon.as_ref().map(|_| WORDS.to_owned());
    let words = settings.words(args.lexicon.as_deref())?;
    settings.check_formats(&args.dir, &words)?;
    let season = Season::create(&args.dir, &settings)?;
    if let Some(list) = &args.lexicon {
        fs::copy(list, season.dir().join(WORDS)).map_err(|error| {
            Failure::Unusable(format!("cannot copy {}: {error}", list.display()))
        })?;
    }
    if let Some(why) = season.closed()? {
        remark(&format!("{why}: teams cannot hand in; change it in season.toml"));
    }
    if args.seed.is_some_and(|seed| seed < GUESSED) {
        remark(
            "the seed is short: whoever tries seeds finds it from one published game, and knows all deals to come; \
             without --seed it is drawn",
        );
    }
    let dir = shell_path(&args.dir.display().to_string());
    remark(&format!("next: lettergame season add {dir} TEAM PLAYER"));
    Ok(())
}

/// A seed of 63 bits, as many as the settings hold: other drawn seeds are shorter.
fn drawn_seed() -> u64 {
    ((Seed::drawn().0 << 15) ^ Seed::drawn().0) & i64::MAX as u64
}

/// A format as typed: `five:teams=5,hidden=3`. What is no key of a format is a setting of the game, unless it
/// looks like a typo.
fn format_of(text: &str, settings_of_game: &[&str]) -> Result<Format, Failure> {
    let (name, pairs) = text.split_once(':').unwrap_or((text, ""));
    let mut format = Format::of_teams(name, 2);
    for pair in pairs.split(',').filter(|pair| !pair.is_empty()) {
        let Some((key, value)) = pair.split_once('=') else {
            return Err(Failure::Usage(format!(
                "--format {text}: expected KEY=VALUE instead of `{pair}`"
            )));
        };
        let wrong = |wanted: &str| {
            Failure::Usage(format!("--format {text}: invalid {key} `{value}`: expected {wanted}"))
        };
        match key {
            "teams" => format.teams = value.parse().map_err(|_| wanted_whole(&wrong))?,
            "seats-each" => format.seats_each = value.parse().map_err(|_| wanted_whole(&wrong))?,
            "weight" => format.weight = value.parse().map_err(|_| wrong("a number above 0"))?,
            _ => {
                let known = settings_of_game.iter().copied().chain(["preset"]).chain(KEYS);
                if let Some(meant) = nearest(key, known).filter(|meant| KEYS.contains(meant)) {
                    return Err(Failure::Usage(format!(
                        "--format {text}: unknown key `{key}`; did you mean `{meant}`?"
                    )));
                }
                let value = value.parse::<i64>().map_or_else(|_| value.into(), toml::Value::from);
                format.rules.insert(key.to_owned(), value);
            }
        }
    }
    Ok(format)
}

fn wanted_whole(wrong: &dyn Fn(&str) -> Failure) -> Failure {
    wrong("a whole number")
}

fn deadline_of(text: &str) -> Result<jiff::Timestamp, Failure> {
    text.parse().map_err(|_| {
        Failure::Usage(format!(
            "invalid --deadline `{text}`: expected a time with its offset, as in 2030-01-31T23:59:00Z"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::{GUESSED, drawn_seed};

    #[test]
    fn a_drawn_seed_is_too_long_to_be_found_by_trying() {
        let drawn: Vec<u64> = (0..8).map(|_| drawn_seed()).collect();
        assert!(drawn.iter().all(|&seed| seed <= i64::MAX as u64), "{drawn:?}");
        assert!(drawn.iter().any(|&seed| seed >= GUESSED), "{drawn:?}");
        for bit in [0, 14, 31, 47, 48, 55] {
            let ones = (0..200).filter(|_| drawn_seed() >> bit & 1 == 1).count();
            assert!((20..180).contains(&ones), "bit {bit}: {ones} of 200");
        }
    }
}
