//! The arguments of `serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use crate::cli::args::HostArgs;
use lettergame_web::Limits;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  lettergame serve
  lettergame serve --addr 127.0.0.1:0
  lettergame serve --addr 0.0.0.0:7878 --host games.example
  lettergame serve --allow-programs
  lettergame serve --tournaments experiments

Tournaments are begun from the configs in a folder or from a form, and go to `results` below it. Ctrl-C stops
them, keeps every game that is finished and says how to go on; a second one ends at once.

Only this machine is answered unless --addr names another address of it, as 0.0.0.0:7878 does for all; everybody
who can reach that address can then play. With --allow-programs programs can be started here, so the address
that is printed holds a key, without which nothing is answered but games whose own links were handed on.")]
pub(in crate::cli) struct ServeArgs {
    /// Where to listen: an address and a port; port 0 is whatever is free
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7878", value_parser = addr)]
    pub(in crate::cli) addr: SocketAddr,
    /// Let forms name programs and modules as players (cmd:COMMAND, wasm:FILE), which are then run here
    #[arg(long)]
    pub(in crate::cli) allow_programs: bool,
    /// Another name under which the server is reached, beside its addresses and the name of this machine; may be
    /// given several times
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) host: Vec<String>,
    /// How many people may come from one address, such as a class that shares a router: its share of games,
    /// connections, requests and thinking time is as much as they need
    #[arg(long, value_name = "N", default_value_t = Limits::PEOPLE)]
    pub(in crate::cli) people_per_address: u32,
    /// The folder of tournaments: configs are read from it, runs go to `results` in it
    #[arg(long, value_name = "DIR", default_value = "tournaments")]
    pub(in crate::cli) tournaments: PathBuf,
    /// The folder of games of persons: each move is written there, so that a game continues after a restart when its
    /// address is opened [default: `games` in the folder of tournaments]
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) games: Option<PathBuf>,
    /// Let others than this machine start and stop tournaments; looking at them needs nothing
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
