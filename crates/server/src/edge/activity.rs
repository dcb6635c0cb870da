//! The state of a connection, and its timeouts.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::Limits;
use super::wire::Written;

/// The longest timeout of a connection while few slots are free, whatever the limits say.
const CROWDED: Duration = Duration::from_secs(5);
/// A connection that was asked to close and has written nothing of an answer for this long may be closed.
pub(super) const GOAWAY_GRACE: Duration = Duration::from_secs(1);

/// The progress of a request.
enum Progress {
    /// The handler runs, or the body waits for its source. No timeout.
    Working,
    /// Bytes were handed over and no more requested: the peer has to take them. Since when, and how many bytes of answers the
    /// connection had written by then.
    Taking(Instant, u64),
}

/// The state machine, without a clock of its own.
struct State {
    /// Requests that are being answered, until the last byte of the answer.
    in_flight: HashMap<u64, Progress>,
    next: u64,
    /// When the incomplete head began.
    head_since: Option<Instant>,
    /// When the last request ended, or the last byte of an answer was taken.
    since: Instant,
    /// On HTTP/2 frames come between requests, so that bytes are not a head.
    is_h2: bool,
    /// Counts written bytes, and how many of them belong to answers.
    written: Written,
    answered: u64,
}

impl State {
    fn new(now: Instant) -> Self {
        Self {
            in_flight: HashMap::new(),
            next: 0,
            head_since: Some(now),
            since: now,
            is_h2: false,
            written: Written::default(),
            answered: 0,
        }
    }

    fn read(&mut self, bytes: usize, now: Instant) {
        if bytes > 0 && self.in_flight.is_empty() && !self.is_h2 && self.head_since.is_none() {
            self.head_since = Some(now);
        }
    }

    /// Frames that keep an HTTP/2 connection alive (pings, settings, window updates) are no answer, however many a peer requests.
    fn wrote(&mut self, bytes: &[u8], now: Instant) {
        let of_answers = self.written.of_answers(bytes);
        if of_answers > 0 {
            self.answered = self.answered.saturating_add(of_answers);
            self.since = now;
        }
    }

    fn begin(&mut self, is_h2: bool) -> u64 {
        self.next += 1;
        self.in_flight.insert(self.next, Progress::Working);
        self.head_since = None;
        self.is_h2 |= is_h2;
        self.next
    }

    fn begin_taking(&mut self, request: u64, now: Instant) {
        self.in_flight.insert(request, Progress::Taking(now, self.answered));
    }

    fn begin_working(&mut self, request: u64) {
        self.in_flight.insert(request, Progress::Working);
    }

    fn end(&mut self, request: u64, now: Instant) {
        self.in_flight.remove(&request);
        self.since = now;
    }

    /// How long the peer may still take nothing of the answer that has waited longest; none when none waits. Many answers share a
    /// slow line, so one may wait on while the connection as a whole progresses.
    fn taking(&mut self, limits: &Limits, now: Instant) -> Option<Duration> {
        let least_bytes = limits.body_rate.saturating_mul(u64::try_from(limits.write.as_millis()).unwrap_or(u64::MAX)) / 1000;
        let answered = self.answered;
        let mut least: Option<Duration> = None;
        for progress in self.in_flight.values_mut() {
            let Progress::Taking(since, answered_before) = progress else { continue };
            if answered.saturating_sub(*answered_before) >= least_bytes.max(1) {
                (*since, *answered_before) = (now, answered);
            }
            let remaining = (*since + limits.write).saturating_duration_since(now);
            least = Some(least.map_or(remaining, |l| l.min(remaining)));
        }
        least
    }

    fn remaining(&mut self, limits: &Limits, is_crowded: bool, now: Instant) -> Option<Duration> {
        if !self.in_flight.is_empty() {
            return self.taking(limits, now);
        }
        let (since, limit) = self.head_since.map_or((self.since, limits.idle), |since| (since, limits.head));
        let limit = if is_crowded { limit.min(CROWDED) } else { limit };
        Some((since + limit).saturating_duration_since(now))
    }

    /// Whether no answer is in progress that its peer still takes.
    fn may_end(&mut self, limits: &Limits, now: Instant) -> bool {
        if self.in_flight.is_empty() {
            return now.saturating_duration_since(self.since) >= GOAWAY_GRACE;
        }
        let is_taking = |progress: &Progress| matches!(progress, Progress::Taking(since, _) if *since + limits.write <= now);
        self.taking(limits, now);
        self.in_flight.values().all(is_taking)
    }
}

/// The activity of one connection, updated by its stream and its requests.
#[derive(Clone)]
pub(super) struct Activity(Arc<Mutex<State>>);

/// A request that is being answered.
pub(super) struct InFlight {
    activity: Activity,
    request: u64,
}

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

    /// Records written bytes.
    pub(super) fn has_written<'a>(&self, parts: impl Iterator<Item = &'a [u8]>) {
        let (mut state, now) = (self.state(), Instant::now());
        for part in parts {
            state.wrote(part, now);
        }
    }

    pub(super) fn begin(&self, is_h2: bool) -> InFlight {
        InFlight { request: self.state().begin(is_h2), activity: self.clone() }
    }

    /// Whether a connection that was asked to close may be cut.
    pub(super) fn may_end(&self, limits: &Limits) -> bool {
        self.state().may_end(limits, Instant::now())
    }

    /// The time until its timeout; none while its requests are being handled.
    pub(super) fn remaining(&self, limits: &Limits, is_crowded: bool) -> Option<Duration> {
        self.state().remaining(limits, is_crowded, Instant::now())
    }
}

impl InFlight {
    /// Bytes were handed over; until more are requested, the peer has to take them.
    pub(super) fn begin_taking(&self) {
        self.activity.state().begin_taking(self.request, Instant::now());
    }

    /// More bytes were requested.
    pub(super) fn begin_working(&self) {
        self.activity.state().begin_working(self.request);
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.activity.state().end(self.request, Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    /// An HTTP/2 frame with so many bytes.
    fn frame(kind: u8, bytes: u8) -> Vec<u8> {
        let mut frame = vec![0, 0, bytes, kind, 0, 0, 0, 0, 1];
        frame.extend(std::iter::repeat_n(b'x', usize::from(bytes)));
        frame
    }

    // F6
    #[test]
    fn a_connection_may_be_idle_longer_than_a_head_may_take() {
        let limits = Limits::default();
        let start = Instant::now();
        let at = |n| start + seconds(n);
        let mut state = State::new(start);
        assert_eq!(state.remaining(&limits, false, start), Some(limits.head), "the first head is waited for from the beginning");
        let request = state.begin(false);
        assert_eq!(state.remaining(&limits, true, at(3_600)), None, "an answer takes the time it takes");
        state.end(request, at(3_600));
        assert_eq!(state.remaining(&limits, false, at(3_600)), Some(limits.idle));
        state.read(1, at(3_610));
        assert_eq!(state.remaining(&limits, false, at(3_610)), Some(limits.head));
        state.read(1, at(3_620));
        let remaining = limits.head.saturating_sub(seconds(10));
        assert_eq!(state.remaining(&limits, false, at(3_620)), Some(remaining), "more bytes give no more time");
        assert_eq!(state.remaining(&limits, true, at(3_620)), Some(Duration::ZERO), "where room is short, sooner");
    }

    // F6
    #[test]
    fn f6_a_slow_reader_is_waited_for_and_frames_of_an_idle_http2_connection_keep_it_no_longer() {
        let limits = Limits::default();
        let start = Instant::now();
        let at = start + seconds(70);
        let pings: Vec<u8> = std::iter::repeat_n(frame(6, 8), 40).flatten().collect();
        for (written, expected) in
            [(&b"HTTP/1.1 200 OK\r\n"[..], 75), (&frame(0, 20)[..], 75), (&frame(0, 0)[..], 5), (&pings[..], 5)]
        {
            let mut state = State::new(start);
            let request = state.begin(written[0] == 0);
            state.end(request, start);
            state.wrote(written, at);
            assert_eq!(state.remaining(&limits, false, at), Some(seconds(expected)), "{written:?}");
        }
        let mut state = State::new(start);
        let request = state.begin(true);
        state.end(request, start);
        state.read(17, at);
        assert_eq!(state.remaining(&limits, false, at), Some(seconds(5)));
    }

    // F6
    #[test]
    fn f6_an_answer_that_is_not_taken_ends_its_connection_unless_others_move_on_it() {
        let limits = Limits::default();
        let start = Instant::now();
        let at = |n| start + seconds(n);
        let mut state = State::new(start);
        let (first, other) = (state.begin(true), state.begin(true));
        state.begin_taking(first, start);
        assert_eq!(state.remaining(&limits, false, at(20)), Some(seconds(40)));
        // A few bytes of another answer do not extend the timeout, the rate of a slow line does.
        state.wrote(&frame(0, 200), at(30));
        assert_eq!(state.remaining(&limits, false, at(30)), Some(seconds(30)));
        for _ in 0..200 {
            state.wrote(&frame(0, 200), at(40));
        }
        assert_eq!(state.remaining(&limits, false, at(40)), Some(limits.write));
        assert_eq!(state.remaining(&limits, false, at(100)), Some(Duration::ZERO));
        assert!(!state.may_end(&limits, at(100)), "the other one is worked on");
        state.end(other, at(100));
        assert!(state.may_end(&limits, at(100)));
        state.begin_working(first);
        assert_eq!(state.remaining(&limits, false, at(200)), None, "a body that waits for its source");
    }
}
