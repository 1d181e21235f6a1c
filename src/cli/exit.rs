//! The errors of commands, and their exit codes.

use thiserror::Error;

use crate::cli::remedies::Remedy;
use lettergame_arena::class_players::ClassPlayersError;
use lettergame_arena::{CompareError, ContestError, RunError, TuneError};
use lettergame_compare::RunsError;
use lettergame_plan::RawConfigError;
use lettergame_registry::PrepareError;
use lettergame_report::history::HistoryError;
use lettergame_report::{DigestError, JoinError, ParquetError};
use lettergame_run::{FolderError, MergeError, RecoverError};
use lettergame_season::SeasonError;
use lettergame_tournament::{PlayerFactoryError, TournamentError};
use lettergame_web::ServeError;

/// Why a command ended early; the text goes to standard error.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// A check failed (1).
    #[error("{0}")]
    Check(String),
    /// A comparison with its answer on standard output was negative (1).
    #[error("")]
    Fails,
    /// A comparison with its answer on standard output is undecided (3).
    #[error("")]
    Undecided,
    /// The command line or a config is invalid (2).
    #[error("{0}")]
    Usage(String),
    /// A file or player could not be used (4).
    #[error("{0}")]
    Unusable(String),
    /// It was interrupted (130).
    #[error("{0}")]
    Interrupted(String),
    /// The reader of the output has gone: not an error (0).
    #[error("")]
    ClosedPipe,
}

impl Failure {
    pub(super) fn usage(error: impl ToString) -> Failure {
        Failure::Usage(error.to_string())
    }

    pub(super) fn unusable(error: impl ToString) -> Failure {
        Failure::Unusable(error.to_string())
    }

    /// Prefixes the location of the cause.
    pub(super) fn at(self, place: &str) -> Failure {
        match self {
            Failure::Usage(text) => Failure::Usage(place.to_owned() + &text),
            Failure::Unusable(text) => Failure::Unusable(place.to_owned() + &text),
            other => other,
        }
    }

    pub(super) fn code(&self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Check(_) | Failure::Fails => 1,
            Failure::Usage(_) => 2,
            Failure::Undecided => 3,
            Failure::Unusable(_) => 4,
            Failure::Interrupted(_) => 130,
        }
    }

    /// The text to print, if any.
    pub(super) fn remark(&self) -> Option<String> {
        match self {
            Failure::ClosedPipe | Failure::Fails | Failure::Undecided => None,
            Failure::Interrupted(text) => Some(text.clone()),
            _ => Some(format!("error: {self}")),
        }
    }
}

impl From<RawConfigError> for Failure {
    fn from(error: RawConfigError) -> Failure {
        Failure::usage(error.with_remedy())
    }
}

impl From<PrepareError> for Failure {
    fn from(error: PrepareError) -> Failure {
        match error {
            PrepareError::Tournament(TournamentError::Player(error)) if !error.is_usage() => {
                Failure::unusable(error)
            }
            PrepareError::PlayerFactory(error) => error.into(),
            _ => Failure::usage(error.with_remedy()),
        }
    }
}

impl From<PlayerFactoryError> for Failure {
    fn from(error: PlayerFactoryError) -> Failure {
        match error {
            PlayerFactoryError::Player(error) if !error.is_usage() => Failure::unusable(error),
            PlayerFactoryError::Seats(_) | PlayerFactoryError::Player(_) => Failure::usage(error),
        }
    }
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Failure {
        match error {
            FolderError::Config(error) => error.into(),
            FolderError::Value(..)
            | FolderError::Lacks(..)
            | FolderError::RunTable(..)
            | FolderError::Shard(_)
            | FolderError::Edited(..)
            | FolderError::Unchecked(_) => Failure::usage(error.with_remedy()),
            _ => Failure::unusable(error.with_remedy()),
        }
    }
}

impl From<RecoverError> for Failure {
    fn from(error: RecoverError) -> Failure {
        match error {
            RecoverError::Folder(error) => error.into(),
            RecoverError::OtherConfig { .. } | RecoverError::Bench { .. } => {
                Failure::usage(error.with_remedy())
            }
            RecoverError::Row { .. }
            | RecoverError::Cut { .. }
            | RecoverError::Missing { .. }
            | RecoverError::Longer(_)
            | RecoverError::Log { .. }
            | RecoverError::Faults { .. }
            | RecoverError::Damaged { .. } => Failure::unusable(error.with_remedy()),
        }
    }
}

impl From<ClassPlayersError> for Failure {
    fn from(error: ClassPlayersError) -> Failure {
        Failure::unusable(error)
    }
}

impl From<SeasonError> for Failure {
    fn from(error: SeasonError) -> Failure {
        match error {
            SeasonError::Run(error) => error.into(),
            SeasonError::Recover(error) => error.into(),
            SeasonError::Folder(error) => error.into(),
            SeasonError::Sql { .. }
            | SeasonError::Foreign(_)
            | SeasonError::Newer { .. }
            | SeasonError::Unread { .. }
            | SeasonError::Io { .. }
            | SeasonError::Summary(_)
            | SeasonError::Changed(_)
            | SeasonError::Entry { .. }
            | SeasonError::Altered { .. }
            | SeasonError::Player(_)
            | SeasonError::Empty(_)
            | SeasonError::Ratings => Failure::unusable(error),
            _ => Failure::usage(error),
        }
    }
}

impl From<DigestError> for Failure {
    fn from(error: DigestError) -> Failure {
        match error {
            DigestError::Folder(error) => error.into(),
            DigestError::Recover(error) => error.into(),
            DigestError::Schedule(..)
            | DigestError::Changed(_)
            | DigestError::Anchor(..)
            | DigestError::Twice(_) => Failure::usage(error.with_remedy()),
            DigestError::NoRounds(..)
            | DigestError::NoGames(_)
            | DigestError::RoundsNotRecorded(_)
            | DigestError::NoPoints(_) => Failure::unusable(error.with_remedy()),
        }
    }
}

impl From<JoinError> for Failure {
    fn from(error: JoinError) -> Failure {
        match error {
            JoinError::Run(error) => error.into(),
            JoinError::Game(..)
            | JoinError::Rule(..)
            | JoinError::Lexicon(..)
            | JoinError::Source(..)
            | JoinError::SameGames(_)
            | JoinError::Anchor(_) => Failure::usage(error.with_remedy()),
        }
    }
}

impl From<ParquetError> for Failure {
    fn from(error: ParquetError) -> Failure {
        Failure::unusable(error.with_remedy())
    }
}

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Failure {
        match error {
            MergeError::Folder(error) => error.into(),
            MergeError::Append(error) => Failure::Unusable(format!(
                "{}\nthe shards are as they were; when there is room, run `lettergame merge` again",
                error.with_remedy()
            )),
            MergeError::Recover(error) => error.into(),
            MergeError::Unfinished { .. } | MergeError::IntoShard(_) => {
                Failure::unusable(error.with_remedy())
            }
            MergeError::OtherConfig(..) | MergeError::Overlap(..) | MergeError::Missing { .. } => {
                Failure::usage(error.with_remedy())
            }
        }
    }
}

impl From<RunsError> for Failure {
    fn from(error: RunsError) -> Failure {
        match error {
            RunsError::Folder(error) => error.into(),
            RunsError::Rows(error) => error.into(),
            RunsError::NoBlocks { .. } => Failure::unusable(error.with_remedy()),
            RunsError::Schedule(..)
            | RunsError::Edited(_)
            | RunsError::Differ { .. }
            | RunsError::Staged { .. }
            | RunsError::SamePlayers { .. }
            | RunsError::NoPlayer { .. } => Failure::usage(error.with_remedy()),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::RawConfig(error) => error.into(),
            RunError::Prepare { place, error } => Failure::from(*error).at(&place),
            RunError::Folder(error) => error.into(),
            RunError::Recover(error) => error.into(),
            RunError::Differs { .. } => Failure::Check(error.to_string()),
            RunError::Schedule(_)
            | RunError::OtherWords { .. }
            | RunError::Edited(_)
            | RunError::OtherRun(_)
            | RunError::Threads(_)
            | RunError::NoGame { .. }
            | RunError::NotDrawn { .. }
            | RunError::NoResults { .. }
            | RunError::NotRecorded(_)
            | RunError::NoPlayer { .. }
            | RunError::NoRound { .. }
            | RunError::NoLogs { .. }
            | RunError::NoGames { .. }
            | RunError::Staged { .. }
            | RunError::Part { .. }
            | RunError::Parts { .. }
            | RunError::Sweep { .. } => Failure::usage(error.with_remedy()),
            RunError::Words(_)
            | RunError::Unreadable { .. }
            | RunError::NoRun(_)
            | RunError::NoFolder { .. }
            | RunError::UnreadableLog { .. }
            | RunError::Full { .. }
            | RunError::Harness { .. }
            | RunError::Unplayable(_)
            | RunError::NoHello { .. }
            | RunError::Manifest(_)
            | RunError::Tally(_)
            | RunError::Table(_) => Failure::unusable(error.with_remedy()),
        }
    }
}

impl From<CompareError> for Failure {
    fn from(error: CompareError) -> Failure {
        match error {
            CompareError::RawConfig(error) => error.into(),
            CompareError::Prepare { place, error } => Failure::from(error).at(&place),
            CompareError::Run(error) => (*error).into(),
            CompareError::Runs(error) => (*error).into(),
            CompareError::Play(ContestError::Harness(_)) => Failure::unusable(error.with_remedy()),
            CompareError::CompareOptions(_)
            | CompareError::Nothing
            | CompareError::NoRace(_)
            | CompareError::NoField
            | CompareError::FixedSeats
            | CompareError::OtherRuns { .. }
            | CompareError::Play(ContestError::Threads(_)) => Failure::usage(error.with_remedy()),
        }
    }
}

impl From<TuneError> for Failure {
    fn from(error: TuneError) -> Failure {
        match error {
            TuneError::Compare(error) => (*error).into(),
            TuneError::Subject(_)
            | TuneError::Budget { .. }
            | TuneError::LogExists(_)
            | TuneError::NoLog(_)
            | TuneError::OtherTuning { .. } => Failure::usage(error.with_remedy()),
            TuneError::Broken(_)
            | TuneError::InUse(_)
            | TuneError::Log { .. }
            | TuneError::Damaged { .. } => Failure::unusable(error.with_remedy()),
        }
    }
}

impl From<HistoryError> for Failure {
    fn from(error: HistoryError) -> Failure {
        Failure::unusable(error.with_remedy())
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        Failure::unusable(error.with_remedy())
    }
}

impl From<rayon::ThreadPoolBuildError> for Failure {
    fn from(error: rayon::ThreadPoolBuildError) -> Failure {
        Failure::Usage(format!("cannot start the threads: {error}; take fewer with --threads"))
    }
}
