//! The terms of each game: a list in its rules, and a button for a term wherever it appears, which shows what it
//! means when it is pointed at, focused or pressed. Screen readers read it as the description of the button.

use maud::{Markup, html};

/// A term, with what it means in a sentence or two.
pub(crate) struct Term {
    name: &'static str,
    means: &'static str,
}

const fn term(name: &'static str, means: &'static str) -> Term {
    Term { name, means }
}

/// Those of the Letter Game.
pub(crate) static AUCTION: [Term; 6] = [
    term(
        "Hidden letters",
        "Letters that each player is dealt at the start of a round and that no one else sees. They can be used \
         in the word like letters that were bought.",
    ),
    term(
        "Price",
        "The second-highest bid, which the winner pays: a second-price or Vickrey auction. So bid what the \
         letter is worth to you; bidding less only loses letters.",
    ),
    term(
        "Rounds",
        "In each round letters are sold and everyone makes one word. Points carry over to the next round.",
    ),
    term(
        "Preset",
        "A whole set of rules. words: eight letters per player, no limit on letters held. seven: seven letters, \
         and at most seven held. simulator: as words, but words may be longer and the only bidder pays their bid.",
    ),
    term("Seed", SEED),
    term(
        "Bag",
        "The letters whose place you do not know: not sold yet, or hidden with other players.",
    ),
];

/// Those of Marrakech.
pub(crate) static MARRAKECH: [Term; 5] = [
    term(
        "Assam",
        "The merchant on the board, whom all players move. Only where he stops is anything paid.",
    ),
    term("Dirhams", "The money of the game. Each dirham left at the end is worth one point."),
    term(
        "Rugs",
        "Each covers two squares. The number is how many a player still has to lay; the game is over when all \
         are laid.",
    ),
    term(
        "Squares",
        "The squares on which this colour is visible. Each is worth one point at the end.",
    ),
    term("Seed", SEED),
];

/// Those of Scrabble.
pub(crate) static SCRABBLE: [Term; 10] = [
    term(
        "Leave",
        "The tiles that a play keeps on the rack. A good leave makes the next plays better.",
    ),
    term(
        "Equity",
        "The score of a play and the value of what it keeps and leaves open, in points: what it is worth in the \
         long run.",
    ),
    term("Loss", "How much more the best move is worth than the move that was made, in points."),
    term(
        "Luck",
        "What the best move with the tiles drawn is worth beyond its mean over random draws, in points.",
    ),
    term(
        "Wins %",
        "The probability of winning after the move, as simulations of the rest of the game estimate it.",
    ),
    term(
        "Mean loss",
        "The loss of an average turn, in points: how much better the best moves would have been.",
    ),
    term(
        "Win loss",
        "How much less probable a win is after the move, or all moves of a player, than after the best ones, in \
         percentage points.",
    ),
    term("Bingo", "All seven tiles in one play, for 50 points more."),
    term(
        "Exchange",
        "Instead of a play, some tiles go back to the bag for as many others; only while it holds at least seven.",
    ),
    term("Seed", SEED),
];

/// Those of the wordgame.
pub(crate) static WORDGAME: [Term; 5] = [
    term(
        "Edition",
        "6.00: words earn more the longer they are. 6.0001: the same idea with a wildcard, burnt letters, one \
         substitution and one replay.",
    ),
    term("Wildcard", "The star *, which stands for any vowel and is worth 0."),
    term(
        "Substitution",
        "Swap all copies of a letter for a new one, once, before the first word of a hand.",
    ),
    term("Burnt letters", "In edition 6.0001 an invalid word uses up the letters that it names."),
    term("Seed", SEED),
];

/// Those of tournaments.
pub(crate) static TOURNAMENTS: [Term; 9] = [
    term(
        "Win share",
        "The part of its games that a player has won. A first place shared by several players counts as that part \
         of a win.",
    ),
    term(
        "Interval",
        "Where the true value lies in 95 of 100 cases. With four times the games it is half as wide.",
    ),
    term(
        "Rating",
        "Strength on the scale of Elo from all places in all games: 100 points more are about 64 % of the wins \
         against the other player.",
    ),
    term(
        "Rank",
        "The place by rating, or the places that fit the results: with a probability of 95 % the true one is among \
         them.",
    ),
    term(
        "Deal",
        "What is random in a game, drawn from the seed. Several games of one deal differ only in who sits where.",
    ),
    term("Mean score", "The points of a game on average."),
    term("Mean place", "The place at the end of a game on average; 1 is best."),
    term("Faults", "Answers that were late, illegal or missing, each replaced by a legal move."),
    term(
        "Seed",
        "The number from which everything random in the tournament is drawn: the same settings with the \
          same seed give the same files.",
    ),
];

const SEED: &str = "The number from which everything random is drawn: the same players with the same seed play the \
                    same game.";

/// The term of this name, in any case and number, as a button with this text; the mere text if there is none. `place` is
/// unique among those of the same term on the page.
pub(crate) fn explained(terms: &[Term], name: &str, text: &str, place: &str) -> Markup {
    let is_named = |term: &&Term| {
        let one = name.strip_suffix('s').unwrap_or(name);
        [name, one].iter().any(|name| term.name.eq_ignore_ascii_case(name))
    };
    let Some(term) = terms.iter().find(is_named) else {
        return html! { (text) };
    };
    let label = (name != text).then(|| format!("What is {}?", term.name));
    let id = format!("term-{place}-{}", term.name.to_lowercase().replace([' ', '%'], "-"));
    html! {
        span.term {
            button type="button" popovertarget=(id) aria-describedby=(id) aria-label=[label] { (text) }
            span #(id) popover { (term.means) }
        }
    }
}

/// All of them, as a list.
pub(crate) fn list(terms: &[Term]) -> Markup {
    html! {
        @if !terms.is_empty() {
            dl { @for term in terms { div { dt { (term.name) } dd { (term.means) } } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AUCTION, MARRAKECH, SCRABBLE, TOURNAMENTS, Term, WORDGAME, explained, list};

    #[test]
    fn a_term_is_a_button_with_its_description() {
        let page = explained(&SCRABBLE, "leave", "leave", "plays").into_string();
        let begin = "<span class=\"term\"><button type=\"button\" popovertarget=\"term-plays-leave\" \
                     aria-describedby=\"term-plays-leave\">leave</button>\
                     <span id=\"term-plays-leave\" popover>The tiles that a play keeps";
        assert!(page.starts_with(begin), "{page}");
        let mark = explained(&SCRABBLE, "Leave", "?", "field").into_string();
        assert!(mark.contains("aria-label=\"What is Leave?\">?</button>"), "{mark}");
        assert!(
            explained(&SCRABBLE, "Bingos", "Bingos", "players").into_string().contains(">Bingos<")
        );
        assert!(
            explained(&SCRABBLE, "Bingos", "Bingos", "players").into_string().contains("popover")
        );
        assert_eq!(explained(&SCRABBLE, "Score", "Score", "plays").into_string(), "Score");
    }

    #[test]
    fn terms_are_explained_once_in_short_sentences() {
        for terms in [&AUCTION[..], &MARRAKECH, &SCRABBLE, &WORDGAME, &TOURNAMENTS] {
            let mut names: Vec<&str> = terms.iter().map(|term| term.name).collect();
            let page = list(terms).into_string();
            assert_eq!(page.matches("<dt>").count(), names.len());
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), terms.len());
            let long = |term: &&Term| term.means.len() > 220 || !term.means.ends_with('.');
            assert_eq!(terms.iter().find(long).map(|term| term.name), None);
        }
    }
}
