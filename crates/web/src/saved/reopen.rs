//! Games that are resumed from their files.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use thiserror::Error;

use crate::app::App;
use crate::rooms::{Record, Room};
use crate::saved::file::{Head, Saved, Secret};
use crate::sections::begin_again;
use crate::serving::asker::Asker;
use crate::serving::token::Token;

/// Why a game cannot be resumed.
#[derive(Debug, Error)]
pub(crate) enum ReopenError {
    /// The file is not that of a game, or not of one that can be played here.
    #[error("the file of this game, {name}, cannot be used: {why}")]
    File {
        /// Its name in the folder of games.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// All rooms are taken.
    #[error("{0}")]
    Full(String),
}

/// Resumes the game of this address, if it has a file.
pub(crate) fn reopen(
    app: &Arc<App>,
    id: &Token,
    asker: Asker,
) -> Result<Option<Arc<Room>>, ReopenError> {
    let _busy = app.archive.busy.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(room) = app.rooms.find(id) {
        return Ok(Some(room));
    }
    let Some(path) = app.archive.path(id).filter(|path| path.is_file()) else { return Ok(None) };
    let name = format!("{id}.jsonl");
    let room = read(app, &path).map_err(|why| ReopenError::File { name, why })?;
    let added = app.rooms.add(room, asker, Instant::now());
    added.map(Some).map_err(|error| ReopenError::Full(error.to_string()))
}

/// Takes a game back to the point before an interrupted step.
pub(crate) fn recover(app: &Arc<App>, room: &Arc<Room>) -> Result<(), String> {
    let about = &room.about;
    room.recover(begin_again(app, room.section.path, &about.address, &about.players)?)
}

fn read(app: &Arc<App>, path: &Path) -> Result<Room, String> {
    let failed = |error: io::Error| error.to_string();
    let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
    file.try_lock().map_err(|_| "another server has opened it".to_owned())?;
    let saved = Saved::parse(&fs::read(path).map_err(failed)?)?;
    let room = begun_room(app, &saved.head)?;
    let (redone, wrong) = redo(&room, &saved);
    let problem = wrong.or(saved.wrong.clone()).map(|why| {
        let line = redone + 2;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!(
            "{name} is damaged at line {line}: {why}. The game continues from the preceding line; a \
             copy of the whole file is kept beside it"
        )
    });
    if problem.is_some() {
        fs::copy(path, path.with_extension("damaged")).map_err(failed)?;
    }
    let lines = saved.lines[..redone].iter().map(|(line, _)| line.clone()).collect::<Vec<_>>();
    file.set_len(saved.length_of(redone)).map_err(failed)?;
    room.keep_record(Record::resumed(lines, file, problem));
    Ok(room)
}

/// The room before the first event, with its old addresses.
fn begun_room(app: &Arc<App>, head: &Head) -> Result<Room, String> {
    if head.words != app.archive.words(&app.lexicon) {
        return Err("it was played with another word list".to_owned());
    }
    let mut room = begin_again(app, &head.game, &head.address, &head.players)?;
    room.daily = head.daily.clone();
    room.invites = head.invites;
    room.about.is_secret = head.seats.len() > 1 && !head.has_known_deal;
    let secrets = head.seats.iter().map(|Secret { seat, secret }| (*seat, secret.as_str()));
    room.readdressed(&head.room, &head.host, secrets)
        .ok_or_else(|| "its seats do not match its players".to_owned())
}

/// Repeats the events; returns the number of lines repeated, and the error of the next one.
fn redo(room: &Room, saved: &Saved) -> (usize, Option<String>) {
    for (number, (_, happened)) in saved.lines.iter().enumerate() {
        if let Err(why) = room.redo(happened) {
            return (number, Some(why));
        }
    }
    (saved.lines.len(), None)
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::reopen;
    use crate::app::App;
    use crate::sections;
    use crate::serving::asker::Asker;
    use crate::serving::query::Fields;
    use crate::terms::Terms;
    use lettergame_words::Lexicon;

    #[tokio::test]
    async fn a_resumed_game_keeps_its_seed_and_whether_it_is_secret() {
        let dir = tempfile::tempdir().unwrap();
        let terms = Terms { games: Some(dir.path().to_owned()), ..Terms::default() };
        let app = App::new(Lexicon::shipped().into(), terms);
        let asker = Asker::at(Ipv4Addr::LOCALHOST.into());
        for (fields, is_open) in [
            ("players=person,person", false),
            ("players=person,person&seed=7", true),
            ("players=person,zero", true),
        ] {
            let room =
                sections::begin(&app, "/auction", &Fields::parse(fields.as_bytes())).unwrap();
            app.archive.begin(&app.lexicon, &room, asker);
            let (id, seed) = (room.id.clone(), room.about.seed);
            assert_eq!(room.is_open(), is_open, "{fields}");
            drop(room);
            let resumed = reopen(&app, &id, asker).unwrap().unwrap();
            assert_eq!((resumed.about.seed, resumed.is_open()), (seed, is_open), "{fields}");
        }
    }
}
