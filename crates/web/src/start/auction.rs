//! The picture of the Letter Game: a letter is sold, and completes a word.

use std::sync::LazyLock;

use maud::{Markup, html};

use crate::start::tile::tile;

/// The bids: the corner of the paddle, who holds it, and the bid.
const BIDS: [([i32; 2], &str, u32); 4] =
    [([24, 66], "Ada", 9), ([24, 114], "Ben", 4), ([200, 66], "You", 14), ([200, 114], "Cleo", 2)];

/// The picture.
pub(super) static PICTURE: LazyLock<String> = LazyLock::new(|| picture().into_string());

fn picture() -> Markup {
    html! {
        rect.felt width="300" height="300" {}
        circle.spot cx="150" cy="104" r="48" {}
        (tile('Z', [118.0, 72.0], 64.0))
        @for (place, name, bid) in BIDS { (paddle(place, name, bid)) }
        text.on-felt x="150" y="174" font-size="15" text-anchor="middle" { "sold to you for 9" }
        @for (index, letter) in "QUART".chars().enumerate() {
            (tile(letter, [33.0 + 40.0 * index as f32, 192.0], 36.0))
        }
        rect.gap x="233.5" y="192.5" width="35" height="35" rx="5" {}
    }
}

fn paddle([x, y]: [i32; 2], name: &str, bid: u32) -> Markup {
    let wins = name == "You";
    html! {
        rect.paddle.wins[wins] x=(x) y=(y) width="76" height="38" rx="19" {}
        text.on-paddle.wins[wins] x=(x + 13) y=(y + 24) font-size="14" { (name) }
        text.on-paddle.wins[wins] x=(x + 64) y=(y + 25) font-size="18" font-weight="700" text-anchor="end" { (bid) }
    }
}
