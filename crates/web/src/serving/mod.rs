//! Between the socket and the pages: who asks, what is refused, how much each client may have, and how errors look.

pub(crate) mod asker;
pub(crate) mod asking;
pub(crate) mod effort;
pub(crate) mod front;
pub(crate) mod gate;
pub(crate) mod guard;
pub(crate) mod host;
pub(crate) mod http_error;
pub(crate) mod listener;
pub(crate) mod meter;
pub(crate) mod query;
pub(crate) mod rates;
pub(crate) mod server;
pub(crate) mod site;
pub(crate) mod token;
