//! Every SQL statement of the catalogue.

pub(super) mod categories;
pub(super) mod chosen;
pub(super) mod facets;
pub(super) mod goods;
pub(super) mod grids;
pub(super) mod hits;
pub(super) mod index;
pub(super) mod links;
pub(super) mod lists;
pub(super) mod places;
pub(super) mod products;
pub(super) mod removals;
pub(super) mod writes;
