//! What a person is asked in the Letter Game: a bid for the letter on sale, a word at the end of a
//! round. Invalid answers are explained, and the question is repeated.

use std::mem;

use compact_str::CompactString;

use crate::cli::exit::Failure;
use crate::cli::play::asked;
use crate::cli::play::screen::{Ink, flowed, shortened, tell};
use lettergame_auction::hint::{Hint, Offer};
use lettergame_auction::rules::{Move, Prompt, View};
use lettergame_auction::typed::{Bid, BidError, refusal};
use lettergame_words::{Best, Letter};

/// The outcome of asking.
pub(super) enum Reply {
    /// A valid move.
    Move(Move),
    /// The person quits.
    Quit,
    /// There is no more input.
    EndOfInput,
}

const BID_HELP: &str = "
  a number   your bid, from 0 to all your points; the highest bid pays the second-highest
  ?          your best word, without and with the letter on sale
  u          the letters that you have not seen: in the bag, or hidden with others
  q          leave the game; it is printed as a line that continues it
";

const WORD_HELP: &str = "
  a word     of your letters, hidden ones too; it earns its letter values, and 50 points more
             if it has seven letters
  Enter      no word, no points
  ?          the best word of your letters
  word h     the word h, if you mean that and not this help
  q          leave the game; it is printed as a line that continues it
";

/// The maximum number of characters repeated of a rejected answer.
const REPEATED: usize = 40;

/// One decision of one person.
pub(super) struct Asking<'a> {
    view: View<'a>,
    ink: Ink,
    hints: bool,
}

impl<'a> Asking<'a> {
    pub(super) fn new(view: View<'a>, ink: Ink, hints: bool) -> Asking<'a> {
        Asking { view, ink, hints }
    }

    /// Asks until there is a move.
    pub(super) fn decide(&self) -> Result<Reply, Failure> {
        match self.view.asked() {
            Prompt::Bid(letter) => {
                tell(&self.sale(letter))?;
                self.bid(letter)
            }
            Prompt::Word => {
                tell(&self.last_look())?;
                self.word()
            }
        }
    }

    fn bid(&self, letter: Letter) -> Result<Reply, Failure> {
        let owned = i64::from(self.view.points().0);
        let prompt = self.ink.strong(&format!("Your bid, 0 to {owned}> "));
        let mut offers_all = false;
        while let Some(line) = asked(&prompt)? {
            let confirms = mem::take(&mut offers_all);
            match line.as_str() {
                "" | "y" | "yes" if confirms => return Ok(Reply::Move(Move::Bid(owned))),
                "n" | "no" if confirms => {}
                "q" | "quit" => return Ok(Reply::Quit),
                "h" | "help" => tell(BID_HELP)?,
                "?" => tell(&self.hint(Some(letter)))?,
                "u" => tell(&self.unseen())?,
                _ => match Bid::read(&line, owned) {
                    Ok(Bid::Owned(points)) => return Ok(Reply::Move(Move::Bid(points))),
                    Ok(Bid::All) => {
                        offers_all = true;
                        tell(&format!(
                            "  you have {owned}; more counts as {owned}. Enter bids {owned}, or \
                             another number\n"
                        ))?;
                    }
                    Err(reason) => tell(&format!("  {}; h for help\n", reason_text(&reason)))?,
                },
            }
        }
        Ok(Reply::EndOfInput)
    }

    fn word(&self) -> Result<Reply, Failure> {
        let prompt = self.ink.strong("Your word, Enter for none> ");
        while let Some(line) = asked(&prompt)? {
            match line.as_str() {
                "" => return Ok(Reply::Move(Move::Word(CompactString::default()))),
                "q" => return Ok(Reply::Quit),
                "h" => tell(WORD_HELP)?,
                "?" => tell(&self.hint(None))?,
                typed => {
                    let word = typed.strip_prefix("word ").unwrap_or(typed).trim().to_uppercase();
                    match refusal(self.view.rules(), &word, self.view.letters()) {
                        None => return Ok(Reply::Move(Move::Word(word.into()))),
                        Some(reason) => {
                            let reason = shortened(&reason, 2 * REPEATED);
                            tell(&format!("  {reason}; h for help\n"))?;
                        }
                    }
                }
            }
        }
        Ok(Reply::EndOfInput)
    }

    /// The letter on sale, and the person's own letters.
    fn sale(&self, letter: Letter) -> String {
        let view = &self.view;
        let (game, left) = (view.rules(), view.auctions_left());
        let total = game.rules().auctions(view.seats(), game.tiles().total());
        let heading = format!("Round {}, letter {} of {total}", view.round(), total + 1 - left);
        let worth = game.tiles().value(letter);
        let more = view.unseen().count(letter);
        let on_sale = format!(
            "{} is on sale, worth {worth}; {more} more of it unseen; {} to come",
            self.ink.strong(&letter.to_string()),
            letters_in_words(left - 1),
        );
        let best = if self.hints { self.hint(Some(letter)) } else { String::new() };
        format!("\n{}: {on_sale}\n{}{best}", self.ink.strong(&heading), self.own())
    }

    /// The letters for a word.
    fn last_look(&self) -> String {
        let heading = format!("Round {}, all letters are sold: name your word", self.view.round());
        format!("\n{}\n{}", self.ink.strong(&heading), self.own())
    }

    fn own(&self) -> String {
        let view = &self.view;
        let won = view.won(view.seat()).iter().map(ToString::to_string);
        let hidden = view.hidden().iter().map(|letter| self.ink.secret(&format!("[{letter}]")));
        let remark = match (view.hidden().is_empty(), view.letters().is_empty()) {
            (_, true) => "none yet",
            (true, _) => "",
            _ => "  [hidden]",
        };
        let remark = Some(self.ink.quiet(remark)).filter(|_| !remark.is_empty());
        let letters = flowed("  your letters  ", won.chain(hidden).chain(remark));
        format!("  your points   {}\n{letters}", view.points())
    }

    /// The best word of the person's own letters, and with the letter on sale.
    fn hint(&self, on_sale: Option<Letter>) -> String {
        if !self.hints {
            return "  hints are off (--no-hints)\n".to_owned();
        }
        let hint = Hint::of(self.view.rules(), self.view.letters(), on_sale);
        let mut words = vec![hint.now.map_or("none yet".to_owned(), best_text)];
        if let Some(Offer { letter, better, gain }) = hint.offer {
            words.push(match better {
                Some(best) => format!("; with {letter}: {} (+{gain})", best_text(best)),
                None => format!("; {letter} adds nothing yet"),
            });
        }
        format!("  best word     {}\n", words.concat())
    }

    /// The letters that are in the bag or hidden with others, with their counts.
    fn unseen(&self) -> String {
        let unseen = self.view.unseen();
        let kinds = Letter::ALL.into_iter().filter(|&letter| unseen.count(letter) > 0);
        let counted = kinds.map(|letter| format!("{letter}:{}", unseen.count(letter)));
        flowed(&format!("  unseen {:>3}    ", unseen.len()), counted)
    }
}

fn best_text(best: Best<'_>) -> String {
    format!("{} {}", best.word, best.points)
}

fn letters_in_words(count: usize) -> String {
    match count {
        0 => "no letters".to_owned(),
        1 => "1 letter".to_owned(),
        _ => format!("{count} letters"),
    }
}

/// Why a text is not a bid, shortened to fit a line.
fn reason_text(reason: &BidError) -> String {
    match reason {
        BidError::NoNumber(typed) => BidError::NoNumber(shortened(typed, REPEATED)).to_string(),
        other => other.to_string(),
    }
}
