//! Why a word does not count, in words for the person who named it.

use crate::games::auction::rules::Auction;
use crate::lexicon::LetterCounts;

/// Nothing if the word counts; otherwise the first thing that is wrong with it.
pub(super) fn refusal(game: &Auction, word: &str, letters: &LetterCounts) -> Option<String> {
    let used: LetterCounts = match word.parse() {
        Ok(used) => used,
        Err(_) => return Some("a word has the letters A to Z and nothing else".to_owned()),
    };
    if let Some(missing) = missing(&used, letters) {
        return Some(missing);
    }
    if let Some(longest) = game.rules().longest_word().filter(|&longest| used.len() > longest) {
        return Some(format!("{word} has {} letters, {longest} are allowed", used.len()));
    }
    (!game.lexicon().contains(word)).then(|| format!("{word} is not in the word list"))
}

/// The first letter of which the word has more than there are.
fn missing(used: &LetterCounts, letters: &LetterCounts) -> Option<String> {
    let letter = used.letters().find(|&letter| used.count(letter) > letters.count(letter))?;
    Some(match letters.count(letter) {
        0 => format!("you have no {letter}"),
        1 => format!("you have only one {letter}"),
        count => format!("you have only {count} of {letter}"),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::refusal;
    use crate::games::auction::rules::{Auction, AuctionRules};
    use crate::lexicon::{Lexicon, WordList};

    #[test]
    fn the_first_thing_that_is_wrong_is_told() {
        let list = WordList::parse(b"TEA\nTEATEATE\n", "test").unwrap().words;
        let game = Auction::new(AuctionRules::words(), Arc::new(Lexicon::new(list).unwrap()));
        let refused = |word: &str, letters: &str| refusal(&game, word, &letters.parse().unwrap());
        let told = |word, letters| refused(word, letters).unwrap_or_default();
        assert_eq!(refused("TEA", "TEAX"), None);
        assert!(told("T-EA", "TEA").contains("A to Z"));
        assert_eq!(told("TEAS", "TEA"), "you have no S");
        assert_eq!(told("TEAT", "TEA"), "you have only one T");
        assert_eq!(told("TEATT", "TEATX"), "you have only 2 of T");
        assert_eq!(told("TEATEATE", "TEATEATE"), "TEATEATE has 8 letters, 7 are allowed");
        assert_eq!(told("EAT", "TEA"), "EAT is not in the word list");
    }
}
