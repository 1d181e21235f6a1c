//! The session of edition 6.00, word for word.

use std::sync::Arc;

use crate::cli::args::Part;
use crate::cli::ask::{ask, at_terminal};
use crate::cli::exit::Failure;
use crate::cli::output::print;
use crate::cli::play::wordgame::dealer::Dealer;
use crate::cli::play::wordgame::hints;
use lettergame_wordgame::rules::{Hand, HandPlay, Wordgame};
use lettergame_wordgame::solving::Solver;

const COMMANDS: &str = "Enter n to deal a new hand, r to replay the last hand, or e to end game: ";
const WHO: &str = "Enter u to have yourself play, c to have the computer play: ";
const WORD: &str = "Enter word, or a \".\" to indicate that you are finished: ";

/// The input may end at any point, which ends the session.
enum Input<T> {
    Goes(T),
    Ended,
}

struct HandSession<'a> {
    game: &'a Wordgame,
    computer: Solver,
}

pub(super) fn run(game: &Arc<Wordgame>, mut dealer: Dealer, part: Part) -> Result<(), Failure> {
    let session = HandSession { game, computer: Solver::new(game) };
    match part {
        Part::A | Part::B => {
            let words = game.lexicon().len();
            print(&format!("Loading word list from file...\n   {words} words loaded.\n"))?;
            session.commands(&mut dealer, part == Part::B)
        }
        Part::Hand | Part::Computer => session.hands(&mut dealer, part == Part::Computer),
    }
}

impl HandSession<'_> {
    /// The given hands, or a dealt one.
    fn hands(&self, dealer: &mut Dealer, computer: bool) -> Result<(), Failure> {
        for _ in 0..dealer.given().max(1) {
            let hand = dealer.deal(self.game.rules());
            if computer {
                self.computer_plays(hand)?;
            } else if let Input::Ended = self.person_plays(hand)? {
                break;
            }
        }
        Ok(())
    }

    fn commands(&self, dealer: &mut Dealer, asks_who: bool) -> Result<(), Failure> {
        let mut last: Option<Hand> = None;
        while let Some(command) = ask(COMMANDS)? {
            let hand = match (command.as_str(), &last) {
                ("e", _) => break,
                ("n", _) => dealer.deal(self.game.rules()),
                ("r", Some(hand)) => hand.clone(),
                ("r", None) => {
                    print("You have not played a hand yet. Please play a new hand first!\n\n")?;
                    continue;
                }
                _ if asks_who => {
                    print("Invalid command.\n\n")?;
                    continue;
                }
                _ => {
                    print("Invalid command.\n")?;
                    continue;
                }
            };
            last = Some(hand.clone());
            if let Input::Ended = self.play(hand, asks_who)? {
                break;
            }
            print("\n")?;
        }
        Ok(())
    }

    fn play(&self, hand: Hand, asks_who: bool) -> Result<Input<()>, Failure> {
        if asks_who {
            print("\n")?;
            match self.who()? {
                Input::Ended => return Ok(Input::Ended),
                Input::Goes(who) => {
                    print("\n")?;
                    if who == Who::Computer {
                        return self.computer_plays(hand).map(Input::Goes);
                    }
                }
            }
        }
        self.person_plays(hand)
    }

    /// Asks until there is a valid answer.
    fn who(&self) -> Result<Input<Who>, Failure> {
        while let Some(answer) = ask(WHO)? {
            match answer.as_str() {
                "u" => return Ok(Input::Goes(Who::Person)),
                "c" => return Ok(Input::Goes(Who::Computer)),
                _ => print("Invalid command.\n\n")?,
            }
        }
        Ok(Input::Ended)
    }

    fn person_plays(&self, hand: Hand) -> Result<Input<()>, Failure> {
        let mut play = HandPlay::new(hand);
        while !play.now().is_empty() {
            print(&format!("Current Hand: {}\n", play.now().grouped()))?;
            let Some(word) = ask(WORD)? else { return Ok(Input::Ended) };
            if word == "?" && at_terminal() {
                print(&hints::hint(&self.computer, &play))?;
                continue;
            }
            if word == "." {
                let total = play.total();
                print(&format!("Goodbye! Total score: {total} points.\n"))?;
                return self.compare(&play);
            }
            match play.play(self.game, &word) {
                Ok(points) => print(&earned(&word, points, &play))?,
                Err(_) => print("Invalid word, please try again.\n\n")?,
            }
        }
        print(&format!("Run out of letters. Total score: {} points.\n", play.total()))?;
        self.compare(&play)
    }

    /// Shows a person at a terminal what would have been best.
    fn compare(&self, play: &HandPlay) -> Result<Input<()>, Failure> {
        if at_terminal() {
            print(&hints::best(self.game, &self.computer, play))?;
        }
        Ok(Input::Goes(()))
    }

    fn computer_plays(&self, hand: Hand) -> Result<(), Failure> {
        let mut play = HandPlay::new(hand);
        while !play.now().is_empty() {
            print(&format!("Current Hand: {}\n", play.now().grouped()))?;
            let Some(word) = self.computer.best_word(play.now()) else { break };
            // the computer names words of the list that the hand contains
            let points = play.play(self.game, &word).unwrap_or_default();
            print(&earned(&word, points, &play))?;
        }
        print(&format!("Total score: {} points.\n", play.total()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Person,
    Computer,
}

fn earned(word: &str, points: impl std::fmt::Display, play: &HandPlay) -> String {
    format!("\"{word}\" earned {points} points. Total: {} points\n\n", play.total())
}
