//! Parts that the forms of all games have: what is wrong with a field, what a player does, the seed.

use maud::{Markup, html};

use crate::begin::persons;
use lettergame_core::game::Listing;
use lettergame_tournament::{PERSON, PlayerSpec};

/// Is something wrong with this field?
pub(crate) fn is_wrong<F: PartialEq>(wrong: &[(F, String)], field: F) -> bool {
    wrong.iter().any(|(place, _)| *place == field)
}

/// What is wrong with this field.
pub(crate) fn errors<F: PartialEq>(wrong: &[(F, String)], field: F) -> Markup {
    html! {
        @for (_, text) in wrong.iter().filter(|(place, _)| *place == field) {
            p.refusal role="alert" { (text) }
        }
    }
}

/// The entry of the roster that a player's text names, settings or not.
fn listing_of<'a>(player: &str, roster: &'a [Listing]) -> Option<&'a Listing> {
    let name = PlayerSpec::split(player).1.split(':').next().unwrap_or_default();
    roster.iter().find(|listing| {
        let suffixed = listing.suffix.is_some() && name.starts_with(&format!("{}-", listing.name));
        listing.name == name || suffixed
    })
}

/// What a player does and what can be set, as the roster has it; nothing for one that is not in it.
pub(crate) fn idea(player: &str, roster: &[Listing]) -> String {
    if player == PERSON {
        return "somebody at a browser; you get the address of this seat".to_owned();
    }
    let Some(listing) = listing_of(player, roster) else { return String::new() };
    let parameters = listing.parameters.iter();
    let parameters = parameters.map(|one| format!("; :{}={}", one.key, one.default));
    listing.idea.to_owned() + &parameters.collect::<String>()
}

/// A name that can be played as it stands.
pub(crate) fn playable(listing: &Listing) -> String {
    let default = |key| listing.parameters.iter().find(|parameter| parameter.key == key);
    match listing.suffix.and_then(default) {
        Some(parameter) => format!("{}-{}", listing.name, parameter.default),
        None => listing.name.to_owned(),
    }
}

/// What is said beside the field of the seed where several persons play.
pub(crate) fn seed_hint(players: &[String]) -> Markup {
    html! {
        @if persons(players) > 1 {
            p.quiet { "Whoever knows the seed knows what will come: leave it empty, and it is drawn in secret and shown at the end." }
        }
    }
}

/// What is shown in place of a table whose seed is a secret.
pub(crate) fn secret_preview() -> Markup {
    html! { div.preview { p.quiet { "What is dealt is a secret until you begin; the seed is shown when the game is over." } } }
}
