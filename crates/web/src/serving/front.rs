//! What every server has at its doors, whatever it serves.

use std::sync::Arc;

use tokio::sync::watch;

use crate::serving::rates::Rates;
use crate::terms::Terms;
use crate::turns::Turns;

/// What every site has at its doors.
pub(crate) struct Front {
    pub(crate) terms: Terms,
    pub(crate) rates: Rates,
    /// Where pages are rendered.
    pub(crate) pages: Arc<Turns>,
    closing: watch::Sender<bool>,
}

impl Front {
    pub(crate) fn new(terms: Terms) -> Front {
        let limits = &terms.limits;
        Front {
            rates: Rates::new(limits.burst),
            pages: Turns::new(limits.page_shares()),
            closing: watch::Sender::new(false),
            terms,
        }
    }

    /// Ends all streams, so that their connections can close.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
    }

    /// Becomes true when the server shuts down.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }
}
