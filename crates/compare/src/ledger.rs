//! Blocks booked in order as they arrive: by setting, and over all settings.

use std::collections::VecDeque;

use crate::{
    Block, Book, Effect, Footing, Means, Question, Side, SpeedLedger, TestProgress, Verdict,
};
use lettergame_run::GameTimes;

/// All blocks so far. A sequential question keeps each of them, for intervals that are valid
/// whenever it stops. With several settings, an overall block is the mean over all settings of the
/// blocks with the same number, so it is booked as soon as the slowest setting has it.
#[derive(Clone, Debug)]
pub struct Ledger {
    footing: Footing,
    question: Question,
    settings: Vec<Setting>,
    candidates: Vec<Candidate>,
    blocks: u64,
    speeds: SpeedLedger,
}

/// What is known about one setting.
#[derive(Clone, Debug)]
struct Setting {
    /// Blocks waiting for those of other settings, with a value for each candidate.
    waiting: VecDeque<Vec<Block>>,
    /// For each candidate.
    effects: Vec<Account>,
}

/// Accumulated blocks of a candidate.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    pub(super) effect: Effect,
    /// All of them, if they are kept.
    pub(super) blocks: Vec<Block>,
}

impl Account {
    fn add(&mut self, block: &Block, keep: bool) {
        self.effect.add(block);
        if keep {
            self.blocks.push(*block);
        }
    }
}

/// What is known about one candidate over all settings.
#[derive(Clone, Debug)]
struct Candidate {
    account: Account,
    /// The verdict of a sequential question, once reached.
    verdict: Verdict,
    /// The progress of each of its tests.
    progress: Vec<TestProgress>,
    /// Seats that were banned or committed a fault, the candidate's and the baseline's.
    faults: (u64, u64),
}

impl Ledger {
    /// An empty ledger for this many settings and candidates, at least one of each.
    #[must_use]
    pub fn new(footing: Footing, question: Question, settings: usize, candidates: usize) -> Ledger {
        let effects = vec![Account::default(); candidates];
        let setting = Setting { waiting: VecDeque::new(), effects };
        let (account, verdict) = (Account::default(), Verdict::Undecided);
        let tests = match &question {
            Question::Fixed { .. } => 0,
            Question::Sequential(asked) => asked.hypotheses.pairs().len(),
        };
        let progress = vec![TestProgress::default(); tests];
        let candidate = Candidate { account, verdict, progress, faults: (0, 0) };
        Ledger {
            footing,
            question,
            settings: vec![setting; settings],
            candidates: vec![candidate; candidates],
            blocks: 0,
            speeds: SpeedLedger::new(footing, settings, candidates),
        }
    }

    /// Books the next block of all settings. Candidates that have a verdict are left unchanged.
    fn book(&mut self) {
        self.blocks += 1;
        let mut wholes = vec![Block::default(); self.candidates.len()];
        let share = 1.0 / self.settings.len() as f64;
        let keep = matches!(self.question, Question::Sequential(_));
        for setting in &mut self.settings {
            let blocks = setting.waiting.pop_front().unwrap_or_default();
            for (index, block) in blocks.iter().enumerate() {
                if self.candidates[index].verdict == Verdict::Undecided {
                    setting.effects[index].add(block, keep);
                    wholes[index].candidate.add(&block.candidate, share);
                    wholes[index].baseline.add(&block.baseline, share);
                }
            }
        }
        for (candidate, whole) in self.candidates.iter_mut().zip(&wholes) {
            if candidate.verdict == Verdict::Undecided {
                if let Question::Sequential(asked) = &self.question {
                    let Candidate { account, progress, .. } = candidate;
                    candidate.verdict = asked.look(&account.effect, whole, self.footing, progress);
                }
                candidate.account.add(whole, keep);
                candidate.faults.0 += whole.candidate.faults;
                candidate.faults.1 += whole.baseline.faults;
            }
        }
    }

    /// Whether a sequential question is answered for every candidate.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let decided = |candidate: &Candidate| candidate.verdict != Verdict::Undecided;
        matches!(self.question, Question::Sequential(_)) && self.candidates.iter().all(decided)
    }

    /// How fast candidates and baseline decided.
    #[must_use]
    pub fn speeds(&self) -> &SpeedLedger {
        &self.speeds
    }

    /// The number of blocks booked.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The question asked of the ledger.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// How the players met.
    #[must_use]
    pub fn footing(&self) -> Footing {
        self.footing
    }

    /// The effect of a candidate over all settings.
    #[must_use]
    pub fn effect(&self, candidate: usize) -> &Effect {
        &self.candidates[candidate].account.effect
    }

    /// What is known about a candidate over all settings.
    pub(super) fn account(&self, candidate: usize) -> &Account {
        &self.candidates[candidate].account
    }

    /// What is known about a candidate in each setting.
    pub(super) fn accounts(&self, candidate: usize) -> impl Iterator<Item = &Account> {
        self.settings.iter().map(move |setting| &setting.effects[candidate])
    }

    /// The verdict of a sequential question on a candidate.
    pub(super) fn sequential_verdict(&self, candidate: usize) -> Verdict {
        self.candidates[candidate].verdict
    }

    /// The progress of the tests of a sequential question.
    #[must_use]
    pub fn progress(&self, candidate: usize) -> &[TestProgress] {
        &self.candidates[candidate].progress
    }

    /// Seats of a candidate, and of the baseline it met, that were banned or committed a fault.
    #[must_use]
    pub fn faults(&self, candidate: usize) -> (u64, u64) {
        self.candidates[candidate].faults
    }
}

impl Book for Ledger {
    /// For each candidate its own games, then those of the baseline it is compared with.
    fn sides(&self) -> Vec<Side> {
        let side = |player, pairing| Side { player, pairing: Some(pairing as u64) };
        let count = self.candidates.len();
        let blocks = |index| match self.footing {
            Footing::SameSeats => [side(index, index), side(count, count)],
            Footing::HeadToHead => [side(index + 1, index), side(0, index)],
        };
        (0..count).flat_map(blocks).collect()
    }

    /// A deal is booked when all settings have it.
    fn add(&mut self, setting: usize, deal: &[Means]) {
        let block = |pair: &[Means]| Block { candidate: pair[0], baseline: pair[1] };
        let blocks = deal.chunks_exact(2).map(block).collect();
        self.settings[setting].waiting.push_back(blocks);
        while self.settings.iter().all(|setting| !setting.waiting.is_empty()) && !self.is_decided()
        {
            self.book();
        }
    }

    fn note_times(&mut self, setting: usize, games: &[GameTimes]) {
        self.speeds.note(setting, games);
    }

    /// The pairings of candidates without a verdict, and of the baseline in the same seats.
    fn wanted(&self) -> Vec<u64> {
        let open = |(_, candidate): &(u64, &Candidate)| candidate.verdict == Verdict::Undecided;
        let mut wanted: Vec<u64> =
            (0..).zip(&self.candidates).filter(open).map(|(index, _)| index).collect();
        if !wanted.is_empty() && self.footing == Footing::SameSeats {
            wanted.push(self.candidates.len() as u64);
        }
        wanted
    }

    fn deals(&self) -> u64 {
        self.blocks
    }
}
