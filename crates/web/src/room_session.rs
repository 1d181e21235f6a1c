//! A session of computers and persons, as used by every game's section, and its recorded events.

use crate::happened::{Course, Done, Happened, StandIn};
use crate::rooms::Standing;
use crate::stand_ins::StandIns;
use crate::transcript::{Transcript, done, done_by};
use lettergame_base::{Seat, SeatSet};
use lettergame_game::{Console, Fault, FaultKind, Game, Session, Step, Table, Turn};

/// A session in a room: persons' moves come from outside.
pub(crate) struct RoomSession<G: Game> {
    session: Session<G>,
    /// The players of persons who have left; for the session, their seats still decide outside.
    stand_ins: StandIns<G>,
    /// What each person has said in this turn.
    said: Vec<(Seat, G::Move)>,
    /// The prepared turn: its seats have answered as recorded.
    script: Option<Vec<Done>>,
    /// Whether a person has given the game up.
    is_resigned: bool,
    /// The recorded events; only for games with persons, as other games can be repeated from their seed.
    news: Vec<Happened>,
    transcript: Transcript<G>,
}

impl<G: Game> RoomSession<G> {
    pub(crate) fn new(session: Session<G>) -> RoomSession<G> {
        let transcript = Transcript::new(session.table());
        let stand_ins = StandIns::none();
        RoomSession {
            session,
            stand_ins,
            said: Vec::new(),
            script: None,
            is_resigned: false,
            news: Vec::new(),
            transcript,
        }
    }

    /// The same with players for persons who leave.
    pub(crate) fn with_stand_ins(self, stand_ins: StandIns<G>) -> RoomSession<G> {
        RoomSession { stand_ins, ..self }
    }

    /// What was done so far.
    pub(crate) fn transcript(&self) -> &Transcript<G> {
        &self.transcript
    }

    pub(crate) fn table(&self) -> &Table<G> {
        self.session.table()
    }

    /// The persons who are asked and have not answered.
    pub(crate) fn awaited(&self) -> SeatSet {
        self.session.awaited().without(self.stand_ins.seats())
    }

    pub(crate) fn standing(&self) -> Standing {
        match self.awaited() {
            _ if self.is_over() => Standing::Over,
            nobody if nobody.is_empty() => Standing::Ready,
            persons => Standing::Waits(persons),
        }
    }

    /// Whether it has ended, by the rules or because a person has given it up.
    fn is_over(&self) -> bool {
        self.is_resigned || self.session.is_over()
    }

    /// Takes a person's move; `false` if the seat is not awaited.
    pub(crate) fn say(&mut self, seat: Seat, choice: G::Move) -> bool {
        let awaited = !self.is_over() && self.awaited().contains(seat);
        if awaited {
            self.news.push(Happened::Said(done_by(seat, &choice, None)));
            self.said.push((seat, choice.clone()));
            self.session.answer(seat, Ok(choice));
        }
        awaited
    }

    /// What the person in this seat has said in this turn, while others are awaited. Only for that person.
    pub(crate) fn said(&self, seat: Seat) -> Option<&G::Move> {
        self.said.iter().find(|(own, _)| *own == seat).map(|(_, choice)| choice)
    }

    /// Takes one turn and returns what was announced; nothing while a person is awaited.
    pub(crate) fn step(&mut self) -> &[G::Event] {
        if self.standing() != Standing::Ready {
            return &[];
        }
        let due = self.session.awaited();
        for (seat, said) in self.stand_ins.answers(self.session.table(), due) {
            self.session.answer(seat, said);
        }
        if self.session.advance() != Step::Announced {
            return &[];
        }
        self.stand_ins.observe(self.session.table().events());
        self.transcript.note(self.session.table());
        self.said.clear();
        self.write_down();
        self.table().events()
    }

    /// What players that are programs have written.
    pub(crate) fn consoles(&self) -> Vec<(Seat, Console)> {
        let seats = Seat::first(self.table().seats());
        seats.filter_map(|seat| Some((seat, self.session.console(seat)?))).collect()
    }

    /// What was done in the last turn.
    fn done(&self) -> Vec<Done> {
        let answers = self.table().answers().iter();
        done(answers.filter_map(|(seat, answer)| Some((seat, answer.as_ref()?))))
    }

    fn write_down(&mut self) {
        if self.session.outside().is_empty() {
            return;
        }
        self.news.push(Happened::Turn(self.done()));
        if self.session.is_over() {
            let points = self.points();
            self.news.push(Happened::Over(points));
        }
    }

    fn points(&self) -> Vec<i32> {
        self.table().outcome().points.values().map(|points| points.0).collect()
    }
}

impl<G: Game> RoomSession<G> {
    fn seat(&self, number: u8) -> Result<Seat, String> {
        let seat = Seat::first(self.table().seats()).nth(number.into());
        seat.ok_or_else(|| format!("seat {number} does not exist"))
    }

    /// A seat of a person.
    fn person(&self, number: u8) -> Result<Seat, String> {
        let seat = self.seat(number)?;
        let is_person = !self.is_over() && self.session.outside().contains(seat);
        is_person.then_some(seat).ok_or_else(|| format!("no person plays seat {number}"))
    }

    /// What each seat does according to the script, if these seats are the ones it asks.
    fn answers(&self, script: &[Done]) -> Result<Vec<(Seat, Said<G>)>, String> {
        let Turn::Ask(asked) = self.table().turn() else {
            return Err("expected the end of the game, found a turn".to_owned());
        };
        let seats = script.iter().map(|done| self.seat(done.seat));
        let seats = seats.collect::<Result<Vec<_>, _>>()?;
        if seats.iter().copied().collect::<SeatSet>() != asked || seats.len() != asked.len() {
            return Err("expected a move for each seat that is asked".to_owned());
        }
        let said = |Done { choice, fault, .. }: &Done| {
            let read = self.table().rules().read_move(choice);
            let choice = read.map_err(|error| format!("`{choice}`: {error}"))?;
            let named = |name: &String| {
                FaultKind::from_name(name).ok_or_else(|| format!("unknown fault `{name}`"))
            };
            let fault = fault.as_ref().map(named).transpose()?;
            Ok::<_, String>(Fault::recorded(choice, fault))
        };
        seats.into_iter().zip(script).map(|(seat, done)| Ok((seat, said(done)?))).collect()
    }
}

/// A seat's answer.
type Said<G> = Result<<G as Game>::Move, Fault<<G as Game>::Move>>;

impl<G: Game> Course for RoomSession<G> {
    fn news(&mut self) -> Vec<Happened> {
        std::mem::take(&mut self.news)
    }

    fn prepare(&mut self, happened: &Happened) -> Result<(), String> {
        match happened {
            Happened::Said(Done { seat, choice, .. }) => {
                let seat = self.seat(*seat)?;
                let read = self.table().rules().read_move(choice);
                let said = read.map_err(|error| format!("`{choice}`: {error}"))?;
                let heard = self.say(seat, said);
                heard.then_some(()).ok_or_else(|| format!("seat {} is not asked", seat.index()))
            }
            Happened::Turn(script) => {
                for (seat, said) in self.answers(script)? {
                    // the person has made this move before
                    self.session.answer(seat, said);
                }
                self.script = Some(script.clone());
                Ok(())
            }
            Happened::Over(points) => {
                let (own, is_over) = (self.points(), self.session.is_over());
                let same = is_over && own == *points;
                same.then_some(())
                    .ok_or_else(|| format!("expected {points:?} points, found {own:?}"))
            }
            Happened::Replaced(StandIn { seat, player }) => {
                let seat = self.person(*seat)?;
                self.stand_ins.sit(self.session.table(), seat, player)
            }
            Happened::Returned(seat) => {
                let seat = self.person(*seat)?;
                self.stand_ins.leave(seat);
                Ok(())
            }
            Happened::Resigned(seat) => {
                self.person(*seat)?;
                self.is_resigned = true;
                Ok(())
            }
            // the table knows no names
            Happened::Named(_) => Ok(()),
        }
    }

    fn confirm(&mut self) -> Result<(), String> {
        let Some(script) = self.script.take() else { return Ok(()) };
        let done = self.done();
        let actions_text = |all: &[Done]| {
            let all = all.iter().map(|done| format!("{} by seat {}", done.choice, done.seat));
            all.collect::<Vec<_>>().join(", ")
        };
        let same = done == script;
        same.then_some(()).ok_or_else(|| {
            format!(
                "expected {}; by the rules it is {}",
                actions_text(&script),
                actions_text(&done)
            )
        })
    }
}
