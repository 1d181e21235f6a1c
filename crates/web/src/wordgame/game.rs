//! A hand in play: dealt like a session of the command, with its words played by the library.

use crate::section::WORDGAME;
use crate::serving::query::{Fields, address};
use crate::start::Deal;
use crate::wordgame::course::{Course, MAX_HANDS, PastHand};
use crate::wordgame::game_cache::CachedGame;
use crate::wordgame::setup::{Field, FieldError, HandSetup, ReadyHand};
use lettergame_base::Points;
use lettergame_wordgame::rules::{Hand, HandPlay, Score, WordgameRules};
use lettergame_words::Letter;

/// The maximum length of a text that is accepted as a word.
const LONGEST: usize = 64;

/// A word tried with the letters of a hand.
pub(super) struct Tried {
    /// The hand before it.
    pub(super) before: Hand,
    pub(super) word: String,
    /// Its points, or why it did not count.
    pub(super) earned: Result<Points, String>,
}

/// A hand and its course.
pub(super) struct Game {
    pub(super) book: CachedGame,
    ready: ReadyHand,
    pub(super) course: Course,
    /// The hand as played so far.
    pub(super) play: HandPlay,
    pub(super) tried: Vec<Tried>,
}

impl Game {
    /// The hand of this course, with its words played.
    pub(super) fn new(ready: ReadyHand, course: Course) -> Game {
        let book = ready.book.clone();
        let play = HandPlay::new(Hand::default());
        let mut game = Game { book, ready, course, play, tried: Vec::new() };
        game.replay();
        game
    }

    pub(super) fn rules(&self) -> &WordgameRules {
        self.book.game.rules()
    }

    /// Replays the hand from its deal, following the course.
    fn replay(&mut self) {
        self.tried.clear();
        self.play = HandPlay::new(self.dealt());
        let words = std::mem::take(&mut self.course.words);
        if self.course.computer {
            while let Some(word) = self.next_word()
                && self.attempt(&word)
            {}
            return;
        }
        for word in words {
            if self.attempt(&word) {
                self.course.words.push(word);
            }
        }
    }

    /// The computer's next word, if it has one.
    fn next_word(&self) -> Option<String> {
        self.book.solver.best_word(self.play.now())
    }

    /// Plays a word and keeps it if that changed the hand.
    fn attempt(&mut self, word: &str) -> bool {
        let before = self.play.now().clone();
        let earned = self.play.play(&self.book.game, word).map_err(|error| error.to_string());
        let changed = *self.play.now() != before;
        if changed {
            self.tried.push(Tried { before, word: word.to_owned(), earned });
        }
        changed
    }

    /// The hand with the course's number: the given one first, then those dealt from the seed; substitutions
    /// along the way consumed random numbers.
    fn dealt(&self) -> Hand {
        let mut rng = self.ready.seed.rng();
        let mut hand = Hand::default();
        for number in 1..=self.course.number {
            hand = match &self.ready.given {
                Some(given) if number == 1 => given.clone(),
                _ => Hand::deal(self.rules(), &mut rng),
            };
            for (_, letter) in self.course.swaps.iter().filter(|(place, _)| *place == number) {
                hand = hand.substituted(*letter, &mut rng);
            }
        }
        hand
    }

    /// Whether the hand is over.
    pub(super) fn is_over(&self) -> bool {
        self.play.now().is_empty() || self.course.stopped || self.course.computer
    }

    /// The points that count for the hand: the better of both attempts, if it was replayed and the rules say
    /// so.
    pub(super) fn counted(&self) -> Points {
        let total = self.play.total();
        self.course.before.map_or(total, |before| before.max(total))
    }

    /// Whether a game consists of several hands, with a total.
    pub(super) fn sums(&self) -> bool {
        self.rules().score() == Score::Left
    }

    /// Whether the hand is this deal of the day.
    pub(super) fn is_dealt_by(&self, deal: &Deal) -> bool {
        let Course { number, swaps, .. } = &self.course;
        let is_usual = *self.rules() == WordgameRules::edition_6_00();
        let is_first = *number == 1 && self.ready.given.is_none() && swaps.is_empty();
        is_usual && is_first && deal.section.path == WORDGAME.path && deal.seed() == self.ready.seed
    }

    /// The best possible result of the hand, once it is over.
    pub(super) fn best(&self) -> Option<Points> {
        let others = self.is_over().then(|| self.book.others(self.play.dealt()))?;
        others.optimum.as_ref().ok().map(|best| best.total)
    }

    /// All hands that the person has finished, this one included; what the computer plays counts only in a game of
    /// several hands.
    pub(super) fn hands(&self) -> Vec<PastHand> {
        let own = PastHand { points: self.counted(), best: self.best() };
        let is_own = self.is_over() && (self.sums() || !self.course.computer);
        self.course.past.iter().copied().chain(is_own.then_some(own)).collect()
    }

    /// Whether the hand may be replayed now: if the rules limit replays, within that limit and each hand only
    /// once; otherwise any number of times.
    pub(super) fn may_replay(&self) -> bool {
        let allowed = !self.sums()
            || (self.course.before.is_none() && self.course.replayed < self.rules().replays());
        self.is_over() && allowed
    }

    /// Whether a letter may be substituted now.
    pub(super) fn may_substitute(&self) -> bool {
        let Course { swaps, before, stopped, words, computer, .. } = &self.course;
        let fresh = words.is_empty() && !stopped && !computer && before.is_none();
        fresh && swaps.len() < usize::from(self.rules().substitutions())
    }

    /// The number of words of a finished hand after which it is shown: all, unless its address says otherwise.
    pub(super) fn words_shown(&self) -> usize {
        self.course.at.map_or(self.tried.len(), |at| usize::from(at).min(self.tried.len()))
    }

    /// The course of a finished hand, shown after this many words.
    pub(super) fn course_at(&self, words: usize) -> Course {
        let at = (words < self.tried.len()).then_some(words as u16);
        Course { at, ..self.course.clone() }
    }

    /// The hand after this many of its words, to be played on by a person.
    pub(super) fn course_from(&self, words: usize) -> Course {
        let said = self.tried.iter().take(words).map(|tried| tried.word.clone()).collect();
        let course = self.course.clone();
        Course { words: said, stopped: false, computer: false, at: None, daily: None, ..course }
    }

    /// Applies a button or a typed word.
    pub(super) fn act(&mut self, fields: &Fields) -> Result<(), FieldError> {
        self.course.at = None;
        match fields.get("do") {
            Some("new") => self.deal_next()?,
            Some("again") => self.play_again()?,
            Some("computer") => {
                self.course.computer = true;
                self.course.daily = None;
                self.course.words.clear();
            }
            Some("stop") => self.course.stopped = true,
            Some("swap") => self.substitute(fields.get("letter").unwrap_or_default())?,
            _ => return self.say(fields.get("word").unwrap_or_default()),
        }
        self.replay();
        Ok(())
    }

    fn deal_next(&mut self) -> Result<(), FieldError> {
        if self.course.number == MAX_HANDS {
            let text = format!("a seed deals at most {MAX_HANDS} hands; choose another one");
            return Err((Field::Seed, text));
        }
        let past = self.hands();
        let Course { number, replayed, .. } = self.course;
        let swaps = std::mem::take(&mut self.course.swaps);
        self.course = Course { number: number + 1, replayed, swaps, past, ..Course::default() };
        Ok(())
    }

    fn play_again(&mut self) -> Result<(), FieldError> {
        if !self.may_replay() {
            let text = "this hand cannot be replayed now".to_owned();
            return Err((Field::Word, text));
        }
        if self.sums() {
            self.course.before = Some(self.counted());
            self.course.replayed += 1;
        }
        self.course.words.clear();
        self.course.daily = None;
        (self.course.stopped, self.course.computer) = (false, false);
        Ok(())
    }

    fn substitute(&mut self, text: &str) -> Result<(), FieldError> {
        let refuse = |text: String| Err((Field::Letter, text));
        let mut letters = text.chars();
        let letter =
            letters.next().and_then(Letter::from_char).filter(|_| letters.next().is_none());
        let Some(letter) = letter else { return refuse("expected one letter".to_owned()) };
        let lower = letter.to_char().to_ascii_lowercase();
        let held = self.play.now().tiles().any(|tile| tile == lower);
        if !self.may_substitute() || !held {
            return refuse(format!("`{text}` cannot be substituted now"));
        }
        self.course.swaps.push((self.course.number, letter));
        Ok(())
    }

    /// Plays a word. An invalid one is rejected, unless invalid words burn letters: then it is played.
    fn say(&mut self, word: &str) -> Result<(), FieldError> {
        if word == "." || (word == "!!" && self.sums()) {
            self.course.stopped = true;
            return Ok(());
        }
        if self.is_over() {
            return Err((Field::Word, "no hand is in play".to_owned()));
        }
        if word.is_empty() || word.chars().count() > LONGEST {
            let text = "expected a word, or a dot to end the hand".to_owned();
            return Err((Field::Word, text));
        }
        if !self.attempt(word) {
            return Err((Field::Word, self.refusal(word)));
        }
        self.course.words.push(word.to_owned());
        Ok(())
    }

    /// Why a word does not count.
    fn refusal(&self, word: &str) -> String {
        let why = self.weigh(word).err().unwrap_or_default();
        format!("Invalid word, please try again: {why}")
    }

    /// The points of a word now, or why it does not count; where invalid words burn letters, not if it is valid.
    pub(super) fn weigh(&self, word: &str) -> Result<String, String> {
        let hand = self.play.now();
        let points = self.rules().word_points(word, hand.len());
        match self.book.game.valid(hand, word) {
            Ok(_) if !self.rules().burns() => Ok(format!("{points} points")),
            Err(error) if !self.rules().burns() || hand.without(word).is_none() => {
                Err(error.to_string())
            }
            _ => Ok(format!("{points} points if it is a word")),
        }
    }

    /// The address of this hand in its current state.
    pub(super) fn address(&self, setup: &HandSetup) -> String {
        address_of(setup, &self.course)
    }
}

/// The address of a course.
pub(super) fn address_of(setup: &HandSetup, course: &Course) -> String {
    let pairs = pairs(setup, course);
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(k, v)| (*k, v.as_str())).collect();
    address("/wordgame", &pairs)
}

/// All pairs of an address.
pub(super) fn pairs(setup: &HandSetup, course: &Course) -> Vec<(&'static str, String)> {
    let settings = [
        ("preset", &setup.preset),
        ("hand-size", &setup.size),
        ("seed", &setup.seed),
        ("hand", &setup.hand),
    ];
    let settings = settings.into_iter().filter(|(_, text)| !text.is_empty());
    settings.map(|(key, text)| (key, text.clone())).chain(course.pairs()).collect()
}
