//! Bulk actions on products: `action` is the API form, `rules` what it does to one product, `round` the rounding of prices. Pure.

pub(crate) mod action;
pub(crate) mod round;
pub(crate) mod rules;
