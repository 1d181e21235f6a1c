//! The picture of the wordgame: a hand, what it seems to be worth, and what it is worth.

use std::sync::LazyLock;

use maud::{Markup, html};

use crate::start::tile::tile;

/// The picture.
pub(super) static PICTURE: LazyLock<String> = LazyLock::new(|| picture().into_string());

fn picture() -> Markup {
    html! {
        rect.felt.warm width="300" height="300" {}
        @for (index, letter) in "AQLMUIL".chars().enumerate() {
            // held like cards
            @let step = index as f32 - 3.0;
            g transform={ "rotate(" (step * 5.0) " 150 420)" } { (tile(letter, [132.0 + step * 7.0, 74.0], 36.0)) }
        }
        (words("MAQUI", "80", 142, false))
        (words("QUALM + LI", "84", 186, true))
    }
}

fn words(words: &str, points: &str, y: i32, best: bool) -> Markup {
    html! {
        rect.paddle.wins[best] x="40" y=(y) width="220" height="36" rx="18" {}
        text.on-paddle.wins[best] x="60" y=(y + 24) font-size="17" { (words) }
        text.on-paddle.wins[best] x="242" y=(y + 24) font-size="18" font-weight="700" text-anchor="end" { (points) }
    }
}
