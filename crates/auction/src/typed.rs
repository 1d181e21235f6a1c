//! Interactive input in the Letter Game: bids, and why a word is invalid.

use thiserror::Error;

use crate::rules::Auction;
use lettergame_words::LetterCounts;

/// A bid as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bid {
    /// At most what is owned.
    Owned(i64),
    /// More than is owned.
    All,
}

/// The text is not a bid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BidError {
    /// The input is empty.
    #[error("expected a number, 0 to bid nothing")]
    Nothing,
    /// The input is not a number.
    #[error("invalid bid `{0}`: expected a whole number")]
    NoNumber(String),
    /// The number is negative.
    #[error("expected a bid of 0 or more")]
    Negative,
}

impl Bid {
    /// Parses a non-negative integer, e.g. `12` or `bid 12`, for a player who owns `owned`.
    ///
    /// # Errors
    /// A text that is not a bid.
    pub fn read(line: &str, owned: i64) -> Result<Bid, BidError> {
        let text = line.strip_prefix("bid ").unwrap_or(line).trim();
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => ("-", digits),
            None => ("", text.strip_prefix('+').unwrap_or(text)),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(match line {
                "" => BidError::Nothing,
                _ => BidError::NoNumber(line.to_owned()),
            });
        }
        if sign == "-" {
            return Err(BidError::Negative);
        }
        // a number that overflows the type exceeds what anyone owns
        let bid = digits.parse().ok().filter(|&points: &i64| points <= owned);
        Ok(bid.map_or(Bid::All, Bid::Owned))
    }
}

/// `None` if the word is valid; otherwise the first problem with it.
#[must_use]
pub fn refusal(game: &Auction, word: &str, letters: &LetterCounts) -> Option<String> {
    let used: LetterCounts = match word.parse() {
        Ok(used) => used,
        Err(_) => return Some("a word consists of the letters A to Z only".to_owned()),
    };
    if let Some(missing) = missing(&used, letters) {
        return Some(missing);
    }
    if let Some(longest) = game.rules().longest_word().filter(|&longest| used.len() > longest) {
        return Some(format!("{word} has {} letters, at most {longest} are allowed", used.len()));
    }
    (!game.lexicon().contains(word)).then(|| format!("{word} is not in the word list"))
}

/// The first letter that the word uses more often than available.
fn missing(used: &LetterCounts, letters: &LetterCounts) -> Option<String> {
    let letter = used.letters().find(|&letter| used.count(letter) > letters.count(letter))?;
    Some(match letters.count(letter) {
        0 => format!("you have no {letter}"),
        1 => format!("you have only one {letter}"),
        count => format!("you have only {count} {letter}s"),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Bid, refusal};
    use crate::rules::{Auction, AuctionRules};
    use lettergame_words::{Lexicon, WordList};

    #[test]
    fn the_first_problem_is_reported() {
        let list = WordList::parse(b"TEA\nTEATEATE\n", "test").unwrap().words;
        let game = Auction::new(AuctionRules::words(), Arc::new(Lexicon::new(list).unwrap()));
        let refused = |word: &str, letters: &str| refusal(&game, word, &letters.parse().unwrap());
        let refusal = |word, letters| refused(word, letters).unwrap_or_default();
        assert_eq!(refused("TEA", "TEAX"), None);
        assert!(refusal("T-EA", "TEA").contains("A to Z"));
        assert_eq!(refusal("TEAS", "TEA"), "you have no S");
        assert_eq!(refusal("TEAT", "TEA"), "you have only one T");
        assert_eq!(refusal("TEATT", "TEATX"), "you have only 2 Ts");
        assert_eq!(
            refusal("TEATEATE", "TEATEATE"),
            "TEATEATE has 8 letters, at most 7 are allowed"
        );
        assert_eq!(refusal("EAT", "TEA"), "EAT is not in the word list");
    }

    fn shown(line: &str) -> String {
        match Bid::read(line, 87) {
            Ok(Bid::Owned(points)) => points.to_string(),
            Ok(Bid::All) => "all".to_owned(),
            Err(reason) => reason.to_string(),
        }
    }

    #[test]
    fn a_bid_is_a_whole_number_of_0_or_more() {
        for (line, bid) in
            [("0", "0"), ("87", "87"), ("+5", "5"), ("bid 12", "12"), ("88", "all"), ("007", "7")]
        {
            assert_eq!(shown(line), bid, "{line}");
        }
        assert_eq!(shown("99999999999999999999999"), "all");
        assert_eq!(shown("-3"), "expected a bid of 0 or more");
        for line in ["", "-", "+", "1.5", "ten", "3 4", "0x10", "٣"] {
            assert!(Bid::read(line, 87).is_err(), "{line}");
        }
    }
}
