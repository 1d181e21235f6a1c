//! Questions to a process, and the events it causes.

use std::time::Duration;

use crate::process_failure::ProcessFailure;

/// The meaning of an event of the process.
#[derive(Debug)]
pub enum LinkEvent<T> {
    /// It said hello.
    Ready,
    /// It answered a ping.
    Pong,
    /// Its move for a question, as JSON; `late` if it exceeded its time.
    Act {
        /// The question's ticket.
        ticket: T,
        /// Its number.
        q: u64,
        /// The move.
        choice: String,
        /// A description of its time if it was late.
        late: Option<String>,
        /// The time taken.
        took: Duration,
    },
    /// It cannot answer a question.
    Fail {
        /// The question's ticket.
        ticket: T,
        /// Its number.
        q: u64,
        /// The reason.
        why: String,
        /// The time taken.
        took: Duration,
    },
    /// It answered a question a second time.
    Twice(T, String),
    /// It sent something that is not an answer.
    Noise(String),
    /// It can no longer be used.
    ProcessFailure(ProcessFailure),
}

/// A question.
#[derive(Debug)]
pub struct Question<T> {
    /// Returned with the answer.
    pub ticket: T,
    /// The ask as JSON.
    pub bytes: Vec<u8>,
    /// Its number, which the bytes contain too.
    pub q: u64,
    /// Additional time beyond that of a move.
    pub extra: Duration,
}
