//! Games of persons in files, which outlive the server: one file for each, whose name is the address of its
//! room. Each line is written as it happens, so that a restart loses nothing that was answered; a game is taken
//! up again when somebody opens its address.
//!
//! A file holds the seed of its game and the secrets of its seats, so only the user of the server may read it.

mod file;
mod space;

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Instant, SystemTime};

use thiserror::Error;

use crate::App;
use crate::asking::Asker;
use crate::query::Fields;
use crate::rooms::{Record, Room, write_line};
use crate::saved::file::{Head, Saved, Secret};
use crate::saved::space::make_space;
use crate::sections::SECTIONS;
use crate::token::Token;
use lettergame_tournament::short_hash;

/// Why a game cannot be taken up again.
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
    /// There is no room for it.
    #[error("{0}")]
    Full(String),
}

/// The folder of games.
pub(crate) struct Archive {
    dir: Option<PathBuf>,
    most: usize,
    /// Held while a game is taken up again, so that nobody takes it up twice, and while room is made.
    busy: Mutex<()>,
    /// What tells whether a game was played with the same words.
    words: OnceLock<String>,
}

impl Archive {
    pub(crate) fn new(dir: Option<PathBuf>, most: usize) -> Archive {
        Archive { dir, most: most.max(1), busy: Mutex::default(), words: OnceLock::new() }
    }

    fn path(&self, id: &Token) -> Option<PathBuf> {
        self.dir.as_ref().map(|dir| dir.join(format!("{id}.jsonl")))
    }

    /// Is there a file of this game?
    pub(crate) fn has(&self, id: &Token) -> bool {
        self.path(id).is_some_and(|path| path.is_file())
    }

    /// The fingerprint of the server's words.
    fn words(&self, app: &App) -> &str {
        self.words.get_or_init(|| {
            let words: String = app.lexicon.words().iter().flat_map(|word| [word, "\n"]).collect();
            short_hash(words.as_bytes())
        })
    }

    /// Begins the file of a game of persons that this client has begun.
    pub(crate) fn begin(&self, app: &App, room: &Room, asker: Asker) {
        if !room.has_persons() {
            return;
        }
        let file = self.path(&room.id).map(|path| self.create(app, room, asker, &path)).transpose();
        let file = file.map_err(|error| format!("a restart of the server ends this game: {error}"));
        room.keep_record(Record::new(file));
    }

    /// Forgets a game that was never played.
    pub(crate) fn discard(&self, id: &Token) {
        if let Some(path) = self.path(id) {
            // there is none where nothing is written
            let _ = fs::remove_file(path);
        }
    }

    fn create(
        &self,
        app: &App,
        room: &Room,
        Asker(client): Asker,
        path: &Path,
    ) -> io::Result<File> {
        let client = client.to_string();
        let _busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(dir) = &self.dir {
            make_dir(dir)?;
            make_space(dir, self.most, &client)?;
        }
        let head = Head::of(room, self.words(app), client);
        let line = serde_json::to_string(&head)?;
        let mut options = OpenOptions::new();
        options.append(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        file.try_lock()?;
        write_line(&mut file, &line)?;
        Ok(file)
    }

    /// Takes up the game of this address again, if there is a file of it.
    pub(crate) fn reopen(
        &self,
        app: &Arc<App>,
        id: &Token,
        asker: Asker,
    ) -> Result<Option<Arc<Room>>, ReopenError> {
        let _busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = app.rooms.find(id) {
            return Ok(Some(room));
        }
        let Some(path) = self.path(id).filter(|path| path.is_file()) else { return Ok(None) };
        let name = format!("{id}.jsonl");
        let room = self.read(app, &path).map_err(|why| ReopenError::File { name, why })?;
        let added = app.rooms.add(room, asker, Instant::now());
        added.map(Some).map_err(|error| ReopenError::Full(error.to_string()))
    }

    /// Takes a game back to the point before a step that ended in the middle.
    pub(crate) fn recover(&self, app: &Arc<App>, room: &Arc<Room>) -> Result<(), String> {
        let about = &room.about;
        room.recover(begun_again(app, room.section.path, &about.address, &about.players)?)
    }

    fn read(&self, app: &Arc<App>, path: &Path) -> Result<Room, String> {
        let failed = |error: io::Error| error.to_string();
        let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
        file.try_lock().map_err(|_| "another server has opened it".to_owned())?;
        let saved = Saved::parse(&fs::read(path).map_err(failed)?)?;
        let room = self.room(app, &saved.head)?;
        let (redone, wrong) = redo(&room, &saved);
        let problem = wrong.or(saved.wrong.clone()).map(|why| {
            let line = redone + 2;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            format!(
                "{name} is damaged at line {line}: {why}. The game continues from what is before that line; a \
                 copy of the whole file is beside it"
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

    /// The room before anything has happened, with its old addresses.
    fn room(&self, app: &Arc<App>, head: &Head) -> Result<Room, String> {
        if head.words != self.words(app) {
            return Err("it was played with another word list".to_owned());
        }
        let room = begun_again(app, &head.game, &head.address, &head.players)?;
        let secrets = head.seats.iter().map(|Secret { seat, secret }| (*seat, secret.as_str()));
        room.readdressed(&head.room, &head.host, secrets)
            .ok_or_else(|| "its seats are not those of its players".to_owned())
    }
}

/// The same game once more, before anything has happened in it.
fn begun_again(
    app: &Arc<App>,
    game: &str,
    address: &str,
    players: &[String],
) -> Result<Room, String> {
    let section = SECTIONS.iter().find(|section| section.path == game);
    let begin = section.and_then(|section| section.begin);
    let begin = begin.ok_or_else(|| format!("there is no game `{game}`"))?;
    let query = address.split_once('?').map_or("", |(_, query)| query);
    let fields = Fields::parse(query.as_bytes()).with_all("players", "player", players);
    begin(app, &fields)
}

/// Does again what has happened; how many lines that were, and what is wrong with the next one.
fn redo(room: &Room, saved: &Saved) -> (usize, Option<String>) {
    for (number, (_, happened)) in saved.lines.iter().enumerate() {
        if let Err(why) = room.redo(happened) {
            return (number, Some(why));
        }
    }
    (saved.lines.len(), None)
}

fn make_dir(dir: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}

/// When a file was changed last.
fn changed(path: &Path) -> SystemTime {
    let time = fs::metadata(path).and_then(|data| data.modified());
    time.unwrap_or(SystemTime::UNIX_EPOCH)
}
