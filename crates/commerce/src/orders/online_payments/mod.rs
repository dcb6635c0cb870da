//! Payments at a gateway (PY-01, PY-03, decisions §8): what an attempt to pay an order is, and how a transaction that a gateway
//! reports becomes money in the order's ledger, once, whatever the network does.
//!
//! Tables: `payment_attempts`, `payment_transactions`, `payment_cases`; docs/decisions/0089-online-payments.md. Invariants: a charge
//! is booked only when amount, currency, account and reference are those of its attempt, and once; a difference is a case and never
//! "paid"; all rows of an order are written under the lock of the order.
//!
//! Nothing here calls a gateway: a job does, outside of any transaction, and passes on what it got. `plan` is pure and decides;
//! `record` is the only place that books.

mod attempt_state;
mod check_times;
mod differences;
mod model;
mod plan;
#[cfg(test)]
mod plan_tests;
mod words;
