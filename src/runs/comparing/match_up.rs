//! A comparison that is played for the purpose.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde_json::json;

use crate::base::{Name, Seed, shell_path};
use crate::compare::{Comparison, Contest, Footing, Lane, Ledger, Question};
use crate::protocol::Hosting;
use crate::registry::{self, GAMES, Prepared};
use crate::report::Told;
use crate::runs::comparing::asked::question;
use crate::runs::comparing::speed::speeds;
use crate::runs::comparing::{Asked, AskedError, CompareError, Compared};
use crate::runs::{Words, absolute, place};
use crate::tournament::{Arena, Config, Draft, Schedule, Seating};

/// Games of each candidate where none are asked for: of a fixed question, and at most of a sequential one.
const GAMES_OF_FIXED: u64 = 2000;
const MOST_GAMES: u64 = 200_000;

/// Who meets whom, under which conditions, and what is asked.
pub struct MatchUp {
    candidates: usize,
    footing: Footing,
    draft: Draft,
    asked: Asked,
    /// Games of each candidate, or how many there may be.
    games: u64,
}

type Labelled = (Option<String>, Prepared);

/// A comparison that is ready to be played.
pub struct ReadyMatch {
    match_up: MatchUp,
    prepared: Vec<Labelled>,
    question: Question,
    seatings: u64,
}

impl MatchUp {
    /// Candidates, then the baseline, in the company of `field`; without it they play each other. The
    /// conditions are those of `file`, with `over` laid over it; `games` are those of each candidate.
    ///
    /// # Errors
    /// When there are not two, or what is asked does not fit together.
    pub fn new(
        contestants: Vec<String>,
        field: Option<Vec<String>>,
        (file, over): (Draft, Draft),
        asked: Asked,
        games: Option<u64>,
    ) -> Result<MatchUp, CompareError> {
        asked.check()?;
        if asked.sprt && games.is_some() {
            let text = "`games` does not go with `sprt`, which stops by itself; take `max-games`";
            return Err(AskedError(text.to_owned()).into());
        }
        if contestants.len() < 2 {
            return Err(CompareError::Nothing);
        }
        let games = match asked.sprt {
            true => asked.max_games.unwrap_or(MOST_GAMES),
            false => games.unwrap_or(GAMES_OF_FIXED),
        };
        let candidates = contestants.len() - 1;
        let (footing, who) = who(contestants, field);
        let over = Draft {
            players: who.players,
            schedule: who.schedule,
            candidates: who.candidates,
            games: Some(games),
            record: Some("games".to_owned()),
            ..over
        };
        let draft = conditions(file, over);
        Ok(MatchUp { candidates, footing, draft, asked, games })
    }

    /// The file of another word list, if the conditions name one.
    #[must_use]
    pub fn lexicon(&self) -> Option<&Path> {
        self.draft.lexicon.as_deref().map(Path::new)
    }

    /// What the conditions are, as a draft.
    #[must_use]
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// A run of each setting, with whole deals. A seed that is missing is drawn.
    ///
    /// # Errors
    /// When the config is wrong or does not fit its game, or what is asked does not fit it.
    pub fn prepare(self, words: &Words, hosting: &Hosting) -> Result<ReadyMatch, CompareError> {
        let drawn = Seed::drawn();
        let hosting = &Hosting { time_decisions: self.asked.speed, ..hosting.clone() };
        let prepare = |config: &Config| {
            registry::prepare_hosted(config, words.lexicon.clone(), hosting).map_err(|error| {
                let place = place(&self.draft, &error);
                CompareError::Prepare { place, error }
            })
        };
        let run = |(label, run): (Option<Name>, Draft)| {
            let mut config = run.check(GAMES[0].name, drawn)?;
            // an impossible schedule is told by what prepares it
            let seatings = config.schedule().map_or(1, |schedule| seatings(&schedule));
            config.games = self.games.div_ceil(seatings) * seatings;
            Ok((label.map(|label| label.to_string()), prepare(&config)?))
        };
        let prepared: Vec<Labelled> =
            self.draft.runs()?.into_iter().map(run).collect::<Result<_, CompareError>>()?;
        let Some((_, first)) = prepared.first() else { return Err(CompareError::Nothing) };
        if self.footing == Footing::HeadToHead && first.config.seating == Seating::Fixed {
            return Err(CompareError::FixedSeats);
        }
        let seatings = seatings(first.arena.schedule());
        let question = question(&self.asked, self.candidates, seatings)?;
        Ok(ReadyMatch { match_up: self, prepared, question, seatings })
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
        let comparison =
            Comparison::of(ledger, candidates, (baseline, field), &settings, self.asked.any);
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
            speed: None,
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
            remarks: self.time_over(ledger).into_iter().collect(),
            trouble: None,
        }
    }

    /// A remark where the time was over before the games were.
    fn time_over(&self, ledger: &Ledger) -> Option<String> {
        let most = self.asked.max_time.filter(|_| ledger.is_time_over())?;
        let blocks = ledger.blocks();
        Some(format!(
            "the time of {most:?} was over after {blocks} blocks: another run may play more or fewer"
        ))
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
        let times = [
            ("time-limit", config.time_limit_ms),
            ("game-time", config.game_time_ms),
            ("init-time", config.init_time_ms),
        ];
        for (key, ms) in times {
            ms.iter().for_each(|ms| command += &format!(" --{key} {ms}ms"));
        }
        let (seating, seed) = (config.seating, config.seed.0);
        Some(format!("{command} --seats {seating} --games {games} --seed {seed}"))
    }
}

impl ReadyMatch {
    /// Where all chance starts.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.prepared.first().map_or(Seed(0), |(_, first)| first.config.seed)
    }

    /// How many blocks there are at most.
    #[must_use]
    pub fn most_blocks(&self) -> u64 {
        self.contest().most_blocks()
    }

    fn contest(&self) -> Contest<'_> {
        let lanes = self
            .prepared
            .iter()
            .map(|(label, prepared)| Lane { label: label.clone(), arena: &*prepared.arena })
            .collect();
        Contest::new(lanes, self.match_up.candidates, self.match_up.footing, self.question)
            .within(self.match_up.asked.max_time)
    }

    /// Plays until the question is answered, or until `stop` becomes true; `watch` sees the ledger and
    /// the games being played after each batch, and now and then where none comes.
    ///
    /// # Errors
    /// When threads cannot be started, or programs cannot be played.
    pub fn play(
        &self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        watch: impl FnMut(&Ledger, &dyn Arena),
    ) -> Result<Compared, CompareError> {
        let (ledger, ended) = self.contest().play(threads, stop, watch)?;
        let mut lanes = self.prepared.iter();
        if let Some(why) = lanes.find_map(|(_, lane)| lane.arena.harness_failure()) {
            return Err(CompareError::Harness(why));
        }
        let game = self.prepared.first().map_or("", |(_, first)| first.config.game.as_str());
        Ok(Compared {
            blocks: ledger.blocks(),
            ended,
            broken: broken(&self.prepared),
            told: Told {
                speed: self.match_up.asked.speed.then(|| speeds(&ledger, &self.prepared, threads)),
                ..self.match_up.told(&ledger, &self.prepared, self.seatings)
            },
            game: game.to_owned(),
        })
    }
}

/// Who meets whom, as a draft.
fn who(mut contestants: Vec<String>, field: Option<Vec<String>>) -> (Footing, Draft) {
    let candidates = contestants.len() as u64;
    match field {
        Some(field) => {
            contestants.extend(field);
            let draft = Draft {
                players: Some(contestants),
                schedule: Some("candidates".to_owned()),
                candidates: Some(candidates),
                ..Draft::default()
            };
            (Footing::SameSeats, draft)
        }
        None => {
            contestants.rotate_right(1);
            let schedule = Some("gauntlet".to_owned());
            let draft = Draft { players: Some(contestants), schedule, ..Draft::default() };
            (Footing::HeadToHead, draft)
        }
    }
}

/// The rules and the rest, from a config and the options.
fn conditions(file: Draft, over: Draft) -> Draft {
    let file = Draft { group_size: None, team_size: None, ..file };
    let mut draft = file.overlaid(over.based(Path::new(&absolute(Path::new(".")))));
    // tables describe who is named; the others of a config do not play
    let players = draft.players.clone().unwrap_or_default();
    draft.programs.retain(|program| players.contains(&program.name));
    draft
}

/// In how many seatings a deal is played: the games of a candidate in a block.
fn seatings(schedule: &Schedule) -> u64 {
    schedule.games_of_deal().map_or(1, |games| games / schedule.pairings() as u64)
}

/// Who no longer plays, or failed in every game.
fn broken(prepared: &[Labelled]) -> Vec<String> {
    let benched = prepared.iter().flat_map(|(_, lane)| lane.arena.benched());
    let mut names: Vec<String> = benched.map(|benched| benched.name.to_string()).collect();
    names.dedup();
    names
}

/// What is known so far of the first candidate, for the progress.
#[must_use]
pub fn so_far(ledger: &Ledger) -> String {
    if let Question::Sequential(asked) = ledger.question() {
        let pairs = asked.hypotheses.pairs();
        let told = pairs.iter().zip(ledger.progress(0)).map(|(pair, progress)| {
            let evidence = progress.evidence;
            let part = |log: f64, needed: f64| (100.0 * log / needed.ln()).clamp(0.0, 100.0);
            let above = part(evidence.log_for_h1(), pair.test.needed_for_h1());
            let below = part(evidence.log_for_h0(), pair.test.needed_for_h0());
            format!("evidence {above:.0} % above, {below:.0} % below")
        });
        return told.collect::<Vec<_>>().join(", ");
    }
    let difference = ledger.effect(0).points.difference();
    match (difference.mean(), difference.standard_error()) {
        (Some(mean), Some(error)) => format!("{mean:+.2} points, error {error:.2}"),
        _ => String::new(),
    }
}
