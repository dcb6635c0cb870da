//! Export of customers to files (CU-01): the filtered list, or chosen customers, with the columns that were chosen.
//!
//! The machine is [`platform::exports`]; here is what it must know of customers, which `kind` tells it: `rows` makes rows of
//! them, `store` reads what stands beside them.

mod api;
mod kind;
mod rows;
mod store;

pub(super) use api::routes;

pub(super) fn register(registry: &mut ::jobs::Registry<platform::App>) {
    platform::exports::register::<kind::Customers>(registry);
}
