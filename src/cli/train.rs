//! `train`: retrains the models of built-in players; one function per game.

use std::fs::{self, File};
use std::io::IsTerminal;
use std::path::Path;

use crate::cli::analyse::scrabble::input::game as scrabble;
use crate::cli::args::{
    BidArgs, CappedArgs, LeavesArgs, MakingArgs, OddsArgs, StandingArgs, TrainArgs, TrainGame,
    WinArgs,
};
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::print_bytes;
use crate::cli::runs::session::{pool, threads};
use lettergame_auction::players::{
    BidFit, BidStep, BidTraining, CappedTraining, OddsFit, OddsFitError, OddsTraining,
    fit_capped_odds, fit_next_bid, fit_odds,
};
use lettergame_base::Seed;
use lettergame_marrakech::players::{StandingFit, StandingTraining, fit_standing};
use lettergame_scrabble::players::{
    LeaveFit, LeaveTraining, WinFit, WinTraining, fit_leaves, fit_win_chance,
};

pub(super) fn run(args: &TrainArgs) -> Result<(), Failure> {
    match &args.game {
        TrainGame::Auction(args) => auction_odds(args),
        TrainGame::AuctionCapped(args) => auction_capped_odds(args),
        TrainGame::AuctionBids(args) => auction_bids(args),
        TrainGame::Marrakech(args) => marrakech_standing(args),
        TrainGame::Scrabble(args) => scrabble_leaves(args),
        TrainGame::ScrabbleWin(args) => scrabble_win(args),
    }
}

fn auction_odds(args: &OddsArgs) -> Result<(), Failure> {
    let OddsArgs { states, draws, lexicon, making } = args;
    let training = OddsTraining { states: *states, draws: *draws, seed: Seed(making.seed) };
    let lexicon = load(lexicon.as_deref(), making.pace.quiet)?.lexicon;
    let told = |fit: &OddsFit| making.pace.remark(&odds_line(fit, &training));
    made(making, || fit_odds(&training, &lexicon, told).map_err(no_odds))
}

fn no_odds(error: OddsFitError) -> Failure {
    match error {
        OddsFitError::NoWords => Failure::unusable(error),
        OddsFitError::TooFew { .. } => Failure::usage(error),
    }
}

fn auction_capped_odds(args: &CappedArgs) -> Result<(), Failure> {
    let CappedArgs { trials, rounds, lexicon, making } = args;
    let training = CappedTraining { trials: *trials, rounds: *rounds, seed: Seed(making.seed) };
    let lexicon = load(lexicon.as_deref(), making.pace.quiet)?.lexicon;
    let mut round = 0;
    let told = |fit: &OddsFit| {
        round += 1;
        let OddsFit { observations, log_loss, .. } = fit;
        making.pace.remark(&format!(
            "round {round} of {rounds}: {observations} observations, log loss {log_loss:.5}"
        ));
    };
    made(making, || fit_capped_odds(&training, &lexicon, told).map_err(no_odds))
}

fn auction_bids(args: &BidArgs) -> Result<(), Failure> {
    let BidArgs { tables, lexicon, making } = args;
    if making.out.is_none() && std::io::stdout().is_terminal() {
        let why = "the network is no text: name a file with --out, or redirect standard output";
        return Err(Failure::Usage(why.to_owned()));
    }
    let training = BidTraining { tables: *tables, seed: Seed(making.seed) };
    let lexicon = load(lexicon.as_deref(), making.pace.quiet)?.lexicon;
    let told = |step: BidStep| making.pace.remark(&bids_line(step, &training));
    made(making, || fit_next_bid(&training, &lexicon, told).map_err(Failure::usage))
}

fn marrakech_standing(args: &StandingArgs) -> Result<(), Failure> {
    let StandingArgs { games, rounds, making } = args;
    let training = StandingTraining { games: *games, rounds: *rounds, seed: Seed(making.seed) };
    let told = |fit: &StandingFit| making.pace.remark(&line(fit, rounds.get()));
    made(making, || fit_standing(&training, told).map_err(Failure::usage))
}

fn scrabble_leaves(args: &LeavesArgs) -> Result<(), Failure> {
    let LeavesArgs { games, setup, making } = args;
    let training = LeaveTraining { games: *games, seed: Seed(making.seed) };
    let game = scrabble(setup)?;
    let told = |fit: &LeaveFit| making.pace.remark(&leaves_line(fit));
    let is_table =
        making.out.as_deref().is_some_and(|path| path.extension() == Some("klv2".as_ref()));
    made(making, || {
        let leaves = fit_leaves(&training, &game, told).map_err(Failure::usage)?;
        match is_table {
            true => leaves.to_klv2(game.distribution()).map_err(Failure::unusable),
            false => Ok(leaves.to_csv().into_bytes()),
        }
    })
}

fn scrabble_win(args: &WinArgs) -> Result<(), Failure> {
    let WinArgs { games, setup, making } = args;
    let training = WinTraining { games: *games, seed: Seed(making.seed) };
    let game = scrabble(setup)?;
    let told = |fit: &WinFit| win_lines(fit).iter().for_each(|line| making.pace.remark(line));
    made(making, || fit_win_chance(&training, &game, told).map_err(Failure::usage))
}

/// Computes the numbers on the requested number of threads, and writes them to the file or standard
/// output.
fn made<M: AsRef<[u8]> + Send>(
    making: &MakingArgs,
    make: impl FnOnce() -> Result<M, Failure> + Send,
) -> Result<(), Failure> {
    let MakingArgs { out, pace, .. } = making;
    let out = out.as_deref();
    out.map_or(Ok(()), check_place)?;
    let numbers = pool(threads(pace))?.install(make)?;
    let Some(path) = out else { return print_bytes(numbers.as_ref()) };
    fs::write(path, numbers).map_err(|error| cannot_write(path, &error))?;
    pace.remark(&format!("numbers in {}", path.display()));
    Ok(())
}

fn odds_line(fit: &OddsFit, training: &OddsTraining) -> String {
    let OddsFit { observations, log_loss, error } = fit;
    let OddsTraining { states, draws, .. } = training;
    let error = error.map_or(String::new(), |error| format!(", chances off by {error:.4}"));
    format!(
        "{states} states, {draws} draws each: {observations} observations, log loss {log_loss:.5}{error}"
    )
}

fn bids_line(step: BidStep, training: &BidTraining) -> String {
    match step {
        BidStep::Played { rules, of, bids } => format!("rules {rules} of {of}: {bids} bids"),
        BidStep::Fitted { epochs, of, log_loss } => {
            format!("epoch {epochs} of {of}: log loss {log_loss:.4}")
        }
        BidStep::Checked(BidFit { observations, checked, by_habits, by_network }) => {
            let tables = training.tables;
            format!(
                "{tables} tables: {observations} bids; log loss of {checked} others {by_network:.4}, by habits \
                 {by_habits:.4}"
            )
        }
    }
}

fn leaves_line(fit: &LeaveFit) -> String {
    let LeaveFit { round, rounds, games, observations, mean_score } = fit;
    format!(
        "round {round} of {rounds}: {games} games, {observations} leaves tried, {mean_score:.1} points a player"
    )
}

/// The calibration, a line for each class of predictions.
fn win_lines(fit: &WinFit) -> Vec<String> {
    let WinFit { games, checked, turns, brier, classes } = fit;
    let head = format!("{games} games; {checked} more, {turns} turns: Brier score {brier:.5}");
    let classes = classes.iter().map(|class| {
        let [predicted, actual] = [class.predicted, class.actual].map(|share| 100.0 * share);
        format!("  predicted {predicted:5.2} %, won {actual:5.2} % of {}", class.turns)
    });
    std::iter::once(head).chain(classes).collect()
}

fn line(fit: &StandingFit, rounds: u32) -> String {
    let StandingFit { round, players, observations, log_loss } = fit;
    format!(
        "round {round} of {rounds}, {players} players: {observations} observations, log loss {log_loss:.5}"
    )
}

/// Checks that the file can be written, before any game is played. Its content is not changed.
fn check_place(path: &Path) -> Result<(), Failure> {
    let opened = File::options().append(true).create(true).open(path);
    opened.map(drop).map_err(|error| cannot_write(path, &error))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Unusable(format!("cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::{line, odds_line};
    use lettergame_auction::players::{OddsFit, OddsTraining};
    use lettergame_base::Seed;
    use lettergame_marrakech::players::StandingFit;

    #[test]
    fn a_line_shows_progress_and_quality() {
        let fit = StandingFit { round: 2, players: 3, observations: 1200, log_loss: 0.512_344 };
        let wanted = "round 2 of 3, 3 players: 1200 observations, log loss 0.51234";
        assert_eq!(line(&fit, 3), wanted);
    }

    #[test]
    fn a_line_on_odds_shows_their_error_where_known() {
        let [states, draws] = [20, 10].map(|number| NonZeroU32::new(number).expect("not 0"));
        let training = OddsTraining { states, draws, seed: Seed(1) };
        let fit = OddsFit { observations: 190, log_loss: 0.252_331, error: Some(0.034_26) };
        let wanted = "20 states, 10 draws each: 190 observations, log loss 0.25233";
        assert_eq!(odds_line(&fit, &training), format!("{wanted}, chances off by 0.0343"));
        assert_eq!(odds_line(&OddsFit { error: None, ..fit }, &training), wanted);
    }
}
