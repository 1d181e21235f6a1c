//! The queue of uploaded hand-ins.
//!
//! Who finds a hand-in that is not decided and whose [`Place`] nobody holds knows that its check was
//! interrupted: an upload is checked again; anything else is refused.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use jiff::Timestamp;

use crate::intake::is_invisible;
use crate::place::{INCOMING, Place, new_folder, sync_folder, upload};
use crate::store::{Denied, HandIn, HandInState, NewHandIn, Quota, Team};
use crate::{Checking, HandedIn, Season, SeasonError, Source};

/// How the names of files begin that are being uploaded.
const ARRIVING: &str = "arriving-";

/// Uploads that were begun this long ago are over.
const OVER: Duration = Duration::from_secs(60 * 60);

/// The hand-ins of a team are counted over this many seconds.
const DAY: i64 = 24 * 60 * 60;

/// The longest name of an upload, in characters.
const LONGEST_NAME: usize = 100;

/// The longest command of an upload, in bytes.
const LONGEST_COMMAND: usize = 1000;

/// A file that was uploaded.
#[derive(Clone, Copy, Debug)]
pub struct Upload<'a> {
    /// The name that it came under.
    pub name: &'a str,
    /// How it is started, if its owner said so.
    pub command: Option<&'a str>,
    /// Where it is: a file of [`Season::arriving`].
    pub file: &'a Path,
}

/// Whether a hand-in was queued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Queued {
    /// It will be checked.
    Waiting {
        /// Its number.
        id: i64,
    },
    /// It was not taken, and why.
    Denied(String),
}

/// Who hands in for a team when it does so itself.
fn own_name(team: &Team) -> String {
    format!("team {}", team.name)
}

impl Season {
    /// An empty file for an upload, on the disk of the season; it is removed with the value, unless it is queued.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn arriving(dir: &Path) -> Result<tempfile::NamedTempFile, SeasonError> {
        let incoming = dir.join(INCOMING);
        fs::create_dir_all(&incoming).map_err(SeasonError::io("create", &incoming))?;
        let file = tempfile::Builder::new().prefix(ARRIVING).tempfile_in(&incoming);
        file.map_err(SeasonError::io("write", &incoming))
    }

    /// Queues an upload of a team, whose content is on the disk. When this returns that it waits, it will be
    /// checked, whatever happens to this process.
    ///
    /// # Errors
    /// If the season cannot be written.
    pub fn queue(&mut self, team: &Team, upload: &Upload<'_>) -> Result<Queued, SeasonError> {
        let is_plain =
            |text: &str| !text.contains(|char: char| char.is_control() || is_invisible(char));
        if !is_plain(upload.name) || upload.name.chars().count() > LONGEST_NAME {
            let text = format!(
                "the name of the file has control or invisible characters, or more than {LONGEST_NAME} characters; rename it"
            );
            return Ok(Queued::Denied(text));
        }
        if upload.command.is_some_and(|text| !is_plain(text) || text.len() > LONGEST_COMMAND) {
            let text = format!(
                "the command has control or invisible characters, or more than {LONGEST_COMMAND} bytes; shorten it"
            );
            return Ok(Queued::Denied(text));
        }
        if let Some(why) = self.shut_to(team)? {
            return Ok(Queued::Denied(why));
        }
        let who = own_name(team);
        let new = NewHandIn {
            team,
            source: upload.name,
            command: upload.command,
            who: &who,
            now: self.now(),
            state: HandInState::Waiting,
        };
        let (dir, from) = (self.dir().to_owned(), upload.file);
        let place = |id: i64| {
            let own = new_folder(&dir, id)?;
            let to = self::upload(&dir, id);
            fs::rename(from, &to).map_err(SeasonError::io("write", &to))?;
            sync_folder(&own)?;
            sync_folder(&dir.join(INCOMING))
        };
        let quota = self.quota(&who);
        match self.store.add_hand_in_within(quota, &new, place)? {
            Ok(id) => Ok(Queued::Waiting { id }),
            Err(denied) => Ok(Queued::Denied(self.denial_text(denied))),
        }
    }

    /// Why this team cannot hand in now, if it cannot.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn denial(&self, team: &Team) -> Result<Option<String>, SeasonError> {
        if let Some(why) = self.shut_to(team)? {
            return Ok(Some(why));
        }
        let denied = self.store.denial(team, self.quota(&own_name(team)))?;
        Ok(denied.map(|denied| self.denial_text(denied)))
    }

    /// How often this team may still hand in within 24 hours.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn hand_ins_left(&self, team: &Team) -> Result<u32, SeasonError> {
        let counted = self.store.counted(team, self.quota(&own_name(team)))?;
        Ok(self.settings().limits.hand_ins.saturating_sub(counted))
    }

    /// Why nobody of this team may hand in, whatever it handed in before.
    fn shut_to(&self, team: &Team) -> Result<Option<String>, SeasonError> {
        if self.team(&team.name)?.withdrawn.is_some() {
            return Ok(Some("the team was withdrawn".to_owned()));
        }
        self.closed()
    }

    fn quota<'a>(&self, who: &'a str) -> Quota<'a> {
        Quota { who, since: self.now() - DAY, most: self.settings().limits.hand_ins }
    }

    fn denial_text(&self, denied: Denied) -> String {
        match denied {
            Denied::Waiting { id } => {
                format!("hand-in {id} of your team is not decided yet; wait for its check")
            }
            Denied::TooMany { first } => {
                let most = self.settings().limits.hand_ins;
                let next = Timestamp::from_second(first + DAY).unwrap_or_default();
                let next = next.strftime("%Y-%m-%d %H:%M");
                format!(
                    "your team has handed in {most} times within 24 hours; try again at {next} UTC"
                )
            }
        }
    }

    /// The hand-ins that are not decided, the oldest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn hand_in_queue(&self) -> Result<Vec<HandIn>, SeasonError> {
        self.store.undecided()
    }

    /// The newest hand-ins of all teams, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn latest_hand_ins(&self, most: u32) -> Result<Vec<HandIn>, SeasonError> {
        self.store.latest_hand_ins(most)
    }

    /// A hand-in by its number.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn find_hand_in(&self, id: i64) -> Result<Option<HandIn>, SeasonError> {
        self.store.find_hand_in(id)
    }

    /// Checks the upload that waits longest. `None` if none waits.
    ///
    /// # Errors
    /// If the season cannot be written.
    pub fn check_next(&mut self, checking: &Checking<'_>) -> Result<Option<HandedIn>, SeasonError> {
        self.refuse_abandoned()?;
        for waiting in self.store.undecided()? {
            let Some(place) = Place::take(self.dir(), waiting.id)? else { continue };
            if self.is_decided(waiting.id)? {
                place.remove();
                continue;
            }
            let team = self.teams()?.into_iter().find(|team| team.id == waiting.team);
            let Some(team) = team else { continue };
            self.store.begin_check(waiting.id)?;
            let file = upload(self.dir(), waiting.id);
            let source = Source::Upload { name: waiting.source.clone(), file };
            let what = (&source, waiting.command.as_deref());
            return self.check(waiting.id, &team, what, place, checking).map(Some);
        }
        Ok(None)
    }

    /// Refuses hand-ins whose check was interrupted and that cannot be checked again, and removes what is left of
    /// uploads that never arrived.
    pub(crate) fn refuse_abandoned(&mut self) -> Result<(), SeasonError> {
        for open in self.store.undecided()? {
            if upload(self.dir(), open.id).is_file() {
                continue;
            }
            let Some(place) = Place::take(self.dir(), open.id)? else { continue };
            if !self.is_decided(open.id)? {
                let log = "its check was interrupted; hand it in again";
                let now = self.now();
                self.store.refuse((open.id, &open.source), log, now)?;
            }
            place.remove();
        }
        let files = fs::read_dir(self.dir().join(INCOMING)).into_iter().flatten().flatten();
        for file in files {
            let begun = file.metadata().and_then(|data| data.modified());
            let is_over = begun.is_ok_and(|begun| begun < SystemTime::now() - OVER);
            if is_over && file.file_name().to_string_lossy().starts_with(ARRIVING) {
                let _ = fs::remove_file(file.path());
            }
        }
        Ok(())
    }

    /// Whether a hand-in was decided meanwhile, by another process.
    fn is_decided(&self, id: i64) -> Result<bool, SeasonError> {
        let found = self.store.find_hand_in(id)?;
        Ok(!found.is_some_and(|found| found.state.is_open()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;
    use std::path::Path;

    use super::{INCOMING, Place, Queued, Upload, upload};
    use crate::store::{HandInState, NewHandIn, Team};
    use crate::{Checking, Format, HandedIn, Season, SeasonSettings, TEACHER};
    use lettergame_arena::AuditPace;
    use lettergame_protocol::HostOptions;
    use lettergame_registry::games;

    fn season(dir: &Path) -> (Season, Team) {
        let formats = vec![Format::of_teams("duel", 2)];
        let mut settings = SeasonSettings::new("s", games()[0].info.name, 7, formats);
        settings.limits.hand_ins = 2;
        let mut season = Season::create(&dir.join("s"), &settings).unwrap();
        season.pretend(1000);
        let team = season.add_team("ants", TEACHER).unwrap();
        (season, team)
    }

    fn queue(season: &mut Season, team: &Team, name: &str) -> Queued {
        let mut file = Season::arriving(season.dir()).unwrap();
        file.write_all(name.as_bytes()).unwrap();
        season.queue(team, &Upload { name, command: None, file: file.path() }).unwrap()
    }

    fn denied(queued: &Queued) -> &str {
        match queued {
            Queued::Denied(why) => why,
            Queued::Waiting { id } => panic!("{id} waits"),
        }
    }

    #[test]
    fn an_upload_waits_on_the_disk_and_one_of_a_team_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let (mut season, team) = season(dir.path());
        assert_eq!(queue(&mut season, &team, "one.py"), Queued::Waiting { id: 1 });
        assert_eq!(fs::read(upload(season.dir(), 1)).unwrap(), b"one.py");
        assert!(denied(&queue(&mut season, &team, "two.py")).starts_with("hand-in 1 of your team"));
        assert_eq!(fs::read_dir(season.dir().join(INCOMING)).unwrap().count(), 1);
        let bees = season.add_team("bees", TEACHER).unwrap();
        assert_eq!(queue(&mut season, &bees, "b.py"), Queued::Waiting { id: 2 });
        let waiting = season.hand_in_queue().unwrap();
        assert_eq!(waiting.iter().map(|one| one.id).collect::<Vec<_>>(), [1, 2]);
        assert!(waiting.iter().all(|one| one.state == HandInState::Waiting));
        assert_eq!((waiting[0].who.as_str(), waiting[0].source.as_str()), ("team ants", "one.py"));
    }

    #[test]
    fn a_team_hands_in_no_more_often_than_the_teacher_allows() {
        let dir = tempfile::tempdir().unwrap();
        let (mut season, team) = season(dir.path());
        // the teacher's own do not count
        season.store.add_hand_in(&NewHandIn::sample(&team), |_| Ok(())).unwrap();
        season.store.refuse((1, "x"), "no", 1000).unwrap();
        for id in [2, 3] {
            assert_eq!(queue(&mut season, &team, "x"), Queued::Waiting { id });
            season.store.refuse((id, "x"), "no", 1000).unwrap();
        }
        let said = queue(&mut season, &team, "x");
        assert!(denied(&said).contains("2 times within 24 hours"), "{said:?}");
        assert!(denied(&said).contains("1970-01-02 00:16 UTC"), "{said:?}");
        assert_eq!(season.hand_ins_left(&team).unwrap(), 0);
        season.pretend(1000 + 24 * 60 * 60);
        assert_eq!(season.denial(&team).unwrap(), None);
        assert_eq!(queue(&mut season, &team, "x"), Queued::Waiting { id: 4 });
    }

    #[test]
    fn closed_seasons_withdrawn_teams_and_strange_names_are_denied() {
        let dir = tempfile::tempdir().unwrap();
        let (mut season, team) = season(dir.path());
        for odd in ["a\nb", "\u{202e}yp.py"] {
            assert!(
                denied(&queue(&mut season, &team, odd)).contains("invisible characters"),
                "{odd:?}"
            );
        }
        assert!(denied(&queue(&mut season, &team, &"n".repeat(101))).contains("rename it"));
        season.freeze(true, TEACHER).unwrap();
        assert_eq!(denied(&queue(&mut season, &team, "x")), "hand-ins are frozen");
        season.freeze(false, TEACHER).unwrap();
        season.set_deadline(Some("1970-01-01T00:16:40Z".parse().unwrap()), TEACHER).unwrap();
        assert!(denied(&queue(&mut season, &team, "x")).starts_with("the deadline was 1970-01-01"));
        season.set_deadline(None, TEACHER).unwrap();
        season.withdraw("ants", TEACHER).unwrap();
        assert_eq!(denied(&queue(&mut season, &team, "x")), "the team was withdrawn");
        assert!(fs::read_dir(season.dir().join(INCOMING)).unwrap().next().is_none());
    }

    #[test]
    fn what_nobody_checks_any_more_is_refused_and_what_somebody_checks_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let (mut season, team) = season(dir.path());
        let at = season.dir().to_owned();
        let new = NewHandIn::sample(&team);
        let (held, place) = season.store.add_hand_in(&new, |id| Place::create(&at, id)).unwrap();
        let (gone, _) = season.store.add_hand_in(&new, |id| Place::create(&at, id)).unwrap();
        assert_eq!(
            queue(&mut season, &team, "x.py"),
            Queued::Denied(format!(
                "hand-in {held} of your team is not decided yet; wait for its check"
            ))
        );
        season.refuse_abandoned().unwrap();
        let state = |season: &Season, id| season.find_hand_in(id).unwrap().unwrap().state;
        assert_eq!(state(&season, held), HandInState::Checking);
        assert_eq!(state(&season, gone), HandInState::Refused);
        drop(place);
        season.refuse_abandoned().unwrap();
        assert_eq!(state(&season, held), HandInState::Refused);
        assert_eq!(fs::read_dir(season.dir().join(INCOMING)).unwrap().count(), 0);
    }

    /// What the season cannot write is no fault of the team: its upload waits until it can.
    #[test]
    fn an_upload_whose_check_cannot_be_completed_waits_on() {
        let dir = tempfile::tempdir().unwrap();
        let (mut season, team) = season(dir.path());
        assert_eq!(queue(&mut season, &team, "x.py"), Queued::Waiting { id: 1 });
        let words = season.words().unwrap();
        let checking = Checking {
            words: &words,
            host_options: &HostOptions::default(),
            pace: AuditPace::Thorough,
            tell: &|_| {},
        };
        // left behind by a check that was killed, and then in the way of nothing
        fs::create_dir(season.dir().join(INCOMING).join("1/files")).unwrap();
        // the table of versions cannot be read
        let rename = |season: &mut Season, from: &str, to: &str| {
            let query = format!("ALTER TABLE {from} RENAME TO {to}");
            season.store.logged(1, "me", "x", |change| change.execute(&query, [])).unwrap();
        };
        rename(&mut season, "version", "hidden");
        assert!(season.check_next(&checking).is_err());
        rename(&mut season, "hidden", "version");
        assert_eq!(season.hand_in_queue().unwrap()[0].state, HandInState::Waiting);
        assert!(upload(season.dir(), 1).is_file());
        let checked = season.check_next(&checking).unwrap();
        assert!(
            matches!(&checked, Some(HandedIn::Refused { log }) if !log.contains("exists")),
            "{checked:?}"
        );
        assert!(season.hand_in_queue().unwrap().is_empty());
    }
}
