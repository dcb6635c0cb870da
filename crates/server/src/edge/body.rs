//! Request bodies with their timeouts, and response bodies that end the request when they are dropped.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::BoxError;
use axum::body::Body;
use bytes::Bytes;
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::body::Incoming;
use tokio::time::{Instant, Sleep};

use super::activity::InFlight;

/// The state of a request's body.
pub(super) enum BodyState {
    /// Its reader still has it.
    InUse,
    /// It ended, or failed.
    Over,
    /// It was dropped before its end; whether anything of it was read.
    Left(Incoming, bool),
    /// Its bytes did not come in time.
    TimedOut,
}

/// The shared state of a body.
pub(super) type SharedBodyState = Arc<Mutex<BodyState>>;

fn set_state(state: &SharedBodyState, new_state: BodyState) {
    *state.lock().unwrap_or_else(PoisonError::into_inner) = new_state;
}

/// The current state; an unread body is taken out.
pub(super) fn take_state(state: &SharedBodyState) -> BodyState {
    let mut current = state.lock().unwrap_or_else(PoisonError::into_inner);
    match &*current {
        BodyState::InUse => BodyState::InUse,
        BodyState::TimedOut => BodyState::TimedOut,
        BodyState::Over | BodyState::Left(..) => std::mem::replace(&mut *current, BodyState::Over),
    }
}

/// A request's body. The timeout runs only while its reader waits for it, not while the reader is busy.
pub(super) struct RequestBody {
    inner: Option<Incoming>,
    shared_state: SharedBodyState,
    /// The timeout without a byte, and the base time of every body.
    timeout: Duration,
    /// Bytes that extend the time by one second.
    rate: u64,
    received: u64,
    waited: Duration,
    waiting_since: Option<Instant>,
    timer: Option<Pin<Box<Sleep>>>,
    is_read: bool,
}

impl RequestBody {
    pub(super) fn new(inner: Incoming, timeout: Duration, rate: u64) -> (Self, SharedBodyState) {
        let state = SharedBodyState::new(Mutex::new(BodyState::InUse));
        let body = Self {
            inner: Some(inner),
            shared_state: state.clone(),
            timeout,
            rate: rate.max(1),
            received: 0,
            waited: Duration::ZERO,
            waiting_since: None,
            timer: None,
            is_read: false,
        };
        (body, state)
    }

    /// The deadline of the next bytes.
    fn deadline(&self, since: Instant) -> Instant {
        let on_the_whole = self.timeout + Duration::from_secs(self.received / self.rate);
        since + self.timeout.min(on_the_whole.saturating_sub(self.waited))
    }

    fn end_with(&mut self, final_state: BodyState) {
        self.inner = None;
        self.timer = None;
        set_state(&self.shared_state, final_state);
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Some(inner) = self.inner.as_mut() else { return Poll::Ready(None) };
        let polled = Pin::new(inner).poll_frame(cx);
        self.is_read = true;
        let Poll::Ready(next) = polled else {
            let now = Instant::now();
            let since = *self.waiting_since.get_or_insert(now);
            let deadline = self.deadline(since);
            let timer = self.timer.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(deadline)));
            if timer.deadline() != deadline {
                timer.as_mut().reset(deadline);
            }
            if timer.as_mut().poll(cx).is_pending() {
                return Poll::Pending;
            }
            self.end_with(BodyState::TimedOut);
            return Poll::Ready(Some(Err(io::Error::new(io::ErrorKind::TimedOut, "the body did not come in time").into())));
        };
        if let Some(since) = self.waiting_since.take() {
            self.waited += since.elapsed();
        }
        match next {
            Some(Ok(frame)) => {
                let bytes = frame.data_ref().map_or(0, Bytes::len);
                self.received = self.received.saturating_add(bytes as u64);
                Poll::Ready(Some(Ok(frame)))
            }
            Some(Err(e)) => {
                self.end_with(BodyState::Over);
                Poll::Ready(Some(Err(e.into())))
            }
            None => {
                self.end_with(BodyState::Over);
                Poll::Ready(None)
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.inner.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.as_ref().map_or_else(|| SizeHint::with_exact(0), HttpBody::size_hint)
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        if let Some(inner) = self.inner.take() {
            let final_state = if inner.is_end_stream() { BodyState::Over } else { BodyState::Left(inner, self.is_read) };
            set_state(&self.shared_state, final_state);
        }
    }
}

/// A response body; the request is over when it is dropped. It reports whether the peer is waited for: a frame, or the head, was
/// handed over and no more requested since.
pub(super) struct AnswerBody {
    inner: Body,
    request: InFlight,
}

impl AnswerBody {
    pub(super) fn new(inner: Body, request: InFlight) -> Self {
        request.begin_taking();
        Self { inner, request }
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.request.begin_working();
        let polled = Pin::new(&mut self.inner).poll_frame(cx);
        if polled.is_ready() {
            self.request.begin_taking();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
