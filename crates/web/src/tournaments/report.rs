//! The full report of runs, created on demand and kept while their rows do not change.

use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use axum::http::StatusCode;
use tokio::sync::Mutex;

use crate::asking::waiting;
use crate::http_error::HttpError;
use lettergame_report::{DigestError, Report, page};

/// The maximum number of reports kept.
const MAX_PAGES: usize = 8;

/// Detects changed rows: length and modification time of each file.
type Stamp = Vec<Option<(u64, SystemTime)>>;

/// A finished report.
struct Made {
    dirs: Vec<PathBuf>,
    stamp: Stamp,
    page: Arc<str>,
}

/// The latest reports. They are created one at a time; other requests wait without occupying a thread.
#[derive(Default)]
pub(super) struct Reports(Mutex<VecDeque<Made>>);

impl Reports {
    /// The report on the runs in these folders, as a page.
    pub(super) async fn of(&self, dirs: Vec<PathBuf>) -> Result<Arc<str>, HttpError> {
        let mut made = self.0.lock().await;
        let asked = dirs.clone();
        let stamp = waiting(move || stamp(&asked)).await?;
        if let Some(kept) = made.iter().find(|own| own.dirs == dirs && own.stamp == stamp) {
            return Ok(Arc::clone(&kept.page));
        }
        let asked = dirs.clone();
        let read =
            waiting(move || Report::read(&asked, |_| {}).map(|report| page(&report))).await?;
        let page: Arc<str> = read.map_err(|error| refused(&error))?.into();
        made.retain(|own| own.dirs != dirs);
        made.push_back(Made { dirs, stamp, page: Arc::clone(&page) });
        if made.len() > MAX_PAGES {
            made.pop_front();
        }
        Ok(page)
    }
}

/// Why there is no report, and the remedy on these pages.
fn refused(error: &DigestError) -> HttpError {
    let text = match error {
        DigestError::NoGames(_) => format!("{error}; resume it on its page"),
        _ => error.to_string(),
    };
    HttpError::new(StatusCode::CONFLICT, text)
}

fn stamp(dirs: &[PathBuf]) -> Stamp {
    let names = ["scores.csv", "rounds.csv", "faults.jsonl", "timing.json", "config.toml"];
    let files = dirs.iter().flat_map(|dir| names.map(|name| dir.join(name)));
    let state = |path: PathBuf| {
        let data = fs::metadata(path).ok()?;
        Some((data.len(), data.modified().ok()?))
    };
    files.map(state).collect()
}
