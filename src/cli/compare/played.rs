//! A comparison that is played for the purpose.

use std::num::NonZeroUsize;
use std::path::Path;
use std::thread;

use serde_json::json;

use crate::base::{Seed, shell_path};
use crate::cli::args::CompareArgs;
use crate::cli::compare::Answer;
use crate::cli::compare::asked::question;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::remark;
use crate::cli::progress::Progress;
use crate::cli::session::stop_flag;
use crate::cli::tournament::rules_of;
use crate::compare::{Comparison, Contest, Footing, Lane, Ledger, Question};
use crate::registry::{self, GAMES, Prepared};
use crate::report::Told;
use crate::runs::{Words, absolute, place, read_draft};
use crate::tournament::{Config, Draft, Schedule, Seating};

/// Games of each candidate where none are asked for: of a fixed question, and at most of a sequential one.
const GAMES_OF_FIXED: u64 = 2000;
const MOST_GAMES: u64 = 200_000;

pub(super) fn answer(args: &CompareArgs) -> Result<Answer, Failure> {
    if args.player.is_some() {
        return Err(Failure::usage("--player goes with the folders of two finished runs"));
    }
    let match_up = MatchUp::of(args)?;
    let prepared = match_up.prepare(args)?;
    let Some((_, first)) = prepared.first() else {
        return Err(Failure::usage("there is nothing to compare"));
    };
    if match_up.footing == Footing::HeadToHead && first.config.seating == Seating::Fixed {
        return Err(Failure::usage(
            "--seats fixed: head to head the seat would be part of the difference; take rotate or \
             permute, or a field with --against",
        ));
    }
    let seatings = seatings(first.arena.schedule());
    let question = question(&args.asked, match_up.candidates, seatings)?;
    if let (None, false) = (match_up.draft.seed, args.pace.quiet) {
        remark(&format!("seed {}", first.config.seed.0));
    }
    let lanes = prepared
        .iter()
        .map(|(label, prepared)| Lane { label: label.clone(), arena: &*prepared.arena });
    let contest = Contest::new(lanes.collect(), match_up.candidates, match_up.footing, question);
    let mut progress = Progress::new(args.pace.quiet, "blocks", 0, contest.most_blocks());
    let threads = args.pace.threads.map_or_else(thread::available_parallelism, Ok);
    let threads = threads.unwrap_or(NonZeroUsize::MIN);
    let played = contest.play(threads, stop_flag(), |ledger| {
        progress.update(ledger.blocks(), || so_far(ledger));
    });
    progress.finish();
    let (ledger, ended) = played?;
    if let Some(why) = prepared.iter().find_map(|(_, lane)| lane.arena.harness_failure()) {
        return Err(Failure::Unusable(format!("{why}\nno player is to blame")));
    }
    Ok(Answer {
        blocks: ledger.blocks(),
        ended,
        broken: broken(&prepared),
        told: match_up.told(&ledger, &prepared, seatings),
        game: first.config.game.clone(),
    })
}

/// Who meets whom, under which conditions.
struct MatchUp {
    candidates: usize,
    footing: Footing,
    draft: Draft,
}

type Labelled = (Option<String>, Prepared);

impl MatchUp {
    fn of(args: &CompareArgs) -> Result<MatchUp, Failure> {
        let players: Vec<String> =
            args.contestants.iter().map(|player| player.trim().to_owned()).collect();
        let candidates = players.len() - 1;
        let (footing, draft) = match &args.against {
            Some(field) => {
                let field = field.iter().map(|player| player.trim().to_owned());
                let draft = Draft {
                    players: Some(players.into_iter().chain(field).collect()),
                    schedule: Some("candidates".to_owned()),
                    candidates: Some(candidates as u64 + 1),
                    ..Draft::default()
                };
                (Footing::SameSeats, draft)
            }
            None => {
                let mut players = players;
                players.rotate_right(1);
                let schedule = Some("gauntlet".to_owned());
                let draft = Draft { players: Some(players), schedule, ..Draft::default() };
                (Footing::HeadToHead, draft)
            }
        };
        Ok(MatchUp { candidates, footing, draft: conditions(args, draft)? })
    }

    /// A run of each setting, with whole deals.
    fn prepare(&self, args: &CompareArgs) -> Result<Vec<Labelled>, Failure> {
        let runs = self.draft.runs()?;
        let Words { lexicon, .. } =
            load(self.draft.lexicon.as_deref().map(Path::new), args.pace.quiet)?;
        let (drawn, hosting) = (Seed::drawn(), args.hosting.hosting());
        let prepare = |config: &Config| {
            registry::prepare_hosted(config, lexicon.clone(), &hosting).map_err(|error| {
                let place = place(&self.draft, &error);
                Failure::from(error).at(&place)
            })
        };
        runs.into_iter()
            .map(|(label, run)| {
                let mut config = run.check(GAMES[0].name, drawn)?;
                // an impossible schedule is told by what prepares it
                let seatings = config.schedule().map_or(1, |schedule| seatings(&schedule));
                config.games = games(args).div_ceil(seatings) * seatings;
                Ok((label.map(|label| label.to_string()), prepare(&config)?))
            })
            .collect()
    }

    fn told(&self, ledger: &Ledger, prepared: &[Labelled], seatings: u64) -> Told {
        let (_, first) = &prepared[0];
        let names: Vec<String> = first.arena.names().iter().map(ToString::to_string).collect();
        let count = self.candidates;
        let (candidates, baseline, field) = match self.footing {
            Footing::SameSeats => (&names[..count], &names[count], &names[count + 1..]),
            Footing::HeadToHead => (&names[1..], &names[0], &names[..0]),
        };
        let settings: Vec<Option<String>> =
            prepared.iter().map(|(label, _)| label.clone()).collect();
        let comparison = Comparison::of(ledger, candidates, baseline, field, &settings);
        let config = &first.config;
        let games = ledger.blocks() * seatings;
        let rules: Vec<String> = self
            .draft
            .rules
            .iter()
            .map(|(key, values)| format!("{key} {}", values.join(", ")))
            .collect();
        let rules = if rules.is_empty() { String::new() } else { rules.join(", ") + ", " };
        let each = if prepared.len() > 1 { " in each setting" } else { "" };
        Told {
            comparison,
            conditions: format!(
                "{}, {rules}seed {}: {games} games of each{each}, {seatings} to a deal",
                config.game, config.seed.0
            ),
            parameters: json!({
                "game": config.game,
                "seed": config.seed.0,
                "rules": config.rules_json(),
                "settings": settings.iter().flatten().collect::<Vec<_>>(),
                "games": games,
                "games_of_block": seatings,
                "version": env!("CARGO_PKG_VERSION"),
            }),
            repeat: self.repeat(config, games),
            remarks: Vec::new(),
            trouble: None,
        }
    }

    /// The tournament that plays the same games and keeps all rows; `None` where it takes a config.
    fn repeat(&self, config: &Config, games: u64) -> Option<String> {
        if !self.draft.programs.is_empty() || config.players.iter().any(|name| name.contains(',')) {
            return None;
        }
        let mut command = format!(
            "lettergame tournament --game {} --players {} --schedule {}",
            config.game,
            shell_path(&config.players.join(",")),
            config.format
        );
        if self.footing == Footing::SameSeats {
            command += &format!(" --candidates {}", self.candidates + 1);
        }
        for (key, values) in &self.draft.rules {
            command += &match key.as_str() {
                "hidden" | "rounds" | "preset" => format!(" --{key} {}", values.join(",")),
                _ => format!(" --set {}", shell_path(&format!("{key}={}", values.join(",")))),
            };
        }
        if let Some(file) = &config.lexicon {
            command += &format!(" --lexicon {}", shell_path(file));
        }
        if let Some(ms) = config.time_limit_ms {
            command += &format!(" --time-limit {ms}ms");
        }
        let (seating, seed) = (config.seating, config.seed.0);
        Some(format!("{command} --seats {seating} --games {games} --seed {seed}"))
    }
}

/// The rules and the rest, from a config and the options.
fn conditions(args: &CompareArgs, who: Draft) -> Result<Draft, Failure> {
    let file = args.config.as_deref().map(read_draft).transpose()?.unwrap_or_default();
    let file = Draft { group_size: None, team_size: None, ..file };
    let mut draft = Draft {
        game: args.game.clone(),
        seats: args.seats.clone(),
        seed: args.seed,
        lexicon: args.lexicon.as_deref().map(absolute),
        time_limit: args.time_limit.clone(),
        games: Some(games(args)),
        record: Some("games".to_owned()),
        ..who
    }
    .based(Path::new(&absolute(Path::new("."))));
    draft.rules = rules_of(&args.rules)?;
    let mut draft = file.overlaid(draft);
    // tables describe who is named; the others of a config do not play
    let players = draft.players.clone().unwrap_or_default();
    draft.programs.retain(|program| players.contains(&program.name));
    Ok(draft)
}

/// In how many seatings a deal is played: the games of a candidate in a block.
fn seatings(schedule: &Schedule) -> u64 {
    schedule.games_of_deal().map_or(1, |games| games / schedule.pairings() as u64)
}

/// The games of each candidate, or how many there may be.
fn games(args: &CompareArgs) -> u64 {
    match args.asked.sprt {
        true => args.asked.max_games.unwrap_or(MOST_GAMES),
        false => args.games.unwrap_or(GAMES_OF_FIXED),
    }
}

/// Who no longer plays, or failed in every game.
fn broken(prepared: &[Labelled]) -> Vec<String> {
    let benched = prepared.iter().flat_map(|(_, lane)| lane.arena.benched());
    let mut names: Vec<String> = benched.map(|benched| benched.name.to_string()).collect();
    names.dedup();
    names
}

/// What is known so far of the first candidate, for the progress.
fn so_far(ledger: &Ledger) -> String {
    if let Question::Sequential(asked) = ledger.question() {
        let pairs = asked.hypotheses.pairs();
        let told = pairs.iter().zip(ledger.progress(0)).filter_map(|(pair, progress)| {
            let (lower, upper) = (pair.test.lower(), pair.test.upper());
            Some(format!("log likelihood ratio {:.2} of {lower:.2} to {upper:.2}", progress.ratio?))
        });
        return told.collect::<Vec<_>>().join(", ");
    }
    let difference = ledger.effect(0).points.difference();
    match (difference.mean(), difference.standard_error()) {
        (Some(mean), Some(error)) => format!("{mean:+.2} points, error {error:.2}"),
        _ => String::new(),
    }
}
