//! The rules of each game in five sentences, folded out on its pages and in its rooms.

use maud::{Markup, html};

/// The Letter Game by its default rules.
pub(crate) const AUCTION: [&str; 5] = [
    "Each player starts with 100 points. A round deals everyone a few hidden letters, then sells letters one \
     by one: with the hidden ones, eight for each player.",
    "All bid at once without seeing other bids: the highest bid wins the letter and pays the second-highest \
     bid, as in a Vickrey auction; a tie is decided by lot.",
    "Every letter, bid and price is announced. The bag holds the 98 letters of Scrabble, so a letter that is \
     sold becomes rarer.",
    "At the end of a round everyone makes one word of up to seven letters from their own and earns its letter \
     values, with a bonus of 50 points for seven letters.",
    "Points carry over to the next round, letters do not. The most points after the last round win.",
];

/// Marrakech.
pub(crate) const MARRAKECH: [&str; 5] = [
    "Leave Assam as he is or rotate him to the left or the right, then roll the die: he walks 1 to 4 squares, \
     and 2 and 3 are twice as likely as 1 and 4. A track at the edge leads him back onto the board.",
    "If he stops on a rug of another player, pay its owner one dirham for each square of the connected area of \
     that colour. A player who cannot pays what is left and is out.",
    "Then lay one of your rugs on two neighbouring squares, at least one of them next to Assam and none below \
     him. It may cover parts of other rugs, but not both halves of the same one.",
    "The game is over when all rugs of the players still in are laid.",
    "Each dirham and each visible square of your rugs is worth one point. The most points win; a tie goes to \
     the player with more dirhams.",
];

/// Scrabble.
pub(crate) const SCRABBLE: [&str; 5] = [
    "Each player holds seven tiles from a bag of 100. Lay tiles in one line without gaps; the first play covers \
     the centre square, and every later one joins tiles on the board.",
    "All words formed, crosswords too, must be in the word list. A blank stands for any letter and is worth 0.",
    "A play scores the values of its letters; a premium square multiplies the letter (2L, 3L) or the word (2W, \
     3W) when it is covered. A bingo, all seven tiles in one play, earns 50 points more.",
    "Instead of a play you may pass or, while the bag holds at least seven tiles, exchange some of yours.",
    "The game ends when the bag is empty and a player has no tiles left, who gains twice the value of the other \
     rack; or after six scoreless turns in a row, which cost each player their own rack.",
];

/// The wordgame in its default edition.
pub(crate) const WORDGAME: [&str; 5] = [
    "A hand has seven letters, two of them vowels; each is drawn anew, so a letter may occur several times.",
    "Make one word after another from the letters of the hand. A word must be in the word list, and its letters \
     are used up.",
    "A word earns the sum of its letter values times its length, and 50 points more if it has as many letters as \
     a full hand.",
    "A word that is not valid costs nothing. In edition 6.0001 it burns the letters that it names, and letters \
     left in the hand lower the points.",
    "The hand is over when no letters are left or you finish it. Then you see what the computer and the best \
     possible play would have earned.",
];

/// Rules that are one line while folded; nothing if there are none.
pub(crate) fn fold_out(rules: &[&str]) -> Markup {
    html! {
        @if !rules.is_empty() {
            details.how {
                summary { "How to play" }
                ol { @for rule in rules { li { (rule) } } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AUCTION, MARRAKECH, SCRABBLE, WORDGAME, fold_out};

    #[test]
    fn rules_are_short_and_folded() {
        for rules in [&AUCTION, &MARRAKECH, &SCRABBLE, &WORDGAME] {
            let text = fold_out(rules).into_string();
            assert!(text.starts_with("<details class=\"how\"><summary>"), "{text}");
            assert_eq!(text.matches("<li>").count(), 5);
            let long = rules.iter().find(|rule| rule.len() > 220 || !rule.ends_with('.'));
            assert_eq!(long, None);
        }
        assert_eq!(fold_out(&[]).into_string(), "");
    }
}
