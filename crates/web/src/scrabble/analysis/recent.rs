//! The analyses made last: a download, or a page that is loaded again, needs no second one.

use std::sync::{Arc, Mutex, PoisonError};

use crate::scrabble::analysis::analysed::AnalysedGame;
use crate::scrabble::analysis::request::Typed;

/// The maximum number of analyses; one takes some hundred kilobytes at most.
const KEPT: usize = 16;

/// The analyses made last, oldest first.
#[derive(Default)]
pub(super) struct Recent(Mutex<Vec<(Typed, Arc<AnalysedGame>)>>);

impl Recent {
    /// The analysis of this request, if it is one of the last.
    pub(super) fn find(&self, typed: &Typed) -> Option<Arc<AnalysedGame>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|(own, _)| own == typed).map(|(_, found)| Arc::clone(found))
    }

    /// Keeps an analysis, in place of the oldest.
    pub(super) fn keep(&self, typed: Typed, analysed: &Arc<AnalysedGame>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((typed, Arc::clone(analysed)));
    }
}
