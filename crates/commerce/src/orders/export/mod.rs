//! Export of orders to files (OR-01): the filtered list, or chosen orders, with the columns that were chosen.
//!
//! The machine is [`platform::exports`]; here is what it must know of orders: `rows` makes rows of them, `store` reads them.

mod api;
mod kind;
mod rows;
mod store;

pub(super) use api::routes;

pub(super) fn register(registry: &mut ::jobs::Registry<platform::App>) {
    platform::exports::register::<rows::Orders>(registry);
}
