//! The links back and forth through a review, which the arrow keys follow too.

use maud::{Markup, html};

/// A place in a review.
pub(crate) struct Steps<'a> {
    /// What is counted, as in `Move 3 of 29`.
    pub(crate) what: &'static str,
    /// How many of them are shown.
    pub(crate) here: usize,
    /// All of them.
    pub(crate) last: usize,
    /// The place of the next mistake.
    pub(crate) mistake: Option<usize>,
    /// The address of a place.
    pub(crate) address: &'a dyn Fn(usize) -> String,
}

/// The links.
pub(crate) fn steps(steps: &Steps<'_>) -> Markup {
    let Steps { what, here, last, mistake, .. } = *steps;
    let back = here.checked_sub(1);
    let next = (here < last).then_some(here + 1);
    html! {
        nav.steps aria-label={ (what) "s" } {
            (step(steps, "first", "First", "«", back.map(|_| 0)))
            (step(steps, "back", "Back", "‹", back))
            strong #here role="status" { (what) " " (here) " of " (last) }
            (step(steps, "next", "Next", "›", next))
            (step(steps, "last", "Last", "»", next.map(|_| last)))
            (step(steps, "mistake", "Next mistake", "?", mistake))
            span.keys.quiet {
                kbd { "←" } " " kbd { "→" } ", " kbd { "Home" } " " kbd { "End" } "; " kbd { "m" } " to the next mistake"
            }
        }
    }
}

/// A link to another place; without an address where there is none, so that it keeps its place and the focus.
fn step(steps: &Steps<'_>, id: &str, name: &str, sign: &str, to: Option<usize>) -> Markup {
    html! {
        a.button id=(id) href=[to.map(steps.address)] tabindex="0"
            role=[to.is_none().then_some("link")] aria-disabled=[to.is_none().then_some("true")] { span aria-hidden="true" { (sign) } span.word { (name) } }
    }
}
