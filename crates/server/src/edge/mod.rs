//! The network edge: accepts connections, with limits and timeouts, so that no client holds one without use.
//!
//! A connection has a timeout for a head, between requests, and without taking what is sent to it; a body has one for its next
//! bytes. Work on an answer (an export, an event stream) has no timeout.
//! docs/decisions/0045 says why this is not left to `axum::serve`.

mod activity;
mod body;
mod connection;
mod drain;
mod per_address;
mod wire;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use web::client::TrustedProxies;

use per_address::{AddressPermit, PerAddress};

/// Limits of one connection, and of all of them.
#[derive(Debug, Clone)]
pub struct Limits {
    /// From the first byte of a head to its end; for the first head from the beginning of the connection.
    pub head: Duration,
    /// Without a byte of a body that is being read.
    pub body: Duration,
    /// Minimum rate of a body in bytes a second, once `body` is over. Answers have the same minimum rate on a connection; below
    /// it, one answer that is not taken at all ends the connection after `write`.
    pub body_rate: u64,
    /// Between two requests (keep-alive).
    pub idle: Duration,
    /// Without a byte of an answer being taken.
    pub write: Duration,
    /// Concurrent connections.
    pub connections: usize,
    /// Concurrent connections of one address; 0 is no limit. Trusted proxies have none: they carry the connections of many
    /// clients.
    pub per_address: usize,
    /// The trusted proxies.
    pub proxies: TrustedProxies,
    /// Bytes of an unread body that are drained, so that the connection can be used again.
    pub drain: u64,
    /// How long that may take.
    pub drain_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(15),
            body: Duration::from_secs(30),
            body_rate: 512,
            // Longer than the 60 s of nginx and others, so that they never reuse a connection that is being closed.
            idle: Duration::from_secs(75),
            write: Duration::from_mins(1),
            connections: 10_000,
            per_address: 256,
            proxies: TrustedProxies::None,
            drain: 256 * 1024,
            drain_time: Duration::from_secs(1),
        }
    }
}

/// File descriptors reserved for files, the database and outgoing calls.
const OTHER_FILES: u64 = 64;

impl Limits {
    /// Raises the limit of open files as far as allowed, and accepts no more connections than fit.
    #[must_use]
    pub fn within_open_files(mut self) -> Self {
        let allowed = match rlimit::increase_nofile_limit(u64::MAX) {
            Ok(allowed) => allowed,
            Err(error) => {
                tracing::warn!(%error, "the limit of open files cannot be read or raised");
                return self;
            }
        };
        let connections_that_fit =
            usize::try_from(allowed.saturating_sub(OTHER_FILES.max(allowed / 8))).unwrap_or(usize::MAX).max(1);
        if connections_that_fit < self.connections {
            tracing::warn!(
                open_files = allowed,
                connections = connections_that_fit,
                "few open files are allowed: fewer connections are taken"
            );
            self.connections = connections_that_fit;
        }
        self
    }
}

/// The shared state of all connections.
struct Edge {
    router: Router,
    limits: Limits,
    slots: Arc<Semaphore>,
}

impl Edge {
    /// Nearly all slots are taken: idle connections are closed sooner.
    fn is_crowded(&self) -> bool {
        self.slots.available_permits() <= self.limits.connections / 8
    }
}

/// The slot of a connection, held while it lives.
struct ConnectionSlot {
    _slot: OwnedSemaphorePermit,
    _per_address: AddressPermit,
}

/// Serves until `stop` (graceful shutdown); then no connection is accepted, idle ones are closed, and requests in progress are
/// answered.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, stop: impl Future<Output = ()>) {
    let slots = Arc::new(Semaphore::new(limits.connections.clamp(1, Semaphore::MAX_PERMITS)));
    let per_address = PerAddress::new(limits.per_address);
    let edge = Arc::new(Edge { router, limits, slots: slots.clone() });
    let (closing, is_closing) = watch::channel(false);
    tokio::pin!(stop);
    loop {
        // A slot first: connections that cannot be served wait in the backlog of the operating system.
        let slot = tokio::select! {
            slot = slots.clone().acquire_owned() => slot,
            () = &mut stop => break,
        };
        let Ok(slot) = slot else { break };
        let (stream, peer) = tokio::select! {
            accepted = accept(|| listener.accept()) => accepted,
            () = &mut stop => break,
        };
        let ip = peer.ip().to_canonical();
        let Some(permit) = per_address.acquire(ip, edge.limits.proxies.is_proxy(ip)) else {
            metrics::counter!("http_connections_refused_total").increment(1);
            tracing::debug!("a connection is refused: its address has too many");
            continue;
        };
        let slot = ConnectionSlot { _slot: slot, _per_address: permit };
        tokio::spawn(connection::run(edge.clone(), stream, peer, is_closing.clone(), slot));
    }
    drop((listener, is_closing));
    let _ = closing.send(true);
    closing.closed().await;
}

/// The next connection. Errors of the system, such as too many open files, are temporary: retried with back-off.
async fn accept<R>(mut next: impl FnMut() -> R) -> (TcpStream, SocketAddr)
where
    R: Future<Output = io::Result<(TcpStream, SocketAddr)>>,
{
    let mut pause = Duration::from_millis(20);
    loop {
        match next().await {
            Ok((stream, peer)) => {
                // Answers and events are written whole, so Nagle's algorithm would only delay them.
                let _ = stream.set_nodelay(true);
                return (stream, peer);
            }
            Err(e) if is_of_the_peer(&e) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be taken; it is tried again");
                metrics::counter!("http_accept_errors_total").increment(1);
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(Duration::from_secs(1));
            }
        }
    }
}

/// Whether the peer left before it was accepted.
fn is_of_the_peer(e: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(e.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    // F6
    #[tokio::test]
    async fn f6_errors_of_the_system_pass_and_the_next_connection_is_taken() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        // EMFILE, ENFILE, ENOBUFS, and a peer that left.
        let mut errors = vec![24, 23, 105, 103];
        let began = std::time::Instant::now();
        let accepted = accept(|| {
            let (error, listener) = (errors.pop(), &listener);
            async move {
                match error {
                    Some(code) => Err(io::Error::from_raw_os_error(code)),
                    None => listener.accept().await,
                }
            }
        });
        let (_, peer) = tokio::time::timeout(Duration::from_secs(10), accepted).await.expect("it gives up");
        assert_eq!(peer, client.local_addr().unwrap());
        assert!(began.elapsed() >= Duration::from_millis(20 + 40 + 80), "no loop that burns a processor");
    }
}
