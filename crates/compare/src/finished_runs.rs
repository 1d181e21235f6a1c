//! Two finished runs of the same deals that differ only in the player under comparison.

use std::path::{Path, PathBuf};

use crate::blocks::OpenDeal;
use crate::{Book, Footing, Ledger, Means, Question, RunsError, Side};
use lettergame_base::Name;
use lettergame_game::Settings;
use lettergame_plan::{Config, Schedule};
use lettergame_run::{PlayerTimes, RunFolder, RunInfo, RunRows, RunTiming, ScoreFile};

/// A run as its config describes it.
struct Run {
    dir: PathBuf,
    config: Config,
    info: RunInfo,
    names: Vec<Name>,
    schedule: Schedule,
    /// The number of games per deal.
    games_of_deal: u64,
}

/// Two runs of the same deals; one has the candidate where the other has the baseline.
pub struct FinishedRuns {
    a: Run,
    b: Run,
    player: usize,
}

impl FinishedRuns {
    /// Reads the configs of two runs and checks that they match. The player under comparison is the
    /// one that differs; if none does, as with two builds of one strategy, it must be named.
    ///
    /// # Errors
    /// If one is not a run, or they differ in more than one player: the error names the difference.
    pub fn open(a: &Path, b: &Path, player: Option<&str>) -> Result<FinishedRuns, RunsError> {
        let (a, b) = (Run::open(a)?, Run::open(b)?);
        a.check_same_conditions(&b)?;
        let player = match player {
            Some(name) => a.player_named(name)?,
            None => a.only_difference(&b)?,
        };
        let others = (0..a.names.len()).filter(|&other| other != player);
        for other in others {
            let what = format!("player {}", other + 1);
            let [own, theirs] = [&a, &b].map(|run| run.config.players[other].listed());
            a.check_same(&b, &what, &own, &theirs)?;
            let [own, theirs] = [&a, &b].map(|run| run.program(other));
            a.check_same(&b, &format!("the program of {what}"), &own, &theirs)?;
        }
        Ok(FinishedRuns { a, b, player })
    }

    /// The names of candidate and baseline, made distinct if they are the same.
    #[must_use]
    pub fn contestants(&self) -> (String, String) {
        let name = |run: &Run| run.names[self.player].to_string();
        let (candidate, baseline) = (name(&self.a), name(&self.b));
        if candidate != baseline {
            return (candidate, baseline);
        }
        let label = |name: String, run: &Run| format!("{name} of {}", run.dir.display());
        (label(candidate, &self.a), label(baseline, &self.b))
    }

    /// The game's name.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.a.config.game
    }

    /// All other players.
    #[must_use]
    pub fn field(&self) -> Vec<String> {
        let others = self.a.names.iter().enumerate().filter(|(index, _)| *index != self.player);
        others.map(|(_, name)| name.to_string()).collect()
    }

    /// Game, seed and rules as text.
    #[must_use]
    pub fn conditions(&self) -> String {
        let config = &self.a.config;
        let rules = config.rules.pairs().map(|(key, value)| format!("{key} {value}"));
        let rules: Vec<String> = rules.collect();
        format!("{}, seed {}, {}", config.game, config.seed.0, rules.join(", "))
    }

    /// What `timing.json` of both runs has about the compared player, and remarks on what is
    /// missing there.
    #[must_use]
    pub fn times(&self) -> ([PlayerTimes; 2], Vec<String>) {
        let [(own, a), (other, b)] = [&self.a, &self.b].map(|run| run.times(self.player));
        ([own, other], a.into_iter().chain(b).collect())
    }

    /// Reads the blocks of several pairs of runs, one setting per pair: the deals that are complete
    /// in both, in order. Also returns remarks on pairs where one run has more deals. Memory does
    /// not grow with a single pair; with several, the blocks of all but the last wait for those of
    /// the last.
    ///
    /// # Errors
    /// Rows that cannot be read or do not match the config, or no deal that is complete in both.
    pub fn read(
        settings: &[FinishedRuns],
        question: Question,
    ) -> Result<(Ledger, Vec<String>), RunsError> {
        let mut ledger = Ledger::new(Footing::SameSeats, question, settings.len(), 1);
        let mut remarks = Vec::new();
        for (index, runs) in settings.iter().enumerate() {
            let (mut a, mut b) = (runs.a.blocks(runs.player)?, runs.b.blocks(runs.player)?);
            let (mut of_a, mut of_b) = (0_u64, 0_u64);
            loop {
                let (candidate, baseline) = (a.next_block()?, b.next_block()?);
                of_a += u64::from(candidate.is_some());
                of_b += u64::from(baseline.is_some());
                match (candidate, baseline) {
                    (Some(candidate), Some(baseline)) => {
                        ledger.add(index, &[candidate, baseline]);
                    }
                    (None, None) => break,
                    _ => {}
                }
            }
            remarks.extend(runs.uneven(of_a, of_b));
            remarks.extend(runs.other_versions());
            if of_a.min(of_b) == 0 {
                let (a, b) = (runs.a.dir.clone(), runs.b.dir.clone());
                return Err(RunsError::NoBlocks { a, b });
            }
        }
        Ok((ledger, remarks))
    }

    /// A remark if the other players were played by another version of the program, as far as
    /// known.
    fn other_versions(&self) -> Option<String> {
        let version = |run: &Run| RunTiming::read(&run.dir).version;
        let (of_a, of_b) = (version(&self.a)?, version(&self.b)?);
        let (a, b) = (self.a.dir.display(), self.b.dir.display());
        (of_a != of_b).then(|| {
            format!(
                "warning: {a} was played by version {of_a} and {b} by version {of_b}: built-in players of the \
                 same name may differ, so the opponents are perhaps not the same"
            )
        })
    }

    /// A remark if one run has more complete deals than the other.
    fn uneven(&self, of_a: u64, of_b: u64) -> Option<String> {
        let (a, b) = (self.a.dir.display(), self.b.dir.display());
        (of_a != of_b).then(|| {
            format!(
                "{a} has {of_a} complete deals and {b} has {of_b}: the first {} are compared",
                of_a.min(of_b)
            )
        })
    }
}

impl Run {
    fn open(dir: &Path) -> Result<Run, RunsError> {
        let (config, info) = RunFolder::read_config(dir)?;
        if config.fingerprint(&info.lexicon) != info.fingerprint {
            return Err(RunsError::Edited(dir.to_owned()));
        }
        let schedule =
            config.schedule().map_err(|error| RunsError::Schedule(dir.to_owned(), error))?;
        let games_of_deal = schedule.games_of_deal().ok_or_else(|| RunsError::Staged {
            dir: dir.to_owned(),
            kind: config.kind.to_string(),
        })?;
        let names = config.player_names();
        Ok(Run { dir: dir.to_owned(), config, info, names, schedule, games_of_deal })
    }

    /// A description of a player's program on one line; empty for a built-in player.
    fn program(&self, player: usize) -> String {
        let player = &self.config.players[player];
        let described = player.with_source(player.source.without_paths()).to_toml();
        described.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn check_same_conditions(&self, other: &Run) -> Result<(), RunsError> {
        let (a, b) = (&self.config, &other.config);
        let text = |value: &dyn ToString| value.to_string();
        self.check_same(other, "the game", &a.game, &b.game)?;
        self.check_same(other, "the word list", &self.info.lexicon, &other.info.lexicon)?;
        for key in keys(&a.rules, &b.rules) {
            let rule = |rules: &Settings| value(rules, &key);
            self.check_same(other, &format!("the rule `{key}`"), &rule(&a.rules), &rule(&b.rules))?;
        }
        self.check_same(other, "the seed", &text(&a.seed.0), &text(&b.seed.0))?;
        self.check_same(other, "the schedule", &text(&a.kind), &text(&b.kind))?;
        let limit = |ms: Option<u64>| ms.map_or("the default".to_owned(), |ms| format!("{ms}ms"));
        let same_time = |what: &str, of: fn(&Config) -> Option<u64>| {
            self.check_same(other, what, &limit(of(a)), &limit(of(b)))
        };
        same_time("the time limit", |run| run.time_limit_ms)?;
        same_time("the time for a game", |run| run.game_time_ms)?;
        same_time("the time until hello", |run| run.init_time_ms)?;
        self.check_same(other, "seats", &text(&a.seating), &text(&b.seating))?;
        let count = |run: &Config| run.players.len().to_string();
        self.check_same(other, "the number of players", &count(a), &count(b))?;
        let deal = |run: &Run| run.games_of_deal.to_string();
        self.check_same(other, "the games of a deal", &deal(self), &deal(other))?;
        let first = |run: &Run| run.schedule.part(run.info.shard).start.to_string();
        self.check_same(other, "the first game", &first(self), &first(other))
    }

    fn check_same(&self, other: &Run, what: &str, a: &str, b: &str) -> Result<(), RunsError> {
        if a == b {
            return Ok(());
        }
        Err(RunsError::Differ {
            a: self.dir.clone(),
            b: other.dir.clone(),
            what: what.to_owned(),
            of_a: format!("`{a}`"),
            of_b: format!("`{b}`"),
        })
    }

    fn player_named(&self, name: &str) -> Result<usize, RunsError> {
        let side = |index: &usize| {
            self.names[*index].as_str() == name || self.config.players[*index].name == name
        };
        (0..self.names.len()).find(side).ok_or_else(|| RunsError::NoPlayer {
            name: name.to_owned(),
            dir: self.dir.clone(),
            names: self.shown_names(),
        })
    }

    /// The first player that differs in the other run.
    fn only_difference(&self, other: &Run) -> Result<usize, RunsError> {
        let (a, b) = (&self.config.players, &other.config.players);
        let same_players = || RunsError::SamePlayers {
            a: self.dir.clone(),
            b: other.dir.clone(),
            names: self.shown_names(),
        };
        (0..a.len()).find(|&index| a[index].listed() != b[index].listed()).ok_or_else(same_players)
    }

    /// The times of a player, and a remark on what they leave out.
    fn times(&self, player: usize) -> (PlayerTimes, Option<String>) {
        let RunTiming { games, players, .. } = RunTiming::read(&self.dir);
        let (name, dir) = (&self.names[player], self.dir.display());
        let Some(times) = players.get(name.as_str()) else {
            let why = "they are written at the end of a run, and of programs only";
            return (PlayerTimes::default(), Some(format!("{dir} has no times of {name}: {why}")));
        };
        let range = self.schedule.part(self.info.shard);
        let all = range.end - range.start;
        let remark = match times.deals {
            None => Some(format!(
                "{dir} has no sums of times by deal, as an earlier version has written it: no interval"
            )),
            Some(_) if games < all => Some(format!(
                "{dir} has times of {games} of {all} games: those before the run was resumed are not counted"
            )),
            Some(_) => None,
        };
        (*times, remark)
    }

    fn shown_names(&self) -> String {
        let names: Vec<&str> = self.names.iter().map(Name::as_str).collect();
        names.join(", ")
    }

    fn blocks(&self, player: usize) -> Result<RunBlocks<'_>, RunsError> {
        let players = (&self.schedule, &self.names[..]);
        let file =
            RunRows::of(&self.dir, &self.info, self.config.record, players, None).scores()?;
        let side = Side { player, pairing: None };
        let pairings = self.schedule.pairings() as u64;
        Ok(RunBlocks { file, open: OpenDeal::new(&[side], pairings, self.games_of_deal) })
    }
}

/// The blocks of one player of a run.
struct RunBlocks<'a> {
    file: ScoreFile<'a>,
    open: OpenDeal,
}

impl RunBlocks<'_> {
    fn next_block(&mut self) -> Result<Option<Means>, RunsError> {
        while let Some(game) = self.file.next_game()? {
            if let Some(means) = self.open.add(&game.score) {
                return Ok(means.first().copied());
            }
        }
        Ok(None)
    }
}

/// All keys of two settings, in order.
fn keys(a: &Settings, b: &Settings) -> Vec<String> {
    let mut keys: Vec<String> = a.pairs().chain(b.pairs()).map(|(key, _)| key.to_owned()).collect();
    keys.sort();
    keys.dedup();
    keys
}

fn value(settings: &Settings, key: &str) -> String {
    let found = settings.pairs().find(|(own, _)| *own == key);
    found.map_or_else(|| "not set".to_owned(), |(_, value)| value.to_owned())
}
