//! Which orders are sales (decisions §13), for whoever stands left of the slice that says it.
//!
//! `commerce::sales` keeps the total sales of an order in `orders.counted_total`, and nothing there for an order that is no sale: a draft, one
//! that was cancelled, one that was refused at the door and not paid. Nobody lists statuses to find that out.

/// The condition that a row of `orders`, by its alias, is a sale; its value is `counted_total`.
#[macro_export]
macro_rules! is_sale {
    ($orders:literal) => {
        concat!($orders, ".counted_total IS NOT NULL")
    };
}
