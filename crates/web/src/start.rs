//! The start page: an overview of the sections.

use maud::{Markup, html};

use crate::section::SECTIONS;
use crate::shell::page;

/// The start page.
pub(crate) async fn start() -> Markup {
    let body = html! {
        main #main.narrow {
            h1 { "Letter games to watch and play" }
            p { "Everything runs on this machine; the same seed gives the same game, here and on the command line." }
            ul.sections {
                @for section in SECTIONS {
                    li {
                        a href=(section.path) { (section.title) }
                        p { (section.about) }
                    }
                }
            }
        }
    };
    page("Simulator", None, &body)
}
