//! What an answer is an answer to.

use std::time::Duration;

use crate::link_event::LinkEvent;

/// What an answer's number refers to.
pub(super) enum AnswerMatch<T> {
    /// A question under way, and what it cost of the time for its game.
    Expected { ticket: T, late: Option<String>, took: Duration },
    /// A question whose answer is not waited for any more.
    Forgiven,
    /// A question that was answered before.
    Before(T),
    /// None that was asked.
    Unknown,
}

impl<T> AnswerMatch<T> {
    /// What it means that an answer came that was not expected.
    pub(super) fn into_event(self, q: u64, quoted: &str) -> Option<LinkEvent<T>> {
        match self {
            AnswerMatch::Forgiven => None,
            AnswerMatch::Expected { ticket, .. } | AnswerMatch::Before(ticket) => {
                let text = format!("`{quoted}` answers the ask {q} again; answer once");
                Some(LinkEvent::Twice(ticket, text))
            }
            AnswerMatch::Unknown => Some(LinkEvent::Noise(format!(
                "`{quoted}` answers the ask {q}, which was never asked; repeat the `q` of the ask"
            ))),
        }
    }
}
