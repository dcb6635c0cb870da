//! Callbacks that are held back instead of sent: who holds them sends them itself, in an order of its own, as often as it likes, or never.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use crate::service::Notice;

/// Callbacks that are held; older ones are forgotten.
const MOST: usize = 10_000;

#[derive(Default)]
struct State {
    is_holding: bool,
    held: VecDeque<Notice>,
}

#[derive(Default)]
pub(crate) struct Mailbox(Mutex<State>);

impl Mailbox {
    fn with<R>(&self, work: impl FnOnce(&mut State) -> R) -> R {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// From now on callbacks are held back, or sent.
    pub(crate) fn set_holding(&self, is_holding: bool) {
        self.with(|state| state.is_holding = is_holding);
    }

    /// Keeps a callback where they are held back; whether it did.
    pub(crate) fn hold(&self, notice: &Notice) -> bool {
        self.with(|state| {
            if state.is_holding {
                if state.held.len() >= MOST {
                    state.held.pop_front();
                }
                state.held.push_back(notice.clone());
            }
            state.is_holding
        })
    }

    /// All that were held, the oldest first.
    pub(crate) fn to_json(&self) -> Value {
        let view = |Notice { url, headers, body }: &Notice| json!({ "url": url, "headers": headers, "body": body });
        self.with(|state| state.held.iter().map(view).collect())
    }
}
