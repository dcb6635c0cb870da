//! Which orders are sales (decisions §13), for slices to the left of the one that decides it.
//!
//! `commerce::sales` writes the total sales of an order to `orders.counted_total`, and NULL for an order that is no sale: a
//! draft, a cancelled one, one that was refused on delivery and not paid. So no other code lists statuses to decide that.

/// The condition that a row of `orders`, by its alias, is a sale; the sale's value is `counted_total`.
#[macro_export]
macro_rules! is_sale {
    ($orders:literal) => {
        concat!($orders, ".counted_total IS NOT NULL")
    };
}
