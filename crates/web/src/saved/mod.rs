//! Games of persons in files, which outlive the server: one file each, named after the address of the room.
//! Each line is written as it happens, so a restart loses nothing that was acknowledged; a game is resumed
//! when its address is opened.
//!
//! A file contains the seed of its game and the secrets of its seats, so only the server's user may read it.

mod file;
mod reopen;
mod space;

pub(crate) use reopen::{ReopenError, recover, reopen};

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use crate::rooms::{Record, Room, write_line};
use crate::saved::file::Head;
use crate::saved::space::make_space;
use crate::serving::asker::Asker;
use crate::serving::token::Token;
use lettergame_plan::short_hash;
use lettergame_words::Lexicon;

/// The folder of games.
pub(crate) struct Archive {
    dir: Option<PathBuf>,
    most: usize,
    /// Held while a game is resumed, so that it is resumed only once, and while space is freed.
    busy: Mutex<()>,
    /// Identifies the word list with which a game was played.
    words: OnceLock<String>,
}

impl Archive {
    pub(crate) fn new(dir: Option<PathBuf>, most: usize) -> Archive {
        Archive { dir, most: most.max(1), busy: Mutex::default(), words: OnceLock::new() }
    }

    fn path(&self, id: &Token) -> Option<PathBuf> {
        self.dir.as_ref().map(|dir| dir.join(format!("{id}.jsonl")))
    }

    /// Whether there is a file of this game.
    pub(crate) fn has(&self, id: &Token) -> bool {
        self.path(id).is_some_and(|path| path.is_file())
    }

    /// The fingerprint of the server's words.
    fn words(&self, lexicon: &Lexicon) -> &str {
        self.words.get_or_init(|| {
            let words: String = lexicon.words().iter().flat_map(|word| [word, "\n"]).collect();
            short_hash(words.as_bytes())
        })
    }

    /// Creates the file of a game of persons that this client started; what is tried for a review is not kept.
    pub(crate) fn begin(&self, lexicon: &Lexicon, room: &Room, asker: Asker) {
        if !room.has_persons() || room.trial.is_some() {
            return;
        }
        let file =
            self.path(&room.id).map(|path| self.create(lexicon, room, asker, &path)).transpose();
        let file = file.map_err(|error| {
            format!("this game will not survive a restart of the server: {error}")
        });
        room.keep_record(Record::new(file));
    }

    /// Removes the file of a game that was never played.
    pub(crate) fn discard(&self, id: &Token) {
        if let Some(path) = self.path(id) {
            // the file does not exist if games are not saved
            let _ = fs::remove_file(path);
        }
    }

    fn create(
        &self,
        lexicon: &Lexicon,
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
        let head = Head::of(room, self.words(lexicon), client);
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
}

fn make_dir(dir: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}

/// When a file was last modified.
fn changed(path: &Path) -> SystemTime {
    let time = fs::metadata(path).and_then(|data| data.modified());
    time.unwrap_or(SystemTime::UNIX_EPOCH)
}
