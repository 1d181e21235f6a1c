//! `play auction`: the Letter Game at the terminal, auction by auction, round by round.
//!
//! People are asked first, one after the other, then the computers; all of them decide on the same
//! state. If several people share the screen, it is cleared before the next one is called, who then
//! reads what was announced since their last turn.

mod ledger;
mod record;
mod turn;

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;

use crate::cli::args::AuctionArgs;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::print;
use crate::cli::play::auction::ledger::Ledger;
use crate::cli::play::auction::record::{GameSummary, GameTerms, SavedGame};
use crate::cli::play::auction::turn::{Asking, Reply};
use crate::cli::play::messages::Messages;
use crate::cli::play::saved::{named, read_saved};
use crate::cli::play::screen::{Ink, tell, wiped};
use crate::cli::play::{asked, with_person};
use lettergame_auction::rules::{Auction, AuctionRules, Event, Move, Prompt};
use lettergame_auction::typed::refusal;
use lettergame_base::{BySeat, Seat, SeatSet, Seed, shell_word};
use lettergame_game::{Rules, Session, Settings};
use lettergame_plan::PlayerSpec;
use lettergame_registry::roster;
use lettergame_tournament::PlayerFactory;

pub(super) fn run(args: &AuctionArgs) -> Result<(), Failure> {
    let rules = rules(args)?;
    let loaded = load(args.lexicon.as_deref(), false)?;
    let game = Arc::new(Auction::new(rules, loaded.lexicon));
    let saved = args.load.as_deref().map(saved).transpose()?;
    let given = saved.as_ref().map(|saved| saved.seed).or(args.seed.map(Seed));
    let seed = given.unwrap_or_else(Seed::drawn);
    let texts: Vec<&str> = args.players.iter().map(|text| text.trim()).collect();
    let players = PlayerSpec::read_all(&texts).map_err(Failure::usage)?;
    let terms = GameTerms::new(&texts, game.rules());
    if let Some((saved, text)) = saved.as_ref().zip(args.load.as_deref())
        && let Some(Err(differs)) = saved.terms.as_ref().map(|saved| saved.check(&terms))
    {
        return Err(Failure::Usage(format!("{}: {differs}", named(text))));
    }
    let factory = PlayerFactory {
        lexicon: Some(game.lexicon()),
        host_options: args.host_options.host_options(),
    };
    let lineup = factory.lineup(roster::<Auction>(), &players, &game).map_err(with_person)?;
    let persons = lineup.open_seats();
    let ledger = Ledger::new(&game, &texts, persons, Ink::wanted());
    let sitting = TerminalGame {
        session: lineup.session(seed),
        messages: Messages::new(players.len()),
        news: BySeat::filled(players.len(), String::new()),
        best: BySeat::filled(players.len(), None),
        record: GameSummary::watched(seed, terms, command(args)),
        hints: !args.no_hints,
        before_screen: None,
        persons,
        ledger,
        loaded: saved.map_or_else(VecDeque::new, |saved| saved.moves),
        welcome: Some(seed),
    };
    sitting.play()
}

/// The command that plays with these players and rules.
fn command(args: &AuctionArgs) -> String {
    let mut words = vec!["--players".to_owned(), args.players.join(",")];
    let lexicon = args.lexicon.as_ref().map(|file| file.display().to_string());
    for (option, value) in [
        ("--rounds", &args.rounds),
        ("--hidden", &args.hidden),
        ("--preset", &args.preset),
        ("--lexicon", &lexicon),
    ] {
        words.extend(value.iter().flat_map(|value| [option.to_owned(), value.clone()]));
    }
    words.extend(args.set.iter().flat_map(|rule| ["--set".to_owned(), rule.clone()]));
    words.extend(args.no_hints.then(|| "--no-hints".to_owned()));
    let quoted = words.iter().map(|word| shell_word(word).unwrap_or_else(|| word.clone()));
    format!("lettergame play auction {}", quoted.collect::<Vec<_>>().join(" "))
}

/// The saved game in a line or a file.
fn saved(text: &str) -> Result<SavedGame, Failure> {
    let saved = read_saved(text)?.parse();
    saved.map_err(|error| Failure::Usage(format!("{}: {error}", named(text))))
}

/// The preset with its changes; dedicated options take precedence over `--set`.
fn rules(args: &AuctionArgs) -> Result<AuctionRules, Failure> {
    let texts = args.set.iter().map(String::as_str);
    let mut settings = Settings::parse(texts).map_err(Failure::usage)?;
    let named = [("rounds", &args.rounds), ("hidden", &args.hidden), ("preset", &args.preset)];
    for (key, value) in named {
        if let Some(value) = value {
            settings.set(key, value.trim());
        }
    }
    AuctionRules::read_all(settings).map_err(Failure::usage)
}

/// A game, and the screen it is played on.
struct TerminalGame {
    session: Session<Auction>,
    messages: Messages,
    persons: SeatSet,
    ledger: Ledger,
    record: GameSummary,
    hints: bool,
    /// For each person, the text not yet read, if several share the screen.
    news: BySeat<String>,
    /// The best word that each person could have named in the round, once words are asked for.
    best: BySeat<Option<(String, i32)>>,
    /// The seat whose letters were last on the screen.
    before_screen: Option<Seat>,
    /// The moves of a saved game that are still to be repeated; meanwhile nothing is printed.
    loaded: VecDeque<Move>,
    /// The seed, until it was told with the rules.
    welcome: Option<Seed>,
}

/// Why a game ends before its last round.
enum Leaving {
    Quit,
    EndOfInput,
}

impl TerminalGame {
    fn play(mut self) -> Result<(), Failure> {
        self.tell(&self.ledger.round_starts())?;
        while !self.session.is_over() {
            match self.ask_persons()? {
                Ok(said) => self.step(said)?,
                Err(leaving) => {
                    tell(&self.farewell(&leaving))?;
                    // not broken into lines: it is copied
                    return print(&self.record.command_text());
                }
            }
        }
        self.loaded.clear();
        self.tell(&self.ledger.ending(&self.session.table().outcome()))?;
        // all people have named their words, and have the same to read
        let unread = self.news.values().max_by_key(|text| text.len());
        tell(unread.map_or("", String::as_str))
    }

    /// Prints it, or keeps it until each of several people is at the screen.
    fn tell(&mut self, text: &str) -> Result<(), Failure> {
        if !self.loaded.is_empty() {
            return Ok(());
        }
        self.welcome()?;
        if self.persons.len() <= 1 {
            return tell(text);
        }
        self.persons.iter().for_each(|seat| self.news[seat].push_str(text));
        Ok(())
    }

    /// Tells the rules and the seed, once.
    fn welcome(&mut self) -> Result<(), Failure> {
        let Some(seed) = self.welcome.take() else { return Ok(()) };
        tell(&self.ledger.welcome(self.session.table().rules(), seed))
    }

    /// Asks every person whose turn it is.
    fn ask_persons(&mut self) -> Result<Result<Vec<(Seat, Move)>, Leaving>, Failure> {
        let mut said = Vec::new();
        for seat in self.session.awaited().iter() {
            match self.ask_person(seat)? {
                Reply::Move(choice) => said.push((seat, choice)),
                Reply::Quit => return Ok(Err(Leaving::Quit)),
                Reply::EndOfInput => return Ok(Err(Leaving::EndOfInput)),
            }
        }
        Ok(Ok(said))
    }

    fn ask_person(&mut self, seat: Seat) -> Result<Reply, Failure> {
        if let Some(choice) = self.loaded.pop_front() {
            return self.repeated(seat, choice);
        }
        self.welcome()?;
        if self.persons.len() > 1
            && self.before_screen != Some(seat)
            && let Some(leaving) = self.hand_over(seat)?
        {
            return Ok(leaving);
        }
        tell(&mem::take(&mut self.news[seat]))?;
        let view = self.session.table().view(seat);
        if view.asked() == Prompt::Word {
            let best = view.rules().best_word(view.letters());
            self.best[seat] = best.map(|best| (best.word.to_owned(), best.points.0));
        }
        Asking::new(view, self.ledger.ink(), self.hints).decide()
    }

    /// A move of the saved game, if it is possible here.
    fn repeated(&self, seat: Seat, choice: Move) -> Result<Reply, Failure> {
        let view = self.session.table().view(seat);
        let fits = match (view.asked(), &choice) {
            (Prompt::Bid(_), Move::Bid(points)) => {
                (0..=i64::from(view.points().0)).contains(points)
            }
            (Prompt::Word, Move::Word(word)) => {
                word.is_empty() || refusal(view.rules(), word, view.letters()).is_none()
            }
            _ => false,
        };
        fits.then_some(Reply::Move(choice.clone())).ok_or_else(|| {
            let round = self.ledger.round();
            Failure::Usage(format!(
                "--load: `{choice}` is not possible in round {round}: name the players, the rules and the word list \
                 of the saved game"
            ))
        })
    }

    /// Clears the screen and calls the next person to it.
    fn hand_over(&mut self, seat: Seat) -> Result<Option<Reply>, Failure> {
        if self.before_screen.is_some() {
            print(&wiped())?;
        }
        let name = self.ledger.name(seat);
        let call = format!("\n{name} (seat {seat}): press Enter when only you see the screen> ");
        self.before_screen = Some(seat);
        Ok(match asked(&self.ledger.ink().strong(&call))?.as_deref() {
            None => Some(Reply::EndOfInput),
            Some("q") => Some(Reply::Quit),
            Some(_) => None,
        })
    }

    /// Plays the turn with these answers, and shows its result.
    fn step(&mut self, said: Vec<(Seat, Move)>) -> Result<(), Failure> {
        let round = self.ledger.round();
        for (seat, choice) in said {
            self.record.note(round, self.ledger.name(seat), &choice);
            self.session.answer(seat, Ok(choice));
        }
        self.session.advance();
        // several people at one screen would read what programs write about their letters
        if self.persons.len() <= 1 {
            self.messages.show(&self.session);
        }
        let events: Vec<Event> = self.session.table().events().to_vec();
        for event in &events {
            let told = self.ledger.event_text(event, &self.best);
            self.tell(&told)?;
        }
        Ok(())
    }

    fn farewell(&self, leaving: &Leaving) -> String {
        let why = match leaving {
            Leaving::Quit => "You leave the game before its end.",
            Leaving::EndOfInput => "The input has ended, and the game with it.",
        };
        format!("\n{why}\n{}", self.record.to_text())
    }
}
