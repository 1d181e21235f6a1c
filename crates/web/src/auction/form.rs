//! The form that sets up a Letter Game, beside the table as it will be.

use maud::{Markup, html};

use crate::auction::board::Board;
use crate::auction::sale::sale;
use crate::auction::seats::seats;
use crate::auction::setup::{AuctionForm, HIDDEN, PRESET, ROUNDS, SET};
use crate::begin::FormPage;
use crate::form::{
    SeatLabel, errors, is_seed_set, is_wrong, more, number, player_list, secret_preview, seed,
};
use crate::levels::levels;
use crate::rooms::{Picture as _, Viewer};
use crate::rules::{self, rule_list};
use crate::section::AUCTION;
use crate::setup::{Checked, FieldError, Setup};
use crate::shell::page;
use lettergame_auction::rules::{Auction, AuctionRules};
use lettergame_game::{Configurable, Rules};

type Typed = Setup<AuctionForm>;

impl FormPage for AuctionForm {
    fn page(setup: &Typed, checked: &Checked<AuctionForm>) -> Markup {
        let body = html! {
            main #main.room {
                div.heading {
                    h1 { "Letter Game" }
                    p.quiet { "Pick a level, or choose players and rules, then begin. The address of this page contains the game: its settings and its seed." }
                    (AUCTION.how_to_play_by(&in_short(checked)))
                }
                (levels::<Self>())
                (Self::part(setup, checked))
            }
        };
        page("Letter Game", Some(&AUCTION), &body)
    }

    fn updates(checked: &Checked<AuctionForm>) -> Markup {
        rule_list(&in_short(checked), true)
    }

    fn part(setup: &Typed, checked: &Checked<AuctionForm>) -> Markup {
        let wrong = checked.as_ref().err().map_or(&[][..], Vec::as_slice);
        html! {
            div #setup.setup {
                form method="post" action="/auction" hx-target="#setup" hx-swap="outerHTML" {
                    // the first button is what Enter presses
                    button hidden name="do" value="begin" tabindex="-1" hx-post="/auction" { "Begin" }
                    (player_list(setup, wrong, "Players", label))
                    (rule_fields(setup, wrong))
                    div.actions {
                        button #begin name="do" value="begin" hx-post="/auction" { "Start new game" }
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

fn rule_fields(setup: &Typed, wrong: &[FieldError]) -> Markup {
    let own = &setup.own;
    let is_set = own.preset != AuctionRules::default_preset() || !own.set.is_empty();
    let is_refused = is_wrong(wrong, PRESET) || is_wrong(wrong, SET);
    html! {
        fieldset.rules {
            legend { "Rules" }
            (number("rounds", "Rounds", &AUCTION.term_mark("Rounds"), &own.rounds, wrong, ROUNDS))
            (number("hidden", "Hidden letters", &AUCTION.term_mark("Hidden letters"), &own.hidden, wrong, HIDDEN))
            (more(is_set || is_refused || is_seed_set(setup, wrong), &rare(setup, wrong)))
        }
    }
}

/// The rules that are seldom changed.
fn rare(setup: &Typed, wrong: &[FieldError]) -> Markup {
    let own = &setup.own;
    html! {
        div {
            div.label { label for="preset" { "Preset" } (AUCTION.term_mark("Preset")) }
            select #preset name="preset" {
                @for preset in AuctionRules::presets() {
                    option value=(preset) selected[preset == own.preset] { (preset) }
                }
                @if !AuctionRules::presets().any(|preset| preset == own.preset) {
                    option value=(own.preset) selected { (own.preset) }
                }
            }
            (errors(wrong, PRESET))
        }
        (seed(setup, wrong))
        div.whole {
            label for="set" { "Other rules: " code { "key=value" } ", separated by spaces" }
            input #set name="set" value=(own.set) autocomplete="off" spellcheck="false"
                maxlength="400" aria-invalid=[is_wrong(wrong, SET).then_some("true")];
            (errors(wrong, SET))
        }
        dl.keys {
            @for setting in AuctionRules::listed().iter().filter(|one| !Auction::INFO.has_shortcut(one.key)) {
                dt { code { (setting.key) "=" (setting.default) } }
                dd { (setting.about()) }
            }
        }
    }
}

/// The rules of these settings in short; the default ones while they have errors.
fn in_short(checked: &Checked<AuctionForm>) -> Vec<String> {
    checked
        .as_ref()
        .map_or_else(|_| (AUCTION.rules)(), |ready| rules::auction(ready.table.rules().rules()))
}

/// The table of these settings before the first letter.
fn preview(setup: &Typed, checked: &Checked<AuctionForm>) -> Markup {
    let Ok(ready) = checked else {
        return html! { div.preview { p.quiet { "The table appears when the form is valid." } } };
    };
    if ready.setup.is_secret() {
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
