//! The page of a position: an editable board, racks, the best plays, and a play to try.

use maud::{Markup, html};

use crate::assets::url;
use crate::quoted::error_text;
use crate::scrabble::finding::{Found, Row, Tried};
use crate::scrabble::grid::{Grid, grid, rack_tile};
use crate::scrabble::position::{EMPTY, EXAMPLE, Field, FieldError, Laid, Question};
use crate::section::SCRABBLE;
use crate::serving::query::address;
use crate::shell::page;
use lettergame_base::Seat;
use lettergame_report::plot::{figures, number};
use lettergame_scrabble::board::Cells;
use lettergame_scrabble::board::Rack;
use lettergame_scrabble::rules::Scrabble;

/// Slots of a rack.
const SLOTS: usize = 7;

/// The answer to a question.
pub(super) struct Answer {
    pub(super) question: Question,
    /// The position, if the text is valid.
    pub(super) laid: Option<Laid>,
    pub(super) found: Option<Found>,
    pub(super) wrong: Vec<FieldError>,
}

impl Answer {
    fn wrong(&self, field: Field) -> Markup {
        let tried = self.found.as_ref().and_then(|found| found.tried.as_ref().err());
        html! {
            @for (_, text) in self.wrong.iter().chain(tried).filter(|(place, _)| *place == field) {
                p.refusal role="alert" { (error_text(text)) }
            }
        }
    }

    fn is_wrong(&self, field: Field) -> Option<&'static str> {
        let tried = self.found.as_ref().and_then(|found| found.tried.as_ref().err());
        self.wrong.iter().chain(tried).any(|(place, _)| *place == field).then_some("true")
    }

    /// Whether the question has an error.
    pub(super) fn is_fine(&self) -> bool {
        self.wrong.is_empty() && self.found.as_ref().is_none_or(|found| found.tried.is_ok())
    }

    fn tried(&self) -> Option<&Tried> {
        self.found.as_ref()?.tried.as_ref().ok()?.as_ref()
    }
}

/// The links between the pages of the section.
pub(super) fn links(here: &str) -> Markup {
    let all = [
        ("/scrabble/game", "Play"),
        ("/scrabble", "Best plays"),
        ("/scrabble/analysis", "Analyse a game"),
    ];
    html! {
        nav.within aria-label="Scrabble" {
            @for (path, name) in all {
                a href=(path) aria-current=[(path == here).then_some("page")] { (name) }
            }
        }
    }
}

/// The whole page.
pub(super) fn viewer_page(answer: &Answer, game: &Scrabble) -> Markup {
    let body = html! {
        main #main.room {
            div.heading {
                h1 { "Scrabble" }
                (links("/scrabble"))
                (SCRABBLE.how_to_play())
            }
            p #told.hear role="status" { (answer_text(answer)) }
            (viewer_part(answer, game))
            script defer src=(url("letters.js")) {}
        }
    };
    page("Scrabble: best plays", Some(&SCRABBLE), &body)
}

/// The form with its answer, which its buttons replace.
pub(super) fn viewer_part(answer: &Answer, game: &Scrabble) -> Markup {
    html! {
        form #position.position method="post" action="/scrabble" hx-post="/scrabble"
            hx-target="#position" hx-swap="outerHTML" hx-sync="this:replace" {
            // the first button is what Enter presses
            button hidden name="do" value="enter" tabindex="-1" { "Find" }
            div.left {
                div.sheet { (board(answer, game)) }
                (answer.wrong(Field::Square))
            }
            div.right {
                (text(answer))
                @if let Some(laid) = &answer.laid { (players(laid)) }
                (palette(&answer.question, answer.tried().is_none()))
                (plays(answer))
            }
        }
    }
}

fn board(answer: &Answer, game: &Scrabble) -> Markup {
    let layout = game.layout();
    let nothing = Cells::new(layout.side());
    let fresh = answer.tried().map_or(&[][..], |tried| &tried.squares);
    let cells = match (answer.tried(), &answer.laid) {
        (Some(tried), _) => tried.after.cells(),
        (None, Some(laid)) => laid.position.cells(),
        (None, None) => &nothing,
    };
    let editable = answer.laid.is_some() && answer.tried().is_none();
    grid(&Grid { layout, cells, fresh, editable })
}

fn players(laid: &Laid) -> Markup {
    let position = &laid.position;
    html! {
        div.sheet.holders {
            @for seat in Seat::first(2) {
                @let moves = seat == position.to_move();
                div.holder.moves[moves] {
                    span.who {
                        span aria-hidden="true" { @if moves { "▶ " } }
                        "Player " (seat.index() + 1)
                        @if moves { span.hear { ", to move" } }
                    }
                    (slots(seat, position.rack(seat)))
                    strong.number { (figures(position.points()[seat])) }
                }
            }
            div.holder {
                button #turn name="do" value="turn" { "Change who is to move" }
                span.quiet { (position.unseen().len()) " tiles unseen, " (position.bag()) " of them in the bag" }
            }
        }
    }
}

/// The slots of a rack: a click places the chosen tile there, or removes one if that is chosen.
fn slots(seat: Seat, rack: &Rack) -> Markup {
    let name = format!("rack{}", seat.index() + 1);
    html! {
        span.rack #(name) {
            @for (index, tile) in rack.iter().enumerate() {
                button.slot #{ (name) "-" (index) } name="at" value={ (name) ":" (rack.distribution().tile_name(tile)) } {
                    (rack_tile(rack.distribution(), tile)) span.hear { " on the rack of player " (seat.index() + 1) }
                }
            }
            @for index in rack.len()..SLOTS {
                button.slot #{ (name) "-" (index) } name="at" value={ (name) ":" } {
                    span.rt.free { "+" } span.hear { " empty place on the rack of player " (seat.index() + 1) }
                }
            }
        }
    }
}

/// The letters to choose from; hidden fields while a play is tried, as squares are not buttons then.
fn palette(question: &Question, shown: bool) -> Markup {
    let is_chosen = |tile: &str| question.tile.eq_ignore_ascii_case(tile);
    if !shown {
        return html! {
            input type="hidden" name="tile" value=(question.tile);
            @if question.blank { input type="hidden" name="blank" value="1"; }
        };
    }
    html! {
        fieldset.palette {
            legend { "Clicking a square or a rack places" }
            div.tiles {
                @for letter in 'A'..='Z' {
                    @let letter = letter.to_string();
                    label { input.hear type="radio" name="tile" value=(letter) checked[is_chosen(&letter)]; span { (letter) } }
                }
                label.wide { input.hear type="radio" name="tile" value="" checked[question.tile.is_empty()]; span { "nothing" } }
                label.wide { input.hear type="radio" name="tile" value="." checked[question.tile == "."]; span { "remove" } }
                label.wide { input type="checkbox" name="blank" value="1" checked[question.blank]; " as a blank" }
            }
            p.quiet.typing { "Or choose a square and type: letters go across, or down after pressing the down arrow; Shift makes a letter a blank." }
        }
    }
}

fn plays(answer: &Answer) -> Markup {
    let question = &answer.question;
    html! {
        section.sheet.found aria-label="Best plays" {
            div.rank {
                h2 #found tabindex="-1" { (heading(answer)) }
                span { "by " }
                @for rank in ["equity", "score"] { (rank_link(question, rank)) }
            }
            (answer.wrong(Field::Rank)) (answer.wrong(Field::Top))
            @if let Some(tried) = answer.tried() { (trial(question, tried)) }
            @if let Some(found) = &answer.found { (list(question, found)) }
            div.own {
                label for="play" { "Try" }
                input #play name="play" value=(question.play) autocomplete="off" spellcheck="false" maxlength="80"
                    placeholder="8D SCuRRY" aria-describedby="how-to-type" aria-invalid=[answer.is_wrong(Field::Play)];
                button #try name="do" value="try" { "Try it" }
                span.quiet #how-to-type { "8D across, D8 down" }
            }
            (answer.wrong(Field::Play))
        }
    }
}

fn heading(answer: &Answer) -> String {
    match &answer.found {
        Some(found) if found.count == 0 => "No legal play".to_owned(),
        Some(found) if found.count == 1 => "The only legal play".to_owned(),
        Some(found) => format!("Best of {} legal plays", found.count),
        None => "Best plays".to_owned(),
    }
}

/// The result, in a sentence for screen readers.
pub(super) fn answer_text(answer: &Answer) -> String {
    match answer.tried() {
        Some(tried) => format!("{} scores {}", tried.row.play, tried.row.score),
        None => heading(answer),
    }
}

/// A link that is followed within the page if scripts run.
fn inner(href: &str, id: &str, class: &str, content: &Markup) -> Markup {
    html! { a #(id) href=(href) class=(class) hx-get=(href) hx-target="#position" hx-swap="outerHTML" { (content) } }
}

fn rank_link(question: &Question, rank: &str) -> Markup {
    let href = Question { rank: rank.to_owned(), ..question.clone() }.address();
    let here = (question.rank == rank).then_some("true");
    html! { a #{ "rank-" (rank) } href=(href) aria-current=[here] hx-get=(href) hx-target="#position" hx-swap="outerHTML" { (rank) } }
}

fn list(question: &Question, found: &Found) -> Markup {
    html! {
        @if let Some(instead) = &found.instead { p.instead { (instead) } }
        @else {
            div.scroll tabindex="0" role="group" aria-label="Best plays" {
                table.plays {
                    thead { tr {
                        th.number scope="col" { "#" }
                        th scope="col" { "Square" }
                        th scope="col" { "Play" }
                        th.number scope="col" { "Score" }
                        th scope="col" { (SCRABBLE.term("Leave", "plays")) }
                        th.number scope="col" { (SCRABBLE.term("Equity", "plays")) }
                    } }
                    tbody { @for (index, row) in found.plays.iter().enumerate() { (play_row(question, index, row)) } }
                }
            }
        }
    }
}

fn play_row(question: &Question, index: usize, row: &Row) -> Markup {
    let text = row.play.to_string();
    let tried = question.play == text;
    let href = Question { play: text, ..question.clone() }.address();
    html! {
        tr.tried[tried] {
            td.number { (index + 1) }
            td { (row.play.place()) }
            td.what { (inner(&href, &format!("play-{index}"), "try", &html! { (row.play.through_text()) })) }
            td.number { strong { (row.score) } }
            td { @if row.leave.is_empty() { span.quiet { "–" } } @else { (row.leave) } }
            // as many decimals in each row
            td.number { (number(f64::from(row.equity.0) / 1000.0, 3)) }
        }
    }
}

/// The play being tried on the board.
fn trial(question: &Question, tried: &Tried) -> Markup {
    let back = Question { play: String::new(), ..question.clone() }.address();
    let on = Question { play: String::new(), text: tried.after.to_string(), ..question.clone() };
    let row = &tried.row;
    html! {
        div.trial {
            p { strong { (row.play) } " scores " strong #earned { (row.score) } ", leave "
                strong { @if row.leave.is_empty() { "nothing" } @else { (row.leave) } }
                ", equity " (figures(row.equity)) "." }
            @if let Some(end) = &tried.end { p { (end) } }
            p.actions {
                (inner(&on.address(), "go-on", "button main go-on", &html! { "Play it" }))
                (inner(&back, "back", "button back", &html! { "Take it back" }))
            }
        }
    }
}

fn text(answer: &Answer) -> Markup {
    let question = &answer.question;
    let wrong = answer.is_wrong(Field::Text);
    let read = answer.laid.as_ref().filter(|_| wrong.is_none());
    let shown = read.map_or_else(|| question.text.clone(), Laid::text);
    html! {
        @if let Some(laid) = &answer.laid {
            @if !laid.remarks.is_empty() {
                ul.remarks aria-label="Remarks on this position" { @for remark in &laid.remarks { li { (remark) } } }
            }
        }
        details.sheet #paste open[wrong.is_some()] {
            summary { "Paste a position" }
            label for="text" { "A state file, a CGP line or a GCG game" }
            textarea #text name="position" rows="20" cols="40" spellcheck="false" autocomplete="off"
                data-state=[read.map(|laid| laid.position.to_string())]
                aria-invalid=[wrong] { "\n" (shown) }
            (answer.wrong(Field::Text))
            // the last valid position, and the button that a typed letter presses
            @if let Some(laid) = &answer.laid { input type="hidden" name="was" value=(laid.position); }
            button hidden #typed name="do" value="type" tabindex="-1" { "Type" }
            p.actions { button.main #find name="do" value="find" { "Show best plays" } }
        }
        p.elsewhere {
            a #address href=(question.address()) { "Address of this position" }
            @if answer.laid.is_some() {
                a #watch href=(address("/scrabble/game", &[("position", &shown)])) { "Play a game from here" }
            }
            a href=(address("/scrabble", &[("position", EMPTY)])) { "Empty board" }
            a href=(address("/scrabble", &[("position", EXAMPLE)])) { "Example" }
        }
    }
}
