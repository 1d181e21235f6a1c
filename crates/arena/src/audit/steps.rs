//! The audit of a player, step by step: start, hello, ping, bye; a game and, of a program, whether it is still there
//! after the game's `end`; the same game again, unknown fields, many games at once. Errors are reported with the
//! player's own output and the remedy.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::RunError;
use lettergame_protocol::{Launch, Link, NoHello, greet};
use lettergame_run::RowBatch;
use lettergame_tournament::{AnyTournament, Batch, run as play_all};

/// The maximum and minimum number of games played at once, and how many of them are played again
/// alone.
const MANY: u64 = 64;
const LEAST: u64 = 2;
const ALONE: u64 = 4;
/// What class players log about a file that they name and do not find.
const MISSING_FILE: &str = "the player names the file ";

/// Reports the beginning of a step.
pub(super) type Tell<'a> = &'a dyn Fn(&str);

/// Goes through all steps, as far as the player gets. `arena` is a short tournament of it, `odd`
/// the same with unknown fields in its messages.
pub(super) fn audit(
    tournament: &dyn AnyTournament,
    odd: &dyn AnyTournament,
    pace: AuditPace,
    tell: Tell<'_>,
) -> Vec<AuditStep> {
    let mut audit = Audit { steps: Vec::new(), pace, tell };
    if let Some(enforced) = tournament.sandbox() {
        let complete = enforced.missing().is_empty();
        let verdict = if complete { AuditVerdict::Pass } else { AuditVerdict::Note };
        audit.note("sandbox", verdict, enforced.text());
    }
    if tournament.launch(0).is_none_or(|launch| audit.talk(&launch)) {
        audit.games(tournament, odd);
        audit.missing_files(tournament);
        audit.corrections(tournament);
    }
    audit.steps
}

/// How long an audit may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditPace {
    /// All steps, with fewer games for a slow player.
    Thorough,
    /// At most one game for a slow player.
    Quick,
}

impl AuditPace {
    /// The time that many games may take together, judging by the time of one.
    fn time(self) -> Duration {
        Duration::from_secs(match self {
            AuditPace::Thorough => 20,
            AuditPace::Quick => 4,
        })
    }

    /// Whether one game is enough for a player that takes this long for it.
    fn is_one_enough(self, one: Duration) -> bool {
        self == AuditPace::Quick && one * 4 > self.time()
    }

    /// How many games are played at once after one that took this long, and how many of them again
    /// alone.
    fn games(self, one: Duration) -> (u64, u64) {
        let fit = self.time().as_millis() / one.as_millis().max(1);
        let many = (fit as u64).clamp(LEAST, MANY);
        (many, ALONE.min(many / 2))
    }
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

    /// Whole games: one, the same again, one with unknown fields, and many at once.
    fn games(&mut self, tournament: &dyn AnyTournament, odd: &dyn AnyTournament) {
        (self.tell)("a game");
        let begun = Instant::now();
        let Some(first) = self.one("a game", tournament) else { return };
        let decisions = first.rows.columns().last().map_or(0, RowBatch::len);
        let took = begun.elapsed();
        if !self.faultless("a game", &first) {
            return;
        }
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
            return;
        }
        (self.tell)("the same game again");
        let Some(again) = self.one("the same game", tournament) else { return };
        let repeats = again.rows.columns() == first.rows.columns();
        if repeats {
            self.note("the same game", AuditVerdict::Pass, "the same moves again".to_owned());
        } else {
            let detail =
                "other moves; to be reproducible, use only the game's seed for random choices";
            self.note("the same game", AuditVerdict::Note, detail.to_owned());
        }
        (self.tell)("the same game with fields in its messages that it does not know");
        let Some(odd) = self.one("unknown fields", odd) else { return };
        if self.faultless("unknown fields", &odd) {
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
        }
        self.many(tournament, repeats, took);
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

    /// The first game, with a process of its own.
    fn one(&mut self, name: &'static str, tournament: &dyn AnyTournament) -> Option<Batch> {
        let batch = tournament.play(0..1);
        match tournament.host_failure() {
            Some(failure) => self.note(name, AuditVerdict::Fail, failure),
            None => return Some(batch),
        }
        None
    }

    fn played(
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
        Some(batches)
    }

    fn many(&mut self, tournament: &dyn AnyTournament, repeats: bool, one: Duration) {
        let (many, alone) = self.pace.games(one);
        let about = (one * many as u32).as_secs();
        (self.tell)(&format!(
            "{many} games, at most about {about} s, then {alone} of them one by one"
        ));
        let begun = Instant::now();
        let Some(batches) = self.played("many games", tournament, many) else { return };
        let took = begun.elapsed().as_millis();
        let faulty = batches.iter().find(|batch| !batch.faults.is_empty()).cloned();
        if !self.faultless("many games", &faulty.unwrap_or_default()) {
            return;
        }
        let scores = |batch: &Batch| batch.rows.csv()[0].clone();
        let together: Vec<u8> = batches.iter().flat_map(scores).collect();
        let alone: Vec<u8> =
            (0..alone).flat_map(|game| scores(&tournament.play(game..game + 1))).collect();
        let (verdict, detail) = if !repeats || together.starts_with(&alone) {
            (AuditVerdict::Pass, format!("{many} games, {took} ms"))
        } else {
            let detail =
                "other scores than one by one: what belongs to a game must be kept by its `g`";
            (AuditVerdict::Fail, detail.to_owned())
        };
        self.note("many games", verdict, detail);
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::AuditPace;

    #[test]
    fn slow_players_play_fewer_games() {
        let games = |ms| AuditPace::Thorough.games(Duration::from_millis(ms));
        assert_eq!(games(0), (64, 4));
        assert_eq!(games(300), (64, 4));
        assert_eq!(games(1000), (20, 4));
        assert_eq!(games(4000), (5, 2));
        assert_eq!(games(60_000), (2, 1));
        let one = |pace: AuditPace, ms| pace.is_one_enough(Duration::from_millis(ms));
        assert!(
            one(AuditPace::Quick, 1100)
                && !one(AuditPace::Quick, 900)
                && !one(AuditPace::Thorough, 60_000)
        );
    }
}
