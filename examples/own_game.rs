//! A command `lettergame` with a game of one's own: rock, paper, scissors. What it implements here is all that
//! `tournament`, `compare`, `replay`, `report` and programs that play need.

use std::fmt::{self, Display};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Arc;

use lettergame::base::{BySeat, Points, Rng, Seat, SeatSet, Seed};
use lettergame::field;
use lettergame::game::{
    Answer, Cells, Choices, Column, Configurable, Enumerate, Fault, Game, GameInfo, Outcome,
    OwnCells, Param, Player, Presented, Preset, Recorded, Roster, Rules, SeatsError, Turn,
};
use lettergame::words::Lexicon;
use lettergame::{Games, main_with};
use serde::{Deserialize, Serialize};

/// What can be set: how often the hands are shown.
struct Throws {
    throws: u32,
}

impl Throws {
    const FIELD: lettergame::game::Field<Throws> = field!(throws);
}

impl Rules for Throws {
    const PRESETS: &'static [Preset<Throws>] = &[("short", || Throws { throws: 9 })];
    const PARAMS: &'static [Param<Throws>] =
        &[Param::integer("throws", [1, 1000], "how often the hands are shown", Throws::FIELD)];
}

/// What a hand shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Hand {
    Rock,
    Paper,
    Scissors,
}

impl Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["rock", "paper", "scissors"][*self as usize])
    }
}

impl FromStr for Hand {
    type Err = String;

    fn from_str(text: &str) -> Result<Hand, String> {
        let hand = Hand::ALL.into_iter().find(|hand| hand.to_string() == text);
        hand.ok_or_else(|| format!("`{text}` is no hand: expected rock, paper or scissors"))
    }
}

impl Hand {
    const ALL: [Hand; 3] = [Hand::Rock, Hand::Paper, Hand::Scissors];

    fn beats(self, other: Hand) -> bool {
        (self as usize + 2) % 3 == other as usize
    }
}

/// The hands that were shown, throw by throw; all that there is to know.
#[derive(Clone, Serialize)]
struct Shown {
    throws: Vec<[Hand; 2]>,
}

/// Both hands of a throw.
#[derive(Clone, Serialize)]
struct Throw {
    hands: [Hand; 2],
}

impl Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.hands;
        write!(f, "{one} meets {other}")
    }
}

/// There is no illegal hand.
#[derive(Debug)]
enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

struct RockPaperScissors(Throws);

impl RockPaperScissors {
    fn wins(state: &Shown, seat: Seat) -> usize {
        let (own, other) = (seat.index(), 1 - seat.index());
        state.throws.iter().filter(|hands| hands[own].beats(hands[other])).count()
    }
}

impl Game for RockPaperScissors {
    type State = Shown;
    type View<'a> = &'a Shown;
    type Move = Hand;
    type Event = Throw;
    type Illegal = Never;

    fn admit(&self, seats: usize) -> Result<(), SeatsError> {
        let wanted = "it is a game for two".to_owned();
        if seats == 2 { Ok(()) } else { Err(SeatsError { seats, wanted }) }
    }

    fn start(&self, _seats: usize, _deal: Seed) -> Shown {
        Shown { throws: Vec::new() }
    }

    fn turn(&self, state: &Shown) -> Turn {
        let is_over = state.throws.len() == self.0.throws as usize;
        if is_over { Turn::Over } else { Turn::Ask(Seat::first(2).collect::<SeatSet>()) }
    }

    fn read_move(&self, text: &str) -> Result<Hand, String> {
        text.parse().map_err(|error: <Hand as FromStr>::Err| error.to_string())
    }

    fn move_from_json(&self, json: &str) -> serde_json::Result<Hand> {
        serde_json::from_str(json)
    }

    fn view<'a>(&'a self, state: &'a Shown, _seat: Seat) -> &'a Shown {
        state
    }

    fn check(&self, _state: &Shown, _seat: Seat, choice: Hand) -> Result<Hand, Never> {
        Ok(choice)
    }

    fn fallback(&self, _state: &Shown, _seat: Seat, _fault: &Fault<Hand>) -> Hand {
        Hand::Rock
    }

    fn apply(
        &self,
        state: &mut Shown,
        answers: &BySeat<Option<Answer<Hand>>>,
        events: &mut Vec<Throw>,
    ) {
        let mut shown = answers.values().flatten().map(|answer| *answer.choice);
        if let (Some(one), Some(other)) = (shown.next(), shown.next()) {
            state.throws.push([one, other]);
            events.push(Throw { hands: [one, other] });
        }
    }

    fn outcome(&self, state: &Shown) -> Outcome {
        let points = |seat| Points(RockPaperScissors::wins(state, seat) as i32);
        Outcome::by_points(BySeat::from_fn(2, points))
    }
}

impl Presented for RockPaperScissors {
    fn kind(_view: &&Shown) -> &'static str {
        "hand"
    }
}

impl Enumerate for RockPaperScissors {
    fn choices(_view: &&Shown) -> Vec<Hand> {
        Hand::ALL.to_vec()
    }
}

impl Recorded for RockPaperScissors {
    fn columns() -> &'static [Column] {
        const { &[Column::long("rocks", "how often it showed rock")] }
    }

    fn cells(&self, state: &Shown, seat: Seat, cells: &mut dyn Cells) {
        let rocks = state.throws.iter().filter(|hands| hands[seat.index()] == Hand::Rock).count();
        cells.number(rocks as i64);
    }

    fn check_cells(row: &dyn OwnCells) -> Option<i64> {
        row.number(0).filter(|rocks| *rocks >= 0).map(|_| 0)
    }
}

impl Configurable for RockPaperScissors {
    type Rules = Throws;

    const INFO: GameInfo = GameInfo {
        name: "rps",
        about: "rock, paper, scissors",
        seats: 2..=2,
        schema: r#"{"$defs":{"move":{"enum":["rock","paper","scissors"]}}}"#,
        usual_players: &["rock", "random"],
        bench_players: ["rock", "random"],
        shortcuts: &[],
    };

    const CHOICES: Option<Choices<RockPaperScissors>> = Some(RockPaperScissors::choices);

    fn roster() -> &'static [Roster<RockPaperScissors>] {
        static ROSTER: [Roster<RockPaperScissors>; 3] = [
            Roster::of::<Rock>("rock", "always rock"),
            Roster::of::<Random>("random", "any hand"),
            Roster::of::<Answering>("answering", "what beats the last hand of the other"),
        ];
        &ROSTER
    }

    fn configured(rules: Throws, _: Arc<Lexicon>) -> Result<RockPaperScissors, String> {
        Ok(RockPaperScissors(rules))
    }

    fn rules(&self) -> &Throws {
        &self.0
    }
}

#[derive(Default)]
struct Rock;

impl Player<RockPaperScissors> for Rock {
    fn choose(&mut self, _: &&Shown, _: &mut Rng) -> Result<Hand, Fault<Hand>> {
        Ok(Hand::Rock)
    }
}

#[derive(Default)]
struct Random;

impl Player<RockPaperScissors> for Random {
    fn choose(&mut self, _: &&Shown, rng: &mut Rng) -> Result<Hand, Fault<Hand>> {
        Ok(Hand::ALL[rng.below(3) as usize])
    }
}

/// Knows only the hands, not which are its own: it answers those of the last throw that were not its last ones.
#[derive(Default)]
struct Answering {
    last: Option<Hand>,
}

impl Player<RockPaperScissors> for Answering {
    fn choose(&mut self, view: &&Shown, _: &mut Rng) -> Result<Hand, Fault<Hand>> {
        let other = view.throws.last().map(|[one, other]| match self.last {
            Some(own) if own == *one => *other,
            _ => *one,
        });
        let hand = Hand::ALL[other.map_or(0, |other| other as usize + 1) % 3];
        self.last = Some(hand);
        Ok(hand)
    }
}

fn main() -> ExitCode {
    main_with(Games::shipped().with_game::<RockPaperScissors>())
}
