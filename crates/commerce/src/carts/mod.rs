//! Carts: the lines a shopper chose and the checkout step reached (CA-01, decisions §6).
//!
//! Tables: `carts`, `cart_items`, `shopper_files`. A cart is found by the hash of the token in its shopper's cookie.
//! Invariant: a cart that became an order never changes again; every change increments `version`, which the checkout form
//! carries, so that an order is placed for exactly what its shopper saw.
//!
//! Stock reservations of checkouts are in [`reservations`]: `carts.held_until` and `cart_items.held` state them, and the sum over
//! all open carts is stored as `reserved` on products and variants.
//!
//! [`restore_in`] copies lines to another cart; a cart is searched by the words of its contact ([`words`]). What the merchant
//! does with carts is the slice `abandoned_carts`.
//!
//! Sums are in [`totals`]; shipping and payment methods are evaluated to the right of here, by `orders::review`.

mod changes;
mod coupon;
mod customer_api;
pub mod entities;
mod file_store;
mod files;
mod lines;
mod model;
mod reservation_rules;
mod reservation_store;
pub mod reservations;
mod restore;
mod steps;
pub mod store;
mod tables;
pub mod totals;
mod words;

pub use changes::{CartError, Change, notice};
pub use coupon::{CartCoupon, apply_link_code, coupon, evaluate as evaluate_coupon, read_code, set_coupon, totals_with};
pub use entities::ENTITIES;
pub use files::key as file_key;
pub use files::{FileRef, MOST_FILE_BYTES, OrderFile, SentFile, claim, read as read_file};
pub use lines::apply_claimed;
pub use lines::{
    AddItem, Added, add_item, add_item_with, apply_changes, create, faults_of_answers, find, find_again, remove, set_quantities,
    set_quantity, vat_rule, view, view_in,
};
pub use model::{Cart, CartLine, CartView, Contact, FieldValue, Item, MOST_LINES, MOST_PIECES, Step, line_in};
pub use restore::Restored;
pub use restore::{Target, close, close_by_id, restore_in};
pub use steps::{ContactIn, Draft, no_such_method, set_address, set_contact, set_draft, set_payment_method, set_shipping_method};
pub use tables::TABLES;
pub use words::update_index as keep_words;

/// The slice's endpoints under `/dashboard/v1`; the storefront calls carts directly.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    customer_api::routes()
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut jobs::Registry<platform::App>) {
    files::register(registry);
    reservations::register(registry);
}
