//! The form in which a Letter Game is set up, beside the table as it will be.

use lettergame_auction::rules::Auction;
use lettergame_core::game::{Listing, Roster, Rules};
use lettergame_registry::roster;
use maud::{Markup, html};

use crate::auction::board::Board;
use crate::auction::parts;
use crate::auction::setup::{Field, Ready, Setup, Wrong};
use crate::form::{errors, idea, is_wrong, playable, secret_preview, seed_hint};
use crate::rooms::{Picture as _, Viewer};
use crate::section::AUCTION;
use crate::shell::page;
use lettergame_auction::rules::AuctionRules;
use lettergame_core::base::MAX_SEATS;
use lettergame_tournament::PERSON;

/// What came of looking at the settings.
type Checked = Result<Ready, Vec<Wrong>>;

/// The whole page.
pub(super) fn form_page(setup: &Setup, checked: &Checked) -> Markup {
    let body = html! {
        main #main.room {
            div.heading {
                h1 { "Letter Game" }
                p.quiet { "Choose who plays, then begin. The address of this page is the game: its settings and its seed." }
            }
            (form_part(setup, checked))
        }
    };
    page("Letter Game", Some(&AUCTION), &body)
}

/// The form and the table beside it, which buttons of the form replace.
pub(super) fn form_part(setup: &Setup, checked: &Checked) -> Markup {
    let wrong = checked.as_ref().err().map_or(&[][..], Vec::as_slice);
    html! {
        div #setup.setup {
            form method="post" action="/auction" hx-target="#setup" hx-swap="outerHTML" {
                // the first button is what Enter presses
                button hidden name="do" value="begin" tabindex="-1" hx-post="/auction" { "Begin" }
                (players(setup, wrong))
                (rules(setup, wrong))
                div.actions {
                    button.main #begin name="do" value="begin" hx-post="/auction" { "Begin new game" }
                    button #check name="do" value="check" hx-post="/auction" { "Show the table" }
                }
            }
            (preview(setup, checked))
        }
    }
}

fn players(setup: &Setup, wrong: &[Wrong]) -> Markup {
    let roster: Vec<Listing> = roster::<Auction>().iter().map(Roster::listing).collect();
    let room_for_more = setup.players.len() < MAX_SEATS;
    html! {
        fieldset {
            legend { "Players" }
            ol.players {
                @for (index, player) in setup.players.iter().enumerate() {
                    li { (player_row(index, player, &roster, wrong)) }
                }
            }
            (errors(wrong, Field::Players))
            @if room_for_more {
                div.add {
                    label for="new" { "One more" }
                    select #new name="new" {
                        option value=(PERSON) { "person (you)" }
                        @for listing in &roster {
                            option value=(playable(listing)) title=(listing.idea) {
                                (listing.name)
                            }
                        }
                    }
                    button #add name="do" value="add" hx-post="/auction" { "Add" }
                }
            }
            datalist #roster {
                option value=(PERSON) { "you" }
                @for listing in &roster {
                    option value=(playable(listing)) { (listing.idea) }
                }
            }
        }
    }
}

fn player_row(index: usize, player: &str, roster: &[Listing], wrong: &[Wrong]) -> Markup {
    let field = Field::Player(index);
    html! {
        div.player {
            label.hear for={ "player-" (index) } { "Player " (index + 1) }
            input #{ "player-" (index) } name="player" value=(player) list="roster" autocomplete="off"
                spellcheck="false" maxlength="400" aria-describedby={ "idea-" (index) }
                aria-invalid=[is_wrong(wrong, field).then_some("true")];
            button #{ "remove-" (index) } name="do" value={ "remove-" (index) } hx-post="/auction"
                aria-label={ "Remove player " (index + 1) } title="Remove" { "✕" }
        }
        p.idea #{ "idea-" (index) } { (idea(player, roster)) }
        (errors(wrong, field))
    }
}

fn rules(setup: &Setup, wrong: &[Wrong]) -> Markup {
    html! {
        fieldset.rules {
            legend { "Rules" }
            div {
                label for="preset" { "Preset" }
                select #preset name="preset" {
                    @for preset in AuctionRules::presets() {
                        option value=(preset) selected[preset == setup.preset] { (preset) }
                    }
                    @if !AuctionRules::presets().any(|preset| preset == setup.preset) {
                        option value=(setup.preset) selected { (setup.preset) }
                    }
                }
                (errors(wrong, Field::Preset))
            }
            (number("rounds", "Rounds", &setup.rounds, wrong, Field::Rounds))
            (number("hidden", "Hidden letters", &setup.hidden, wrong, Field::Hidden))
            div {
                (number("seed", "Seed", &setup.seed, wrong, Field::Seed))
                (seed_hint(&setup.players))
            }
            details open[!setup.set.is_empty() || is_wrong(wrong, Field::Set)] {
                summary { "More rules" }
                label for="set" { "Pairs key=value, with blanks between" }
                input #set name="set" value=(setup.set) autocomplete="off" spellcheck="false"
                    maxlength="400" aria-invalid=[is_wrong(wrong, Field::Set).then_some("true")];
                (errors(wrong, Field::Set))
                dl.keys {
                    @for setting in AuctionRules::listed().iter().skip(2) {
                        dt { code { (setting.key) "=" (setting.default) } }
                        dd { (setting.about()) }
                    }
                }
            }
        }
    }
}

/// A field for a number. It is checked by the library alone, so that its text is the one that is shown.
fn number(name: &str, label: &str, value: &str, wrong: &[Wrong], field: Field) -> Markup {
    html! {
        div {
            label for=(name) { (label) }
            input #(name) name=(name) value=(value) inputmode="numeric" autocomplete="off" maxlength="20"
                aria-invalid=[is_wrong(wrong, field).then_some("true")];
            (errors(wrong, field))
        }
    }
}

/// The table of these settings before the first letter.
fn preview(setup: &Setup, checked: &Checked) -> Markup {
    let Ok(ready) = checked else {
        return html! { div.preview { p.quiet { "The table is laid when the form is right." } } };
    };
    if ready.secret {
        return secret_preview();
    }
    let table = ready.table();
    let board = Board::new(&table, &ready.players);
    let viewer = Viewer { seat: None, path: "" };
    let address = setup.address();
    html! {
        div.preview {
            p.headline { (board.headline()) " · not begun" }
            div.board.auction {
                div.part.part-sale { (parts::sale(&board)) }
                div.part.part-seats { (parts::seats(&board, viewer)) }
            }
            p.quiet { "The address of this game: " a #address href=(address) { (address) } }
        }
    }
}
