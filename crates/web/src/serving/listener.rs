//! A socket with a limited number of connections: others wait until one is closed, and no client gets more
//! than its share. Connections that are idle for long, or do not complete a request, are closed.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

use crate::serving::asker::{Asker, Client};

/// A socket with a limited number of connections.
pub(crate) struct Capped {
    listener: TcpListener,
    free: Arc<Semaphore>,
    client_most: usize,
    shares: Shares,
}

/// The number of connections of each client.
#[derive(Clone, Default)]
struct Shares(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// One connection of a client's share, returned when it is dropped.
struct Share {
    shares: Shares,
    client: IpAddr,
}

impl Shares {
    /// Counts one more for a client that has fewer than `most`.
    fn take(&self, client: IpAddr, most: usize) -> Option<Share> {
        let mut shares = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = shares.entry(client).or_default();
        if *count >= most.max(1) {
            return None;
        }
        *count += 1;
        Some(Share { shares: self.clone(), client })
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut shares = self.shares.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = shares.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                shares.remove(&self.client);
            }
        }
    }
}

/// How long a connection may be idle in both directions; event streams send something more often than that.
const IDLE: Duration = Duration::from_secs(120);

/// The time from the first byte of a request to the first byte of its
/// answer.
const REQUEST: Duration = Duration::from_secs(60);

/// A connection, counted while it lives.
pub(crate) struct Held {
    stream: TcpStream,
    /// Ready when it has been idle for too long, or a request takes too long.
    deadline: Pin<Box<Sleep>>,
    /// Whether a request has started that was not answered yet.
    asked: bool,
    _permit: Option<OwnedSemaphorePermit>,
    _share: Share,
}

impl Capped {
    pub(crate) fn new(listener: TcpListener, most: usize, client_most: usize) -> Capped {
        let free = Arc::new(Semaphore::new(most));
        Capped { listener, free, client_most, shares: Shares::default() }
    }
}

impl Listener for Capped {
    type Io = Held;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Held, SocketAddr) {
        // the semaphore is never closed, so this returns a permit
        let permit = Arc::clone(&self.free).acquire_owned().await.ok();
        loop {
            let (stream, addr) = Listener::accept(&mut self.listener).await;
            // this client already has its share: the connection is closed
            let Asker(client) = Asker::at(addr.ip());
            let Some(share) = self.shares.take(client, self.client_most) else { continue };
            // small events are sent immediately; a socket without that option is only slower
            let _ = stream.set_nodelay(true);
            let deadline = Box::pin(sleep(REQUEST));
            let held = Held { stream, deadline, asked: true, _permit: permit, _share: share };
            return (held, addr);
        }
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
    /// Bytes arrived; more of them do not extend the time for a request.
    fn heard(&mut self) {
        if !self.asked {
            self.asked = true;
            self.deadline.as_mut().reset(Instant::now() + REQUEST);
        }
    }

    /// Bytes were sent.
    fn answered(&mut self) {
        self.asked = false;
        self.deadline.as_mut().reset(Instant::now() + IDLE);
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
        }
        if self.deadline.as_mut().poll(cx).is_ready() {
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
            self.answered();
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

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::Shares;

    #[test]
    fn a_client_gets_its_share_and_no_more() {
        let (shares, one, other) = (Shares::default(), [127, 0, 0, 1], [10, 0, 0, 1]);
        let [one, other] = [one, other].map(|bytes| IpAddr::from(Ipv4Addr::from(bytes)));
        let first = shares.take(one, 2).unwrap();
        let _second = shares.take(one, 2).unwrap();
        assert!(shares.take(one, 2).is_none());
        let elsewhere = shares.take(other, 2);
        assert!(elsewhere.is_some());
        drop(first);
        assert!(shares.take(one, 2).is_some());
        drop(elsewhere);
        assert_eq!(shares.0.lock().unwrap().len(), 1, "clients without connections are forgotten");
    }
}
