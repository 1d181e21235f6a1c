//! The socket, the threads that serve it, and all answers.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, middleware};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tower_http::compression::CompressionLayer;

use crate::serving::asker::Client;
use crate::serving::guard::guard;
use crate::serving::http_error::HttpError;
use crate::serving::listener::Capped;
use crate::serving::site::Site;
use crate::terms::Limits;
use lettergame_base::{Cause, Diagnosed, Diagnosis, Remedy};

/// The interval at which rooms are cleaned up.
const SWEEP: Duration = Duration::from_secs(10);

/// How long open connections may continue when the server shuts down.
const GRACE: Duration = Duration::from_secs(3);

/// Maximum number of threads besides those on which players think and pages are rendered: dropped games end
/// on them.
const THREADS: usize = 32;

/// Why a server cannot run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is in use, or does not belong to this machine.
    #[error("cannot listen at {addr}: {error}")]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// The cause.
        error: io::Error,
        /// An address with any free port.
        free: SocketAddr,
    },
    /// The threads could not be started, or the socket broke.
    #[error("the server cannot run: {0}")]
    Run(#[from] io::Error),
}

impl Diagnosed for ServeError {
    fn diagnosis(&self) -> Diagnosis {
        Cause::Surroundings.with(match self {
            ServeError::Listen { free, .. } => Some(Remedy::OtherAddress(free.to_string())),
            ServeError::Run(_) => None,
        })
    }
}

/// All answers, without a socket.
pub fn router(site: &Site) -> Router {
    site.pages()
        .fallback(nowhere)
        .method_not_allowed_fallback(|| async {
            let status = StatusCode::METHOD_NOT_ALLOWED;
            HttpError::new(status, "this address does not support that method")
        })
        .layer(DefaultBodyLimit::max(site.front().terms.limits.body))
        .layer(middleware::from_fn_with_state(site.clone(), guard))
        .layer(CompressionLayer::new())
}

/// A server that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    addr: SocketAddr,
}

impl Server {
    /// Listens at an address, with threads for these limits; from then on browsers can connect.
    ///
    /// # Errors
    /// The address is in use or does not belong to this machine.
    pub fn bind(addr: SocketAddr, limits: &Limits) -> Result<Server, ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(limits.threads() + THREADS)
            .enable_all()
            .build()?;
        let free = SocketAddr::new(addr.ip(), 0);
        let listener = runtime
            .block_on(TcpListener::bind(addr))
            .map_err(|error| ServeError::Listen { addr, error, free })?;
        let addr = listener.local_addr()?;
        Ok(Server { runtime, listener, addr })
    }

    /// The address it listens at, with the actual port.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Answers until `stop` completes; then requests in progress get a moment to finish.
    ///
    /// # Errors
    /// The socket failed.
    pub fn run(self, site: &Site, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
        let service = router(site).into_make_service_with_connect_info::<Client>();
        let limits = &site.front().terms.limits;
        let listener = Capped::new(self.listener, limits.connections, limits.client_connections);
        let closing = site.front().closing();
        let closed = async move {
            let mut closing = closing;
            // an error means that the application is gone, which also ends the server
            let _ = closing.wait_for(|closing| *closing).await;
        };
        let serving = axum::serve(listener, service).with_graceful_shutdown(closed);
        self.runtime.block_on(async {
            let sweeper = tokio::spawn(sweep(site.clone()));
            let mut serving = tokio::spawn(serving.into_future());
            tokio::select! {
                () = stop => {}
                _ = &mut serving => {}
            }
            sweeper.abort();
            site.close();
            // connections that do not end in time are closed
            let _ = tokio::time::timeout(GRACE, serving).await;
        });
        self.runtime.shutdown_timeout(Duration::from_millis(200));
        Ok(())
    }
}

/// An address without a page; a trailing slash redirects to the page without it.
async fn nowhere(uri: Uri) -> Response {
    match uri.path().strip_suffix('/') {
        Some(path) if path.starts_with('/') && !path.starts_with("//") => {
            let query = uri.query().map_or(String::new(), |query| format!("?{query}"));
            Redirect::permanent(&format!("{path}{query}")).into_response()
        }
        _ => HttpError::missing("there is no page at this address").into_response(),
    }
}

async fn sweep(site: Site) {
    let mut ticks = tokio::time::interval(SWEEP);
    loop {
        ticks.tick().await;
        site.sweep(Instant::now());
    }
}
