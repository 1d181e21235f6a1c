//! The runs being played here, for the start page.

use crate::app::App;
use crate::tournaments::folder::{Entry, Folder, path_of};
use crate::tournaments::lists::RunRow;
use lettergame_report::plot::number;

/// A run that is being played here.
pub(crate) struct RunInProgress {
    /// Its address.
    pub(crate) path: String,
    pub(crate) name: String,
    pub(crate) game: String,
    /// The number of games played.
    pub(crate) done: String,
    /// The number of all its games.
    pub(crate) total: String,
}

/// The runs being played here, newest first.
pub(crate) fn runs_in_progress(app: &App) -> Vec<RunInProgress> {
    let folder = Folder::new(app.terms().tournaments.clone());
    let runs = folder.entries().into_iter().flat_map(Entry::runs);
    let playing = runs.filter(|run| app.queue.progress(&run.dir).is_some());
    let rows = playing.map(|run| RunRow::read(app, run));
    rows.map(|row| RunInProgress {
        path: path_of(&row.run.id),
        name: row.title,
        game: row.game,
        done: number(row.done as f64, 0),
        total: number(row.total as f64, 0),
    })
    .collect()
}
