//! Saved views of the orders list: filters, search, order and columns under a name, a person's own or the team's (OR-01).
//!
//! Table: `order_views`. Invariant: what a view asks of the list can be asked; a view deleted by mistake comes back as it was.
//!
//! `model` a view as stored and as answered · `write` creates, updates, deletes and sorts views.

mod api;
mod model;
mod store;
mod write;

pub(super) use api::routes;
