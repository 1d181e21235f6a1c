//! A socket that holds so many connections and no more: others wait until one is closed. Whoever is silent
//! for long is cut off.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// A socket with a limited number of connections.
pub(in crate::web) struct Capped {
    listener: TcpListener,
    free: Arc<Semaphore>,
}

/// How long a connection may be silent in both directions; streams of events send something more often.
const IDLE: Duration = Duration::from_secs(120);

/// A connection, which counts as long as it lives.
pub(in crate::web) struct Held {
    stream: TcpStream,
    /// Done when it has been silent for too long.
    idle: Pin<Box<Sleep>>,
    _permit: Option<OwnedSemaphorePermit>,
}

/// Who is at the other end.
#[derive(Clone, Copy, Debug)]
pub(in crate::web) struct Client(pub(in crate::web) SocketAddr);

impl Capped {
    pub(in crate::web) fn new(listener: TcpListener, most: usize) -> Capped {
        Capped { listener, free: Arc::new(Semaphore::new(most)) }
    }
}

impl Listener for Capped {
    type Io = Held;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Held, SocketAddr) {
        // the semaphore is never closed, so there is a permit
        let permit = Arc::clone(&self.free).acquire_owned().await.ok();
        let (stream, addr) = Listener::accept(&mut self.listener).await;
        // small events are sent at once; a socket that cannot do that is only slower
        let _ = stream.set_nodelay(true);
        (Held { stream, idle: Box::pin(sleep(IDLE)), _permit: permit }, addr)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connected<IncomingStream<'_, Capped>> for Client {
    fn connect_info(stream: IncomingStream<'_, Capped>) -> Client {
        Client(*stream.remote_addr())
    }
}

impl Held {
    fn heard(&mut self) {
        self.idle.as_mut().reset(Instant::now() + IDLE);
    }
}

impl AsyncRead for Held {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        if read.is_ready() {
            self.heard();
        } else if self.idle.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for Held {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        if written.is_ready() {
            self.heard();
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
