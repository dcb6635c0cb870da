//! The statements that identify a person.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{CartId, CustomerId, Millis, OrderId, StoreScope};

use commerce::carts::Contact;
use customers::Address;

/// An order of the person: contact and status.
#[derive(Debug, Clone)]
pub(super) struct OwnOrder {
    pub(super) id: OrderId,
    pub(super) number: i64,
    pub(super) status: String,
    pub(super) sender_name: String,
    pub(super) mobile: String,
    pub(super) email: Option<String>,
    pub(super) address: Json<Option<Address>>,
}
row!(OwnOrder { id, number, status, sender_name, mobile, email, address });

/// A cart of the person.
#[derive(Debug, Clone)]
pub(super) struct OwnCart {
    pub(super) id: CartId,
    pub(super) contact: Json<Option<Contact>>,
    pub(super) address: Json<Option<Address>>,
    pub(super) order_id: Option<OrderId>,
    pub(super) recovered_order_id: Option<OrderId>,
}
row!(OwnCart { id, contact, address, order_id, recovered_order_id });

/// Records that were merged into one, and when; 1000 at most.
pub(super) async fn list_merged(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Vec<(CustomerId, Millis)>> {
    let sql = "SELECT gone_id, at FROM customer_merges WHERE store_id = ?1 AND kept_id = ?2 ORDER BY gone_id LIMIT 1000";
    c.all(sql, p![scope.store(), id]).await
}

/// The addresses of a record and when each was used, the latest first.
pub(super) async fn list_addresses(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerId,
    most: i64,
) -> Result<Vec<(Json<Address>, Millis)>> {
    let sql = "SELECT address, used_at FROM customer_addresses WHERE store_id = ?1 AND customer_id = ?2 ORDER BY used_at DESC, id LIMIT ?3";
    c.all(sql, p![scope.store(), id, most]).await
}

/// The orders of a record, oldest first.
pub(super) async fn list_orders(c: Conn<'_>, scope: &StoreScope, id: CustomerId, most: i64) -> Result<Vec<OwnOrder>> {
    let sql = "SELECT id, number, status, sender_name, mobile, email, address FROM orders WHERE store_id = ?1 AND customer_id = ?2 \
               ORDER BY created_at, id LIMIT ?3";
    c.all(sql, p![scope.store(), id, most]).await
}

/// Whether another record has the e-mail address.
pub(super) async fn has_email_of_other(c: Conn<'_>, scope: &StoreScope, id: CustomerId, email: &str) -> Result<bool> {
    let sql = "SELECT id FROM customers WHERE store_id = ?1 AND email = ?2 AND email IS NOT NULL AND id <> ?3 \
               UNION ALL SELECT customer_id FROM customer_contacts WHERE store_id = ?1 AND kind = 'email' AND value = ?2 AND customer_id <> ?3 LIMIT 1";
    Ok(c.opt::<CustomerId>(sql, p![scope.store(), email, id]).await?.is_some())
}

/// Carts under some numbers, and those that the record's orders came from.
pub(super) async fn list_carts(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerId,
    mobiles: &[String],
    most: i64,
) -> Result<Vec<OwnCart>> {
    let sql = "SELECT k.id, k.contact, k.address, k.order_id, k.recovered_order_id FROM orders o \
               JOIN carts k ON k.store_id = o.store_id AND k.id = o.cart_id WHERE o.store_id = ?1 AND o.customer_id = ?2 LIMIT ?3";
    let mut all: Vec<OwnCart> = c.all(sql, p![scope.store(), id, most]).await?;
    if !mobiles.is_empty() {
        let sql = Sql::new("SELECT id, contact, address, order_id, recovered_order_id FROM carts WHERE")
            .arg(" store_id = ?", scope.store());
        let sql = sql.list(" AND mobile IN ", mobiles.to_vec(), " AND mobile IS NOT NULL").arg(" LIMIT ?", most);
        all.extend(sql.all::<OwnCart>(c).await?);
    }
    all.sort_by_key(|cart| cart.id.raw());
    all.dedup_by_key(|cart| cart.id.raw());
    Ok(all)
}

/// E-mail addresses that reminders to these numbers went to: after a cart is deleted they are stored nowhere else.
pub(super) async fn list_reminded_emails(c: Conn<'_>, scope: &StoreScope, mobiles: &[String]) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT recipient FROM cart_reminders WHERE store_id = ?1 AND mobile = ?2 AND status = 'handed_over' \
               AND channel = 'email' LIMIT 200";
    let mut all = Vec::new();
    for mobile in mobiles {
        all.extend(c.all::<String>(sql, p![scope.store(), mobile]).await?);
    }
    Ok(all)
}
