//! The arguments of `serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use crate::cli::args::{HostArgs, count};
use lettergame_web::Limits;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame serve
  lettergame serve --addr 127.0.0.1:0
  lettergame serve --addr 0.0.0.0:7878 --host games.example
  lettergame serve --allow-programs
  lettergame serve --tournaments experiments

Tournaments are started from the configs in a folder or from a form, and their results go to `results` in that
folder. Ctrl-C stops them, keeps every finished game and prints the command that continues each; a second Ctrl-C
ends at once.

Only this machine can connect unless --addr names another of its addresses; 0.0.0.0:7878 stands for all of them,
and anyone who can reach it can play. With --allow-programs visitors could start programs here, so the printed
address contains a key; without it only games whose links were passed on can be opened.

With --season DIR a season is served instead: its leaderboard and games as they stand now, hand-ins by the teams
themselves, each with the key that `lettergame season key` has made, and the teacher's page, whose address is
printed. Play the season with `lettergame season play DIR --wait` at the same time.")]
pub(in crate::cli) struct ServeArgs {
    /// Address and port to listen on; port 0 is any free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7878", value_parser = addr)]
    pub(in crate::cli) addr: SocketAddr,
    /// Let forms name programs and modules as players (cmd:COMMAND, wasm:FILE), which then run here
    #[arg(long)]
    pub(in crate::cli) allow_programs: bool,
    /// List the player programs of this config by their names among the players of its game: visitors can play
    /// them, and start no other program
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) config: Option<PathBuf>,
    /// Serve a season instead of the simulator: the folder that `season init` has created
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = ["allow_programs", "tournaments", "games", "allow_tournaments", "lexicon", "config"]
    )]
    pub(in crate::cli) season: Option<PathBuf>,
    /// Another name of the server, besides its addresses and the name of this machine; may be given several
    /// times
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) host: Vec<String>,
    /// People who may come from one address, such as a class behind one router; sets its share of games,
    /// connections, requests and thinking time
    #[arg(long, value_name = "N", default_value_t = Limits::PEOPLE, value_parser = count::<u32>)]
    pub(in crate::cli) people_per_address: u32,
    /// The folder of tournaments: it holds the configs, and its folder `results` the runs
    #[arg(long, value_name = "DIR", default_value = "tournaments")]
    pub(in crate::cli) tournaments: PathBuf,
    /// The folder of games with people: every move is saved, so that a game continues after a restart when its
    /// address is opened [default: `games` in the folder of tournaments]
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) games: Option<PathBuf>,
    /// Let visitors from other machines start and stop tournaments; everyone may watch them
    #[arg(long)]
    pub(in crate::cli) allow_tournaments: bool,
    /// Another word list
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) lexicon: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) host_options: HostArgs,
}

fn addr(text: &str) -> Result<SocketAddr, String> {
    let local = text.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    let wanted = "expected an address and a port, as in 127.0.0.1:7878 or [::1]:0";
    local.as_deref().unwrap_or(text).parse().map_err(|_| wanted.to_owned())
}
