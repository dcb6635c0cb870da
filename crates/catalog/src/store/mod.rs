//! Every SQL statement of the catalogue.

pub(super) mod categories;
pub(super) mod category_positions;
pub(super) mod facets;
pub(super) mod filter;
pub(super) mod hits;
pub(super) mod index;
pub(super) mod link_targets;
pub(super) mod links;
pub(super) mod listing;
pub(super) mod lists;
pub(super) mod lookup;
pub(super) mod media_uses;
pub(super) mod product_rows;
pub(super) mod products;
pub(super) mod purchasable;
pub(super) mod removals;
pub(super) mod search;
pub(super) mod writes;
