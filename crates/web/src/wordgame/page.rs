//! The page of the wordgame: settings at the side, the hand, its words and other solutions.

use lettergame_game::Rules;
use maud::{Markup, html};

use crate::assets::url;
use crate::quoted::error_text;
use crate::review::review_files;
use crate::rules::{self, rule_list};
use crate::section::WORDGAME;
use crate::shell::page_with;
use crate::wordgame::game::{Game, Tried, pairs};
use crate::wordgame::result::Made;
use crate::wordgame::review::review;
use crate::wordgame::setup::{Field, FieldError, HandSetup};
use lettergame_wordgame::rules::{HandPlay, WordgameRules};
use lettergame_words::{Letter, TileSet};

/// What the page shows.
pub(super) struct Shown {
    pub(super) setup: HandSetup,
    /// The hand, if the settings are valid.
    pub(super) game: Option<Game>,
    pub(super) wrong: Vec<FieldError>,
}

impl Shown {
    fn errors(&self, field: Field) -> Markup {
        html! {
            @for (_, text) in self.wrong.iter().filter(|(place, _)| *place == field) {
                p.refusal role="alert" { (error_text(text)) }
            }
        }
    }

    fn is_wrong(&self, field: Field) -> Option<&'static str> {
        self.wrong.iter().any(|(place, _)| *place == field).then_some("true")
    }
}

/// The whole page.
pub(super) fn whole(shown: &Shown) -> Markup {
    let body = html! {
        main #main.room {
            div.heading {
                h1 { "Wordgame" }
                p.quiet { "Make words from a hand; letters have their Scrabble values." }
                (WORDGAME.how_to_play_by(&in_short(shown)))
            }
            (part(shown))
            script defer src=(url("letters.js")) {}
        }
    };
    page_with("Wordgame", Some(&WORDGAME), &review_files(), &body)
}

/// The rules of the hand in short; the default ones while the settings have errors.
fn in_short(shown: &Shown) -> Vec<String> {
    shown.game.as_ref().map_or_else(|| (WORDGAME.rules)(), |game| rules::wordgame(game.rules()))
}

/// The part with the rules in short, which a script replaces too.
pub(super) fn update(shown: &Shown) -> Markup {
    html! { (part(shown)) (rule_list(&in_short(shown), true)) }
}

/// The part that buttons and words replace.
fn part(shown: &Shown) -> Markup {
    html! {
        div #wordgame.wordgame {
            (settings(shown))
            div.table {
                (shown.errors(Field::Address))
                @match &shown.game {
                    Some(game) => (table(shown, game)),
                    None => section.sheet.hand { p.quiet { "A hand is dealt when the settings are valid." } },
                }
            }
        }
    }
}

fn settings(shown: &Shown) -> Markup {
    let setup = &shown.setup;
    let rare = [Field::Preset, Field::Seed, Field::Hand];
    let is_set = setup.preset != WordgameRules::default_preset() || !setup.hand.is_empty();
    let is_open = is_set || rare.iter().any(|field| shown.is_wrong(*field).is_some());
    html! {
        form.settings method="get" action="/wordgame" hx-get="/wordgame" hx-target="#wordgame" hx-swap="outerHTML" {
            input type="hidden" name="do" value="new";
            fieldset {
                legend { "Settings" }
                (field(shown, Field::Size, ("hand-size", "Letters per hand"), &setup.size, "7"))
                details.more open[is_open] {
                    summary { "More" }
                    (rare_fields(shown))
                }
                button.main #begin { "Begin" }
            }
        }
    }
}

fn rare_fields(shown: &Shown) -> Markup {
    let setup = &shown.setup;
    html! {
        div.label { label for="preset" { "Edition" } (WORDGAME.term_mark("Edition")) }
        select #preset name="preset" {
            @for preset in WordgameRules::presets() {
                option value=(preset) selected[preset == setup.preset] { (preset) }
            }
            @if !WordgameRules::presets().any(|preset| preset == setup.preset) {
                option value=(setup.preset) selected { (setup.preset) }
            }
        }
        (shown.errors(Field::Preset))
        (field(shown, Field::Seed, ("seed", "Seed"), &setup.seed, ""))
        (field(shown, Field::Hand, ("hand", "First hand, if not dealt"), &setup.hand, "aqlmuil"))
    }
}

fn field(shown: &Shown, field: Field, named: (&str, &str), value: &str, hint: &str) -> Markup {
    let (name, label) = named;
    html! {
        div.label {
            label for=(name) { (label) }
            @if field == Field::Seed { (WORDGAME.term_mark("Seed")) }
        }
        input #(name) name=(name) value=(value) autocomplete="off" spellcheck="false" maxlength="60"
            placeholder=(hint) aria-invalid=[shown.is_wrong(field)];
        (shown.errors(field))
    }
}

/// The hand and its status.
fn table(shown: &Shown, game: &Game) -> Markup {
    html! {
        @match &game.play {
            None => {
                section.sheet.hand {
                    p { "Press Begin to deal a hand." }
                    (hand_rules(game))
                    h2 { "Letter values" }
                    p.values { @for letter in 'a'..='z' { span.small-tile { (face(letter)) } } }
                }
            },
            Some(play) => {
                section.sheet.hand aria-label="The hand" {
                    (tiles(game, play))
                    p.said role="status" { (said(game, play)) }
                    (game_form(shown, game))
                    (shown.errors(Field::Word))
                    (shown.errors(Field::Letter))
                }
                (tried(game, play))
                @if game.is_over() {
                    (results(game, play))
                    (review(&shown.setup, game, play.now()))
                }
                (elsewhere(shown, game, play))
            },
        }
    }
}

fn hand_rules(game: &Game) -> Markup {
    let rules = game.rules();
    html! {
        p.quiet {
            "A hand has " (rules.hand_size()) " letters, " (rules.vowels()) " of them vowels"
            @if rules.wildcard() { ", one of which is a wildcard (*)" } ". "
            @if game.sums() { "A word is worth the sum of its letters times 7 times its length, less 3 for each letter left." }
            @else { "A word is worth the sum of its letters times its length, and 50 more if it has as many letters as a full hand." }
            @if rules.burns() { " An invalid word burns the letters that it names." }
        }
    }
}

fn tiles(game: &Game, play: &HandPlay) -> Markup {
    let over = game.is_over();
    let now = match game.tried.get(game.words_shown()) {
        Some(next) if over => &next.before,
        _ => play.now(),
    };
    html! {
        h2 {
            "Hand " (game.course.number)
            @if game.course.before.is_some() { ", again" }
            @if !play.is_fresh() { span.quiet { " · dealt: " span #dealt { (play.dealt().spaced()) } } }
        }
        div.letters-in-hand #letters aria-label={ "Current hand: " (now.spaced()) } role="group" {
            @for tile in now.tiles() {
                @if over { span.big-tile { (face(tile)) } }
                @else { button.big-tile type="button" data-letter=(tile) { (face(tile)) } }
            }
            @if now.is_empty() { span.quiet { "no letters left" } }
        }
    }
}

fn face(tile: char) -> Markup {
    let value = Letter::from_char(tile).map(|letter| TileSet::SCRABBLE_98.value(letter));
    html! { (tile) sub { (value.unwrap_or(0)) } }
}

/// What happened last, in the words of the game.
fn said(game: &Game, play: &HandPlay) -> String {
    let total = play.total();
    match (game.is_over(), game.sums(), game.tried.last()) {
        (true, false, _) if game.course.computer => format!("Total score: {total} points."),
        (true, false, _) if play.now().is_empty() => {
            format!("Run out of letters. Total score: {total} points.")
        }
        (true, false, _) => format!("Goodbye! Total score: {total} points."),
        (true, true, _) if play.now().is_empty() && !game.course.computer => {
            format!("Ran out of letters. Total score for this hand: {total} points")
        }
        (true, true, _) => format!("Total score for this hand: {total} points"),
        (false, _, Some(Tried { word, earned: Ok(points), .. })) => {
            format!("\"{word}\" earned {points} points. Total: {total} points")
        }
        (false, _, Some(Tried { word, .. })) => {
            format!("\"{word}\" is not a valid word; its letters are burnt.")
        }
        (false, _, None) => "Which words do you see?".to_owned(),
    }
}

/// The hidden fields that preserve the state.
fn hidden(shown: &Shown, game: &Game) -> Markup {
    html! {
        @for (key, value) in pairs(&shown.setup, &game.course) {
            input type="hidden" name=(key) value=(value);
        }
    }
}

fn game_form(shown: &Shown, game: &Game) -> Markup {
    let fresh = game.tried.is_empty();
    html! {
        form.ask method="get" action="/wordgame" hx-get="/wordgame" hx-target="#wordgame" hx-swap="outerHTML" {
            (hidden(shown, game))
            @if !game.is_over() {
                label for="word" { "Your word" }
                input #word name="word" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64"
                    aria-invalid=[shown.is_wrong(Field::Word)];
                button.main #say { "Play it" }
                button #stop name="do" value="stop" { "Finish the hand" }
                @if fresh { button #computer name="do" value="computer" { "Let the computer play" } }
                @if game.may_substitute() {
                    span.swap {
                        label for="letter" { "or change a letter" }
                        input #letter name="letter" maxlength="1" autocomplete="off";
                        button #swap name="do" value="swap" { "Change it" }
                    }
                }
            } @else {
                button.main #new name="do" value="new" { "New hand" }
                @if game.may_replay() {
                    button #again name="do" value="again" { "Play this hand again" }
                }
            }
        }
    }
}

fn tried(game: &Game, play: &HandPlay) -> Markup {
    html! {
        section.sheet aria-label="Words" {
            h2 { @if game.course.computer { "The computer's words" } @else { "Words" } }
            table.words {
                thead { tr { th scope="col" { "Hand" } th scope="col" { "Word" } th.number scope="col" { "Points" } } }
                tbody {
                    @for Tried { before, word, earned } in &game.tried {
                        tr {
                            td.spaced { (before.spaced()) }
                            td { (word) }
                            @match earned {
                                Ok(points) => { td.number { (points) } },
                                Err(_) => { td.number.quiet { "burnt" } },
                            }
                        }
                    }
                    @if game.tried.is_empty() { tr { td.quiet colspan="3" { "No words yet." } } }
                }
                tfoot { tr { th scope="row" colspan="2" { "Total" } td.number { strong #total { (play.total()) } } } }
            }
            @if game.sums() { (sums(game)) }
        }
    }
}

/// The game so far, if it consists of several hands.
fn sums(game: &Game) -> Markup {
    let counted = game.counted();
    let total = game.course.past.iter().copied().sum::<lettergame_base::Points>() + counted;
    html! {
        p.quiet {
            @if let Some(before) = game.course.before { "The first time, this hand earned " (before) "; the better score counts. " }
            "All hands up to this one (" (game.course.past.len() + 1) "): " strong #sum { (total) } " points."
        }
    }
}

/// Other solutions of the same hand.
fn results(game: &Game, play: &HandPlay) -> Markup {
    let (own, hand) = (Made::of(play), play.dealt());
    let others = game.book.others(hand);
    let best = &others.optimum;
    let most = best.as_ref().map_or(own.total, |best| best.total).0.max(1);
    html! {
        section.sheet.results aria-label="What could have been made from it" {
            h2 { "What could be made from " (hand.spaced()) }
            table {
                thead { tr { th scope="col" { "Who" } th scope="col" { "Words" } th.number scope="col" { "Points" } } }
                tbody {
                    @if !game.course.computer { (made_row("own", "You", &own, most)) }
                    (made_row("computer", "The computer", &others.computer, most))
                    @match best {
                        Ok(best) => (made_row("optimum", "The optimum", best, most)),
                        Err(text) => { tr { th scope="row" { "The optimum" } td colspan="2" { (text) } } },
                    }
                }
            }
        }
    }
}

fn made_row(id: &str, who: &str, made: &Made, most: i32) -> Markup {
    html! {
        tr #{ "row-" (id) } {
            th scope="row" { (who) }
            td.what {
                @if !made.burnt.is_empty() { "burn " (made.burnt) ", then " }
                @for (index, played) in made.words.iter().enumerate() {
                    @if index > 0 { " + " }
                    (played.word) " " span.quiet { (played.points) }
                }
                @if made.words.is_empty() { span.quiet { "no word" } }
                (bar(made.total.0, most))
            }
            td.number { strong { (made.total) } }
        }
    }
}

/// A fraction of the maximum, as a bar.
fn bar(part: i32, most: i32) -> Markup {
    let share = (part.max(0) * 100 / most).min(100);
    html! {
        svg.bar viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" {
            rect width="100" height="4" class="all" {}
            rect width=(share) height="4" class="share" {}
        }
    }
}

fn elsewhere(shown: &Shown, game: &Game, play: &HandPlay) -> Markup {
    let address = game.address(&shown.setup);
    let (preset, size) = (&shown.setup.preset, game.rules().hand_size());
    html! {
        section.addresses aria-label="This hand elsewhere" {
            dl {
                dt { "Link to this hand" }
                dd { a #address href=(address) { (address) } }
                dt { "On the command line" }
                dd { code { "lettergame analyse wordgame '" (play.dealt()) "' -n " (size) " --preset " (preset) } }
            }
        }
    }
}
