//! Hand-ins: what arrives is taken in, checked, and becomes the next version of its team, or is refused
//! while the version before it plays on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::intake::{
    BuildLimits, Entry, Intake, IntakeError, IntakeLimits, fingerprint, prepare, take_in,
    take_in_upload,
};
use crate::local_path::without_place;
use crate::place::{Place, sync_folder};
use crate::store::{HandInState, NewHandIn, Team};
use crate::{Format, Season, SeasonError};
use lettergame_arena::{AuditPace, AuditStep, AuditVerdict, Words, audit};
use lettergame_plan::RawConfig;
use lettergame_protocol::HostOptions;
use lettergame_registry as registry;

/// The longest log that is kept of a check, in bytes.
const MAX_LOG: usize = 64 << 10;

/// What is handed in.
#[derive(Clone, Debug)]
pub enum Source {
    /// A file, an archive or a folder of this machine.
    Path(PathBuf),
    /// A file that was uploaded, with the name that it came under.
    Upload {
        /// The name.
        name: String,
        /// Where it is.
        file: PathBuf,
    },
    /// A built-in player with its parameters.
    BuiltIn(String),
}

impl Source {
    /// How its owner calls it.
    pub(crate) fn shown(&self) -> String {
        match self {
            Source::Path(path) => {
                path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
            }
            Source::Upload { name, .. } => {
                name.chars().filter(|c| !c.is_control()).take(100).collect()
            }
            Source::BuiltIn(text) => text.clone(),
        }
    }
}

/// How a hand-in ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandedIn {
    /// It plays from now on, unless its team is withdrawn.
    Accepted {
        /// The number of the version.
        version: u64,
        /// What its check said.
        log: String,
    },
    /// It was refused; the version before it plays on.
    Refused {
        /// Why.
        log: String,
    },
}

/// How hand-ins are checked.
pub struct Checking<'a> {
    /// The season's word list.
    pub words: &'a Words,
    /// How programs are treated.
    pub host_options: &'a HostOptions,
    /// How long a check may take.
    pub pace: AuditPace,
    /// Hears of each step when it begins.
    pub tell: &'a dyn Fn(&str),
}

/// A player whose files are in their folder for checking.
struct Unpacked {
    dir: PathBuf,
    entry: Entry,
    fingerprint: String,
    /// What was left out of a class player, and why.
    left: Vec<String>,
    /// The preset that a class player was written for.
    class_preset: Option<&'static str>,
}

impl Season {
    /// Hands a player in for a team: takes it in, checks it, and lets it play, or refuses it. `command` says
    /// how it is started, if that is not plain from its files.
    ///
    /// # Errors
    /// If the season cannot be written. A player that cannot be used is refused, which is no error.
    pub fn hand_in(
        &mut self,
        team: &Team,
        (source, command): (&Source, Option<&str>),
        who: &str,
        checking: &Checking<'_>,
    ) -> Result<HandedIn, SeasonError> {
        self.refuse_abandoned()?;
        let shown = source.shown();
        let new = NewHandIn {
            team,
            source: &shown,
            command,
            who,
            now: self.now(),
            state: HandInState::Checking,
        };
        let dir = self.dir().to_owned();
        let (id, place) = self.store.add_hand_in(&new, |id| Place::create(&dir, id))?;
        self.check(id, team, (source, command), place, checking)
    }

    /// Checks a recorded hand-in in its place, and accepts or refuses it.
    pub(crate) fn check(
        &mut self,
        id: i64,
        team: &Team,
        (source, command): (&Source, Option<&str>),
        place: Place,
        checking: &Checking<'_>,
    ) -> Result<HandedIn, SeasonError> {
        let judged = self.judge(team, (source, command), &place.files(), checking);
        let accepted = judged.and_then(|(unpacked, log)| {
            self.accept(id, team, &unpacked, log).map_err(Judged::Failed)
        });
        let shown = format!("{} for {}", source.shown(), team.name);
        let now = self.now();
        let handed_in = match accepted {
            Ok(accepted) => Ok(accepted),
            Err(Judged::Refused(log)) => {
                let log = shortened(without_place(self.dir(), &log));
                self.store.refuse((id, &shown), &log, now)?;
                Ok(HandedIn::Refused { log })
            }
            Err(Judged::Failed(error)) if matches!(source, Source::Upload { .. }) => {
                // it is checked again; if even this cannot be written, whoever looks finds that nobody checks it
                let _ = self.store.end_check(id);
                return Err(error);
            }
            Err(Judged::Failed(error)) => {
                let log = "the check could not be completed; hand it in again";
                self.store.refuse((id, &shown), log, now)?;
                Err(error)
            }
        };
        place.remove();
        handed_in
    }

    /// Takes a player in and checks it.
    fn judge(
        &self,
        team: &Team,
        (source, command): (&Source, Option<&str>),
        place: &Path,
        checking: &Checking<'_>,
    ) -> Result<(Unpacked, String), Judged> {
        let unpacked = self.unpack((source, command), place, checking.words)?;
        let same = self.store.versions()?.into_iter().find(|version| {
            Some(version.id) == team.current && version.fingerprint == unpacked.fingerprint
        });
        if let Some(same) = same {
            let name = format!("{}.{}", team.name, same.number);
            return Err(Judged::Refused(SeasonError::Same(name).to_string()));
        }
        let mut log: String =
            unpacked.left.iter().map(|line| format!("left out {line}\n")).collect();
        for format in &self.settings().formats {
            (checking.tell)(&format!("format {}", format.name));
            log += &self.preset_remark(format, &unpacked).unwrap_or_default();
            let steps = self.audit_in(format, team, &unpacked, checking)?;
            log += &text_of(format, &steps);
            if steps.iter().any(|step| step.verdict == AuditVerdict::Fail) {
                return Err(Judged::Refused(log));
            }
        }
        Ok((unpacked, log))
    }

    fn unpack(
        &self,
        (source, command): (&Source, Option<&str>),
        place: &Path,
        words: &Words,
    ) -> Result<Unpacked, Judged> {
        let limits = self.intake_limits();
        let refused = |error: &dyn std::fmt::Display| Judged::Refused(error.to_string());
        let taken: Intake = match source {
            Source::BuiltIn(player) => {
                let entry = Entry::BuiltIn { player: player.clone() };
                let fingerprint = entry.fingerprint("");
                let (dir, left, class_preset) = (place.to_owned(), Vec::new(), None);
                return Ok(Unpacked { dir, entry, fingerprint, left, class_preset });
            }
            Source::Path(path) => take_in(path, place, &limits).map_err(untaken)?,
            Source::Upload { name, file } => {
                take_in_upload(name, file, place, &limits).map_err(untaken)?
            }
        };
        let limits = BuildLimits::default();
        let prepared = prepare(place, command, &limits, &words.lexicon).map_err(|error| {
            let log = error.log().join("\n");
            Judged::Refused(format!("{error}\n{log}").trim_end().to_owned())
        })?;
        let print = match prepared.is_compiled {
            true => fingerprint(place).map_err(|error| refused(&error))?,
            false => taken.fingerprint,
        };
        let fingerprint = prepared.entry.fingerprint(&print);
        Ok(Unpacked {
            dir: place.to_owned(),
            entry: prepared.entry,
            fingerprint,
            left: prepared.log.into_iter().filter(|_| prepared.class_preset.is_some()).collect(),
            class_preset: prepared.class_preset,
        })
    }

    /// A line for a class player in a format with other rules than those that it was written for.
    fn preset_remark(&self, format: &Format, unpacked: &Unpacked) -> Option<String> {
        let (own, wanted) = (self.preset(format)?, unpacked.class_preset?);
        (own != wanted).then(|| {
            let name = &format.name;
            format!(
                "{name}: played by the preset `{own}`; players of the class simulator are written for `{wanted}`\n"
            )
        })
    }

    /// The limits of what is taken in.
    #[must_use]
    pub fn intake_limits(&self) -> IntakeLimits {
        let limits = &self.settings().limits;
        IntakeLimits {
            files: limits.files,
            bytes: limits.unpacked << 20,
            archive_bytes: limits.upload << 20,
            ..IntakeLimits::default()
        }
    }

    fn audit_in(
        &self,
        format: &Format,
        team: &Team,
        unpacked: &Unpacked,
        checking: &Checking<'_>,
    ) -> Result<Vec<AuditStep>, Judged> {
        let game = registry::find(&self.settings().game)
            .map_err(|error| Judged::Refused(error.to_string()))?;
        let (player, program) = self.player(&team.name, &unpacked.entry, unpacked.dir.clone());
        let raw = RawConfig {
            players: Some(vec![player]),
            programs: program.into_iter().collect(),
            ..self.conditions(format)
        }
        .based(&unpacked.dir);
        audit(raw, game, checking.words, checking.host_options, checking.pace, checking.tell)
            .map_err(|error| Judged::Refused(error.to_string()))
    }

    /// Puts the files in their place and records the version.
    fn accept(
        &mut self,
        id: i64,
        team: &Team,
        unpacked: &Unpacked,
        log: String,
    ) -> Result<HandedIn, SeasonError> {
        let log = shortened(log);
        let players = self.version_dir(&team.name, 0);
        let players = players.parent().unwrap_or(self.dir()).to_owned();
        let has_files = !matches!(unpacked.entry, Entry::BuiltIn { .. });
        let place = |number: u64| {
            if !has_files {
                return Ok(());
            }
            let to = players.join(number.to_string());
            fs::create_dir_all(&players).map_err(SeasonError::io("create", &players))?;
            if to.exists() {
                // files of a version that was never recorded, because the machine stopped before
                fs::remove_dir_all(&to).map_err(SeasonError::io("replace", &to))?;
            }
            fs::rename(&unpacked.dir, &to).map_err(SeasonError::io("write", &to))?;
            sync_folder(&players)
        };
        let entry = (&unpacked.entry, unpacked.fingerprint.as_str());
        let now = self.now();
        let version = self.store.accept(id, team, entry, (&log, now), place)?;
        Ok(HandedIn::Accepted { version, log })
    }
}

/// Why a player does not become a version.
enum Judged {
    Refused(String),
    Failed(SeasonError),
}

impl From<SeasonError> for Judged {
    fn from(error: SeasonError) -> Judged {
        Judged::Failed(error)
    }
}

/// A player that is not taken in is refused, unless the disk is at fault.
fn untaken(error: IntakeError) -> Judged {
    match error {
        IntakeError::Io { action, path, source } if is_disk(&source) => {
            Judged::Failed(SeasonError::Io { what: action, path, error: source })
        }
        error => Judged::Refused(error.to_string()),
    }
}

/// Whether it is for want of room that something cannot be written.
fn is_disk(error: &io::Error) -> bool {
    use io::ErrorKind::{QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    matches!(error.kind(), StorageFull | QuotaExceeded | ReadOnlyFilesystem)
}

/// The steps of a check as lines.
fn text_of(format: &Format, steps: &[AuditStep]) -> String {
    let line = |step: &AuditStep| {
        let verdict = step.verdict.name();
        format!("{}: {}: {verdict}: {}\n", format.name, step.name, step.detail)
    };
    steps.iter().map(line).collect()
}

/// The text without more bytes than are kept.
fn shortened(mut text: String) -> String {
    if text.len() > MAX_LOG {
        let end = (0..=MAX_LOG).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        text.truncate(end);
        text += "\n(cut here)\n";
    }
    text
}
