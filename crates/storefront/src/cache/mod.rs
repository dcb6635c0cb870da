//! Finished pages in memory, and what makes them stale.
//!
//! Every store has a generation that each committed change to its storefront raises, on this node or on another; a page is valid
//! for the generation it was rendered in. The generation is read before the page's data, so that a page of old data is never
//! found under a new generation. The cache is no source of truth: each node has its own pages.

mod cached;
mod generations;
mod pages;

pub(crate) use cached::{Cached, Embeds, Policy, accepts_gzip, gzip, is_html, page_headers, safety};
pub(crate) use generations::{GenerationCounter, Generations};
pub(crate) use pages::{Address, Pages};
