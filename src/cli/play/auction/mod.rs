//! `play auction`: the Letter Game at the terminal, auction after auction, round after round.
//!
//! Persons are asked first, one after the other, then the computers; all of them decide on the same
//! state. Where several persons share the screen, each has its own turn at it: it is wiped before the
//! next one is called, who then reads what was announced since its last turn.

mod ledger;
mod record;
mod turn;

use std::mem;
use std::sync::Arc;

use crate::cli::args::AuctionArgs;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::print;
use crate::cli::play::auction::ledger::Ledger;
use crate::cli::play::auction::record::Record;
use crate::cli::play::auction::turn::{Asking, Reply};
use crate::cli::play::screen::{Ink, wiped};
use crate::cli::play::{asked, with_person};
use lettergame_auction::players::ROSTER;
use lettergame_auction::rules::{Asked, Auction, AuctionRules, Event, Move};
use lettergame_core::base::{BySeat, Seat, SeatSet, Seed};
use lettergame_core::game::{Fault, Settings, Table, Turn};
use lettergame_tournament::{Sitter, Venue};

pub(super) fn run(args: &AuctionArgs) -> Result<(), Failure> {
    let rules = rules(args)?;
    let loaded = load(args.lexicon.as_deref(), false)?;
    let game = Arc::new(Auction::new(rules, loaded.lexicon));
    let seed = args.seed.map_or_else(Seed::drawn, Seed);
    let players: Vec<String> = args.players.iter().map(|text| text.trim().to_owned()).collect();
    let venue = Venue {
        game: "auction",
        rules: game.rules().pairs(),
        lexicon: Some(game.lexicon()),
        hosting: args.hosting.hosting(),
    };
    let sitters = venue.sit_down(&ROSTER, &players, &game, seed).map_err(with_person)?;
    let table = Table::new(game, players.len(), seed).map_err(Failure::usage)?;
    let persons = sitters.iter().filter(|(_, sitter)| sitter.is_person()).map(|(seat, _)| seat);
    let persons: SeatSet = persons.collect();
    let ledger = Ledger::new(table.rules(), &players, persons, Ink::wanted());
    let session = Session {
        news: BySeat::filled(players.len(), String::new()),
        best: BySeat::filled(players.len(), None),
        record: Record::watched(seed),
        hints: !args.no_hints,
        before_screen: None,
        table,
        sitters,
        persons,
        ledger,
    };
    session.play(seed)
}

/// The preset with what was set; the options with names of their own win over `--set`.
fn rules(args: &AuctionArgs) -> Result<AuctionRules, Failure> {
    let texts = args.set.iter().map(String::as_str);
    let mut settings = Settings::parse(texts).map_err(Failure::usage)?;
    let named = [("rounds", &args.rounds), ("hidden", &args.hidden), ("preset", &args.preset)];
    for (key, value) in named {
        if let Some(value) = value {
            settings.set(key, value.trim());
        }
    }
    let default = AuctionRules::PRESETS[0].to_owned();
    let preset = settings.take("preset", default, "the name of a preset", |_: &String| true);
    AuctionRules::read(&preset.map_err(Failure::usage)?, settings).map_err(Failure::usage)
}

/// One game, and the screen that it is played at.
struct Session {
    table: Table<Auction>,
    sitters: BySeat<Sitter<Auction>>,
    persons: SeatSet,
    ledger: Ledger,
    record: Record,
    hints: bool,
    /// What each person has still to read, where several share the screen.
    news: BySeat<String>,
    /// The best word that each person could name in the round, once words are asked for.
    best: BySeat<Option<(String, i32)>>,
    /// Whose letters were on the screen last.
    before_screen: Option<Seat>,
}

/// Why a game ends before its last round.
enum Leaving {
    Quit,
    EndOfInput,
}

impl Session {
    fn play(mut self, seed: Seed) -> Result<(), Failure> {
        print(&self.ledger.welcome(self.table.rules(), seed))?;
        self.tell(&self.ledger.round_starts())?;
        while let Turn::Ask(seats) = self.table.turn() {
            match self.ask_persons(seats)? {
                Ok(said) => self.step(said)?,
                Err(leaving) => return print(&self.farewell(&leaving)),
            }
        }
        self.tell(&self.ledger.ending(&self.table.outcome()))?;
        // all persons have named their words, and have the same to read
        let unread = self.news.values().max_by_key(|text| text.len());
        print(unread.map_or("", String::as_str))
    }

    /// Prints it, or keeps it until each of several persons is before the screen.
    fn tell(&mut self, text: &str) -> Result<(), Failure> {
        if self.persons.len() <= 1 {
            return print(text);
        }
        self.persons.iter().for_each(|seat| self.news[seat].push_str(text));
        Ok(())
    }

    /// What every person among these seats wants to do.
    fn ask_persons(
        &mut self,
        seats: SeatSet,
    ) -> Result<Result<BySeat<Option<Move>>, Leaving>, Failure> {
        let mut said = BySeat::filled(self.table.seats(), None);
        let persons = self.persons;
        for seat in seats.iter().filter(|&seat| persons.contains(seat)) {
            match self.ask_person(seat)? {
                Reply::Move(choice) => said[seat] = Some(choice),
                Reply::Quit => return Ok(Err(Leaving::Quit)),
                Reply::EndOfInput => return Ok(Err(Leaving::EndOfInput)),
            }
        }
        Ok(Ok(said))
    }

    fn ask_person(&mut self, seat: Seat) -> Result<Reply, Failure> {
        if self.persons.len() > 1
            && self.before_screen != Some(seat)
            && let Some(leaving) = self.hand_over(seat)?
        {
            return Ok(leaving);
        }
        print(&mem::take(&mut self.news[seat]))?;
        let view = self.table.view(seat);
        if view.asked() == Asked::Word {
            let best = view.rules().best_word(view.letters());
            self.best[seat] = best.map(|best| (best.word.to_owned(), best.points.0));
        }
        Asking::new(view, self.ledger.ink(), self.hints).decide()
    }

    /// Hides what is on the screen and calls the next person to it.
    fn hand_over(&mut self, seat: Seat) -> Result<Option<Reply>, Failure> {
        if self.before_screen.is_some() {
            print(&wiped())?;
        }
        let name = self.ledger.name(seat);
        let call = format!("\nNow {name} (seat {seat}) alone; Enter shows the letters> ");
        self.before_screen = Some(seat);
        Ok(match asked(&self.ledger.ink().strong(&call))?.as_deref() {
            None => Some(Reply::EndOfInput),
            Some("q") => Some(Reply::Quit),
            Some(_) => None,
        })
    }

    /// Takes the turn with what the persons said, and tells what came of it.
    fn step(&mut self, mut said: BySeat<Option<Move>>) -> Result<(), Failure> {
        let sitters = &mut self.sitters;
        let round = self.ledger.round();
        for (seat, choice) in said.iter() {
            if let Some(choice) = choice {
                self.record.note(round, self.ledger.name(seat), choice);
            }
        }
        let events = self.table.step(|seat, view| match (said[seat].take(), &mut sitters[seat]) {
            (Some(choice), _) => Ok(choice),
            (None, Sitter::Computer(player, rng)) => player.choose(view, rng),
            (None, Sitter::Person) => Err(Fault::Gone("not asked".to_owned())),
        });
        sitters.values_mut().for_each(|sitter| sitter.observe(events));
        let events: Vec<Event> = events.to_vec();
        for event in &events {
            let told = self.ledger.told(event, &self.best);
            self.tell(&told)?;
        }
        Ok(())
    }

    fn farewell(&self, leaving: &Leaving) -> String {
        let why = match leaving {
            Leaving::Quit => "You leave the game before its end.",
            Leaving::EndOfInput => "The input has ended, and the game with it.",
        };
        format!("\n{why}\n{}", self.record.told())
    }
}
