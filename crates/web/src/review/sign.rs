//! The signs of good and bad moves, and the files of pages that show them.

use maud::{Markup, html};

use crate::assets::url;
use crate::review::story::Mistake;

/// The style sheet and the script of pages with a review, for their heads.
pub(crate) fn review_files() -> Markup {
    html! {
        link rel="stylesheet" href=(url("review.css"));
        script defer src=(url("review.js")) {}
    }
}

/// The sign of a move: the size of its mistake, or that it is none.
pub(crate) fn mark(size: Option<Mistake>) -> Markup {
    html! {
        @match size {
            Some(size) => span.mistake.(size_class(size)) title=(size.name()) {
                span aria-hidden="true" { (size.mark()) } span.hear { (size.name()) ": " }
            },
            None => span.mistake.none title="no mistake" { span aria-hidden="true" { "✓" } span.hear { "no mistake: " } },
        }
    }
}

pub(super) fn size_class(size: Mistake) -> &'static str {
    match size {
        Mistake::Small => "small",
        Mistake::Medium => "medium",
        Mistake::Large => "large",
    }
}
