//! The page of the wordgame: the hand and its words, and once it is over what could be made of it.

use lettergame_game::Rules;
use maud::{Markup, html};

use crate::assets::url;
use crate::form::{errors, is_wrong};
use crate::review::review_files;
use crate::rules;
use crate::section::WORDGAME;
use crate::shell::page_with;
use crate::start::{Deal, DealResult};
use crate::wordgame::course::PastHand;
use crate::wordgame::game::{Game, Tried, pairs};
use crate::wordgame::result::{Made, Others};
use crate::wordgame::review::review;
use crate::wordgame::setup::{Field, FieldError, HandSetup};
use lettergame_base::Points;
use lettergame_wordgame::rules::WordgameRules;
use lettergame_words::{Letter, TileSet};

/// What the page shows.
pub(super) struct Shown {
    pub(super) setup: HandSetup,
    /// The hand, if the settings are valid.
    pub(super) game: Option<Game>,
    pub(super) wrong: Vec<FieldError>,
}

/// The whole page.
pub(super) fn whole(shown: &Shown) -> Markup {
    let body = html! {
        main #main.room.table {
            div.heading { h1 { "Wordgame" } }
            (part(shown))
            script defer src=(url("letters.js")) {}
        }
    };
    page_with("Wordgame", Some(&WORDGAME), &review_files(), &body)
}

/// The part that buttons and words replace.
pub(super) fn part(shown: &Shown) -> Markup {
    let game = shown.game.as_ref();
    let rules = game.map_or_else(WORDGAME.rules, |game| rules::wordgame(game.rules()));
    html! {
        div #wordgame {
            div #live {
                div.part.part-headline { div {
                    span.said role="status" { @if let Some(game) = game { (said(game)) } @else { "No hand" } }
                    @if let Some(game) = game { span.progress { (progress(game)) } }
                } }
                (WORDGAME.how_to_play_by(&rules))
                (menu(shown))
                div.board.wordgame {
                    (errors(&shown.wrong, Field::Address))
                    @match game {
                        Some(game) => (table(shown, game)),
                        None => p.quiet { "A hand is dealt when the settings are valid." },
                    }
                }
            }
        }
    }
}

/// Settings and addresses, open where a setting has an error.
fn menu(shown: &Shown) -> Markup {
    let fields = [Field::Size, Field::Preset, Field::Seed, Field::Hand];
    let setup = &shown.setup;
    html! {
        details.table-menu open[fields.iter().any(|field| is_wrong(&shown.wrong, *field))] {
            summary title="Settings" { span aria-hidden="true" { "⋯" } span.hear { "Settings" } }
            div.sheet {
                form.settings method="get" action="/wordgame" hx-get="/wordgame" hx-target="#wordgame"
                    hx-swap="outerHTML" {
                    (field(shown, Field::Size, ("hand-size", "Letters per hand"), &setup.size, "7"))
                    div.label { label for="preset" { "Edition" } (WORDGAME.term_mark("Edition")) }
                    select #preset name="preset" {
                        @for preset in WordgameRules::presets() {
                            option value=(preset) selected[preset == setup.preset] { (preset) }
                        }
                        @if !WordgameRules::presets().any(|preset| preset == setup.preset) {
                            option value=(setup.preset) selected { (setup.preset) }
                        }
                    }
                    (errors(&shown.wrong, Field::Preset))
                    (field(shown, Field::Seed, ("seed", "Seed"), &setup.seed, ""))
                    (field(shown, Field::Hand, ("hand", "First hand, if not dealt"), &setup.hand, "aqlmuil"))
                    button.main #begin { "Deal with these settings" }
                }
                @if let Some(game) = &shown.game { (elsewhere(setup, game)) }
            }
        }
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
            placeholder=(hint) aria-invalid=[is_wrong(&shown.wrong, field).then_some("true")];
        (errors(&shown.wrong, field))
    }
}

/// What happened last; once the hand is over, its result beside the best one.
fn said(game: &Game) -> String {
    match game.tried.last() {
        _ if game.is_over() => {
            let who = if game.course.computer { "The computer made" } else { "You made" };
            format!("{who} {} points", of_best(game.play.total(), game.best()))
        }
        Some(Tried { word, earned: Ok(points), .. }) => {
            format!("\"{word}\" earned {points} points")
        }
        Some(Tried { word, .. }) => {
            format!("\"{word}\" is not a valid word; its letters are burnt")
        }
        None => "Which words do you see?".to_owned(),
    }
}

/// `80 of 84`.
fn of_best(points: Points, best: Option<Points>) -> String {
    best.map_or_else(|| points.to_string(), |best| format!("{points} of {best}"))
}

fn progress(game: &Game) -> Markup {
    let again = if game.course.before.is_some() { ", again" } else { "" };
    html! {
        "Hand " (game.course.number) (again) " · " span #total { (game.play.total()) } " points"
        @if !game.is_over() { " · " (game.play.now().len()) " letters left" }
    }
}

fn table(shown: &Shown, game: &Game) -> Markup {
    html! {
        section.hand aria-label="The hand" {
            (tiles(game))
            (errors(&shown.wrong, Field::Word))
            (errors(&shown.wrong, Field::Letter))
            (game_form(shown, game))
        }
        section.sheet.side aria-label="Words and points" {
            @if game.is_over() { (results(game, &game.book.others(game.play.dealt()))) } @else { (words(game)) }
            (hands(game))
        }
        @if game.is_over() {
            (daily(game))
            (review(&shown.setup, game, game.play.now()))
        }
    }
}

fn tiles(game: &Game) -> Markup {
    let over = game.is_over();
    let now = match game.tried.get(game.words_shown()) {
        Some(next) if over => &next.before,
        _ => game.play.now(),
    };
    html! {
        div.letters-in-hand #letters aria-label={ "Current hand: " (now.spaced()) } role="group" {
            @for letter in now.tiles() {
                @if over { span.tile { (face(letter)) } }
                @else { button.tile type="button" data-letter=(letter) { (face(letter)) } }
            }
            @if now.is_empty() { span { "no letters left" } }
        }
        @if !game.play.is_fresh() { p { "dealt: " span #dealt { (game.play.dealt().spaced()) } } }
    }
}

fn face(letter: char) -> Markup {
    let value = Letter::from_char(letter).map(|letter| TileSet::SCRABBLE_98.value(letter));
    html! { (letter) sub { (value.unwrap_or(0)) } }
}

fn game_form(shown: &Shown, game: &Game) -> Markup {
    html! {
        form.ask method="get" action="/wordgame" hx-get="/wordgame" hx-target="#wordgame" hx-swap="outerHTML"
            data-weigh="/wordgame/weigh" {
            // the state is in hidden fields
            @for (key, value) in pairs(&shown.setup, &game.course) {
                input type="hidden" name=(key) value=(value);
            }
            @if game.is_over() {
                button.main #new name="do" value="new" { "Another hand" }
                @if game.may_replay() && game.course.daily.is_none() { button #again name="do" value="again" { "Play this hand again" } }
                (deal_of_today(game))
            } @else {
                div #spelled aria-hidden="true" {}
                p #weighed role="status" {}
                label.hear for="word" { "Your word" }
                input #word name="word" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64"
                    placeholder="Your word" aria-invalid=[is_wrong(&shown.wrong, Field::Word).then_some("true")] aria-describedby="weighed";
                button #erase type="button" aria-label="Erase the last letter" { "⌫" }
                button #mix type="button" aria-label="Shuffle the letters" title="Shuffle the letters" { "⇄" }
                button.main #say { "Play it" }
                div.others {
                    button #stop name="do" value="stop" { "Finish the hand" }
                    @if game.tried.is_empty() && game.course.daily.is_none() {
                        button #computer name="do" value="computer" { "Let the computer play" }
                    }
                    (deal_of_today(game))
                    @if game.may_substitute() {
                        label for="letter" { "or change a letter" }
                        input #letter name="letter" maxlength="1" autocomplete="off";
                        button #swap name="do" value="swap" { "Change it" }
                    }
                }
            }
        }
    }
}

fn deal_of_today(game: &Game) -> Markup {
    let today = Deal::today(&WORDGAME).path();
    html! { @if game.course.daily.is_none() { a.button href=(today) { "Deal of the day" } } }
}

/// The words so far, with their points.
fn words(game: &Game) -> Markup {
    html! {
        table.words {
            thead { tr { th scope="col" { "Words" } th.number scope="col" { "Points" } } }
            tbody {
                @for Tried { word, earned, .. } in &game.tried {
                    tr {
                        td { (word) }
                        td.number { @match earned { Ok(points) => (points), Err(_) => span.quiet { "burnt" } } }
                    }
                }
                @if game.tried.is_empty() { tr { td.quiet colspan="2" { "None yet." } } }
            }
            tfoot { tr { th scope="row" { "Together" } td.number { strong { (game.play.total()) } } } }
        }
        p.quiet { "The best possible result is shown when you finish the hand." }
    }
}

/// The finished hands together, beside what was possible in them.
fn hands(game: &Game) -> Markup {
    let hands = game.hands();
    let sum = hands.iter().map(|hand| hand.points).sum();
    let best = hands.iter().map(|hand| hand.best).sum();
    html! {
        @if let Some(before) = game.course.before {
            p.quiet { "The first time, this hand earned " (before) "; the better score counts." }
        }
        @if hands.len() > 1 || !game.course.past.is_empty() {
            h2 { (hands.len()) @if hands.len() == 1 { " hand" } @else { " hands" } " so far" }
            ol.hands role="list" { @for PastHand { points, best } in &hands { li { (of_best(*points, *best)) } } }
            p {
                strong #sum { (of_best(sum, best)) } " points"
                @if let Some(share) = best.and_then(|best| share(sum, best)) { ", " (share) " %" }
            }
        }
    }
}

/// A share in per cent.
fn share(part: Points, whole: Points) -> Option<i32> {
    (part.0.max(0) * 100).checked_div(whole.0)
}

/// Other solutions of the same hand.
fn results(game: &Game, others: &Others) -> Markup {
    let (own, hand) = (Made::of(&game.play), game.play.dealt());
    let most = others.optimum.as_ref().map_or(own.total, |best| best.total);
    let is_best = others.optimum.as_ref().is_ok_and(|best| best.total == others.computer.total);
    html! {
        table.results {
            caption { "What could be made from " (hand.spaced()) }
            tbody {
                @if !game.course.computer { (made_row("own", "You", &own, most)) }
                @if !is_best { (made_row("computer", "The computer", &others.computer, most)) }
                @match &others.optimum {
                    Ok(best) if is_best => (made_row("optimum", "The computer, as good as can be", best, most)),
                    Ok(best) => (made_row("optimum", "The optimum", best, most)),
                    Err(text) => { tr { th scope="row" { "The optimum" } td { (text) } } },
                }
            }
        }
    }
}

fn made_row(id: &str, who: &str, made: &Made, most: Points) -> Markup {
    html! {
        tr #{ "row-" (id) } {
            th scope="row" {
                (who)
                div.what {
                    @if !made.burnt.is_empty() { "burn " (made.burnt) ", then " }
                    @for (index, played) in made.words.iter().enumerate() {
                        @if index > 0 { " + " }
                        (played.word) " " span.quiet { (played.points) }
                    }
                    @if made.words.is_empty() { span.quiet { "no word" } }
                }
                progress value=(made.total) max=(most) aria-hidden="true" {}
            }
            td.number { strong { (made.total) } }
        }
    }
}

/// The results of a deal of the day, and the own one as a link to send.
fn daily(game: &Game) -> Markup {
    let course = &game.course;
    let deal = course.daily.as_deref().and_then(Deal::read).filter(|deal| game.is_dealt_by(deal));
    let computer = game.book.others(game.play.dealt()).computer.total;
    let name = course.name.clone().unwrap_or_default();
    let result = DealResult { points: vec![game.play.total().0, computer.0], name };
    html! { @if let Some(deal) = deal { (deal.results(result, true)) } }
}

fn elsewhere(setup: &HandSetup, game: &Game) -> Markup {
    let address = game.address(setup);
    html! {
        section.addresses aria-label="This hand elsewhere" {
            dl {
                dt { "Link to this hand" }
                dd { a #address href=(address) { (address) } }
                dt { "On the command line" }
                dd { code {
                    "lettergame analyse wordgame '" (game.play.dealt()) "' -n " (game.rules().hand_size())
                    " --preset " (setup.preset)
                } }
            }
        }
    }
}
