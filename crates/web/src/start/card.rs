//! A card of the start page: the picture of a game, a sentence, and two ways to begin at once.

use std::sync::LazyLock;

use maud::{Markup, PreEscaped, html};

use crate::auction::AuctionForm;
use crate::levels::{HARD, MEDIUM, play_with_friend, players};
use crate::marrakech::MarrakechForm;
use crate::rooms::LEVEL_NAMES;
use crate::scrabble::{ScrabbleForm, challenges};
use crate::section::{AUCTION, MARRAKECH, SCRABBLE, Section, WORDGAME};
use crate::setup::GameForm;
use crate::start::{auction, marrakech, scrabble, wordgame};
use lettergame_scrabble::rules::ChallengeRule;

/// A button that begins a game, as a form that works without a script.
pub(super) struct Begin {
    word: &'static str,
    /// `post` for games with a room; the wordgame keeps its state in the address.
    pub(super) method: &'static str,
    pub(super) action: &'static str,
    pub(super) fields: Vec<(&'static str, String)>,
}

/// A card.
pub(super) struct Card {
    pub(super) section: &'static Section,
    /// What one does in this game.
    sentence: &'static str,
    /// What the picture shows, for those who do not see it.
    shows: &'static str,
    picture: &'static LazyLock<String>,
    /// The computer players whom a person meets.
    opponents: &'static [&'static str],
    pub(super) play: Begin,
    pub(super) watch: Begin,
    /// The rules that one agrees on with a friend.
    pub(super) agreed: fn() -> Markup,
}

/// All cards.
pub(super) static CARDS: LazyLock<[Card; 4]> = LazyLock::new(|| {
    [
        Card {
            section: &AUCTION,
            sentence: "Bid for letters against three computer players and make your best word: three rounds.",
            shows: "The letter Z is sold to the highest of four bids, for a player who holds QUART.",
            picture: &auction::PICTURE,
            opponents: AuctionForm::LEVELS[MEDIUM],
            play: play::<AuctionForm>(),
            watch: watch::<AuctionForm>(),
            agreed: || html! {},
        },
        Card {
            section: &MARRAKECH,
            sentence: "Steer Assam across the market, lay your rugs, and collect from those who step on them.",
            shows: "The board of a game of four with many rugs, and Assam between them.",
            picture: &marrakech::PICTURE,
            opponents: MarrakechForm::LEVELS[MEDIUM],
            play: play::<MarrakechForm>(),
            watch: watch::<MarrakechForm>(),
            agreed: || html! {},
        },
        Card {
            section: &SCRABBLE,
            sentence: "Lay tiles, cross words and catch the premium squares, one against one.",
            shows: "The board of a game with twelve plays, among them EMBOX and UnHAIRS.",
            picture: &scrabble::PICTURE,
            opponents: ScrabbleForm::LEVELS[MEDIUM],
            play: play::<ScrabbleForm>(),
            watch: watch::<ScrabbleForm>(),
            agreed: || challenges(&ChallengeRule::default().to_string(), false),
        },
        Card {
            section: &WORDGAME,
            sentence: "Make words from a hand of seven letters, then see the best that it could have made.",
            shows: "The hand A Q L M U I L: MAQUI earns 80 points, QUALM and LI earn 84.",
            picture: &wordgame::PICTURE,
            opponents: &[],
            play: hand("Play a hand", &[]),
            watch: hand("Watch the computer", &[("number", "1"), ("do", "computer")]),
            agreed: || html! {},
        },
    ]
});

/// A person against the players of the middle level.
fn play<F: GameForm>() -> Begin {
    post::<F>("Play against the computer", players(F::LEVELS[MEDIUM]), "begin")
}

/// The players of the highest level against those of the middle one.
fn watch<F: GameForm>() -> Begin {
    let mut both = F::LEVELS[HARD].to_vec();
    // one that is of both levels plays once
    both.extend(F::LEVELS[MEDIUM].iter().filter(|player| !F::LEVELS[HARD].contains(player)));
    post::<F>("Watch Hard v Medium", both.join(","), "watch")
}

fn post<F: GameForm>(word: &'static str, players: String, pressed: &str) -> Begin {
    let mut fields = vec![("players", players), ("do", pressed.to_owned())];
    fields.extend(F::SHORT.iter().map(|&(name, value)| (name, value.to_owned())));
    Begin { word, method: "post", action: F::PATH, fields }
}

fn hand(word: &'static str, fields: &[(&'static str, &str)]) -> Begin {
    let fields = fields.iter().map(|&(name, value)| (name, value.to_owned())).collect();
    Begin { word, method: "get", action: WORDGAME.path, fields }
}

impl Card {
    /// Whether it is a game for several, which has a room.
    pub(super) fn is_for_friends(&self) -> bool {
        self.play.method == "post"
    }

    /// Whom a person plays against.
    pub(super) fn against(&self) -> String {
        match self.opponents {
            [] => "You make words of one hand, and so does the computer.".to_owned(),
            others => {
                let (level, others) = (LEVEL_NAMES[MEDIUM], others.join(", "));
                format!("You play the computer at level {level}: {others}.")
            }
        }
    }

    pub(super) fn html(&self) -> Markup {
        let title = self.section.title;
        html! {
            article.table-card {
                svg.table-picture viewBox="0 0 300 300" preserveAspectRatio="xMidYMid slice" role="img"
                    aria-label=(self.shows) { (PreEscaped(self.picture.as_str())) }
                div.table-text {
                    h2 { a href=(self.section.front) { (title) } }
                    p { (self.sentence) }
                    div.table-actions {
                        (self.play.html("main", title))
                        @if self.is_for_friends() { (play_with_friend(self.section)) }
                        (self.watch.html("", title))
                    }
                }
            }
        }
    }
}

impl Begin {
    fn html(&self, class: &str, title: &str) -> Markup {
        html! {
            form method=(self.method) action=(self.action) {
                @for (name, value) in &self.fields { input type="hidden" name=(name) value=(value); }
                button class=(class) { (self.word) span.hear { ": " (title) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Begin, CARDS};
    use crate::app::App;
    use crate::sections;
    use crate::serving::query::{Fields, address};
    use crate::terms::Terms;
    use lettergame_words::Lexicon;

    fn fields(begin: &Begin) -> Fields {
        let pairs: Vec<(&str, &str)> =
            begin.fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let address = address("", &pairs);
        Fields::parse(address.trim_start_matches('?').as_bytes())
    }

    #[tokio::test]
    async fn every_card_begins_a_game_with_and_without_a_person() {
        let app = App::new(Lexicon::shipped().into(), Terms::default());
        for card in CARDS.iter().filter(|card| card.play.method == "post") {
            let path = card.section.path;
            for (begin, persons) in [(&card.play, true), (&card.watch, false)] {
                let room = sections::begin(&app, path, &fields(begin)).unwrap();
                assert_eq!(room.has_persons(), persons, "{path}");
                assert_eq!(room.section.path, path);
                assert_eq!(room.about.address.contains("rounds=3"), path == "/auction");
                let players = &room.about.players;
                assert!((1..players.len()).all(|at| !players[at..].contains(&players[at - 1])));
            }
        }
    }

    #[test]
    fn a_picture_is_part_of_the_page_and_has_nothing_inline() {
        for card in CARDS.iter() {
            let html = card.html().into_string();
            assert!(html.len() < 32_000, "{}: {}", card.section.title, html.len());
            for inline in [" style=", "<style", "<script", "href=\"http", "<image"] {
                assert!(!html.contains(inline), "{} has {inline}", card.section.title);
            }
            let folded = html.split("<details").map(|part| part.rsplit("</details>").next());
            let open: String = folded.flatten().collect();
            assert_eq!(open.matches("class=\"main\"").count(), 1, "one clear button");
        }
    }
}
