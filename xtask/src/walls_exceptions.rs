//! What does not keep to the walls yet ([`crate::walls`]): the lists may only shrink.

use crate::walls::Exception;

/// Statements on tables to the right. At most ten, and the list may only shrink: slice, table, how many, reason.
pub(crate) const READ_TO_THE_RIGHT: &[Exception] = &[
    (
        "commerce/coupons",
        "orders",
        4,
        "by e-mail address a use and a first order are found through the order, in the statement of each checkout",
    ),
    ("platform/identity", "memberships", 1, "whose account is the demo store's is asked before any store is chosen"),
    ("platform/identity", "stores", 1, "whose account is the demo store's is asked before any store is chosen"),
    ("platform/outbox", "stores", 1, "the demo store writes to nobody: said in the one statement that keeps a message"),
    ("platform/stores", "media", 1, "a setting may not name another store's picture"),
];

/// Writes to another slice's table: slice, table, how many, reason.
pub(crate) const WRITTEN_BY_OTHERS: &[Exception] = &[
    ("commerce/orders", "phone_outcomes", 1, "sample orders are counted in bulk"),
    ("customers", "batch_items", 2, "notes of bulk actions are about the customer"),
    ("customers", "journal", 1, "an import that is taken back leaves no name"),
    ("office/abandoned_carts", "carts", 3, "the columns of its reminders are on the cart"),
    ("office/sample", "cart_items", 2, "sample data is written in bulk"),
    ("office/sample", "carts", 2, "sample data is written in bulk"),
    ("office/sample", "customers", 2, "sample data is written in bulk"),
    ("office/sample", "journal", 1, "sample data is written in bulk"),
    ("office/sample", "order_items", 1, "sample data is written in bulk"),
    ("office/sample", "orders", 2, "sample data is written in bulk"),
    ("office/sample", "shipping_methods", 1, "sample data is written in bulk"),
    ("office/sample", "store_settings", 1, "sample data is written in bulk"),
    ("office/sample", "stores", 2, "sample data is written in bulk"),
    ("office/sample", "visit_hours", 1, "sample data is written in bulk"),
];

/// Statements whose table is put in at run time: file, how many, reason.
pub(crate) const TABLE_AT_RUN_TIME: &[(&str, usize, &str)] = &[
    ("crates/commerce/src/orders/list/store/choices.rs", 2, "the branches of a union, each a constant of this slice"),
    ("crates/office/src/sample/reset_store.rs", 2, "every table that is declared as emptied by a reset"),
];
