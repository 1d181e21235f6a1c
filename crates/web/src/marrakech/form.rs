//! The form in which a game of Marrakech is set up, beside the board as it will be.

use maud::{Markup, html};

use crate::form::{errors, idea, is_wrong, secret_preview, seed_hint};
use crate::marrakech::board::{Board, capital};
use crate::marrakech::setup::{Field, Ready, Setup, Wrong};
use crate::marrakech::{score, view};
use crate::rooms::Picture as _;
use crate::section::MARRAKECH;
use crate::shell::page;
use lettergame_core::game::{Listing, Roster};
use lettergame_marrakech::rules::Marrakech;
use lettergame_marrakech::rules::{Colour, MOST_PLAYERS};
use lettergame_registry::roster;
use lettergame_tournament::PERSON;

/// What came of looking at the settings.
type Checked = Result<Ready, Vec<Wrong>>;

/// The whole page.
pub(super) fn form_page(setup: &Setup, checked: &Checked) -> Markup {
    let body = html! {
        main #main.room {
            div.heading {
                h1 { "Marrakech" }
                p.quiet {
                    "Choose who sits at the board, then begin. Or look at a position in the "
                    a href=(view::PATH) { "viewer of state strings" } "."
                }
            }
            (form_part(setup, checked))
        }
    };
    page("Marrakech", Some(&MARRAKECH), &body)
}

/// The form and the board beside it, which buttons of the form replace.
pub(super) fn form_part(setup: &Setup, checked: &Checked) -> Markup {
    let wrong = checked.as_ref().err().map_or(&[][..], Vec::as_slice);
    html! {
        div #setup.setup {
            form method="post" action=(MARRAKECH.path) hx-target="#setup" hx-swap="outerHTML" {
                // the first button is what Enter presses
                button hidden name="do" value="begin" tabindex="-1" hx-post=(MARRAKECH.path) { "Begin" }
                (players(setup, wrong))
                fieldset.rules {
                    legend { "Dice" }
                    div {
                        label for="seed" { "Seed" }
                        input #seed name="seed" value=(setup.seed) inputmode="numeric"
                            autocomplete="off" maxlength="20"
                            aria-invalid=[is_wrong(wrong, Field::Seed).then_some("true")];
                    }
                    (errors(wrong, Field::Seed))
                    (seed_hint(&setup.players))
                }
                div.actions {
                    button.main #begin name="do" value="begin" hx-post=(MARRAKECH.path) { "Begin new game" }
                    button #check name="do" value="check" hx-post=(MARRAKECH.path) { "Show the board" }
                }
            }
            (preview(setup, checked))
        }
    }
}

fn players(setup: &Setup, wrong: &[Wrong]) -> Markup {
    let roster: Vec<Listing> = roster::<Marrakech>().iter().map(Roster::listing).collect();
    html! {
        fieldset {
            legend { "Players, 2 to " (MOST_PLAYERS) }
            ol.players {
                @for (index, player) in setup.players.iter().enumerate() {
                    li { (player_row(index, player, &roster, wrong)) }
                }
            }
            (errors(wrong, Field::Players))
            @if setup.players.len() < MOST_PLAYERS {
                div.add {
                    label for="new" { "One more" }
                    select #new name="new" {
                        option value=(PERSON) { "person (you)" }
                        @for listing in &roster {
                            option value=(listing.name) title=(listing.idea) {
                                (listing.name)
                            }
                        }
                    }
                    button #add name="do" value="add" hx-post=(MARRAKECH.path) { "Add" }
                }
            }
            datalist #roster {
                option value=(PERSON) { "you" }
                @for listing in &roster {
                    option value=(listing.name) { (listing.idea) }
                }
            }
        }
    }
}

fn player_row(index: usize, player: &str, roster: &[Listing], wrong: &[Wrong]) -> Markup {
    let field = Field::Player(index);
    let colour = Colour::ALL.get(index).copied();
    let label = colour.map_or("Player".to_owned(), |colour| capital(colour.name()));
    html! {
        div.player {
            @if let Some(colour) = colour { (score::sample(colour)) }
            label.hear for={ "player-" (index) } { (label) }
            input #{ "player-" (index) } name="player" value=(player) list="roster" autocomplete="off"
                spellcheck="false" maxlength="400" aria-describedby={ "idea-" (index) }
                aria-invalid=[is_wrong(wrong, field).then_some("true")];
            button #{ "remove-" (index) } name="do" value={ "remove-" (index) } hx-post=(MARRAKECH.path)
                aria-label={ "Remove " (label) } title="Remove" { "✕" }
        }
        p.idea #{ "idea-" (index) } { (idea(player, roster)) }
        (errors(wrong, field))
    }
}

/// The board of these settings before the first turn.
fn preview(setup: &Setup, checked: &Checked) -> Markup {
    let Ok(ready) = checked else {
        return html! { div.preview { p.quiet { "The board is set up when the form is right." } } };
    };
    if ready.secret {
        return secret_preview();
    }
    let board = Board::new(&ready.table(), &ready.players);
    let address = setup.address();
    html! {
        div.preview {
            p.headline { (board.headline()) " · not begun" }
            (view::still(board.stage.position(), &score::of_game(&board, None)))
            p.quiet { "The address of this game: " a #address href=(address) { (address) } }
        }
    }
}
