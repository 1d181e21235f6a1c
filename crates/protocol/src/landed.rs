//! What an answer is an answer to.

use std::time::Duration;

use crate::news::News;

/// What an answer's number refers to.
pub(super) enum Landed<T> {
    /// A question under way, and what it cost of the time for its game.
    Expected { ticket: T, late: Option<String>, took: Duration },
    /// A question whose answer is not waited for any more.
    Forgiven,
    /// A question that was answered before.
    Before(T),
    /// None that was asked.
    Unknown,
}

impl<T> Landed<T> {
    /// What it means that an answer came that was not expected.
    pub(super) fn told(self, q: u64, quoted: &str) -> Option<News<T>> {
        match self {
            Landed::Forgiven => None,
            Landed::Expected { ticket, .. } | Landed::Before(ticket) => {
                let text = format!("`{quoted}` answers the ask {q} again; answer once");
                Some(News::Twice(ticket, text))
            }
            Landed::Unknown => Some(News::Noise(format!(
                "`{quoted}` answers the ask {q}, which was never asked; repeat the `q` of the ask"
            ))),
        }
    }
}
