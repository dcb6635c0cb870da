//! What is left of a body when its request is answered. Bytes that nobody reads stand in the way of the next request, and a
//! connection that is closed over them takes the answer with it. So little of it is read and thrown away, and where there is
//! more the answer says that the connection closes, and the client's body is drained for a while so that it reads the answer.

use std::pin::Pin;
use std::time::Duration;

use http_body::Body as _;
use hyper::body::Incoming;

use super::Limits;

/// What is still read from a client whose connection closes.
const MOST_DRAINED: u64 = 16 * 1024 * 1024;
/// For how long.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// Reads what is left; false when the connection has to close.
pub(super) async fn drain(mut body: Incoming, limits: &Limits, is_announced_only: bool) -> bool {
    if is_announced_only {
        // The client waits to be told to send it, and is not.
        return false;
    }
    if body.size_hint().lower() > limits.drain {
        hear_out(body);
        return false;
    }
    let read = tokio::time::timeout(limits.drain_time, discard(&mut body, limits.drain)).await;
    match read {
        Ok(is_over) if is_over => true,
        _ => {
            hear_out(body);
            false
        }
    }
}

/// Throws away what comes until the end, or until it is too much; whether the end came.
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

fn hear_out(mut body: Incoming) {
    tokio::spawn(async move {
        let _ = tokio::time::timeout(DRAIN_TIMEOUT, discard(&mut body, MOST_DRAINED)).await;
    });
}
