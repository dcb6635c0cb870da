//! The arithmetic of orders over random lives: edits, payments, refunds by line and by amount, returns, cancelling. Whatever
//! comes in whatever order, the ledger balances, the sums agree and no minor unit is lost (decisions §5).
//!
//! `start` is what an order begins with, `life` what happens to it, `laws` what holds, `refunds` what a refund leaves alone.

#[cfg(test)]
mod laws;
mod life;
#[cfg(test)]
mod refunds;
mod start;

pub use life::{Life, Step, steps};
pub use start::starts;
