//! Answers a question about a position: its best plays, and the result of a trial play. The library does all
//! of the work: plays come from its generator, moves go through its table.

use std::sync::Arc;

use crate::scrabble::position::{Field, FieldError, Laid, Question, racks};
use crate::scrabble::reason;
use lettergame_base::{Seat, Seed};
use lettergame_game::{Roster, Table};
use lettergame_scrabble::board::{Board, Play, Square};
use lettergame_scrabble::notation::Position;
use lettergame_scrabble::players::ROSTER;
use lettergame_scrabble::plays::{
    Count, Equity, Generator, LeaveValue, Leaves, Points, Ranked, Top, Valuation,
};
use lettergame_scrabble::rules::{Event, Move, Scrabble};

/// Stands for the randomness that a position leaves open, which does not affect its plays.
const NO_CHANCE: Seed = Seed(0);

/// A play with its value.
pub(super) struct Row {
    pub(super) play: Play,
    pub(super) score: i32,
    pub(super) leave: String,
    pub(super) equity: Equity,
}

/// A trial play.
pub(super) struct Tried {
    pub(super) row: Row,
    pub(super) squares: Vec<Square>,
    /// The words on the board after it, and the points and racks.
    pub(super) after: Position,
    /// How the game ends, in words.
    pub(super) end: Option<String>,
}

/// The answer for a position.
pub(super) struct Found {
    pub(super) count: usize,
    pub(super) plays: Vec<Row>,
    /// What to do if there is no play.
    pub(super) instead: Option<String>,
    pub(super) tried: Result<Option<Tried>, FieldError>,
}

/// Searches, and plays the trial play.
pub(super) fn find(
    question: &Question,
    laid: &Laid,
    game: &Arc<Scrabble>,
) -> Result<Found, FieldError> {
    let (by_equity, most) = (question.by_equity()?, question.count()?);
    let finder = Finder::new(&laid.position, game);
    let mut generator = Generator::new();
    let mut top = Top::new(most);
    if by_equity {
        finder.search(&mut generator, &finder.valuation(), &mut top);
    } else {
        finder.search(&mut generator, &Points, &mut top);
    }
    let mut count = Count(0);
    finder.search(&mut generator, &Points, &mut count);
    let plays: Vec<Row> = top.plays().iter().map(|ranked| finder.row(ranked)).collect();
    let tried = match question.play.as_str() {
        "" => Ok(None),
        text => finder.tried(text).map(Some).map_err(|text| (Field::Play, text)),
    };
    let instead = plays.is_empty().then(|| finder.instead());
    Ok(Found { count: count.0, plays, instead, tried })
}

/// A position with its board.
struct Finder<'a> {
    game: &'a Arc<Scrabble>,
    position: &'a Position,
    board: Board,
}

impl<'a> Finder<'a> {
    fn new(position: &'a Position, game: &'a Arc<Scrabble>) -> Finder<'a> {
        let board = position.board(Arc::clone(game.layout()), game.lexicon());
        Finder { game, position, board }
    }

    /// The source of equity: the valuation of the player `equity`.
    fn valuation(&self) -> LeaveValue<'a> {
        let position = self.position;
        let opening = self.board.is_empty().then_some(&**self.game.layout());
        let leaves = Leaves::usual(position.distribution());
        LeaveValue::at(leaves, position.bag(), opening, || position.unseen())
    }

    fn search(
        &self,
        generator: &mut Generator,
        valuation: &impl Valuation,
        collect: &mut impl lettergame_scrabble::plays::Collect,
    ) {
        let rack = self.position.mover_rack();
        if !rack.is_empty() {
            generator.search(self.game.lexicon(), &self.board, rack, valuation, collect);
        }
    }

    fn row(&self, ranked: &Ranked) -> Row {
        self.valued(ranked.play, ranked.score)
    }

    fn valued(&self, play: Play, score: i32) -> Row {
        let (kept, valuation) = (play.kept(self.position.mover_rack()), self.valuation());
        let equity = Equity::points(score) + valuation.of_rack(&kept) + valuation.placement(&play);
        Row { play, score, leave: kept.to_string(), equity }
    }

    /// The table at which the game continues from here.
    fn table(&self) -> Table<Scrabble> {
        Table::at(Arc::clone(self.game), self.position.state(self.game, NO_CHANCE), 2)
    }

    /// The result of the play at the table, or why it is rejected. Lower case is a blank; if the rack has
    /// none for it, it is read as plain letters.
    fn tried(&self, text: &str) -> Result<Tried, String> {
        let upper = text.to_ascii_uppercase();
        match self.taken(text) {
            Err(_) if upper != text => self.taken(&upper),
            tried => tried,
        }
    }

    fn taken(&self, text: &str) -> Result<Tried, String> {
        let play: Play = text.parse().map_err(|error| format!("{error}"))?;
        let (mut table, seat) = (self.table(), self.position.to_move());
        table.clear();
        table.answer(seat, Ok(Move::Play(play)));
        if let Some(offence) = table.offences().first() {
            return Err(reason(&offence.text));
        }
        let events = table.advance().to_vec();
        let done = events.iter().find_map(|event| match event {
            Event::Play { play, score, .. } => Some((*play, score.0)),
            _ => None,
        });
        let (play, score) = done.ok_or("the game is over in this position")?;
        let end = events.iter().find(|event| matches!(event, Event::End { .. }));
        Ok(Tried {
            row: self.valued(play, score),
            squares: play.placed().map(|(square, _)| square).collect(),
            after: self.after(&table, &play)?,
            end: end.map(ToString::to_string),
        })
    }

    /// The position after a play, with no tiles drawn: they are unknown.
    fn after(&self, table: &Table<Scrabble>, play: &Play) -> Result<Position, String> {
        let (seat, mut racks) = (self.position.to_move(), racks(self.position));
        racks[seat.index()] = play.kept(&racks[seat.index()]);
        let points = table.outcome().points;
        let points = [Seat::FIRST, Seat::FIRST.opponent()].map(|seat| points[seat]);
        let cells = table.view(seat).board().cells();
        let after =
            Position::new(self.position.distribution(), cells, racks, points, seat.opponent());
        after.map_err(|error| error.to_string())
    }

    /// What the player `equity` does if there is no play.
    fn instead(&self) -> String {
        let (seat, table) = (self.position.to_move(), self.table());
        if self.position.mover_rack().is_empty() {
            let player = seat.index() + 1;
            return format!("Player {player}, who is to move, has no tiles; put some on the rack.");
        }
        let advice = Roster::make(&ROSTER, "equity", self.game).ok().and_then(|strategy| {
            let mut rng = NO_CHANCE.stream(Seat::FIRST);
            strategy.sit(self.game, seat, 2).choose(&table.view(seat), &mut rng).ok()
        });
        match advice {
            Some(choice) => format!("There is no legal play. The player equity would: {choice}."),
            None => "There is no legal play.".to_owned(),
        }
    }
}
