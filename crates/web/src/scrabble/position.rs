//! A position as a question: its text, the ranking of plays, the play to try; and the edits made by the form.

use crate::serving::query::{Fields, address};
use lettergame_base::{Points, Seat};
use lettergame_scrabble::board::{Cell, Cells, Distribution, Place, Rack};
use lettergame_scrabble::notation::{Cgp, Form, Position, read};
use lettergame_scrabble::rules::Scrabble;
use lettergame_words::FIRST_LETTER;

/// The default position.
pub(super) const EXAMPLE: &str = lettergame_scrabble::EXAMPLE;

/// The position before the first play, with no racks.
pub(super) const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0";

/// The default number of plays listed.
const SHOWN: usize = 15;

/// The maximum number of plays listed.
const MAX: usize = 200;

/// A field with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Text,
    Square,
    Rank,
    Top,
    Play,
}

/// The error.
pub(super) type FieldError = (Field, String);

/// The question as typed.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) text: String,
    pub(super) rank: String,
    pub(super) top: String,
    pub(super) play: String,
    /// The letter that a click places, `.` to remove one; empty to change nothing.
    pub(super) tile: String,
    /// Whether a blank represents it.
    pub(super) blank: bool,
    /// The position shown before; empty for none.
    pub(super) was: String,
}

/// A parsed position, with remarks.
#[derive(Clone)]
pub(super) struct Laid {
    pub(super) position: Position,
    form: Form,
    pub(super) remarks: Vec<String>,
}

/// What plays are ranked by, unless the address says otherwise.
const EQUITY: &str = "equity";

impl Question {
    /// From the address or a posted form; the example if there is no position.
    pub(super) fn read(fields: &Fields) -> Question {
        let text = |name: &str, default: &str| {
            fields.get(name).filter(|text| !text.is_empty()).unwrap_or(default).to_owned()
        };
        let position = fields.get("position").map_or_else(|| EXAMPLE.to_owned(), str::to_owned);
        Question {
            text: position,
            rank: text("rank", EQUITY),
            top: text("top", &SHOWN.to_string()),
            play: text("play", ""),
            tile: text("tile", ""),
            blank: fields.get("blank").is_some(),
            was: text("was", ""),
        }
    }

    /// Parses the position.
    pub(super) fn laid(&self, game: &Scrabble) -> Result<Laid, FieldError> {
        let reading = read(&self.text, game).map_err(|error| (Field::Text, error.to_string()))?;
        let mut remarks: Vec<String> = reading.remarks().iter().map(ToString::to_string).collect();
        // the plays of a GCG file have been checked one by one
        if reading.form != Form::Gcg {
            let warnings = reading.position.warnings(game.lexicon());
            remarks.extend(warnings.iter().map(ToString::to_string));
        }
        Ok(Laid { position: reading.position, form: reading.form, remarks })
    }

    /// The position shown before, to be shown again if the text is invalid.
    pub(super) fn laid_before(&self, game: &Scrabble) -> Option<Laid> {
        let reading = read(&self.was, game).ok().filter(|_| !self.was.is_empty())?;
        Some(Laid { position: reading.position, form: reading.form, remarks: Vec::new() })
    }

    /// Whether plays are ranked by more than their points.
    pub(super) fn by_equity(&self) -> Result<bool, FieldError> {
        match self.rank.as_str() {
            "score" => Ok(false),
            EQUITY => Ok(true),
            other => {
                Err((Field::Rank, format!("invalid rank `{other}`: expected score or equity")))
            }
        }
    }

    /// How many plays are listed.
    pub(super) fn count(&self) -> Result<usize, FieldError> {
        let count = self.top.parse().ok().filter(|count| (1..=MAX).contains(count));
        count.ok_or_else(|| {
            (Field::Top, format!("invalid number of plays `{}`: expected 1 to {MAX}", self.top))
        })
    }

    /// Applies a button of the form.
    pub(super) fn change(&mut self, fields: &Fields, game: &Scrabble) -> Result<(), FieldError> {
        match (fields.get("at"), fields.get("do")) {
            (Some(_), _) if self.tile.is_empty() => {}
            (Some(at), _) => {
                self.play.clear();
                let laid = self.laid(game)?;
                let changed = self.put(&laid.position, at).map_err(|text| (Field::Square, text))?;
                self.text = Laid { position: changed, ..laid }.text();
            }
            (None, Some("turn")) => {
                self.play.clear();
                let laid = self.laid(game)?;
                self.text = laid.turned()?.text();
            }
            (None, Some("try")) => {
                if self.play.is_empty() {
                    let text = "expected a square and a word, as in 8D SCuRRY".to_owned();
                    return Err((Field::Play, text));
                }
            }
            // a letter was typed: if it cannot be placed, nothing happens
            (None, Some("type")) => {
                self.play.clear();
                if let Err((_, text)) = self.laid(game)
                    && let Some(before) = self.laid_before(game)
                {
                    self.text = before.text();
                    return Err((Field::Square, text));
                }
            }
            // the Enter key tries a typed play
            (None, Some("enter")) => {}
            _ => self.play.clear(),
        }
        Ok(())
    }

    /// The position with the chosen tile on a square or on a rack (`rack1:A` in place of an A).
    fn put(&self, position: &Position, at: &str) -> Result<Position, String> {
        let (mut cells, mut racks) = (*position.cells(), racks(position));
        let distribution = position.distribution();
        if let Some((rack, old)) = at.split_once(':') {
            let rack = match rack {
                "rack1" => &mut racks[0],
                "rack2" => &mut racks[1],
                other => return Err(format!("unknown rack `{other}`")),
            };
            let old = Rack::read(distribution, old).map_err(|error| error.to_string())?;
            *rack = rack.without(&old);
            self.chosen(distribution)?.into_iter().for_each(|cell| rack.add(cell.tile()));
        } else {
            let place: Place = at.parse().map_err(|error| format!("{error}"))?;
            if !square_on(&cells, place) {
                return Err(format!("{place} is not on the board"));
            }
            cells[place.square] = self.chosen(distribution)?.unwrap_or_default();
        }
        rebuilt(position, cells, racks)
    }

    /// The chosen tile as a square holds it; `None` to remove a tile.
    fn chosen(&self, distribution: &Distribution) -> Result<Option<Cell>, String> {
        if self.tile == "." {
            return Ok(None);
        }
        let read = distribution.alphabet().encode(&self.tile).ok();
        let [letter] = read.as_deref().unwrap_or_default() else {
            return Err(format!("invalid tile `{}`: expected a letter", self.tile));
        };
        let place = usize::from(letter - FIRST_LETTER);
        Ok(Some(Cell::letter(place).as_blank(self.blank)))
    }

    /// The address of this question.
    pub(super) fn address(&self) -> String {
        let mut pairs = vec![("position", self.text.as_str())];
        if self.rank != EQUITY {
            pairs.push(("rank", &self.rank));
        }
        if self.top != SHOWN.to_string() {
            pairs.push(("top", &self.top));
        }
        if !self.play.is_empty() {
            pairs.push(("play", &self.play));
        }
        address("/scrabble", &pairs)
    }
}

impl Laid {
    /// The same with the other player to move.
    fn turned(&self) -> Result<Laid, FieldError> {
        let (old, to_move) = (&self.position, self.position.to_move().opponent());
        let turned =
            Position::new(old.distribution(), *old.cells(), racks(old), points(old), to_move);
        let position = turned.map_err(|error| (Field::Square, error.to_string()))?;
        Ok(Laid { position: position.with_scoreless(old.scoreless()), ..self.clone() })
    }

    /// The text of the position: in its original format, if that can express everything, else a state file.
    pub(super) fn text(&self) -> String {
        if self.form == Form::Cgp && self.position.to_move() == Seat::FIRST {
            return Cgp(self.position.clone()).to_string();
        }
        self.position.to_string()
    }
}

/// The racks of both players.
pub(super) fn racks(position: &Position) -> [Rack; 2] {
    [Seat::FIRST, Seat::FIRST.opponent()].map(|seat| *position.rack(seat))
}

/// The points of both players.
fn points(position: &Position) -> [Points; 2] {
    [Seat::FIRST, Seat::FIRST.opponent()].map(|seat| position.points()[seat])
}

/// Whether a place is on the board.
fn square_on(cells: &Cells, place: Place) -> bool {
    place.square.row().max(place.square.column()) < cells.side()
}

/// The position with other tiles.
fn rebuilt(position: &Position, cells: Cells, racks: [Rack; 2]) -> Result<Position, String> {
    let changed =
        Position::new(position.distribution(), cells, racks, points(position), position.to_move());
    let changed = changed.map_err(|error| error.to_string())?;
    Ok(changed.with_scoreless(position.scoreless()))
}
