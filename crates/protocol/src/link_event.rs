//! What is asked of a process, and what comes of it.

use std::time::Duration;

use crate::process_failure::ProcessFailure;

/// What an event of the process means.
#[derive(Debug)]
pub enum LinkEvent<T> {
    /// It said hello.
    Ready,
    /// It answered a ping.
    Pong,
    /// Its move for a question, as JSON; `late` if after its time.
    Act {
        /// The question's ticket.
        ticket: T,
        /// Its number.
        q: u64,
        /// The move.
        choice: String,
        /// What is to be said of its time if it came too late.
        late: Option<String>,
        /// The time that it took.
        took: Duration,
    },
    /// It cannot answer a question.
    Fail {
        /// The question's ticket.
        ticket: T,
        /// Its number.
        q: u64,
        /// Why not.
        why: String,
        /// The time that it took.
        took: Duration,
    },
    /// It answered a question again that was answered before.
    Twice(T, String),
    /// It said something that is no answer to anything.
    Noise(String),
    /// It is of no use any more.
    ProcessFailure(ProcessFailure),
}

/// A question to be asked.
#[derive(Debug)]
pub struct Question<T> {
    /// What the answer comes back with.
    pub ticket: T,
    /// The ask as JSON.
    pub bytes: Vec<u8>,
    /// Its number, which is in the bytes too.
    pub q: u64,
    /// Time beyond that of a move.
    pub extra: Duration,
}
