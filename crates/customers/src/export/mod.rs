//! Export of customers to files (CU-01): the filtered list, or chosen customers, with the columns that were chosen.
//!
//! The implementation shared by all exports is [`platform::exports`]; `kind` implements its trait for customers: `rows` formats
//! them as rows, `store` reads their related rows.

mod api;
mod kind;
mod rows;
mod store;

pub(super) use api::routes;

pub(super) fn register(registry: &mut ::jobs::Registry<platform::App>) {
    platform::exports::register::<kind::Customers>(registry);
}
