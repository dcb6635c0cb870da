//! Test harness: the whole program over real HTTP on a fresh database, with a clock that only tests advance, blobs in memory and
//! background jobs that run on demand.
//!
//! ```ignore
//! let shop = TestShop::start().await;
//! let merchant = shop.merchant().await;
//! let (status, body) = merchant.get("/products").await;
//! let shopper = shop.shopper(&merchant.slug);
//! let page = shopper.get("/").await;
//! shop.drain().await;
//! ```
//!
//! `TEST_ENGINE=postgres` with `TEST_DATABASE_URL` runs the same tests on PostgreSQL. Tests share nothing but the migrated
//! template that each fresh database is copied from, so they run in parallel and in any order.

#![expect(clippy::missing_panics_doc, reason = "helpers of tests: a panic is how they fail")]

mod checksum;
mod database;
pub mod document;
mod gate;
mod http;
mod locks;
mod merchant;
pub mod rows;
mod shop;
mod shopper;

pub use checksum::{Checksums, DataVersion};
pub use database::TestDb;
pub use gate::{BlobStep, Gate};
pub use http::{Call, Reply};
pub use locks::Locks;
pub use merchant::Merchant;
pub use shop::TestShop;
pub use shopper::{PageReply, Shopper};
