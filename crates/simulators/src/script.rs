//! What was ordered to happen next, in the order it was ordered.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crate::outcome::{Button, CallFault};

#[derive(Default)]
pub(crate) struct Script {
    /// With the beginning of the path that it is for; empty for any.
    faults: Mutex<VecDeque<(CallFault, String)>>,
    outcomes: Mutex<VecDeque<&'static str>>,
}

impl Script {
    /// Of the next call, payment or delivery; whether the word is known.
    pub(crate) fn push(&self, outcomes: &[Button], word: &str, path: &str) -> bool {
        if let Some(fault) = CallFault::parse(word) {
            self.faults.lock().unwrap_or_else(PoisonError::into_inner).push_back((fault, path.to_owned()));
            return true;
        }
        let Some((outcome, _)) = outcomes.iter().find(|(known, _)| *known == word) else { return false };
        self.outcomes.lock().unwrap_or_else(PoisonError::into_inner).push_back(*outcome);
        true
    }

    /// The first fault that is for this path; it happens once.
    pub(crate) fn take_fault(&self, path: &str) -> Option<CallFault> {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let at = faults.iter().position(|(_, start)| path.starts_with(start.as_str()))?;
        faults.remove(at).map(|(fault, _)| fault)
    }

    pub(crate) fn take_outcome(&self) -> Option<&'static str> {
        self.outcomes.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}
