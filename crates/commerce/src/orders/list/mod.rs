//! The order list (OR-01): every filter, sort and search as indexed SQL.
//!
//! `page` a page of the list, by its `sort` · `condition` the conditions · `read` parsing the query · `plan` choice of the
//! driving index, `driving_index` the driving indexes, `branch` the part of the union that it drives, `others` exclusions
//! rewritten as the remaining values · `codes` product codes that a search may mean · `choices` values that the filters offer.

mod page;
mod plan;
mod read;
mod sort;
mod store;
#[cfg(test)]
mod tests;

pub(super) use page::{list, of_customer};
pub(super) use read::{FILTERS, FilterContext, OrderListParams, SORTS, filters, sort};
pub(super) use sort::Sort;
pub(super) use store::choices::{Choices, list_choices};
pub(super) use store::condition::{Condition, Filters};
