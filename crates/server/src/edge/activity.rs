//! What a connection is doing, and until when it may.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::Limits;

/// Who has little room waits this long at most, whatever the limits say.
const CROWDED: Duration = Duration::from_secs(5);
/// Writes of this size are answers. Smaller ones of an idle HTTP/2 connection are its pings and acknowledgements.
const SMALL_WRITE: usize = 64;

/// The rules, without a clock of their own.
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

impl State {
    const fn new(now: Instant) -> Self {
        Self { in_flight: 0, head_since: Some(now), since: now, is_h2: false }
    }

    fn read(&mut self, bytes: usize, now: Instant) {
        if bytes > 0 && self.in_flight == 0 && !self.is_h2 && self.head_since.is_none() {
            self.head_since = Some(now);
        }
    }

    fn wrote(&mut self, bytes: usize, now: Instant) {
        if bytes > SMALL_WRITE || (bytes > 0 && !self.is_h2) {
            self.since = now;
        }
    }

    fn begin(&mut self, is_h2: bool) {
        self.in_flight += 1;
        self.head_since = None;
        self.is_h2 |= is_h2;
    }

    fn end(&mut self, now: Instant) {
        self.in_flight -= 1;
        self.since = now;
    }

    fn remaining(&self, limits: &Limits, is_crowded: bool, now: Instant) -> Option<Duration> {
        if self.in_flight > 0 {
            return None;
        }
        let (since, limit) = self.head_since.map_or((self.since, limits.idle), |since| (since, limits.head));
        let limit = if is_crowded { limit.min(CROWDED) } else { limit };
        Some((since + limit).saturating_duration_since(now))
    }
}

/// The record of one connection, written by its stream and its requests.
#[derive(Clone)]
pub(super) struct Activity(Arc<Mutex<State>>);

/// A request that is being answered.
pub(super) struct InFlight(Activity);

impl Activity {
    pub(super) fn new() -> Self {
        Self(Arc::new(Mutex::new(State::new(Instant::now()))))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn has_read(&self, bytes: usize) {
        self.state().read(bytes, Instant::now());
    }

    pub(super) fn has_written(&self, bytes: usize) {
        self.state().wrote(bytes, Instant::now());
    }

    pub(super) fn begin(&self, is_h2: bool) -> InFlight {
        self.state().begin(is_h2);
        InFlight(self.clone())
    }

    /// Nothing is being answered.
    pub(super) fn is_idle(&self) -> bool {
        self.state().in_flight == 0
    }

    /// How long it may still do what it does; none while it is being answered.
    pub(super) fn remaining(&self, limits: &Limits, is_crowded: bool) -> Option<Duration> {
        self.state().remaining(limits, is_crowded, Instant::now())
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.state().end(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // F6
    #[test]
    fn a_connection_may_be_idle_longer_than_a_head_may_take() {
        let limits = Limits::default();
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut state = State::new(start);
        assert_eq!(state.remaining(&limits, false, start), Some(limits.head), "the first head is waited for from the beginning");
        state.begin(false);
        assert_eq!(state.remaining(&limits, true, at(3_600)), None, "an answer takes the time it takes");
        state.end(at(3_600));
        assert_eq!(state.remaining(&limits, false, at(3_600)), Some(limits.idle));
        state.read(1, at(3_610));
        assert_eq!(state.remaining(&limits, false, at(3_610)), Some(limits.head));
        state.read(1, at(3_620));
        let left = limits.head - Duration::from_secs(10);
        assert_eq!(state.remaining(&limits, false, at(3_620)), Some(left), "more bytes give no more time");
        assert_eq!(state.remaining(&limits, true, at(3_620)), Some(Duration::ZERO), "where room is short, sooner");
    }

    // F6
    #[test]
    fn a_slow_reader_is_waited_for_and_frames_of_an_idle_http2_connection_keep_it_no_longer() {
        let limits = Limits::default();
        let start = Instant::now();
        let at = start + Duration::from_secs(70);
        for (is_h2, bytes, left) in [(false, 17, 75), (true, 17, 5), (true, 16_384, 75)] {
            let mut state = State::new(start);
            state.begin(is_h2);
            state.end(start);
            state.wrote(bytes, at);
            assert_eq!(state.remaining(&limits, false, at), Some(Duration::from_secs(left)), "{is_h2} {bytes}");
        }
        let mut state = State::new(start);
        state.begin(true);
        state.end(start);
        state.read(17, at);
        assert_eq!(state.remaining(&limits, false, at), Some(Duration::from_secs(5)));
    }
}
