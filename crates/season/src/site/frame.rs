//! The frame of every page.

use maud::{DOCTYPE, Markup, html};

/// A whole page. `home` leads from it to the folder of the site.
pub(super) fn page(home: &str, title: &str, body: &Markup) -> String {
    let document = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="stylesheet" href={ (home) "style.css" };
            }
            body {
                header { a href={ (home) "index.html" } { "Leaderboard" } }
                main { (body) }
            }
        }
    };
    document.into_string()
}
