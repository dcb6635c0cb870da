//! An action over many products: `action` as it is sent, `rules` what it does to one product, `round` where prices come to rest.
//! Pure.

pub(crate) mod action;
pub(crate) mod round;
pub(crate) mod rules;
