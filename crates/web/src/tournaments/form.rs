//! The form that sets up a tournament.

use maud::{Markup, html};

use crate::form::{idea, playable};
use crate::quoted::error_text;
use crate::section::{TOURNAMENTS, title_of};
use crate::tournaments::field_error::{ErrorPlace, FieldError};
use crate::tournaments::section_state::Preview;
use crate::tournaments::setup::{MAX_PLAYERS, TournamentSetup};
use lettergame_game::Listing;
use lettergame_plan::{SCHEDULE_KEYS, SCHEDULES};
use lettergame_registry::{GameEntry, games};

/// The one schedule of clones offered.
const CLONES: (&str, &str) = ("2v2v2v2", "teams of clones, four of two");

/// The result of checking the settings.
#[derive(Default)]
pub(super) struct Checked {
    pub(super) wrong: Vec<FieldError>,
    /// What would be played; empty if unknown.
    pub(super) preview: Preview,
}

impl Checked {
    fn has(&self, place: &ErrorPlace) -> bool {
        self.wrong.iter().any(|wrong| wrong.place == *place)
    }
}

/// The form, which is replaced by its own buttons.
pub(super) fn form_part(
    setup: &TournamentSetup,
    checked: &Checked,
    may: bool,
    command: Option<&str>,
) -> Markup {
    let Some(game) = setup.entry() else { return lost_game(setup, checked) };
    html! {
        div #setup {
            form.tourform method="post" action=(TOURNAMENTS.path) hx-target="#setup" hx-swap="outerHTML" {
                // the first button is what Enter presses
                button hidden name="do" value="begin" tabindex="-1" { "Begin" }
                input type="hidden" name="was" value=(game.info.name);
                (players(setup, game, checked))
                (what(setup, game, checked))
                (more(setup, game, checked))
                (errors(checked, |place| *place == ErrorPlace::Form))
                div.actions {
                    button.main #begin name="do" value="begin" aria-disabled=[(!may).then_some("true")] {
                        "Start tournament"
                    }
                    button #check name="do" value="check" hx-post=(TOURNAMENTS.path) { "Check" }
                    @if !may {
                        span.quiet { "To start tournaments from here, start the server with --allow-tournaments." }
                    }
                }
            }
            div.told aria-live="polite" {
                @for line in &checked.preview.lines { p { (line) } }
            }
            details.same {
                summary { "The same as a command, or as a link" }
                @if let Some(command) = command { p { code #command { (command) } } }
                @let address = setup.address();
                p { a #address href=(address) { (address) } }
            }
        }
    }
}

/// The game in the address does not exist.
fn lost_game(setup: &TournamentSetup, checked: &Checked) -> Markup {
    html! {
        div #setup {
            p.refusal role="alert" { "Unknown game " code { (setup.value("game")) } "." }
            (errors(checked, |place| *place == ErrorPlace::Form))
            p { a href=(TOURNAMENTS.path) { "New tournament" } }
        }
    }
}

fn players(setup: &TournamentSetup, game: &GameEntry, checked: &Checked) -> Markup {
    let roster = game.roster();
    html! {
        fieldset {
            legend { "Game and players" }
            div.gamefield {
                label for="game" { "Game" }
                select #game name="game" hx-post=(TOURNAMENTS.path) hx-trigger="change"
                    hx-vals=r#"{"do": "check"}"# {
                    @for own in games() {
                        option value=(own.info.name) selected[own.info.name == game.info.name] {
                            (title_of(own.info.name))
                        }
                    }
                }
                p.quiet { (game.info.about) }
            }
            ol.players.many {
                @for (index, player) in setup.players.iter().enumerate() {
                    li { (player_row(index, player, &roster, checked)) }
                }
            }
            (errors(checked, |place| *place == ErrorPlace::Players))
            // errors of players that are not in the list
            (errors(checked, |place| matches!(place, ErrorPlace::Player(name) if !setup.players.contains(name))))
            @if setup.players.len() < MAX_PLAYERS {
                div.add {
                    label for="new" { "Add player" }
                    select #new name="new" {
                        @for listing in &roster {
                            option value=(playable(listing)) { (listing.name) ": " (listing.idea) }
                        }
                    }
                    button #add name="do" value="add" hx-post=(TOURNAMENTS.path) { "Add" }
                }
            }
            datalist #roster {
                @for listing in &roster { option value=(playable(listing)) { (listing.idea) } }
            }
        }
    }
}

fn player_row(index: usize, player: &str, roster: &[Listing], checked: &Checked) -> Markup {
    let place = ErrorPlace::Player(player.to_owned());
    html! {
        div.player {
            label.hear for={ "player-" (index) } { "Player " (index + 1) }
            input #{ "player-" (index) } name="player" value=(player) list="roster" autocomplete="off"
                spellcheck="false" maxlength="400" title=(idea(player, roster))
                aria-invalid=[checked.has(&place).then_some("true")];
            button name="do" value={ "remove-" (index) } hx-post=(TOURNAMENTS.path)
                aria-label={ "Remove player " (index + 1) } title="Remove" { "✕" }
        }
        (errors(checked, |own| *own == place))
    }
}

/// Who meets whom, how often, and what it is called.
fn what(setup: &TournamentSetup, game: &GameEntry, checked: &Checked) -> Markup {
    let schedules: Vec<(&str, &str)> = SCHEDULES.into_iter().chain([CLONES]).collect();
    html! {
        fieldset.rules {
            legend { "Tournament" }
            (choice(setup, checked, "schedule", "Who meets whom", &schedules))
            (field(setup, checked, "games", "Games per meeting", true))
            (named(setup, game, checked))
        }
    }
}

/// What few need: the rules, the deals, and what is recorded. It is open if any of it is set or has an error.
fn more(setup: &TournamentSetup, game: &GameEntry, checked: &Checked) -> Markup {
    let rare = ["preset", "seats", "record"].into_iter();
    let rare = rare.chain(SCHEDULE_KEYS.iter().map(|own| own.key));
    let mut rare = rare.chain(game.info.shortcuts.iter().map(|own| own.key));
    let is_wrong = checked.wrong.iter().any(|wrong| match &wrong.place {
        ErrorPlace::Key(key) => !["schedule", "games", "name"].contains(&key.as_str()),
        _ => false,
    });
    html! {
        details.more open[is_wrong || !setup.set.is_empty() || rare.any(|key| !setup.value(key).is_empty())] {
            summary { "More" }
            div.columns {
                (rules(setup, game, checked))
                fieldset.rules {
                    legend { "Deals and records" }
                    (field(setup, checked, "seed", "Seed: it fixes all deals", true))
                    (choice(setup, checked, "seats", "Seats", &[
                        ("", "everyone in each seat (rotate)"), ("permute", "in every order (permute)"),
                        ("fixed", "as listed (fixed)"),
                    ]))
                    (choice(setup, checked, "record", "Kept of each game", &[
                        ("", "its result; every move where programs play"), ("games", "its result (games)"),
                        ("rounds", "its result and rounds (rounds)"), ("plies", "every move (plies)"),
                    ]))
                    @for own in SCHEDULE_KEYS { (field(setup, checked, own.key, own.label, true)) }
                }
            }
        }
    }
}

fn named(setup: &TournamentSetup, game: &GameEntry, checked: &Checked) -> Markup {
    html! {
        div {
            label for="name" { "Name" }
            input #name name="name" value=(setup.value("name")) placeholder=(game.info.name)
                autocomplete="off" spellcheck="false" maxlength="60"
                aria-invalid=[checked.has(&ErrorPlace::Key("name".to_owned())).then_some("true")];
            (errors(checked, |place| *place == ErrorPlace::Key("name".to_owned())))
        }
    }
}

/// The rules of the game.
fn rules(setup: &TournamentSetup, game: &GameEntry, checked: &Checked) -> Markup {
    let presets = (game.presets)().into_iter().enumerate();
    let presets: Vec<(&str, &str)> =
        presets.map(|(index, preset)| (if index == 0 { "" } else { preset }, preset)).collect();
    let elsewhere =
        |place: &ErrorPlace| matches!(place, ErrorPlace::Key(key) if !is_shown(key, game));
    let mut others = (game.settings)();
    others.retain(|setting| !has_field(setting.key, game));
    html! {
        fieldset.rules {
            legend { "Rules" }
            @if presets.len() > 1 { (choice(setup, checked, "preset", "Variant", &presets)) }
            @for own in game.info.shortcuts { (field(setup, checked, own.key, own.label, false)) }
            @if !game.info.shortcuts.is_empty() {
                p.quiet.hint { "Each of several values, " code { "0,3,5" } " or " code { "0..7" } ", is a tournament." }
            }
            details.other open[!setup.set.is_empty() || checked.wrong.iter().any(|wrong| elsewhere(&wrong.place))] {
                summary { "Other rules" }
                label for="set" { "One " code { "key=value" } " per line" }
                textarea #set name="set" rows="3" spellcheck="false" maxlength="800" { (setup.set) }
                (errors(checked, elsewhere))
                dl.keys {
                    @for setting in others {
                        dt { code { (setting.key) "=" (setting.default) } }
                        dd { (setting.about()) }
                    }
                }
            }
        }
    }
}

/// Whether this rule has its own field.
fn has_field(key: &str, game: &GameEntry) -> bool {
    key == "preset" || game.info.has_shortcut(key)
}

/// Whether a key has a field in the form of this game. Errors of others are shown below the other rules.
fn is_shown(key: &str, game: &GameEntry) -> bool {
    let special = SCHEDULE_KEYS.iter().any(|own| own.key == key);
    let rule = has_field(key, game) && (key != "preset" || (game.presets)().len() > 1);
    let always = ["schedule", "games", "seed", "name", "seats", "record"];
    special || rule || always.contains(&key)
}

/// A field whose text only the library validates, so that its error text is the one shown.
fn field(
    setup: &TournamentSetup,
    checked: &Checked,
    key: &str,
    label: &str,
    number: bool,
) -> Markup {
    let place = ErrorPlace::Key(key.to_owned());
    html! {
        div {
            label for=(key) { (label) }
            input #(key) name=(key) value=(setup.value(key)) autocomplete="off" maxlength="40"
                inputmode=[number.then_some("numeric")]
                aria-invalid=[checked.has(&place).then_some("true")];
            (errors(checked, |own| *own == place))
        }
    }
}

/// A list of values with their labels; a value that is not among them is added.
fn choice(
    setup: &TournamentSetup,
    checked: &Checked,
    key: &str,
    label: &str,
    values: &[(&str, &str)],
) -> Markup {
    let place = ErrorPlace::Key(key.to_owned());
    let value = setup.value(key);
    html! {
        div {
            label for=(key) { (label) }
            select #(key) name=(key) aria-invalid=[checked.has(&place).then_some("true")] {
                @for (own, words) in values {
                    option value=(own) selected[*own == value] {
                        (words) @if key == "schedule" { " (" (own) ")" }
                    }
                }
                @if !values.iter().any(|(own, _)| *own == value) {
                    option value=(value) selected { (value) }
                }
            }
            (errors(checked, |own| *own == place))
        }
    }
}

fn errors(checked: &Checked, at: impl Fn(&ErrorPlace) -> bool) -> Markup {
    html! {
        @for wrong in checked.wrong.iter().filter(|wrong| at(&wrong.place)) {
            p.refusal role="alert" { (error_text(&wrong.text)) }
        }
    }
}
