//! Every statement of the orders slice except those of the list, which are in `list`.

use db::record::insert_rows;
use db::{Conn, FromRow, Json, Record as _, Result, Row, Sql, StoredWord as _, Values, p};
use kernel::{CartId, CouponId, Currency, Millis, OrderId, StoreScope};

use super::model::{Order, OrderCoupon, OrderItem};
use super::status::{PaymentStatus, Status};
use crate::coupons::Segment;
use crate::shipping::DeliveryPromise;
use customers::Address;

db::record! {
    Order {
        id as key,
        number,
        status as code,
        payment_status as word,
        customer_id as key,
        was_guest_order,
        sender_name,
        mobile,
        email,
        language as code,
        subtotal,
        discount,
        vat,
        shipping_fees,
        payment_fees,
        total,
        vat_rate,
        is_vat_included,
        customer_currency as code,
        total_in_customer_currency,
        items_count,
        address as json,
        shipping_method_id,
        shipping_provider,
        shipping_name as json,
        payment_method_id,
        payment_provider,
        payment_name as json,
        note,
        created_at,
        updated_at,
        version,
        seq,
        coupon by read_coupon {
            coupon_id = order.coupon.as_ref().map(|k| k.id),
            coupon_code = order.coupon.as_ref().map(|k| k.code.as_str()),
            coupon_segment = order.coupon.as_ref().map(|k| k.segment.as_str()),
            coupon_discount = order.coupon.as_ref().map_or(0, |k| k.discount),
        },
        delivery_promise by read_promise {
            delivery_days_min = order.delivery_promise.map(|promise| promise.days_min),
            delivery_days_max = order.delivery_promise.map(|promise| promise.days_max),
        },
    }
    fn order_values<'v>(order, scope: &StoreScope, currency: Currency, cart: Option<CartId>, access_hash: &'v str)
    // The statement below uses these numbered parameters.
    keys {
        store_id = scope.store(),
        id = order.id,
        customer_id = order.customer_id,
        counted_total = (order.status != Status::Draft).then_some(order.total),
    }
    also {
        currency = currency.code(),
        city = order.address.as_ref().map_or("", |a| a.city.as_str()),
        country = order.address.as_ref().map_or("", |a| a.country.as_str()),
        cart_id = cart,
        access_hash = access_hash,
    }
}

/// The four columns of an order's coupon.
fn read_coupon(row: &mut Row<'_>) -> Result<Option<OrderCoupon>> {
    let (id, text, segment): (Option<CouponId>, Option<String>, Option<String>) = (row.get()?, row.get()?, row.get()?);
    let discount: i64 = row.get()?;
    let segment = segment.as_deref().map(Segment::decode).transpose()?;
    Ok(id.zip(segment).map(|(id, segment)| OrderCoupon { id, code: text.unwrap_or_default(), segment, discount }))
}

/// The two columns of what the shopper was promised.
fn read_promise(row: &mut Row<'_>) -> Result<Option<DeliveryPromise>> {
    let (min, max): (Option<i64>, Option<i64>) = (row.get()?, row.get()?);
    Ok(min.zip(max).map(|(days_min, days_max)| DeliveryPromise { days_min, days_max }))
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Option<Order>> {
    let sql = db::sql!("SELECT ", Order::READ, " FROM orders WHERE store_id = ?1 AND id = ?2");
    c.opt(sql, p![scope.store(), id]).await
}

/// The order that a shopper's access token opens.
pub(super) async fn find_by_access(c: Conn<'_>, scope: &StoreScope, id: OrderId, access_hash: &str) -> Result<Option<Order>> {
    let sql = db::sql!("SELECT ", Order::READ, " FROM orders WHERE store_id = ?1 AND id = ?2 AND access_hash = ?3");
    c.opt(sql, p![scope.store(), id, access_hash]).await
}

pub(super) async fn get_number(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<i64> {
    c.one("SELECT number FROM orders WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await
}

/// The next order number and the first of `entries` journal numbers, in one statement: the store's hottest row, locked last.
pub(super) async fn claim_numbers(c: Conn<'_>, scope: &StoreScope, entries: i64) -> Result<(i64, i64)> {
    let sql = "UPDATE store_counters SET next_order_number = next_order_number + 1, journal_seq = journal_seq + ?2 WHERE store_id = ?1 \
               RETURNING next_order_number - 1, journal_seq - ?2 + 1";
    c.one(sql, p![scope.store(), entries]).await
}

/// Inserts an order; a placed one counts as a sale from the start. Returns whether it is its customer's first. A draft is neither
/// a sale nor a first order, and belongs to no cart.
pub(super) async fn insert(
    c: Conn<'_>,
    scope: &StoreScope,
    order: &Order,
    currency: Currency,
    cart: Option<CartId>,
    access_hash: &str,
) -> Result<bool> {
    let sql = db::sql!(
        "INSERT INTO orders (",
        Order::WRITTEN,
        ", is_first_order) VALUES (",
        Order::PLACEHOLDERS,
        ", CAST(?4 AS BIGINT) IS NOT NULL AND NOT EXISTS \
         (SELECT 1 FROM orders e WHERE e.store_id = ?1 AND e.customer_id = ?3 AND e.status <> 'DRFT')) RETURNING is_first_order"
    );
    c.one(sql, &order_values(order, scope, currency, cart, access_hash).params()).await
}

/// Inserts the lines of an order with its time for the list, one statement for up to twenty of them.
pub(super) async fn insert_items(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    placed_at: Millis,
    items: &[OrderItem],
) -> Result<()> {
    let start = db::sql!("INSERT INTO order_items (", OrderItem::WRITTEN, ") VALUES ");
    let rows: Vec<Values<'_>> = items.iter().map(|item| item_values(item, scope, order, placed_at)).collect();
    for chunk in rows.chunks(20) {
        insert_rows(c, start, chunk, "").await?;
    }
    Ok(())
}

db::record! {
    OrderItem {
        line as key,
        product_id,
        variant_id,
        name as json,
        sku,
        option_values as json,
        fields as json,
        media_id,
        unit_price,
        quantity,
        line_total,
        discount,
        coupon_discount,
        refunded_discount,
        refunded_coupon,
        vat,
        vat_rate,
        weight_grams,
        is_stock_taken,
        returned as read,
        restocked as read,
    }
    fn item_values<'v>(item, scope: &StoreScope, order: OrderId, placed_at: Millis)
    keys { store_id = scope.store(), order_id = order, line = item.line }
    also { placed_at = placed_at }
}

/// The lines of an order; as many as a cart may hold.
pub(super) async fn list_items(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<OrderItem>> {
    let sql =
        db::sql!("SELECT ", OrderItem::READ, " FROM order_items WHERE store_id = ?1 AND order_id = ?2 ORDER BY line LIMIT 1000");
    c.all(sql, p![scope.store(), order]).await
}

/// Locks an order for the rest of the transaction; false when there is none.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<bool> {
    let sql = "SELECT id FROM orders WHERE store_id = ?1 AND id = ?2 FOR NO KEY UPDATE";
    Ok(c.opt::<OrderId>(sql, p![scope.store(), id]).await?.is_some())
}

/// The orders of these ids, in no particular order.
pub(super) async fn find_many(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<Vec<Order>> {
    Sql::new(db::sql!("SELECT ", Order::READ, " FROM orders WHERE "))
        .arg("store_id = ?", scope.store())
        .list(" AND id IN ", ids.to_vec(), "")
        .all(c)
        .await
}

/// A line, with the order it belongs to.
struct OwnedItem(OrderId, OrderItem);

impl FromRow for OwnedItem {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok(Self(row.get()?, OrderItem::from_row(row)?))
    }
}

/// The next orders, by id after `after`, that were paid or have left the store, and did not come back.
pub(super) async fn list_invoiceable(c: Conn<'_>, scope: &StoreScope, after: OrderId, limit: i64) -> Result<Vec<OrderId>> {
    let sql = "SELECT id FROM orders WHERE store_id = ?1 AND id > ?2 AND (payment_status = 'paid' OR status IN ('SHPD', 'ODLV', 'DLVR', 'RFSD')) \
               ORDER BY id LIMIT ?3";
    c.all(sql, p![scope.store(), after, limit]).await
}

/// The lines of these orders, by order and line.
pub(super) async fn list_items_of_many(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<Vec<(OrderId, OrderItem)>> {
    let found: Vec<OwnedItem> = Sql::new(db::sql!("SELECT order_id, ", OrderItem::READ, " FROM order_items WHERE "))
        .arg("store_id = ?", scope.store())
        .list(" AND order_id IN ", ids.to_vec(), " ORDER BY order_id, line")
        .all(c)
        .await?;
    Ok(found.into_iter().map(|OwnedItem(order, item)| (order, item)).collect())
}

/// Adds returned pieces of a line; its goods count as in stock again once all of them are restocked.
pub(super) async fn increment_returned(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    line: i64,
    (returned, restocked): (i64, i64),
) -> Result<()> {
    let sql = "UPDATE order_items SET returned = returned + ?4, restocked = restocked + ?5, \
               is_stock_taken = is_stock_taken AND restocked + ?5 < quantity WHERE store_id = ?1 AND order_id = ?2 AND line = ?3";
    c.exec(sql, p![scope.store(), order, line, returned, restocked]).await?;
    Ok(())
}

/// Adds the discount of refunded pieces to a line, with the coupon's part of it.
pub(super) async fn increment_refunded(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    line: i64,
    (discount, coupon): (i64, i64),
) -> Result<()> {
    let sql = "UPDATE order_items SET refunded_discount = refunded_discount + ?4, refunded_coupon = refunded_coupon + ?5 \
               WHERE store_id = ?1 AND order_id = ?2 AND line = ?3";
    c.exec(sql, p![scope.store(), order, line, discount, coupon]).await?;
    Ok(())
}

/// Sets whether a line's goods are taken from stock.
pub(super) async fn set_stock_taken(c: Conn<'_>, scope: &StoreScope, order: OrderId, line: i64, is_taken: bool) -> Result<()> {
    let sql = "UPDATE order_items SET is_stock_taken = ?4 WHERE store_id = ?1 AND order_id = ?2 AND line = ?3";
    c.exec(sql, p![scope.store(), order, line, is_taken]).await?;
    Ok(())
}

/// Updates the status of an order at the version it was read at; false when it is stale.
pub(super) async fn update_status(
    c: Conn<'_>,
    scope: &StoreScope,
    before: &Order,
    to: Status,
    payment: PaymentStatus,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE orders SET status = ?4, payment_status = ?5, updated_at = ?6, version = version + 1, \
               delivered_at = CASE WHEN ?4 = 'DLVR' THEN COALESCE(delivered_at, ?6) ELSE delivered_at END \
               WHERE store_id = ?1 AND id = ?2 AND version = ?3";
    Ok(c.exec(sql, p![scope.store(), before.id, before.version, to.code(), payment.as_str(), now]).await? == 1)
}

/// Updates the address of an order at the version it was read at; false when it is stale.
pub(super) async fn update_address(
    c: Conn<'_>,
    scope: &StoreScope,
    before: &Order,
    address: Option<&Address>,
    now: Millis,
) -> Result<bool> {
    let sql = "UPDATE orders SET address = ?4, city = ?5, country = ?6, updated_at = ?7, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND version = ?3";
    let (city, country) = address.map_or(("", ""), |a| (a.city.as_str(), a.country.as_str()));
    let params = p![scope.store(), before.id, before.version, Json(address.cloned()), city, country, now];
    Ok(c.exec(sql, params).await? == 1)
}

/// Stores the number of the change's journal entry.
pub(super) async fn set_seq(c: Conn<'_>, scope: &StoreScope, id: OrderId, seq: i64) -> Result<()> {
    c.exec("UPDATE orders SET seq = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, seq]).await?;
    Ok(())
}

/// Changes the stored counter of a status.
pub(super) async fn count_status(c: Conn<'_>, scope: &StoreScope, status: Status, by: i64) -> Result<()> {
    let sql = "INSERT INTO status_counts (store_id, subject, status, n) VALUES (?1, 'order', ?2, ?3) \
               ON CONFLICT (store_id, subject, status) DO UPDATE SET n = status_counts.n + excluded.n";
    c.exec(sql, p![scope.store(), status.code(), by]).await?;
    Ok(())
}

/// The stored counters; at most one row for each status.
pub(super) async fn list_status_counts(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(String, i64)>> {
    c.all("SELECT status, n FROM status_counts WHERE store_id = ?1 AND subject = 'order' LIMIT 20", p![scope.store()]).await
}
