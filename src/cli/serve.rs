//! `serve`: the simulator for browsers, until it is interrupted.

use tokio::sync::watch;

use crate::cli::args::ServeArgs;
use crate::cli::exit::Failure;
use crate::cli::lexicon::load;
use crate::cli::output::{print, remark};
use crate::protocol::leftovers;
use crate::web::{App, Server, Terms};

pub(super) fn run(args: &ServeArgs) -> Result<(), Failure> {
    let loaded = load(args.lexicon.as_deref(), false)?;
    let loopback = args.addr.ip().is_loopback();
    let terms = Terms {
        allow_programs: args.allow_programs,
        hosting: args.hosting.hosting(),
        loopback,
        tournaments: Some(args.tournaments.clone()),
        allow_tournaments: args.allow_tournaments,
        lexicon: args.lexicon.clone(),
        ..Terms::default()
    };
    let app = App::new(loaded.lexicon, terms);
    let server = Server::bind(args.addr).map_err(Failure::unusable)?;
    let stop = interruption()?;
    print(&format!("http://{}/\n", server.addr()))?;
    if !loopback {
        remark("everybody who can reach this address can play here; stop with Ctrl-C");
    }
    let served = server.run(&app, stop).map_err(Failure::unusable);
    if app.plays_tournaments() {
        remark("finishing the games in progress; a second Ctrl-C ends at once");
    }
    app.unfinished().iter().for_each(|text| remark(text));
    served
}

/// Done when the user wants no more. Who says so twice does not wait for the games in progress.
fn interruption() -> Result<impl Future<Output = ()>, Failure> {
    let (interrupted, mut stop) = watch::channel(false);
    let stopping = move || {
        if interrupted.send_replace(true) {
            leftovers::remove_all();
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(stopping).map_err(Failure::unusable)?;
    Ok(async move {
        // the sender lives in the handler, as long as the program
        let _ = stop.wait_for(|stop| *stop).await;
    })
}
