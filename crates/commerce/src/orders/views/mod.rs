//! Saved views of the orders list: filters, search, sort and columns under a name, a user's own or the team's (OR-01).
//!
//! Table: `order_views`. Invariants: the query of a view is valid; a deleted view is restored unchanged.
//!
//! `model` a view as stored and as answered · `write` creates, updates, deletes and sorts views.

mod api;
mod model;
mod store;
mod write;

pub(super) use api::routes;
