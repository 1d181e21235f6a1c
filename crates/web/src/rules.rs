//! The rules of each game in five sentences, folded out with its terms on its pages and in its rooms. Where they
//! differ between presets, they are written from the settings.

use maud::{Markup, html};

use crate::glossary::{Term, list};
use lettergame_auction::rules::{AuctionRules, Bonus, LoneBidder};
use lettergame_wordgame::rules::{Score, WordgameRules};

/// The Letter Game by these rules.
pub(crate) fn auction(rules: &AuctionRules) -> Vec<String> {
    let hidden = match rules.hidden() {
        0 => "sells letters one by one:".to_owned(),
        1 => "deals everyone a hidden letter, then sells letters one by one: with the hidden one,"
            .to_owned(),
        count => format!(
            "deals everyone {count} hidden letters, then sells letters one by one: with the hidden ones,"
        ),
    };
    let cap =
        rules.letter_cap().map(|cap| format!(" No one holds more than {cap}.")).unwrap_or_default();
    let lone = match rules.lone_bidder() {
        LoneBidder::Free => "",
        LoneBidder::OwnBid => " A player who is the only one to bid pays their own bid.",
    };
    let length =
        rules.longest_word().map(|most| format!(" of up to {most} letters")).unwrap_or_default();
    vec![
        format!(
            "Each player starts with {} points. A round {hidden} {} for each player.{cap}",
            rules.start_points(),
            rules.letters_per_player(),
        ),
        format!(
            "All bid at once without seeing other bids: the highest bid wins the letter and pays the second-highest \
             bid, as in a Vickrey auction; a tie is decided by lot.{lone}"
        ),
        "Every letter, bid and price is announced. The bag holds the 98 letters of Scrabble, so a letter that is \
         sold becomes rarer."
            .to_owned(),
        format!(
            "At the end of a round everyone makes one word{length} from their own letters and earns its letter values, \
             with a bonus of 50 points for {}.",
            bonus(rules)
        ),
        format!(
            "Points carry over to the next round, letters do not. The most points after {} win.",
            match rules.rounds() {
                1 => "the only round".to_owned(),
                rounds => format!("{rounds} rounds"),
            }
        ),
    ]
}

/// How many letters a word has that earns the bonus.
pub(crate) fn bonus(rules: &AuctionRules) -> &'static str {
    match rules.bonus() {
        Bonus::Exactly7 => "seven letters",
        Bonus::AtLeast7 => "seven letters or more",
    }
}

/// Marrakech.
pub(crate) fn marrakech() -> Vec<String> {
    [
    "Leave Assam as he is or rotate him to the left or the right, then roll the die: he walks 1 to 4 squares, \
     and 2 and 3 are twice as likely as 1 and 4. A track at the edge leads him back onto the board.",
    "If he stops on a rug of another player, pay its owner one dirham for each square of the connected area of \
     that colour. A player who cannot pays what is left and is out.",
    "Then lay one of your rugs on two neighbouring squares, at least one of them next to Assam and none below \
     him. It may cover parts of other rugs, but not both halves of the same one.",
    "The game is over when all rugs of the players still in are laid.",
    "Each dirham and each visible square of your rugs is worth one point. The most points win; a tie goes to \
     the player with more dirhams.",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Scrabble.
pub(crate) fn scrabble() -> Vec<String> {
    [
    "Each player holds seven tiles from a bag of 100. Lay tiles in one line without gaps; the first play covers \
     the centre square, and every later one joins tiles on the board.",
    "All words formed, crosswords too, must be in the word list. A blank stands for any letter and is worth 0.",
    "A play scores the values of its letters; a premium square multiplies the letter (2L, 3L) or the word (2W, \
     3W) when it is covered. A bingo, all seven tiles in one play, earns 50 points more.",
    "Instead of a play you may pass or, while the bag holds at least seven tiles, exchange some of yours.",
    "The game ends when the bag is empty and a player has no tiles left, who gains twice the value of the other \
     rack; or after six scoreless turns in a row, which cost each player their own rack.",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// The wordgame by these rules.
pub(crate) fn wordgame(rules: &WordgameRules) -> Vec<String> {
    let wildcard = if rules.wildcard() { ", one of which is a wildcard" } else { "" };
    let worth = match rules.score() {
        Score::Bonus => {
            "A word earns the sum of its letter values times its length, and 50 points more if it has as many letters \
             as a full hand."
        }
        Score::Left => {
            "A word earns the sum of its letter values times 7 times its length, less 3 for each letter left in the \
             hand, but at least times 1."
        }
    };
    let burns = if rules.burns() {
        "A word that is not valid burns the letters that it names."
    } else {
        "A word that is not valid costs nothing."
    };
    let swaps = match rules.substitutions() {
        0 => "",
        _ => {
            " Once in a game a letter may be swapped for a new one before the first word, and a hand played again."
        }
    };
    vec![
        format!(
            "A hand has {} letters, {} of them vowels{wildcard}; each is drawn anew, so a letter may occur several \
             times.",
            rules.hand_size(),
            rules.vowels(),
        ),
        "Make one word after another from the letters of the hand. A word must be in the word list, and its letters \
         are used up."
            .to_owned(),
        worth.to_owned(),
        format!("{burns}{swaps}"),
        "The hand is over when no letters are left or you finish it. Then you see what the computer and the best \
         possible play would have earned."
            .to_owned(),
    ]
}

/// Rules and terms that are one line while folded; nothing if there are none.
pub(crate) fn fold_out(rules: &[String], terms: &[Term]) -> Markup {
    html! {
        @if !rules.is_empty() || !terms.is_empty() {
            details.how {
                @if rules.is_empty() {
                    summary { "What the terms mean" }
                } @else {
                    summary { "How to play" }
                    (rule_list(rules, false))
                }
                (list(terms))
            }
        }
    }
}

/// The rules alone; as an update they replace those of the page, wherever it shows them.
pub(crate) fn rule_list(rules: &[String], is_update: bool) -> Markup {
    html! { ol #how hx-swap-oob=[is_update.then_some("true")] { @for rule in rules { li { (rule) } } } }
}

#[cfg(test)]
mod tests {
    use super::{auction, fold_out, marrakech, scrabble, wordgame};
    use crate::glossary::MARRAKECH;
    use lettergame_auction::rules::AuctionRules;
    use lettergame_game::{Rules as _, Settings};
    use lettergame_wordgame::rules::WordgameRules;

    fn letter_game(preset: &str, settings: &[&str]) -> String {
        let settings = Settings::parse(settings.iter().copied()).unwrap();
        auction(&AuctionRules::read(preset, settings).unwrap()).join("\n")
    }

    #[test]
    fn rules_are_short_and_folded() {
        let auctions = AuctionRules::presets()
            .map(|preset| AuctionRules::read(preset, Settings::default()).unwrap());
        let hands = WordgameRules::presets()
            .map(|preset| WordgameRules::read(preset, Settings::default()).unwrap());
        let mut all = vec![marrakech(), scrabble()];
        all.extend(auctions.map(|rules| auction(&rules)));
        all.extend(hands.map(|rules| wordgame(&rules)));
        for rules in all {
            let text = fold_out(&rules, &[]).into_string();
            assert!(text.starts_with("<details class=\"how\"><summary>"), "{text}");
            assert_eq!(text.matches("<li>").count(), 5);
            let long = rules.iter().find(|rule| rule.len() > 240 || !rule.ends_with('.'));
            assert_eq!(long, None);
        }
        assert_eq!(fold_out(&[], &[]).into_string(), "");
        assert!(fold_out(&marrakech(), &MARRAKECH).into_string().contains("<dt>Dirhams</dt>"));
    }

    #[test]
    fn rules_of_the_letter_game_follow_its_settings() {
        let words = letter_game("words", &[]);
        assert!(words.contains("deals everyone 3 hidden letters"), "{words}");
        assert!(words.contains("the hidden ones, 8 for each player.\n"), "no limit: {words}");
        assert!(
            words.contains("one word of up to 7 letters")
                && words.ends_with("after 10 rounds win.")
        );
        let seven = letter_game("seven", &["hidden=1", "rounds=1"]);
        assert!(
            seven.contains("a hidden letter, then")
                && seven.contains("7 for each player. No one holds more than 7.")
        );
        assert!(seven.ends_with("after the only round win."), "{seven}");
        let simulator = letter_game("simulator", &["hidden=0"]);
        assert!(
            simulator.contains("A round sells letters") && simulator.contains("pays their own bid"),
            "{simulator}"
        );
        assert!(
            simulator.contains("one word from their own")
                && simulator.contains("seven letters or more")
        );
    }

    #[test]
    fn rules_of_the_wordgame_follow_its_edition() {
        let settings = |preset| {
            wordgame(&WordgameRules::read(preset, Settings::default()).unwrap()).join("\n")
        };
        let (first, second) = (settings("6.00"), settings("6.0001"));
        assert!(
            first.contains("2 of them vowels;")
                && first.contains("50 points more")
                && first.contains("costs nothing")
        );
        assert!(second.contains("3 of them vowels, one of which is a wildcard;"), "{second}");
        assert!(
            second.contains("less 3 for each letter left") && second.contains("burns the letters"),
            "{second}"
        );
        assert!(second.contains("swapped for a new one") && !first.contains("swapped"));
    }
}
