//! An analysed game as a page of the simulator: its tables and boards, its files, and the form for another one.

use maud::{Markup, html};

use crate::assets::url;
use crate::scrabble::analysis::analysed::AnalysedGame;
use crate::scrabble::analysis::form_page::form;
use crate::scrabble::analysis::request::Typed;
use crate::scrabble::analysis::{MAX_ADDRESS, PATH};
use crate::scrabble::viewer::links;
use crate::section::SCRABBLE;
use crate::shell::page;
use lettergame_scrabble::board::Layout;

/// The files: kind, label.
const FILES: [(&str, &str); 3] =
    [("gcg", "Annotated GCG"), ("json", "JSON"), ("html", "Page (HTML)")];

pub(super) fn result_page(typed: &Typed, analysed: &AnalysedGame, layout: &Layout) -> Markup {
    let title = analysed.title();
    let body = html! {
        main #main.analysis {
            div.heading {
                h1 { "Scrabble" }
                (links(PATH))
            }
            p.headline #title { (title) }
            (remarks(analysed))
            (analysed.boards(layout, true))
            (analysed.overview())
            (files(typed))
            details.sheet #again {
                summary { "Analyse again, with other options or another game" }
                (form(typed, &[]))
            }
            script defer src=(url("turns.js")) {}
        }
    };
    page(&format!("{title}: analysis"), Some(&SCRABBLE), &body)
}

/// What is odd about the file.
fn remarks(analysed: &AnalysedGame) -> Markup {
    let remarks = &analysed.file.remarks;
    html! {
        @if !remarks.is_empty() {
            ul.remarks aria-label="Remarks on this game" { @for remark in remarks { li { (remark) } } }
        }
    }
}

/// Buttons that send the same request again, for a file.
fn files(typed: &Typed) -> Markup {
    let address = typed.address();
    html! {
        form.files method="post" action=(PATH) {
            @for (name, value) in typed.pairs() { input type="hidden" name=(name) value=(value); }
            span { "Download" }
            @for (kind, label) in FILES { button name="do" value=(kind) { (label) } }
            @if address.len() <= MAX_ADDRESS { a #address href=(address) { "Address of this game" } }
        }
        details.quiet { summary { "The same as a command" } code { (typed.command("game.gcg")) } }
    }
}
