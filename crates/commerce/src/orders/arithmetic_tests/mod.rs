//! Property tests of order arithmetic over random lives: edits, payments, refunds by line and by amount, returns, cancelling. In
//! any sequence the ledger balances, the sums agree and no minor unit is lost (decisions §5).
//!
//! `start` the initial order, `life` its steps, `laws` the invariants, `refunds` what a refund does not change.

#[cfg(test)]
mod laws;
mod life;
#[cfg(test)]
mod refunds;
mod start;

pub use life::{Life, Step, steps};
pub use start::starts;
