//! Segments: customers under a name by what they are, not by a list of them (CU-01, docs/decisions/0023).
//!
//! `rules` what a segment asks, pure · `store` its statements · `wire` how one goes over the wire · `write` making and changing ·
//! `facts` one customer's facts · `names` what products, categories and coupons of rules are called · `templates` ready-made ones
//! · `count` how many there are · `api` the calls.
//!
//! Tables: `customer_segments`; what customers bought, used and left in carts is asked of [`crate::Purchases`]
//! (docs/decisions/0037).
//! Invariants: what is kept can be read as rules; nobody is *in* a segment: who meets it is asked each time, by the
//! calendar of the store. A segment that was deleted comes back as it was.

mod api;
mod count;
mod facts;
mod names;
pub(super) mod rules;
pub(super) mod store;
mod templates;
mod wire;
mod write;

pub(super) use api::routes;
