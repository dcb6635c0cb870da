//! What was called, and what was sent: the latest of them, for the page and for tests.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use kernel::Millis;
use serde_json::{Value, json};

/// Calls that are held; older ones are forgotten.
const MOST: usize = 500;

/// A call of the API, or a callback that was sent.
pub(crate) struct RecordedCall {
    pub(crate) at: Millis,
    /// `in` for a call of the API, `out` for a callback.
    pub(crate) direction: &'static str,
    pub(crate) method: String,
    /// Path and query of a call, the whole address of a callback.
    pub(crate) target: String,
    pub(crate) request: String,
    /// None when nobody answered.
    pub(crate) status: Option<u16>,
    pub(crate) answer: String,
}

#[derive(Default)]
pub(crate) struct Calls(Mutex<VecDeque<RecordedCall>>);

impl Calls {
    pub(crate) fn push(&self, call: RecordedCall) {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if calls.len() >= MOST {
            calls.pop_front();
        }
        calls.push_back(call);
    }

    /// All, the oldest first.
    pub(crate) fn to_json(&self) -> Value {
        let calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let view = |call: &RecordedCall| {
            let RecordedCall { at, direction, method, target, request, status, answer } = call;
            json!({
                "at": at.rfc3339(), "direction": direction, "method": method, "target": target, "request": request,
                "status": status, "answer": answer,
            })
        };
        calls.iter().map(view).collect()
    }
}
