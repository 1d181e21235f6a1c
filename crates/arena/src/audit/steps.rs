//! The audit of a player, step by step: start, hello, ping, bye; a game and, of a program, whether it is still there
//! after the game's `end`; the same game again, unknown fields, many games at once, games in which programs break;
//! how long a game takes. Errors are reported with the player's own output and the remedy.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::RunError;
use crate::audit::pace::{AuditPace, GamePace};
use lettergame_protocol::{Launch, Link, NoHello, greet};
use lettergame_run::RowBatch;
use lettergame_tournament::{AnyTournament, Batch, run as play_all};

/// What class players log about a file that they name and do not find.
const MISSING_FILE: &str = "the player names the file ";

/// Reports the beginning of a step.
pub(super) type Tell<'a> = &'a dyn Fn(&str);

/// The games of an audit.
pub(super) struct Games<'a> {
    /// A short tournament of the player.
    pub(super) usual: &'a dyn AnyTournament,
    /// The same with unknown fields in its messages.
    pub(super) odd: &'a dyn AnyTournament,
    /// Games in which programs break that play the usual ones, and what they are.
    pub(super) trial: Option<(&'a dyn AnyTournament, &'a str)>,
}

/// Goes through all steps, as far as the player gets.
pub(super) fn audit(games: &Games<'_>, pace: AuditPace, tell: Tell<'_>) -> Vec<AuditStep> {
    let tournament = games.usual;
    let mut audit = Audit { steps: Vec::new(), pace, tell };
    if let Some(enforced) = tournament.sandbox() {
        let complete = enforced.missing().is_empty();
        let verdict = if complete { AuditVerdict::Pass } else { AuditVerdict::Note };
        audit.note("sandbox", verdict, enforced.text());
    }
    if tournament.launch(0).is_none_or(|launch| audit.talk(&launch)) {
        audit.games(games);
        audit.missing_files(tournament);
        audit.corrections(tournament);
    }
    audit.steps
}

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditVerdict {
    /// As it should be.
    Pass,
    /// Worth knowing, but no reason to refuse the player.
    Note,
    /// The player is not ready to play.
    Fail,
}

impl AuditVerdict {
    /// Its name in tables and logs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            AuditVerdict::Pass => "pass",
            AuditVerdict::Note => "note",
            AuditVerdict::Fail => "FAIL",
        }
    }
}

/// A completed step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditStep {
    /// What was tried.
    pub name: &'static str,
    /// How it went.
    pub verdict: AuditVerdict,
    /// What was found, with the end of the player's log if it failed.
    pub detail: String,
    /// The kind of fault, if the player committed one.
    pub fault: Option<String>,
}

struct Audit<'a> {
    steps: Vec<AuditStep>,
    pace: AuditPace,
    tell: Tell<'a>,
}

impl Audit<'_> {
    fn note(&mut self, name: &'static str, verdict: AuditVerdict, detail: String) {
        self.steps.push(AuditStep { name, verdict, detail, fault: None });
    }

    /// Everything before the first game; false if the program does not get that far.
    fn talk(&mut self, launch: &Launch) -> bool {
        self.note("program", AuditVerdict::Pass, format!("{}", launch.exe().display()));
        (self.tell)("starting it, waiting for its hello");
        let begun = Instant::now();
        let link = match greet(launch) {
            Ok(link) => link,
            Err(NoHello { failure, last_lines, waited, .. }) => {
                let step = if waited.is_some() { "hello" } else { "start" };
                self.note(step, AuditVerdict::Fail, with_log(failure.said, &last_lines));
                return false;
            }
        };
        self.hello(&link, begun.elapsed(), launch.limits().init);
        if link.answers_pings() {
            self.note("ping", AuditVerdict::Pass, "answered".to_owned());
        } else {
            let detail = "no answer within a second; answer {\"t\":\"ping\"} with {\"t\":\"pong\"}";
            self.note("ping", AuditVerdict::Note, detail.to_owned());
        }
        let begun = Instant::now();
        let farewell = link.shutdown(begun);
        let took = begun.elapsed().as_millis();
        if farewell.in_time {
            self.note("bye", AuditVerdict::Pass, format!("left within {took} ms"));
        } else {
            let detail =
                "did not leave within a second of bye; end when bye or the end of input comes";
            self.note("bye", AuditVerdict::Note, detail.to_owned());
        }
        true
    }

    fn hello(&mut self, link: &Link<()>, took: Duration, limit: Duration) {
        let Some(hello) = link.hello() else { return };
        let named =
            [&hello.name, &hello.version].map(|text| if text.is_empty() { "-" } else { text });
        let batch = if hello.batch { "many games at once" } else { "one game at a time" };
        let detail = format!("{} {}, {batch}, after {} ms", named[0], named[1], took.as_millis());
        self.note("hello", AuditVerdict::Pass, detail);
        if took > limit / 2 {
            let detail = format!(
                "{} of {} ms are used; another machine may be slower",
                took.as_millis(),
                limit.as_millis()
            );
            self.note("slow start", AuditVerdict::Note, detail);
        }
    }

    /// Whole games, and how long they take.
    fn games(&mut self, games: &Games<'_>) {
        if let Some(pace) = self.whole_games(games) {
            let verdict = if pace.is_slow() { AuditVerdict::Note } else { AuditVerdict::Pass };
            self.note("pace", verdict, pace.text());
        }
    }

    /// Whole games: one, the same again, one with unknown fields, many at once, and others. Nothing once one fails.
    fn whole_games(&mut self, games: &Games<'_>) -> Option<GamePace> {
        let tournament = games.usual;
        (self.tell)("a game");
        let begun = Instant::now();
        let first = self.one("a game", tournament)?;
        let decisions = first.rows.columns().last().map_or(0, RowBatch::len);
        let took = begun.elapsed();
        let points = first.scores[0].seats.iter().next().map_or(0, |(_, end)| end.points.0);
        let detail = format!(
            "{points} points; {decisions} decisions of both players in {} ms",
            took.as_millis()
        );
        self.note("a game", AuditVerdict::Pass, detail);
        if tournament.launch(0).is_some() {
            self.end(tournament.exits_at_end(0));
        }
        if self.pace.is_one_enough(took) {
            return Some(GamePace::of_one(&first, took));
        }
        (self.tell)("the same game again");
        let again = self.one("the same game", tournament)?;
        let repeats = again.rows.columns() == first.rows.columns();
        if repeats {
            self.note("the same game", AuditVerdict::Pass, "the same moves again".to_owned());
        } else {
            let detail =
                "other moves; to be reproducible, use only the game's seed for random choices";
            self.note("the same game", AuditVerdict::Note, detail.to_owned());
        }
        (self.tell)("the same game with fields in its messages that it does not know");
        let odd = self.one("unknown fields", games.odd)?;
        let same = odd.rows.columns() == first.rows.columns() || !repeats;
        let (verdict, detail) = if same {
            (AuditVerdict::Pass, "ignored")
        } else {
            (
                AuditVerdict::Fail,
                "other moves when messages have fields that it does not know; ignore them",
            )
        };
        self.note("unknown fields", verdict, detail.to_owned());
        let pace = self.many(tournament, repeats, took)?;
        if let Some(trial) = games.trial {
            self.trial(trial, took)?;
        }
        Some(pace)
    }

    /// What the process of a program did when the first game was over; a module or a built-in player has none.
    fn end(&mut self, has_exited: bool) {
        if has_exited {
            let detail = "it exits at the `end` of a game, and is started again for the next one, which takes longer; \
                          stay until `bye`";
            self.note("end", AuditVerdict::Note, detail.to_owned());
        } else {
            self.note("end", AuditVerdict::Pass, "still there after `end`".to_owned());
        }
    }

    /// The first game, with a process of its own, unless it has a fault.
    fn one(&mut self, name: &'static str, tournament: &dyn AnyTournament) -> Option<Batch> {
        self.alone(name, tournament, 0)
    }

    /// A game with a process of its own, unless it has a fault.
    fn alone(
        &mut self,
        name: &'static str,
        tournament: &dyn AnyTournament,
        game: u64,
    ) -> Option<Batch> {
        let batch = tournament.play(game..game + 1);
        if let Some(failure) = tournament.host_failure() {
            self.note(name, AuditVerdict::Fail, failure);
            return None;
        }
        self.faultless(name, &batch).then_some(batch)
    }

    /// So many games at once, unless one has a fault.
    fn together(
        &mut self,
        name: &'static str,
        tournament: &dyn AnyTournament,
        games: u64,
    ) -> Option<Vec<Batch>> {
        let mut batches = Vec::new();
        let ended =
            play_all(tournament, 0..games, NonZeroUsize::MIN, &AtomicBool::new(false), |batch| {
                batches.push(batch);
                Ok::<(), RunError>(())
            });
        ended.map_err(|error| self.note(name, AuditVerdict::Fail, error.to_string())).ok()?;
        batches.iter().all(|batch| self.faultless(name, batch)).then_some(batches)
    }

    /// Many games at once, and some of them alone; how long a game takes.
    fn many(
        &mut self,
        tournament: &dyn AnyTournament,
        repeats: bool,
        one: Duration,
    ) -> Option<GamePace> {
        let (many, alone) = self.pace.games(one);
        let about = (one * many as u32).as_secs();
        (self.tell)(&format!(
            "{many} games, at most about {about} s, then {alone} of them one by one"
        ));
        let begun = Instant::now();
        let batches = self.together("many games", tournament, many)?;
        let took = begun.elapsed();
        let scores = |batch: &Batch| batch.rows.csv()[0].clone();
        let together: Vec<u8> = batches.iter().flat_map(scores).collect();
        let mut one_by_one = Vec::new();
        for game in 0..alone {
            one_by_one.extend(scores(&self.alone("many games", tournament, game)?));
        }
        let (verdict, detail) = if !repeats || together.starts_with(&one_by_one) {
            (AuditVerdict::Pass, format!("{many} games, {} ms", took.as_millis()))
        } else {
            let detail =
                "other scores than one by one: what belongs to a game must be kept by its `g`";
            (AuditVerdict::Fail, detail.to_owned())
        };
        self.note("many games", verdict, detail);
        Some(GamePace::of_many(took / many as u32))
    }

    /// Games in which programs break that play the usual ones.
    fn trial(&mut self, (trial, what): (&dyn AnyTournament, &str), one: Duration) -> Option<()> {
        let games = self.pace.trial_games(one);
        (self.tell)(&format!("{games} games with {what}"));
        self.together("other games", trial, games)?;
        self.note("other games", AuditVerdict::Pass, format!("{games} with {what}"));
        Some(())
    }

    /// Records the files that a class player names and does not find.
    fn missing_files(&mut self, tournament: &dyn AnyTournament) {
        let logs = tournament.logs();
        let text = logs.iter().map(|log| String::from_utf8_lossy(&log.text)).collect::<String>();
        let mut files: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split_once(MISSING_FILE)?.1.split_once(", which"))
            .map(|(file, _)| file)
            .collect();
        files.sort_unstable();
        files.dedup();
        if !files.is_empty() {
            let detail = format!(
                "it names {}, but does not find it; it may play worse without; put them into its folder of `data`",
                files.join(", ")
            );
            self.note("files", AuditVerdict::Note, detail);
        }
    }

    /// Records a move that the rules corrected: no fault, but probably a mistake.
    fn corrections(&mut self, tournament: &dyn AnyTournament) {
        if let Some((game, correction)) = tournament.correction(0) {
            let detail = format!("game {game}: {correction}; no fault, but probably a mistake");
            self.note("moves", AuditVerdict::Note, detail);
        }
    }

    /// Records the first fault of some games, if any.
    fn faultless(&mut self, name: &'static str, batch: &Batch) -> bool {
        let Some(line) = batch.faults.split(|&byte| byte == b'\n').find(|line| !line.is_empty())
        else {
            return true;
        };
        let fault: serde_json::Value = serde_json::from_slice(line).unwrap_or_default();
        let text = |key: &str| fault[key].as_str().unwrap_or_default().to_owned();
        let log: Vec<String> = fault["log"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|l| l.as_str().map(str::to_owned))
            .collect();
        let kind = text("fault");
        let said = format!("turn {}: {kind}: {}", fault["ply"], text("said"));
        let (verdict, detail) = (AuditVerdict::Fail, with_log(said, &log));
        self.steps.push(AuditStep { name, verdict, detail, fault: Some(kind) });
        false
    }
}

/// What happened, with the last lines of the program's log.
fn with_log(said: String, log: &[String]) -> String {
    if log.is_empty() { said } else { format!("{said}\nits log ends:\n  {}", log.join("\n  ")) }
}
