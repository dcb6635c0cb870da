//! Every SQL statement of the catalogue.

pub(super) mod categories;
pub(super) mod goods;
pub(super) mod grids;
pub(super) mod links;
pub(super) mod lists;
pub(super) mod products;
pub(super) mod stock;
pub(super) mod writes;
