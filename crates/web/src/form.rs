//! Parts that the forms of all games share: the players, errors of a field, descriptions of players, the seed.

use maud::{Markup, html};

use crate::quoted::error_text;
use crate::rooms::{Clock, level_of};
use crate::seats::{listed, persons};
use crate::setup::{Field, FieldError, GameForm, Setup, most_players};
use lettergame_game::{Configurable, Listing, Roster};
use lettergame_plan::{PERSON, PlayerSpec};
use lettergame_registry::roster;

/// Whether this field has an error.
pub(crate) fn is_wrong<F: PartialEq>(wrong: &[(F, String)], field: F) -> bool {
    wrong.iter().any(|(place, _)| *place == field)
}

/// The errors of this field.
pub(crate) fn errors<F: PartialEq>(wrong: &[(F, String)], field: F) -> Markup {
    html! {
        @for (_, text) in wrong.iter().filter(|(place, _)| *place == field) {
            p.refusal role="alert" { (error_text(text)) }
        }
    }
}

/// A player's description and settings, from the roster; empty for a player that is not in it.
pub(crate) fn idea(player: &str, roster: &[Listing]) -> String {
    if player == PERSON {
        return "a person with a browser; you receive the address of this seat".to_owned();
    }
    let name = PlayerSpec::split(player).1.split(':').next().unwrap_or_default();
    let Ok((listing, _)) = Listing::read(roster, name) else { return String::new() };
    let parameters = listing.parameters.iter();
    let parameters = parameters.map(|one| format!("; :{}={}", one.key, one.default));
    listing.idea.to_owned() + &parameters.collect::<String>()
}

/// A name that can be used without settings.
pub(crate) fn playable(listing: &Listing) -> String {
    let default = |key| listing.parameters.iter().find(|parameter| parameter.key == key);
    match listing.suffix.and_then(default) {
        Some(parameter) => format!("{}-{}", listing.name, parameter.default),
        None => listing.name.to_owned(),
    }
}

/// A player after its level, if it has one: `Hard · champion`.
fn with_level<F: GameForm>(table: &[String], player: &str) -> String {
    level_of(&F::LEVELS, table, player)
        .map_or_else(|| player.to_owned(), |level| format!("{level} · {player}"))
}

/// The roster with the players of levels first, from easy to hard.
fn by_level<F: GameForm>(roster: &[Listing]) -> Vec<&Listing> {
    let mut listings: Vec<&Listing> = roster.iter().collect();
    let not_in = |player: String| F::LEVELS.map(|level| !level.contains(&player.as_str()));
    listings.sort_by_key(|listing| not_in(playable(listing)));
    listings
}

/// Labels of a seat in a form.
pub(crate) struct SeatLabel {
    /// Shown before its name, if present.
    pub(crate) sample: Option<Markup>,
    /// Its name, for screen readers.
    pub(crate) name: String,
    /// Label of the button that removes it.
    pub(crate) remove: String,
}

/// The players, each with a button that removes it, and a field to add one.
pub(crate) fn player_list<F: GameForm>(
    setup: &Setup<F>,
    wrong: &[FieldError],
    label: impl Fn(usize) -> SeatLabel,
) -> Markup {
    let roster = listings::<F::Game>();
    let list = html! {
        fieldset {
            legend { "Players" }
            ol.players {
                @for (index, player) in setup.players.iter().enumerate() {
                    li { (player_row(setup, index, player, &roster, wrong, &label(index))) }
                }
            }
            (errors(wrong, Field::Players))
            @if setup.has_room() {
                div.add {
                    label for="new" { "Add player" }
                    select #new name="new" {
                        option value=(PERSON) { "person (you)" }
                        @for player in listed(F::Game::INFO.name) { option { (player.name) } }
                        @for listing in by_level::<F>(&roster) {
                            @let player = playable(listing);
                            option value=(player) title=(listing.idea) { (with_level::<F>(&[], &player)) }
                        }
                    }
                    button #add name="do" value="add" hx-post=(F::PATH) { "Add" }
                }
            }
            (known_players::<F>(&roster))
            (clock(setup, wrong))
        }
    };
    player_fold(setup, wrong, &list)
}

/// The clocks to choose from.
const CLOCKS: [&str; 9] = ["", "15", "30", "60", "180", "180+2", "300+5", "600+10", "1800+0"];

/// How long persons may think, for games that have any.
pub(crate) fn clock<F: GameForm>(setup: &Setup<F>, wrong: &[FieldError]) -> Markup {
    html! {
        // a script shows it as soon as a person is typed into a field
        div.clock hidden[persons(&setup.players) == 0] {
            label for="clock" { "Time to think" }
            select #clock name="clock" title="When the time is up, a computer plays on" {
                (clock_options(&setup.clock))
            }
        }
        (errors(wrong, Field::Clock))
    }
}

/// The clocks to choose from, of which this one is chosen.
pub(crate) fn clock_options(chosen: &str) -> Markup {
    let own = (!CLOCKS.contains(&chosen)).then_some(chosen);
    let name = |text: &str| match Clock::read(text) {
        Ok(Some(clock)) => clock.to_string(),
        Ok(None) => "as long as you like".to_owned(),
        Err(_) => text.to_owned(),
    };
    html! {
        @for text in CLOCKS.into_iter().chain(own) {
            option value=(text) selected[text == chosen] { (name(text)) }
        }
    }
}

/// The choice of players, folded to their names after the levels, unless it was made or has an error.
pub(crate) fn player_fold<F: GameForm>(
    setup: &Setup<F>,
    wrong: &[FieldError],
    list: &Markup,
) -> Markup {
    let is_own =
        |field| matches!(field, Field::Players | Field::Player(_) | Field::Name(_) | Field::Clock);
    let is_wrong = wrong.iter().any(|(field, _)| is_own(*field));
    let named = |player: &String| with_level::<F>(&setup.players, player);
    let players: Vec<String> = setup.players.iter().map(named).collect();
    html! {
        details.choose open[setup.is_chosen || is_wrong || setup.players != F::PLAYERS || !setup.clock.is_empty()] {
            summary {
                "Choose players: "
                span.quiet { (players.join(", ")) }
            }
            (list)
        }
    }
}

/// Options that few need, folded away unless one of them is set or has an error.
pub(crate) fn more(is_open: bool, options: &Markup) -> Markup {
    html! {
        details.more open[is_open] {
            summary { "More" }
            div.rules { (options) }
        }
    }
}

/// The field of the seed with its notes.
pub(crate) fn seed<F: GameForm>(setup: &Setup<F>, wrong: &[FieldError]) -> Markup {
    let help = F::SECTION.term_mark("Seed");
    html! {
        div {
            (number("seed", "Seed", &help, &setup.seed, wrong, Field::Seed))
            (seed_hint(&setup.players))
            @if setup.is_drawn { input type="hidden" name="drawn" value=(setup.seed); }
        }
    }
}

/// Whether the seed is given, or has an error.
pub(crate) fn is_seed_set<F: GameForm>(setup: &Setup<F>, wrong: &[FieldError]) -> bool {
    !setup.is_drawn || is_wrong(wrong, Field::Seed)
}

fn player_row<F: GameForm>(
    setup: &Setup<F>,
    index: usize,
    player: &str,
    roster: &[Listing],
    wrong: &[FieldError],
    label: &SeatLabel,
) -> Markup {
    let field = Field::Player(index);
    html! {
        div.player {
            @if let Some(sample) = &label.sample { (sample) }
            label.hear for={ "player-" (index) } { (label.name) }
            input #{ "player-" (index) } name="player" value=(player) list="roster" autocomplete="off"
                spellcheck="false" maxlength="400" aria-describedby={ "idea-" (index) }
                aria-invalid=[is_wrong(wrong, field).then_some("true")];
            (person_name(setup, index, &label.name, wrong))
            @if most_players::<F>() > 2 {
                button #{ "remove-" (index) } name="do" value={ "remove-" (index) } hx-post=(F::PATH)
                    aria-label=(label.remove) title="Remove" { "✕" }
            }
        }
        p.idea #{ "idea-" (index) } { (idea(player, roster)) }
        (errors(wrong, field))
        (errors(wrong, Field::Name(index)))
    }
}

/// The field for the name of a person; every player has one, which a script shows as soon as a person is typed, so
/// that names stay beside their players.
pub(crate) fn person_name<F: GameForm>(
    setup: &Setup<F>,
    index: usize,
    label: &str,
    wrong: &[FieldError],
) -> Markup {
    let name = setup.names.get(index).map_or("", String::as_str);
    html! {
        input.called #{ "name-" (index) } name="name" value=(name) placeholder="Name"
            hidden[setup.players[index] != PERSON]
            aria-label={ "Name of the person, " (label) } autocomplete="off" maxlength="60"
            aria-invalid=[is_wrong(wrong, Field::Name(index)).then_some("true")];
    }
}

/// The suggestions of the browser in player fields.
pub(crate) fn known_players<F: GameForm>(roster: &[Listing]) -> Markup {
    let game = F::Game::INFO.name;
    html! {
        datalist #roster {
            option value=(PERSON) { "you" }
            @for player in listed(game) { option value=(player.name) { "a program of this server" } }
            @for listing in by_level::<F>(roster) {
                @let player = playable(listing);
                option value=(player) {
                    @if let Some(level) = level_of(&F::LEVELS, &[], &player) { (level) ": " } (listing.idea)
                }
            }
        }
    }
}

/// The players of a game in this process.
pub(crate) fn listings<G: Configurable>() -> Vec<Listing> {
    roster::<G>().iter().map(Roster::listing).collect()
}

/// A field for a number. Only the library validates it, so that its error text is the one shown.
pub(crate) fn number(
    name: &str,
    label: &str,
    help: &Markup,
    value: &str,
    wrong: &[FieldError],
    field: Field,
) -> Markup {
    html! {
        div {
            div.label { label for=(name) { (label) } (help) }
            input #(name) name=(name) value=(value) inputmode="numeric" autocomplete="off" maxlength="20"
                aria-invalid=[is_wrong(wrong, field).then_some("true")];
            (errors(wrong, field))
        }
    }
}

/// The note beside the seed field when several persons play.
fn seed_hint(players: &[String]) -> Markup {
    html! {
        @if persons(players) > 1 {
            p.quiet { "The seed reveals everything that will be dealt. Leave it empty to draw a secret one, which is shown at the end; one that you set is shown to everyone from the start." }
        }
    }
}
