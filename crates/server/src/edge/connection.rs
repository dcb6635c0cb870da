//! One connection: its stream, its requests, its end.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, StatusCode, Version, header};
use axum::response::IntoResponse as _;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::Sleep;
use tower::ServiceExt as _;
use web::{ApiError, Message, lang};

use super::activity::{Activity, GOAWAY_GRACE};
use super::body::{AnswerBody, BodyState, RequestBody, take_state};
use super::drain::drain;
use super::{ConnectionSlot, Edge};

/// Bytes of a head, and of one write.
const BUFFER: usize = 128 * 1024;
/// Concurrent streams of one HTTP/2 connection.
const STREAMS: u32 = 128;
/// Decompressed bytes of the headers of one HTTP/2 request.
const HEADERS: u32 = 64 * 1024;
/// The most streams reset by the client and not yet processed, and of our own that ended in an error. Above it the connection
/// ends (protection against rapid reset).
const RESETS: usize = 20;
const ERRORS: usize = 256;
/// Interval of pings to a silent HTTP/2 client.
const PING: Duration = Duration::from_secs(30);
const PONG: Duration = Duration::from_secs(20);

/// Serves a connection to its end.
pub(super) async fn run(
    edge: Arc<Edge>,
    stream: TcpStream,
    peer: SocketAddr,
    mut closing: watch::Receiver<bool>,
    slot: ConnectionSlot,
) {
    let activity = Activity::new();
    let io = TokioIo::new(MonitoredStream { stream, activity: activity.clone(), limit: edge.limits.write, stalled: None });
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // `Activity` times heads, because it tells a slow head from an idle connection.
    builder.http1().header_read_timeout(None::<Duration>).max_buf_size(BUFFER);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .max_header_list_size(HEADERS)
        .max_pending_accept_reset_streams(RESETS)
        .max_local_error_reset_streams(ERRORS)
        .max_send_buf_size(BUFFER)
        .keep_alive_interval(PING)
        .keep_alive_timeout(PONG);
    let service = {
        let (edge, activity) = (edge.clone(), activity.clone());
        service_fn(move |request| answer(edge.clone(), activity.clone(), peer, request))
    };
    let connection = builder.serve_connection(io, service);
    tokio::pin!(connection);
    let end = tokio::select! {
        result = &mut connection => Some(result),
        () = expire(&edge, &activity) => None,
        () = async { let _ = closing.wait_for(|is_closing| *is_closing).await; } => None,
    };
    let result = if let Some(result) = end {
        Some(result)
    } else {
        connection.as_mut().graceful_shutdown();
        tokio::select! {
            result = &mut connection => Some(result),
            // Requests in progress are answered to the end, as long as the peer takes the answers.
            () = may_end(&edge, &activity) => None,
        }
    };
    if let Some(Err(error)) = result {
        tracing::debug!(%error, "a connection broke");
    }
    drop(slot);
}

/// Resolves when the connection has timed out.
async fn expire(edge: &Edge, activity: &Activity) {
    // A head may begin at any time, so the longest sleep is a fraction of the head's timeout.
    let tick = (edge.limits.head.min(edge.limits.idle).min(edge.limits.write) / 3).max(Duration::from_millis(10));
    loop {
        match activity.remaining(&edge.limits, edge.is_crowded()) {
            Some(remaining) if remaining.is_zero() => return,
            Some(remaining) => tokio::time::sleep(remaining.min(tick)).await,
            None => tokio::time::sleep(tick).await,
        }
    }
}

/// Resolves when a connection that was asked to close is idle, or its peer takes nothing more.
async fn may_end(edge: &Edge, activity: &Activity) {
    loop {
        tokio::time::sleep(GOAWAY_GRACE).await;
        if activity.may_end(&edge.limits) {
            return;
        }
    }
}

const TOO_SLOW: Message = Message::new(
    "انقطع الاتصال قبل اكتمال الطلب. أعد المحاولة.",
    "The connection dropped before the request completed. Try again.",
);

async fn answer(
    edge: Arc<Edge>,
    activity: Activity,
    peer: SocketAddr,
    request: Request<Incoming>,
) -> Result<Response<AnswerBody>, Infallible> {
    let is_h2 = request.version() == Version::HTTP_2;
    let request_at_hand = activity.begin(is_h2);
    let (mut parts, body) = request.into_parts();
    parts.extensions.insert(ConnectInfo(peer));
    let is_announced = parts.headers.contains_key(header::EXPECT);
    let language = lang::from_headers(&parts.headers);
    let limits = &edge.limits;
    let (body, body_state) = RequestBody::new(body, limits.body, limits.body_rate);
    let request = Request::from_parts(parts, Body::new(body));
    let mut response = match edge.router.clone().oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    let is_reusable = match take_state(&body_state) {
        BodyState::InUse | BodyState::Over => true,
        BodyState::Left(body, is_read) => is_h2 || drain(body, limits, is_announced && !is_read).await,
        BodyState::TimedOut => {
            if !response.status().is_success() {
                let error = ApiError::new(StatusCode::REQUEST_TIMEOUT, "request_timeout", TOO_SLOW);
                response = lang::scope(language, async { error.into_response() }).await;
            }
            false
        }
    };
    if !is_reusable && !is_h2 {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    Ok(response.map(|body| AnswerBody::new(body, request_at_hand)))
}

/// A stream that records its traffic, and fails when its peer takes nothing for too long.
struct MonitoredStream {
    stream: TcpStream,
    activity: Activity,
    limit: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl MonitoredStream {
    /// `parts` are the bytes that were to be written.
    fn after_write(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(result) => {
                self.stalled = None;
                if let Ok(bytes) = &result {
                    let mut remaining = *bytes;
                    self.activity.has_written(parts.iter().map(|part| {
                        let n = part.len().min(remaining);
                        remaining -= n;
                        &part[..n]
                    }));
                }
                Poll::Ready(result)
            }
            Poll::Pending => {
                let limit = self.limit;
                let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(limit)));
                if stalled.as_mut().poll(cx).is_pending() {
                    return Poll::Pending;
                }
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the peer takes nothing")))
            }
        }
    }
}

impl AsyncRead for MonitoredStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        if read.is_ready() {
            self.activity.has_read(buf.filled().len().saturating_sub(before));
        }
        read
    }
}

impl AsyncWrite for MonitoredStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.after_write(cx, written, &[io::IoSlice::new(buf)])
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bufs: &[io::IoSlice<'_>]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.after_write(cx, written, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
