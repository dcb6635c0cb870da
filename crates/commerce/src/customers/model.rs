//! What a customer is. Pure.

use kernel::{CustomerId, Millis};

/// A person who has ordered. Money is in minor units of the store's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    /// The customer.
    pub id: CustomerId,
    /// As given with the first order.
    pub name: String,
    /// E.164.
    pub mobile: Option<String>,
    /// Lower case.
    pub email: Option<String>,
    /// Of the latest order's address.
    pub city: String,
    /// ISO code.
    pub country: String,
    /// Orders ever placed.
    pub orders_count: i64,
    /// Of orders that were neither cancelled nor returned.
    pub total_spent: i64,
    /// The latest order.
    pub last_order_at: Option<Millis>,
    /// The first order.
    pub created_at: Millis,
}
db::row!(Customer { id, name, mobile, email, city, country, orders_count, total_spent, last_order_at, created_at });
