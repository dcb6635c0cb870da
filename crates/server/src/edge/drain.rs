//! Draining the rest of a body when its request is answered. Unread bytes block the next request on the connection, and closing
//! the connection over them loses the answer. So a small rest is read and discarded; with a larger one the answer announces that
//! the connection closes, and the client's body is drained for a while so that the client reads the answer.

use std::pin::Pin;
use std::time::Duration;

use http_body::Body as _;
use hyper::body::Incoming;

use super::Limits;

/// The most bytes read from a client whose connection closes.
const MOST_DRAINED: u64 = 16 * 1024 * 1024;
/// For how long.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// Reads the rest; false when the connection has to close.
pub(super) async fn drain(mut body: Incoming, limits: &Limits, is_announced_only: bool) -> bool {
    if is_announced_only {
        // The client waits for `100 Continue` before it sends the body, and does not get it.
        return false;
    }
    if body.size_hint().lower() > limits.drain {
        drain_in_background(body);
        return false;
    }
    let read = tokio::time::timeout(limits.drain_time, discard(&mut body, limits.drain)).await;
    match read {
        Ok(is_over) if is_over => true,
        _ => {
            drain_in_background(body);
            false
        }
    }
}

/// Discards bytes until the end, or until there are too many; whether the end came.
async fn discard(body: &mut Incoming, most: u64) -> bool {
    let mut received = 0_u64;
    while received <= most {
        match std::future::poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await {
            Some(Ok(frame)) => received += frame.data_ref().map_or(0, |d| d.len() as u64),
            Some(Err(_)) => return false,
            None => return true,
        }
    }
    false
}

fn drain_in_background(mut body: Incoming) {
    tokio::spawn(async move {
        let _ = tokio::time::timeout(DRAIN_TIMEOUT, discard(&mut body, MOST_DRAINED)).await;
    });
}
