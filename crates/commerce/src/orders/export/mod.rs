//! Export of orders to files (OR-01): the filtered list, or selected orders, with the selected columns.
//!
//! The generic part is [`platform::exports`]; here is what is specific to orders: `rows` builds the rows, `store` reads them.

mod api;
mod kind;
mod rows;
mod store;

pub(super) use api::routes;

pub(super) fn register(registry: &mut ::jobs::Registry<platform::App>) {
    platform::exports::register::<rows::Orders>(registry);
}
