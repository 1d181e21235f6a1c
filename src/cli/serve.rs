//! `serve`: the simulator or a season for browsers, until it is interrupted.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use tokio::sync::watch;

use crate::cli::addresses::{names, reachable};
use crate::cli::args::ServeArgs;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::{print, remark};
use lettergame_arena::read_raw_config;
use lettergame_base::shell_path;
use lettergame_plan::PlayerSpec;
use lettergame_protocol::cleanup;
use lettergame_registry::games;
use lettergame_season::Season;
use lettergame_web::{App, Key, Limits, SeasonDesk, SeasonSite, Server, Site, Terms, list_players};

pub(super) fn run(args: &ServeArgs) -> Result<(), Failure> {
    match &args.season {
        Some(dir) => serve_season(args, dir),
        None => serve_simulator(args),
    }
}

fn serve_simulator(args: &ServeArgs) -> Result<(), Failure> {
    let loaded = load(args.lexicon.as_deref(), false)?;
    args.config.as_deref().map_or(Ok(()), list_programs)?;
    // anyone who can open a page can start programs, including other users of this machine
    let key = args.allow_programs.then(Key::drawn).transpose().map_err(Failure::unusable)?;
    let terms = Terms {
        allow_programs: args.allow_programs,
        games: Some(args.games.clone().unwrap_or_else(|| args.tournaments.join("games"))),
        tournaments: Some(args.tournaments.clone()),
        allow_tournaments: args.allow_tournaments,
        lexicon: args.lexicon.clone(),
        ..terms(args, key)
    };
    let server = Server::bind(args.addr, &terms.limits)?;
    let stop = interruption()?;
    announce(server.addr(), &terms)?;
    let app = App::new(loaded.lexicon, terms);
    let served = server.run(&Site::Simulator(Arc::clone(&app)), stop);
    if app.plays_tournaments() {
        remark("finishing the games in progress; a second Ctrl-C ends at once");
    }
    app.unfinished().iter().for_each(|text| remark(text));
    Ok(served?)
}

/// Lists the programs of a config.
fn list_programs(file: &Path) -> Result<(), Failure> {
    let raw = read_raw_config(file)?;
    let mut players = raw.entrants().map_err(Failure::usage)?;
    players.retain(PlayerSpec::is_external);
    if players.is_empty() {
        let file = file.display();
        return Err(Failure::Usage(format!(
            "{file} has no player programs: expected [[player]] tables"
        )));
    }
    let game = raw.game.as_deref().unwrap_or(games()[0].info.name);
    let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
    remark(&format!("visitors can play against {}", names.join(", ")));
    list_players(game, players);
    Ok(())
}

fn serve_season(args: &ServeArgs, dir: &Path) -> Result<(), Failure> {
    let words = Season::open(dir)?.words()?;
    let terms = terms(args, Some(Key::drawn().map_err(Failure::unusable)?));
    let server = Server::bind(args.addr, &terms.limits)?;
    let stop = interruption()?;
    let key = terms.key.as_ref().map_or(String::new(), Key::to_string);
    let desk = SeasonDesk { dir: dir.to_owned(), words, terms, tell: Box::new(remark) };
    let site = SeasonSite::open(desk)?;
    let addrs = reachable(server.addr());
    addrs.iter().try_for_each(|addr| print(&format!("http://{addr}/\n")))?;
    let teacher = |addr: &SocketAddr| print(&format!("http://{addr}/teacher?key={key}\n"));
    addrs.iter().try_for_each(teacher)?;
    remark("the addresses with a key are the teacher's; share only the others");
    let dir = shell_path(&dir.display().to_string());
    remark(&format!("keys for teams: lettergame season key {dir}"));
    server.run(&Site::Season(site), stop)?;
    Ok(())
}

/// What every server is allowed.
fn terms(args: &ServeArgs, key: Option<Key>) -> Terms {
    let loopback = args.addr.ip().is_loopback();
    // no one else can reach it, and this machine has `localhost`
    let own_names = if loopback { Vec::new() } else { names() };
    Terms {
        host_options: args.host_options.host_options(),
        loopback,
        hosts: args.host.iter().cloned().chain(own_names).collect(),
        key,
        limits: Limits::default().shared_by(args.people_per_address),
        ..Terms::default()
    }
}

/// Prints the addresses that can be opened, and who can open them.
fn announce(addr: SocketAddr, terms: &Terms) -> Result<(), Failure> {
    let key = terms.key.as_ref().map_or(String::new(), |key| format!("?key={key}"));
    for addr in reachable(addr) {
        print(&format!("http://{addr}/{key}\n"))?;
    }
    match (&terms.key, terms.loopback) {
        (Some(_), _) => remark(
            "WARNING: anyone with this address can start programs on this machine (--allow-programs); share \
             only the links of games",
        ),
        (None, false) => {
            remark("anyone who can reach this address can play here; stop with Ctrl-C");
        }
        (None, true) => {}
    }
    Ok(())
}

/// Completes when the user interrupts. A second interruption does not wait for the games in
/// progress.
fn interruption() -> Result<impl Future<Output = ()>, Failure> {
    let (interrupted, mut stop) = watch::channel(false);
    let stopping = move || {
        if interrupted.send_replace(true) {
            cleanup::remove_all();
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(stopping).map_err(Failure::unusable)?;
    Ok(async move {
        // the sender is owned by the handler, which lives as long as the program
        let _ = stop.wait_for(|stop| *stop).await;
    })
}
