//! Redirects of the merchant, and the addresses that shoppers asked for and the store did not have.
//!
//! `model` the rows · `address` old addresses and targets as they are stored, `noise` what is no address of a shopper · `store`, `missed_store`
//! their statements · `find` the redirect of a request · `counts` hits and misses in memory, `flush` writes them · `list` the lists · `write`,
//! `bulk` changes of redirects, `changes` of several at once, `import` those of a file, `chains` where all of them lead, `missed` changes of
//! missed addresses · `live` what the store has at an address, `suggest` a
//! target for an old one · `wire`, `api`, `missed_api` the endpoints.
//!
//! Tables: `address_redirects`, `missed_addresses`. Invariants: a store has one redirect of an address; no redirect leads to itself, through
//! however many others; a request for a page that the store has reads none of this; no query, no IP address and no token of a shopper's
//! link is stored.

mod address;
mod api;
mod bulk;
mod chains;
mod changes;
mod counts;
mod entities;
mod find;
mod flush;
mod import;
mod list;
mod live;
mod missed;
mod missed_api;
mod missed_store;
mod model;
mod noise;
mod store;
mod suggest;
mod tables;
mod wire;
mod write;

pub use address::has_language;
pub use counts::{AddressCounts, Miss};
pub use entities::ENTITIES;
pub use find::{FoundRedirect, find_redirect};
pub use flush::flush;
pub use tables::TABLES;

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(missed_api::routes())
}
