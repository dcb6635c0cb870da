//! Finished pages in memory, and what makes them stale.
//!
//! Every store has a generation that grows with each committed change to what its storefront shows, on this node or on
//! another; a page is true for the generation it was made in. A page's generation is read before its data, so a page made of
//! old data is never found under a new one. Nothing here is truth: a second node has its own pages.

mod cached;
mod generations;
mod pages;

pub(crate) use cached::{Cached, Policy, accepts_gzip, gzip, is_html, page_headers, safety};
pub(crate) use generations::{GenerationCounter, Generations};
pub(crate) use pages::{Address, Pages};
