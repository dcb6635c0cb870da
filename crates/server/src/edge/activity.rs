//! What a connection is doing, and until when it may.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::Limits;

/// Who has little room waits this long at most, whatever the limits say.
const CROWDED: Duration = Duration::from_secs(5);
/// Writes of this size are answers. Smaller ones of an idle HTTP/2 connection are its pings and acknowledgements.
const SMALL_WRITE: usize = 64;

struct State {
    /// Requests that are being answered, to the last byte of the answer.
    in_flight: usize,
    /// When a head began that is not whole yet.
    head_since: Option<Instant>,
    /// When the last request ended, or the last byte of its answer was taken.
    since: Instant,
    /// Frames come between requests, so that bytes are no head.
    is_h2: bool,
}

/// The record of one connection, written by its stream and its requests.
#[derive(Clone)]
pub(super) struct Activity(Arc<Mutex<State>>);

/// A request that is being answered.
pub(super) struct InFlight(Activity);

impl Activity {
    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self(Arc::new(Mutex::new(State { in_flight: 0, head_since: Some(now), since: now, is_h2: false })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn has_read(&self, bytes: usize) {
        let mut state = self.state();
        if bytes > 0 && state.in_flight == 0 && !state.is_h2 && state.head_since.is_none() {
            state.head_since = Some(Instant::now());
        }
    }

    pub(super) fn has_written(&self, bytes: usize) {
        let mut state = self.state();
        if bytes > SMALL_WRITE || (bytes > 0 && !state.is_h2) {
            state.since = Instant::now();
        }
    }

    pub(super) fn begin(&self, is_h2: bool) -> InFlight {
        let mut state = self.state();
        state.in_flight += 1;
        state.head_since = None;
        state.is_h2 |= is_h2;
        InFlight(self.clone())
    }

    /// Nothing is being answered.
    pub(super) fn is_idle(&self) -> bool {
        self.state().in_flight == 0
    }

    /// How long it may still do what it does; none while it is being answered.
    pub(super) fn remaining(&self, limits: &Limits, is_crowded: bool) -> Option<Duration> {
        let state = self.state();
        if state.in_flight > 0 {
            return None;
        }
        let (since, limit) = state.head_since.map_or((state.since, limits.idle), |since| (since, limits.head));
        let limit = if is_crowded { limit.min(CROWDED) } else { limit };
        Some((since + limit).saturating_duration_since(Instant::now()))
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.in_flight -= 1;
        state.since = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // F6
    #[tokio::test(start_paused = true)]
    async fn a_connection_may_be_idle_longer_than_a_head_may_take() {
        let limits = Limits::default();
        let all = |a: &Activity| a.remaining(&limits, false);
        let a = Activity::new();
        assert_eq!(all(&a), Some(limits.head), "the first head is waited for from the beginning");
        let request = a.begin(false);
        assert_eq!(all(&a), None, "an answer takes the time it takes");
        tokio::time::advance(Duration::from_secs(3_600)).await;
        drop(request);
        assert_eq!(all(&a), Some(limits.idle));
        tokio::time::advance(Duration::from_secs(10)).await;
        a.has_read(1);
        assert_eq!(all(&a), Some(limits.head));
        tokio::time::advance(Duration::from_secs(10)).await;
        a.has_read(1);
        assert_eq!(all(&a), Some(limits.head - Duration::from_secs(10)), "more bytes give no more time");
        assert_eq!(a.remaining(&limits, true), Some(Duration::ZERO), "where room is short, sooner");
    }

    #[tokio::test(start_paused = true)]
    async fn frames_of_an_idle_http2_connection_keep_it_no_longer() {
        let limits = Limits::default();
        let a = Activity::new();
        drop(a.begin(true));
        tokio::time::advance(Duration::from_secs(70)).await;
        a.has_read(17);
        a.has_written(17);
        assert_eq!(a.remaining(&limits, false), Some(limits.idle - Duration::from_secs(70)));
    }
}
