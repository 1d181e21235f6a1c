//! A person's own place: letters, the form for a bid or a word, and a hint.

use maud::{Markup, html};

use crate::auction::board::Board;
use crate::auction::tile::face;
use crate::rooms::{Standing, Viewer};
use crate::rules::bonus;
use crate::section::AUCTION;
use lettergame_auction::hint::{Hint, Offer};
use lettergame_auction::rules::Move;
use lettergame_base::{Seat, SeatSet};
use lettergame_words::{Best, Letter};

/// With fewer points one may let the rest of a round go by.
const LITTLE: i32 = 10;

/// The place of the person in `seat`.
pub(super) fn hand(board: &Board, seat: Seat, viewer: Viewer<'_>) -> Markup {
    if board.standing == Standing::Over {
        return html! {};
    }
    html! {
        div.own-place {
            (letters(board, seat))
            div.answer { (answer(board, seat, viewer)) }
        }
        (hint(board, seat))
    }
}

/// The person's letters, hidden ones first; when a word is due, they are keys.
fn letters(board: &Board, seat: Seat) -> Markup {
    let place = &board.places[seat];
    let types = board.on_sale.is_none() && is_awaited(board, seat);
    html! {
        div.own-letters {
            h2 {
                "Your letters"
                @if !place.hidden.is_empty() { span.quiet { " · dashed: " (AUCTION.term("hidden letters", "hand")) } }
            }
            @if place.letters.is_empty() { p.quiet { "None yet." } }
            @else {
                ul.rack role="list" aria-label="Your letters" {
                    @for &letter in &place.hidden { (own_tile(board, letter, true, types)) }
                    @for &letter in &place.won { (own_tile(board, letter, false, types)) }
                }
            }
        }
    }
}

fn own_tile(board: &Board, letter: Letter, is_hidden: bool, types: bool) -> Markup {
    let title = is_hidden.then_some("only you see it");
    let face = html! { (face(board, letter)) @if is_hidden { span.hear { ", hidden" } } };
    html! {
        @if types { li { button.tile.hidden[is_hidden] type="button" data-letter=(letter) title=[title] { (face) } } }
        @else { li.tile.hidden[is_hidden] title=[title] { (face) } }
    }
}

fn is_awaited(board: &Board, seat: Seat) -> bool {
    matches!(board.standing, Standing::Waits(persons) if persons.contains(seat))
}

fn answer(board: &Board, seat: Seat, viewer: Viewer<'_>) -> Markup {
    let waits_for = match board.standing {
        Standing::Waits(persons) => persons,
        Standing::Ready | Standing::Over => SeatSet::EMPTY,
    };
    html! {
        @if is_awaited(board, seat) {
            @match board.on_sale {
                Some(letter) => (bid_form(board, seat, letter, viewer)),
                None => (word_form(board, viewer)),
            }
        } @else if board.banned.contains(seat) {
            p { "You are out of the game." }
        } @else if waits_for.is_empty() {
            p tabindex="-1" { (said(board, seat)) "Wait for the others." }
        } @else {
            p tabindex="-1" { (said(board, seat)) "Wait for " (board.names.sentence(waits_for)) "." }
        }
    }
}

/// What the person has bid or named, while others are awaited.
fn said(board: &Board, seat: Seat) -> Markup {
    html! {
        @match &board.said[seat] {
            Some(Move::Bid(bid)) => { "You bid " strong { (bid) } ". " },
            Some(Move::Word(word)) if word.is_empty() => "You make no word. ",
            Some(Move::Word(word)) => { "Your word is " strong { (word) } ". " },
            None => {},
        }
    }
}

fn bid_form(board: &Board, seat: Seat, letter: Letter, viewer: Viewer<'_>) -> Markup {
    let action = format!("{}/move", viewer.path);
    let owned = board.places[seat].points;
    html! {
        form.ask method="post" action=(action) hx-post=(action) hx-target="#refusal" {
            input type="hidden" name="due" value=(board.due());
            label for="bid" { "Your bid for " strong { (letter) } ", 0 to " (owned) }
            input #bid name="bid" inputmode="numeric" autocomplete="off" required data-focus
                aria-describedby="refusal";
            button.main { "Bid" }
            div.chips {
                button type="button" data-more="-1" aria-label="One less" { "−" }
                button type="button" data-more="1" aria-label="One more" { "+" }
                @for bid in [0, 1, 2, 5, 10].into_iter().filter(|&bid| bid <= owned.0) {
                    button type="button" data-bid=(bid) aria-label={ "Bid " (bid) } { (bid) }
                }
                @if owned.0 < LITTLE { button type="button" data-skip { "0 for the rest of the round" } }
            }
        }
    }
}

fn word_form(board: &Board, viewer: Viewer<'_>) -> Markup {
    let action = format!("{}/move", viewer.path);
    html! {
        form.ask method="post" action=(action) hx-post=(action) hx-target="#refusal"
            data-weigh={ (viewer.path) "/weigh" } {
            input type="hidden" name="due" value=(board.due());
            label for="word" {
                "Your word of round " (board.round) " "
                span.quiet { "(" (bonus(board.game.rules())) ": +50)" }
            }
            input #word name="word" autocomplete="off" autocapitalize="characters" spellcheck="false"
                maxlength="64" required data-focus aria-describedby="refusal weighed";
            button #erase type="button" aria-label="Erase the last letter" { "⌫" }
            button.main { "Submit word" }
            details.sure {
                summary { "No word" }
                p { "You get no points for this round." }
                button #no-word name="do" value="none" formnovalidate { "Name no word" }
            }
            div #spelled aria-hidden="true" {}
            p #weighed role="status" {}
        }
    }
}

/// The best word, and what the letter on sale would add to it. Whoever opens it keeps it open; when words are due
/// it has to be opened each time, as it is the answer.
fn hint(board: &Board, seat: Seat) -> Markup {
    if board.banned.contains(seat) {
        return html! {};
    }
    let hint = Hint::of(&board.game, &board.places[seat].letters, board.on_sale);
    let bids = board.on_sale.is_some();
    html! {
        details.advice data-keep=[bids.then_some("hint")] {
            summary { "Hint" }
            dl {
                div {
                    dt { "Best word now" }
                    dd { @match hint.now { Some(best) => (word(best)), None => "none yet" } }
                }
                @if let Some(Offer { letter, better, gain }) = hint.offer {
                    div {
                        dt { "With " (letter) }
                        dd { @match better {
                            Some(best) => { (word(best)) " " span.gain { "+" (gain) } },
                            None => "no better word yet",
                        } }
                    }
                } @else if bids {
                    div { dt { "On sale" } dd { "You have no room for more letters." } }
                }
            }
        }
    }
}

fn word(best: Best<'_>) -> Markup {
    html! { strong { (best.word) } " " (best.points) }
}
