//! The session of edition 6.0001: a given number of hands, with an optional substitution and
//! replay.

use std::sync::Arc;

use crate::cli::args::Part;
use crate::cli::ask::{ask, at_terminal};
use crate::cli::exit::Failure;
use crate::cli::output::print;
use crate::cli::play::wordgame::dealer::Dealer;
use crate::cli::play::wordgame::hints;
use lettergame_base::Points;
use lettergame_wordgame::rules::{Hand, HandPlay, Wordgame};
use lettergame_wordgame::solving::Solver;
use lettergame_words::Letter;

const HANDS: &str = "Enter total number of hands: ";
const SUBSTITUTE: &str = "Would you like to substitute a letter? ";
const LETTER: &str = "Which letter would you like to replace: ";
const WORD: &str = "Enter word, or \"!!\" to indicate that you are finished: ";
const REPLAY: &str = "Would you like to replay the hand? ";

/// The end of the input, which ends the session.
struct Ended;

/// The result of a step of the session: a value, the end of the input, or a failure.
type Step<T> = Result<Result<T, Ended>, Failure>;

/// Unwraps the value, or ends the session.
macro_rules! go {
    ($step:expr) => {
        match $step? {
            Ok(value) => value,
            Err(Ended) => return Ok(Err(Ended)),
        }
    };
}

struct HandSession<'a> {
    game: &'a Wordgame,
    solver: Solver,
    dealer: Dealer,
    computer: bool,
    substitutions: u16,
    replays: u16,
}

pub(super) fn run(game: &Arc<Wordgame>, dealer: Dealer, part: Part) -> Result<(), Failure> {
    let computer = part == Part::Computer;
    let (substitutions, replays) = (game.rules().substitutions(), game.rules().replays());
    let solver = Solver::new(game);
    let mut session = HandSession { game, solver, dealer, computer, substitutions, replays };
    match part {
        Part::A | Part::B => {
            let words = game.lexicon().len();
            print(&format!("Loading word list from file...\n   {words} words loaded.\n"))?;
            // the end of the input ends the session like the last hand
            session.whole_game().map(|_| ())
        }
        Part::Hand | Part::Computer => session.hands().map(|_| ()),
    }
}

impl HandSession<'_> {
    /// The given hands, or a dealt one, without substitution and replay.
    fn hands(&mut self) -> Step<()> {
        for _ in 0..self.dealer.given().max(1) {
            let hand = self.dealer.deal(self.game.rules());
            go!(self.play(hand));
        }
        Ok(Ok(()))
    }

    fn whole_game(&mut self) -> Step<()> {
        let mut total = Points::ZERO;
        for _ in 0..go!(number_of_hands()) {
            let mut hand = self.dealer.deal(self.game.rules());
            print(&format!("Current Hand: {}\n", hand.grouped()))?;
            if self.substitutions > 0 && go!(yes(SUBSTITUTE)) {
                hand = go!(self.substituted(&hand));
                self.substitutions -= 1;
            }
            print("\n")?;
            let mut points = go!(self.play(hand.clone()));
            print("----------\n")?;
            if self.replays > 0 && go!(yes(REPLAY)) {
                self.replays -= 1;
                points = points.max(go!(self.play(hand)));
                print("----------\n")?;
            }
            total += points;
        }
        print(&format!("Total score over all hands: {total}\n"))?;
        Ok(Ok(()))
    }

    fn substituted(&mut self, hand: &Hand) -> Step<Hand> {
        loop {
            let Some(answer) = ask(LETTER)? else { return Ok(Err(Ended)) };
            let mut letters = answer.chars();
            let letter = letters.next().and_then(Letter::from_char);
            match letter.filter(|_| letters.next().is_none()) {
                Some(letter) => return Ok(Ok(hand.substituted(letter, self.dealer.rng()))),
                None => print("Please enter one letter.\n")?,
            }
        }
    }

    /// Plays a hand to its end and returns what it earned.
    fn play(&self, hand: Hand) -> Step<Points> {
        let mut play = HandPlay::new(hand);
        while !play.now().is_empty() {
            print(&format!("Current Hand: {}\n", play.now().grouped()))?;
            let word = if self.computer {
                self.solver.best_word(play.now())
            } else {
                let Some(typed) = ask(WORD)? else { return Ok(Err(Ended)) };
                if typed == "?" && at_terminal() {
                    print(&hints::hint(&self.solver, &play))?;
                    continue;
                }
                Some(typed).filter(|typed| typed != "!!")
            };
            let Some(word) = word else { return self.ended("", &play) };
            match play.play(self.game, &word) {
                Ok(points) => {
                    let total = play.total();
                    print(&format!(
                        "\"{word}\" earned {points} points. Total: {total} points\n\n"
                    ))?;
                }
                Err(_) => print("That is not a valid word. Please choose another word.\n\n")?,
            }
        }
        self.ended("Ran out of letters. ", &play)
    }

    fn ended(&self, why: &str, play: &HandPlay) -> Step<Points> {
        let total = play.total();
        print(&format!("{why}Total score for this hand: {total} points\n"))?;
        if at_terminal() && !self.computer {
            print(&hints::best(self.game, &self.solver, play))?;
        }
        Ok(Ok(total))
    }
}

/// Asks until the answer is a whole number of at least 1.
fn number_of_hands() -> Step<u32> {
    while let Some(answer) = ask(HANDS)? {
        match answer.trim().parse() {
            Ok(hands @ 1..) => return Ok(Ok(hands)),
            _ => print("Please enter a whole number of 1 or more.\n")?,
        }
    }
    Ok(Err(Ended))
}

/// Asks until the answer is yes or no.
fn yes(question: &str) -> Step<bool> {
    while let Some(answer) = ask(question)? {
        match answer.trim().to_lowercase().as_str() {
            "yes" | "y" => return Ok(Ok(true)),
            "no" | "n" => return Ok(Ok(false)),
            _ => print("Please answer yes or no.\n")?,
        }
    }
    Ok(Err(Ended))
}
