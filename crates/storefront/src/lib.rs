//! The themed shop: routing by host, templates, section schemas, cart and checkout pages, page cache (decisions §1.2, §6, §9).
//!
//! Every page works without JavaScript. Pages that are the same for everybody are kept finished, by store, generation and
//! address ([`cache`]); whatever belongs to one shopper (cart, checkout, order) is made anew and never kept.
//!
//! To add a page: a file in `pages/` with its template in `themes/<theme>/pages/`, and its arm in `router::find`.

mod cache;
mod engine;
mod error;
mod errors;
mod highlight;
mod layout;
mod pages;
mod request;
mod router;
mod sections;
mod seo;
mod shop;
mod theme;
mod upload;
mod view;
mod views;

pub use router::router;

use kernel::locale;
