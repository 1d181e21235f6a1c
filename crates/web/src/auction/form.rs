//! The form that sets up a Letter Game, beside the table as it will be.

use maud::{Markup, html};

use crate::auction::board::Board;
use crate::auction::sale::sale;
use crate::auction::seats::seats;
use crate::auction::setup::{AuctionForm, HIDDEN, PRESET, ROUNDS, SET};
use crate::begin::FormPage;
use crate::form::{errors, is_seed_set, is_wrong, more, number, seed};
use crate::rooms::{Picture as _, Viewer};
use crate::rules::{self, rule_list};
use crate::section::AUCTION;
use crate::setup::{Checked, FieldError, Ready, Setup};
use lettergame_auction::rules::{Auction, AuctionRules};
use lettergame_game::{Configurable, Rules};

type Typed = Setup<AuctionForm>;

impl FormPage for AuctionForm {
    fn heading(checked: &Checked<AuctionForm>) -> Markup {
        html! {
            p.quiet { "Pick a level, or choose players and rules, then begin." }
            (AUCTION.how_to_play_by(&in_short(checked)))
        }
    }

    fn options(setup: &Typed, wrong: &[FieldError]) -> Markup {
        let own = &setup.own;
        let is_set = own.preset != AuctionRules::default_preset() || !own.set.is_empty();
        let is_refused = is_wrong(wrong, PRESET) || is_wrong(wrong, SET);
        let [rounds, hidden] = ["Rounds", "Hidden letters"].map(|term| AUCTION.term_mark(term));
        html! {
            fieldset.rules {
                legend { "Rules" }
                (number("rounds", "Rounds", &rounds, &own.rounds, wrong, ROUNDS))
                (number("hidden", "Hidden letters", &hidden, &own.hidden, wrong, HIDDEN))
                (more(is_set || is_refused || is_seed_set(setup, wrong), &rare(setup, wrong)))
            }
        }
    }

    fn opening(ready: &Ready<AuctionForm>) -> (String, Markup) {
        let board = Board::new(&ready.table, &ready.setup.players);
        let viewer = Viewer { seat: None, sees_all: false, path: "" };
        let table = html! {
            div.board.auction {
                div.part.part-sale { (sale(&board)) }
                div.part.part-seats { (seats(&board, viewer)) }
            }
        };
        (board.headline(), table)
    }

    fn updates(checked: &Checked<AuctionForm>) -> Markup {
        rule_list(&in_short(checked), true)
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
