//! Saved views of the orders list: filters, search, order and columns under a name, a person's own or the team's (OR-01).
//!
//! Table: `order_views`. Invariant: what a view asks of the list can be asked; a view deleted by mistake comes back as it was.
//!
//! `model` a view, kept and shown · `keep` what is done with it.

mod api;
mod keep;
mod model;
mod store;

pub(super) use api::routes;
