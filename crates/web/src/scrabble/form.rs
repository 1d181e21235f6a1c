//! The form that sets up a game of Scrabble, beside the board as it will be.

use maud::{Markup, html};

use crate::begin::FormPage;
use crate::form::{
    clock, errors, idea, is_seed_set, is_wrong, known_players, listings, more, person_name,
    player_fold, secret_preview, seed,
};
use crate::levels::levels;
use crate::rooms::{Picture as _, Viewer};
use crate::scrabble::board::Board;
use crate::scrabble::grid::{Grid, grid};
use crate::scrabble::parts;
use crate::scrabble::setup::{POSITION, ScrabbleForm, WORDS};
use crate::scrabble::viewer::links;
use crate::seats::listed;
use crate::section::SCRABBLE;
use crate::setup::{Checked, Field, FieldError, Ready, Setup};
use crate::shell::page;
use lettergame_plan::PERSON;
use lettergame_scrabble::board::{Cells, Layout};
use lettergame_scrabble::rules::{Scrabble, ScrabbleRules};

type Typed = Setup<ScrabbleForm>;

impl FormPage for ScrabbleForm {
    fn page(setup: &Typed, checked: &Checked<ScrabbleForm>) -> Markup {
        let body = html! {
            main #main.room {
                div.heading {
                    h1 { "Scrabble" }
                    (links("/scrabble/game"))
                    (SCRABBLE.how_to_play())
                }
                (levels::<Self>())
                (Self::part(setup, checked))
            }
        };
        page("Scrabble: a game", Some(&SCRABBLE), &body)
    }

    fn part(setup: &Typed, checked: &Checked<ScrabbleForm>) -> Markup {
        let wrong = checked.as_ref().err().map_or(&[][..], Vec::as_slice);
        html! {
            div #setup.setup {
                form method="post" action="/scrabble/game" hx-target="#setup" hx-swap="outerHTML" {
                    // the first button is what Enter presses
                    button hidden tabindex="-1" hx-post="/scrabble/game" { "Begin" }
                    (errors(wrong, WORDS))
                    (players(setup, wrong))
                    (start(setup, wrong))
                    div.actions {
                        button #begin hx-post="/scrabble/game" { "Start new game" }
                        button formmethod="get" { "Show the board" }
                    }
                }
                (preview(setup, checked.as_ref().ok()))
            }
        }
    }
}

fn players(setup: &Typed, wrong: &[FieldError]) -> Markup {
    let roster = listings::<Scrabble>();
    let list = html! {
        fieldset {
            legend { "Players" }
            ol.players {
                @for (index, player) in setup.players.iter().enumerate() {
                    li {
                        label for={ "player-" (index) } { "Player " (index + 1) }
                        div.player {
                            input #{ "player-" (index) } name="player" value=(player) list="roster" autocomplete="off"
                                spellcheck="false" maxlength="400"
                                aria-invalid=[is_wrong(wrong, Field::Player(index)).then_some("true")];
                            (person_name(setup, index, &format!("player {}", index + 1), wrong))
                        }
                        p.idea { (idea(player, &roster)) }
                        (errors(wrong, Field::Player(index)))
                        (errors(wrong, Field::Name(index)))
                    }
                }
            }
            (errors(wrong, Field::Players))
            (known_players("scrabble", &roster))
            (clock(setup, wrong))
        }
        details.sheet {
            summary { "Available players" }
            dl.keys {
                dt { code { (PERSON) } } dd { "you, or another person with a browser" }
                @for player in listed("scrabble") { dt { code { (player.name) } } dd { "a program of this server" } }
                @for listing in &roster {
                    dt { code { (listing.name)
                        @for parameter in &listing.parameters { ":" (parameter.key) "=" (parameter.default) } } }
                    dd { (listing.idea) }
                }
            }
        }
    };
    player_fold(setup, wrong, &list)
}

fn start(setup: &Typed, wrong: &[FieldError]) -> Markup {
    let is_set = !setup.own.position.is_empty() || is_wrong(wrong, POSITION);
    let options = html! {
        (seed(setup, wrong))
        div.whole {
            label for="text" { "From a position: a state file, a CGP line or a GCG game; empty for a new game" }
            textarea #text name="position" rows="8" spellcheck="false" autocomplete="off"
                aria-invalid=[is_wrong(wrong, POSITION).then_some("true")] { "\n" (setup.own.position) }
            (errors(wrong, POSITION))
        }
    };
    more(is_set || is_seed_set(setup, wrong), &options)
}

/// The board before the first turn.
fn preview(setup: &Typed, ready: Option<&Ready<ScrabbleForm>>) -> Markup {
    let viewer = Viewer { seat: None, sees_all: false, path: "" };
    if ready.is_some_and(|ready| ready.setup.is_secret()) {
        return secret_preview();
    }
    let Some(ready) = ready else {
        let layout = Layout::standard(ScrabbleRules::standard().bingo());
        let cells = Cells::new(layout.side());
        let empty = Grid { layout: &layout, cells: &cells, fresh: &[], editable: false };
        return html! {
            div.preview { p.quiet { "The tiles are dealt when the form is valid." } div.sheet { (grid(&empty)) } }
        };
    };
    let board = Board::new(&ready.table, &setup.players);
    html! {
        div.preview {
            p.headline { (board.headline()) " · not started" }
            div.sheet { (parts::squares(&board)) }
            div.sheet.holders { (parts::holders(&board, viewer)) }
            p.quiet { "The address of this game: " a #address href=(setup.address()) { (setup.address()) } }
        }
    }
}
