//! The files of a run, served in chunks.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt as _, stream};
use tokio::task::spawn_blocking;

use crate::serving::asking::waiting;
use crate::serving::http_error::HttpError;
use crate::tournaments::folder::RunPlace;
use lettergame_run::RUN_FILES;

/// Bytes per chunk.
const PIECE: u64 = 64 << 10;

/// A file of a run, up to its last whole line: a file that is growing ends with a whole row.
pub(super) async fn file(run: RunPlace, name: &str) -> Result<Response, HttpError> {
    let missing = || HttpError::missing("there is no such file in this run (yet)");
    let name = RUN_FILES.into_iter().find(|own| *own == name).ok_or_else(missing)?;
    let kind = match name.rsplit_once('.') {
        Some((_, "toml")) => "application/toml; charset=utf-8",
        Some((_, "jsonl")) => "application/jsonl; charset=utf-8",
        Some((_, "json")) => "application/json",
        _ => "text/csv; charset=utf-8",
    };
    let path = run.dir.join(name);
    let opened = waiting(move || opened(&path)).await?;
    let (file, length) = opened.map_err(|_| missing())?;
    let headers = [
        (CONTENT_TYPE, kind.to_owned()),
        (CONTENT_LENGTH, length.to_string()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, pieces(file, length)).into_response())
}

/// The file, and the number of its bytes that are served.
fn opened(path: &Path) -> io::Result<(File, u64)> {
    let mut file = File::open(path)?;
    let length = whole_lines(&mut file)?;
    file.rewind()?;
    Ok((file, length))
}

/// The number of bytes up to the end of the last whole line.
fn whole_lines(file: &mut File) -> io::Result<u64> {
    let mut end = file.metadata()?.len();
    let mut piece = Vec::new();
    while end > 0 {
        let start = end.saturating_sub(PIECE);
        piece.clear();
        file.seek(SeekFrom::Start(start))?;
        file.by_ref().take(end - start).read_to_end(&mut piece)?;
        if let Some(last) = piece.iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + last as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

/// The file in chunks, each read when the previous one is sent.
fn pieces(file: File, length: u64) -> Body {
    let pieces = stream::unfold((Some(file), length), |(file, left)| async move {
        let mut file = file.filter(|_| left > 0)?;
        let read = spawn_blocking(move || {
            let mut piece = vec![0; left.min(PIECE) as usize];
            file.read_exact(&mut piece).map(|()| (file, piece))
        });
        // if the file was truncated meanwhile, the answer is shorter than its announced length
        Some(match read.await.map_err(io::Error::other).flatten() {
            Ok((file, piece)) => {
                let left = left - piece.len() as u64;
                (Ok(Bytes::from(piece)), (Some(file), left))
            }
            Err(error) => (Err(error), (None, 0)),
        })
    });
    // the compressor polls once more after the end
    Body::from_stream(pieces.fuse())
}
