//! The order list (OR-01): every filter, sort and search as indexed SQL.
//!
//! `page` a page of it, by its `sort` · `condition` what may be asked · `read` how it is asked for · `plan` which index leads, `lead` what
//! it begins with, `branch` what is read of it, `others` where it is named by what it is not · `codes` of goods that a search may mean ·
//! `choices` what can be chosen.

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
