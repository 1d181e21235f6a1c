//! The score: the components of each player's points.

use maud::{Markup, PreEscaped, html};

use crate::capital::capital;
use crate::marrakech::board::{Account, Board};
use crate::section::MARRAKECH;
use lettergame_base::Seat;
use lettergame_marrakech::picture::swatch;
use lettergame_marrakech::rules::{Colour, Merchant, Position};
use lettergame_report::plot::figures;

/// One player's line.
struct ScoreRow<'a> {
    merchant: &'a Merchant,
    squares: u32,
    total: u32,
    name: Option<&'a str>,
    /// The place, once the game is over.
    place: Option<u8>,
    book: Option<Account>,
    /// What the last walk earned or cost.
    change: i32,
    acts: bool,
}

/// The current score of a game.
pub(super) fn of_game(board: &Board) -> Markup {
    let position = board.stage.position();
    let seats = Seat::first(board.names.len());
    let lines = seats.zip(position.merchants()).map(|(seat, merchant)| ScoreRow {
        name: Some(board.name(seat)),
        place: board.is_over().then_some(board.places[seat]),
        book: Some(board.books[seat]),
        change: change(board, merchant.colour),
        acts: !board.is_over() && board.stage.colour() == merchant.colour,
        ..line(position, merchant)
    });
    table(&lines.collect::<Vec<_>>(), if board.is_over() { "The result" } else { "The score" })
}

/// The score of a position without its history.
pub(super) fn of_position(position: &Position) -> Markup {
    let lines: Vec<ScoreRow<'_>> = position.merchants().iter().map(|m| line(position, m)).collect();
    table(&lines, "The score")
}

fn line<'a>(position: &Position, merchant: &'a Merchant) -> ScoreRow<'a> {
    ScoreRow {
        merchant,
        squares: position.board().squares_of(merchant.colour).len(),
        total: position.total(merchant),
        name: None,
        place: None,
        book: None,
        change: 0,
        acts: false,
    }
}

/// What the last walk earned or cost a colour.
fn change(board: &Board, colour: Colour) -> i32 {
    match board.walk.and_then(|walk| walk.payment) {
        Some(payment) if payment.from == colour => -i32::from(payment.paid),
        Some(payment) if payment.to == colour => i32::from(payment.paid),
        _ => 0,
    }
}

fn table(lines: &[ScoreRow<'_>], caption: &str) -> Markup {
    let books = lines.iter().any(|line| line.book.is_some());
    html! {
        table.score {
            caption.hear { (caption) ": dirhams and visible squares together are the points" }
            thead { tr {
                th scope="col" { "Player" }
                th.number scope="col" { (MARRAKECH.term("Dirhams", "score")) }
                th.number scope="col" { span aria-hidden="true" { "+ " } (MARRAKECH.term("Squares", "score")) }
                th.number scope="col" { span aria-hidden="true" { "= " } "Points" }
                th.number scope="col" { (MARRAKECH.term("Rugs", "score")) }
                @if books {
                    th.number scope="col" { "Paid" }
                    th.number scope="col" { "Got" }
                }
            } }
            tbody { @for line in lines { (row(line)) } }
        }
    }
}

fn row(line: &ScoreRow<'_>) -> Markup {
    let Merchant { colour, dirhams, rugs, is_in } = *line.merchant;
    html! {
        tr.acts[line.acts].out[!is_in] {
            th scope="row" {
                span.who {
                    (sample(colour))
                    span.name title=[line.name] {
                        @if let Some(place) = line.place { span.tag { (place) "." } " " }
                        span.colour { (capital(colour.name())) } " "
                        @if !is_in { span.tag { (gone(line)) } " " }
                        @if let Some(name) = line.name { span.quiet { (name) } }
                    }
                }
            }
            td.number {
                @if line.change != 0 {
                    span.change { (figures(format!("{:+}", line.change))) } span.hear { " in the last walk: " } " "
                }
                (dirhams)
            }
            td.number { (line.squares) }
            td.number { strong { (line.total) } }
            td.number { (rugs) }
            @if let Some(book) = line.book {
                td.number { (book.paid) }
                td.number { (book.received) }
            }
        }
    }
}

fn gone(line: &ScoreRow<'_>) -> String {
    let turn = line.book.and_then(|book| book.out_in);
    turn.map_or("out".to_owned(), |turn| format!("out in turn {turn}"))
}

/// What the card of a seat shows besides its points: coins, squares and the rugs in hand.
pub(super) fn on_card(board: &Board, seat: Seat) -> Markup {
    let position = board.stage.position();
    let Some(merchant) = position.merchants().get(seat.index()) else { return html! {} };
    let Merchant { colour, dirhams, rugs, is_in } = *merchant;
    let change = change(board, colour);
    html! {
        (sample(colour))
        span.colour { (capital(colour.name())) }
        span.coins { span.coin aria-hidden="true" {} strong { (dirhams) } span.hear { " dirhams" } }
        @if change != 0 { span.change { (figures(format!("{change:+}"))) span.hear { " in the last walk" } } }
        span.squares-shown { (line(position, merchant).squares) span.word { " squares" } }
        @if rugs > 0 && is_in { span.rugs { (pile(rugs)) strong { (rugs) } span.hear { " rugs in hand" } } }
        @if !is_in { span.tag { "out" } }
    }
}

/// The rugs in hand as a pile.
fn pile(rugs: u8) -> Markup {
    html! {
        svg.pile viewBox="0 0 24 18" width="24" height="18" aria-hidden="true" {
            @for rug in 0..rugs.min(15) {
                rect x=(rug % 2) y=(17.0 - 1.15 * f32::from(rug + 1)) width="23" height=".85" rx=".3" {}
            }
        }
    }
}

/// A sample of a colour's rugs.
pub(super) fn sample(colour: Colour) -> Markup {
    html! {
        svg.swatch viewBox="0 0 44 44" width="26" height="26" aria-hidden="true" {
            (PreEscaped(swatch(colour)))
        }
    }
}
