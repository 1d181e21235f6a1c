//! The frame of every page: its head and the links above it.

use maud::{DOCTYPE, Markup, html};

use crate::assets::url;
use crate::section::{SECTIONS, Section};
use lettergame_report::theme;

/// Restricts htmx to what a strict policy allows: no code in attributes, no styles of its own; answers with
/// status 422 are shown.
const HTMX: &str = r#"{"allowEval":false,"includeIndicatorStyles":false,"defaultSettleDelay":0,
"selfRequestsOnly":true,"historyCacheSize":0,"responseHandling":[{"code":"204","swap":false},
{"code":"[23]..","swap":true},{"code":"422","swap":true},{"code":"...","swap":false,"error":true}]}"#;

/// A whole page. `body` brings its own `main`.
pub(crate) fn page(title: &str, section: Option<&Section>, body: &Markup) -> Markup {
    page_with(title, section, &html! {}, body)
}

/// A whole page with more in its head.
pub(crate) fn page_with(
    title: &str,
    section: Option<&Section>,
    head: &Markup,
    body: &Markup,
) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="htmx-config" content=(HTMX);
                // before anything is shown, so not deferred
                script src=(url("kept.js")) {}
                script src=(url("scheme.js")) {}
                title { (title) " · lettergame" }
                link rel="icon" href=(url("icon.svg")) type="image/svg+xml";
                link rel="stylesheet" href=(url("style.css"));
                (head)
                @if let Some(section) = section {
                    @if section.plots { link rel="stylesheet" href=(url("plots.css")); }
                    link rel="stylesheet" href=(url(section.style.name));
                    script defer src=(url("htmx.min.js")) {}
                    script defer src=(url("sse.min.js")) {}
                    script defer src=(url("page.js")) {}
                    @if let Some(script) = &section.script {
                        script defer src=(url(script.name)) {}
                    }
                }
            }
            body {
                a.skip href="#main" { "Skip to content" }
                header.top {
                    a.home href="/" { "lettergame" }
                    nav aria-label="sections" {
                        @for entry in SECTIONS {
                            @let here = section.is_some_and(|own| own.path == entry.path);
                            a href=(entry.front) aria-current=[here.then_some("true")] {
                                (entry.title)
                            }
                        }
                    }
                    @if section.is_some_and(|section| section.has_board) { (theme::board_choice()) }
                    (theme::choice())
                }
                (body)
                @if section.is_some() {
                    p #unanswered.notice role="alert" hidden { "The server does not respond; nothing was done." }
                }
            }
        }
    }
}
