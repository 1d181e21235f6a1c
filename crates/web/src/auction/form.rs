//! The form that sets up a Letter Game, beside the table as it will be.

use maud::{Markup, html};

use crate::auction::board::Board;
use crate::auction::sale::sale;
use crate::auction::seats::seats;
use crate::auction::setup::{AuctionForm, HIDDEN, PRESET, ROUNDS, SET};
use crate::begin::FormPage;
use crate::form::{SeatLabel, errors, is_wrong, number, player_list, secret_preview, seed_hint};
use crate::levels::levels;
use crate::rooms::{Picture as _, Viewer};
use crate::section::AUCTION;
use crate::setup::{Checked, Field, FieldError, Setup};
use crate::shell::page;
use lettergame_auction::rules::{Auction, AuctionRules};
use lettergame_core::game::{Configurable, Rules};

type Typed = Setup<AuctionForm>;

impl FormPage for AuctionForm {
    fn page(setup: &Typed, checked: &Checked<AuctionForm>) -> Markup {
        let body = html! {
            main #main.room {
                div.heading {
                    h1 { "Letter Game" }
                    p.quiet { "Choose the players, then begin. The address of this page contains the game: its settings and its seed." }
                    (AUCTION.how_to_play())
                }
                (levels::<Self>())
                (Self::part(setup, checked))
            }
        };
        page("Letter Game", Some(&AUCTION), &body)
    }

    fn part(setup: &Typed, checked: &Checked<AuctionForm>) -> Markup {
        let wrong = checked.as_ref().err().map_or(&[][..], Vec::as_slice);
        html! {
            div #setup.setup {
                form method="post" action="/auction" hx-target="#setup" hx-swap="outerHTML" {
                    // the first button is what Enter presses
                    button hidden name="do" value="begin" tabindex="-1" hx-post="/auction" { "Begin" }
                    (player_list(setup, wrong, "Players", label))
                    (rules(setup, wrong))
                    div.actions {
                        button.main #begin name="do" value="begin" hx-post="/auction" { "Start new game" }
                        button #check name="do" value="check" hx-post="/auction" { "Show the table" }
                    }
                }
                (preview(setup, checked))
            }
        }
    }
}

fn label(index: usize) -> SeatLabel {
    let number = index + 1;
    SeatLabel {
        sample: None,
        name: format!("Player {number}"),
        remove: format!("Remove player {number}"),
    }
}

fn rules(setup: &Typed, wrong: &[FieldError]) -> Markup {
    html! {
        fieldset.rules {
            legend { "Rules" }
            div {
                label for="preset" { "Preset" }
                select #preset name="preset" {
                    @for preset in AuctionRules::presets() {
                        option value=(preset) selected[preset == setup.own.preset] { (preset) }
                    }
                    @if !AuctionRules::presets().any(|preset| preset == setup.own.preset) {
                        option value=(setup.own.preset) selected { (setup.own.preset) }
                    }
                }
                (errors(wrong, PRESET))
            }
            (number("rounds", "Rounds", &setup.own.rounds, wrong, ROUNDS))
            (number("hidden", "Hidden letters", &setup.own.hidden, wrong, HIDDEN))
            div {
                (number("seed", "Seed", &setup.seed, wrong, Field::Seed))
                (seed_hint(&setup.players))
            }
            details open[!setup.own.set.is_empty() || is_wrong(wrong, SET)] {
                summary { "More rules" }
                label for="set" { "key=value pairs, separated by spaces" }
                input #set name="set" value=(setup.own.set) autocomplete="off" spellcheck="false"
                    maxlength="400" aria-invalid=[is_wrong(wrong, SET).then_some("true")];
                (errors(wrong, SET))
                dl.keys {
                    @for setting in AuctionRules::listed().iter().filter(|one| !Auction::INFO.has_shortcut(one.key)) {
                        dt { code { (setting.key) "=" (setting.default) } }
                        dd { (setting.about()) }
                    }
                }
            }
        }
    }
}

/// The table of these settings before the first letter.
fn preview(setup: &Typed, checked: &Checked<AuctionForm>) -> Markup {
    let Ok(ready) = checked else {
        return html! { div.preview { p.quiet { "The table appears when the form is valid." } } };
    };
    if ready.secret {
        return secret_preview();
    }
    let board = Board::new(&ready.table, &setup.players);
    let viewer = Viewer { seat: None, sees_all: false, path: "" };
    let address = setup.address();
    html! {
        div.preview {
            p.headline { (board.headline()) " · not started" }
            div.board.auction {
                div.part.part-sale { (sale(&board)) }
                div.part.part-seats { (seats(&board, viewer)) }
            }
            p.quiet { "The address of this game: " a #address href=(address) { (address) } }
        }
    }
}
