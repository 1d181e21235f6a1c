//! Light or dark by the visitor's choice, for pages that load a script before they are shown.

use maud::{Markup, html};

/// What the browser keeps, as `window.kept`; before [`SCHEME`].
pub const KEPT: &str = include_str!("kept.js");

/// Applies the choices that the browser keeps as `data-scheme` and `data-board` of the root, and shows [`choice`].
pub const SCHEME: &str = include_str!("scheme.js");

/// The choice of a theme, hidden until the script shows it.
#[must_use]
pub fn choice() -> Markup {
    select("scheme", "Theme", &[("", "System"), ("light", "Light"), ("dark", "Dark")])
}

/// The choice of the colours of boards, hidden until the script shows it.
#[must_use]
pub fn board_choice() -> Markup {
    select("board", "Board", &[("", "Classic"), ("green", "Green"), ("contrast", "Contrast")])
}

fn select(name: &str, label: &str, options: &[(&str, &str)]) -> Markup {
    html! {
        label.scheme hidden {
            span { (label) }
            select id={ (name) "-choice" } autocomplete="off" {
                @for (value, text) in options { option value=(value) { (text) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SCHEME, board_choice, choice};

    #[test]
    fn the_script_knows_all_choices() {
        for (page, name) in [(choice(), "scheme"), (board_choice(), "board")] {
            let page = page.into_string();
            assert!(page.contains(&format!("id=\"{name}-choice\"")), "{page}");
            let values: Vec<String> = page
                .split("value=\"")
                .skip(2)
                .map(|rest| format!("'{}'", rest.split('"').next().unwrap()))
                .collect();
            assert!(SCHEME.contains(&format!("{name}: [{}]", values.join(", "))), "{values:?}");
        }
    }
}
