//! Every statement of the orders slice but the list's, which is in `list`.

use db::{Conn, FromRow, Json, Result, Row as Cells, Sql, StoredWord as _, p};
use kernel::{CartId, CouponId, Currency, Lang, Millis, OrderId, StoreScope};

use super::model::{Order, OrderCoupon, OrderItem};
use super::status::{PaymentStatus, Status};
use crate::coupons::Segment;
use customers::Address;

macro_rules! columns {
    () => {
        "id, number, status, payment_status, customer_id, was_guest_order, sender_name, mobile, email, language, subtotal, discount, vat, \
         shipping_fees, payment_fees, total, vat_rate, is_vat_included, customer_currency, total_in_customer_currency, items_count, address, \
         shipping_method_id, shipping_provider, shipping_name, payment_method_id, payment_provider, payment_name, note, created_at, updated_at, \
         version, seq, coupon_id, coupon_code, coupon_segment, coupon_discount"
    };
}

/// A code that the program wrote, read back.
fn code<T>(row: &mut Cells<'_>, column: usize, parse: fn(&str) -> Option<T>) -> Result<T> {
    let text: String = row.get()?;
    parse(&text).ok_or_else(|| db::Error::Column { column, reason: format!("unknown code {text}") })
}

/// The four columns of an order's coupon, which are the last.
fn coupon(row: &mut Cells<'_>) -> Result<Option<OrderCoupon>> {
    let (id, text, segment): (Option<CouponId>, Option<String>, Option<String>) = (row.get()?, row.get()?, row.get()?);
    let discount: i64 = row.get()?;
    let segment = segment.as_deref().map(Segment::decode).transpose()?;
    Ok(id.zip(segment).map(|(id, segment)| OrderCoupon { id, code: text.unwrap_or_default(), segment, discount }))
}

impl FromRow for Order {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self {
            id: row.get()?,
            number: row.get()?,
            status: code(row, 2, Status::parse)?,
            payment_status: code(row, 3, PaymentStatus::parse)?,
            customer_id: row.get()?,
            was_guest_order: row.get()?,
            sender_name: row.get()?,
            mobile: row.get()?,
            email: row.get()?,
            language: code(row, 9, Lang::parse)?,
            subtotal: row.get()?,
            discount: row.get()?,
            vat: row.get()?,
            shipping_fees: row.get()?,
            payment_fees: row.get()?,
            total: row.get()?,
            vat_rate: row.get()?,
            is_vat_included: row.get()?,
            customer_currency: row.get()?,
            total_in_customer_currency: row.get()?,
            items_count: row.get()?,
            address: row.get::<Json<Option<Address>>>()?.0,
            shipping_method_id: row.get()?,
            shipping_provider: row.get()?,
            shipping_name: row.get::<Json<_>>()?.0,
            payment_method_id: row.get()?,
            payment_provider: row.get()?,
            payment_name: row.get::<Json<_>>()?.0,
            note: row.get()?,
            created_at: row.get()?,
            updated_at: row.get()?,
            version: row.get()?,
            seq: row.get()?,
            coupon: coupon(row)?,
        })
    }
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Option<Order>> {
    let sql = concat!("SELECT ", columns!(), " FROM orders WHERE store_id = ?1 AND id = ?2");
    c.opt(sql, p![scope.store(), id]).await
}

/// The order that a shopper's token opens.
pub(super) async fn find_by_access(c: Conn<'_>, scope: &StoreScope, id: OrderId, access_hash: &str) -> Result<Option<Order>> {
    let sql = concat!("SELECT ", columns!(), " FROM orders WHERE store_id = ?1 AND id = ?2 AND access_hash = ?3");
    c.opt(sql, p![scope.store(), id, access_hash]).await
}

pub(super) async fn number(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<i64> {
    c.one("SELECT number FROM orders WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await
}

/// The next order number and the first of `entries` journal numbers, in one statement: the store's hottest row, taken last.
pub(super) async fn take_numbers(c: Conn<'_>, scope: &StoreScope, entries: i64) -> Result<(i64, i64)> {
    let sql = "UPDATE store_counters SET next_order_number = next_order_number + 1, journal_seq = journal_seq + ?2 WHERE store_id = ?1 \
               RETURNING next_order_number - 1, journal_seq - ?2 + 1";
    c.one(sql, p![scope.store(), entries]).await
}

/// Writes an order, one that is placed counted as a sale from the start; whether it is its customer's first. A draft is
/// neither a sale nor a first order, and belongs to no cart.
pub(super) async fn insert(
    c: Conn<'_>,
    scope: &StoreScope,
    o: &Order,
    currency: Currency,
    cart: Option<CartId>,
    access_hash: &str,
) -> Result<bool> {
    let is_placed = o.status != Status::Draft;
    let sql = concat!(
        "INSERT INTO orders (store_id, ",
        columns!(),
        ", currency, city, country, cart_id, access_hash, counted_total, is_first_order) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, \
         ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35, ?36, ?37, ?38, ?39, ?40, \
         ?41, ?42, ?43, ?44, ?45 AND NOT EXISTS (SELECT 1 FROM orders e WHERE e.store_id = ?1 AND e.customer_id = ?6 AND e.status <> 'DRFT')) RETURNING is_first_order"
    );
    let (city, country) = o.address.as_ref().map_or(("", ""), |a| (a.city.as_str(), a.country.as_str()));
    c.one(
        sql,
        p![
            scope.store(),
            o.id,
            o.number,
            o.status.code(),
            o.payment_status.as_str(),
            o.customer_id,
            o.was_guest_order,
            o.sender_name,
            o.mobile,
            o.email,
            o.language.code(),
            o.subtotal,
            o.discount,
            o.vat,
            o.shipping_fees,
            o.payment_fees,
            o.total,
            o.vat_rate,
            o.is_vat_included,
            o.customer_currency.code(),
            o.total_in_customer_currency,
            o.items_count,
            Json(&o.address),
            o.shipping_method_id,
            o.shipping_provider,
            Json(&o.shipping_name),
            o.payment_method_id,
            o.payment_provider,
            Json(&o.payment_name),
            o.note,
            o.created_at,
            o.updated_at,
            o.version,
            o.seq,
            o.coupon.as_ref().map(|k| k.id),
            o.coupon.as_ref().map(|k| k.code.as_str()),
            o.coupon.as_ref().map(|k| k.segment.as_str()),
            o.coupon.as_ref().map_or(0, |k| k.discount),
            currency.code(),
            city,
            country,
            cart,
            access_hash,
            is_placed.then_some(o.total),
            is_placed
        ],
    )
    .await
}

/// The lines of an order with the time of its list, a statement for up to twenty of them.
pub(super) async fn insert_items(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    placed_at: Millis,
    items: &[OrderItem],
) -> Result<()> {
    for chunk in items.chunks(20) {
        let mut sql = Sql::new(
            "INSERT INTO order_items (store_id, order_id, line, product_id, variant_id, name, sku, option_values, fields, media_id, unit_price, \
             quantity, line_total, discount, coupon_discount, refunded_discount, refunded_coupon, vat, vat_rate, weight_grams, is_stock_taken, placed_at) VALUES ",
        );
        for (n, i) in chunk.iter().enumerate() {
            sql = sql
                .raw(if n == 0 { "(" } else { ", (" })
                .arg("?", scope.store())
                .arg(", ?", order)
                .arg(", ?", i.line)
                .arg(", ?", i.product_id)
                .arg(", ?", i.variant_id)
                .arg(", ?", Json(i.name.clone()))
                .arg(", ?", i.sku.clone())
                .arg(", ?", Json(i.option_values.clone()))
                .arg(", ?", Json(i.fields.clone()))
                .arg(", ?", i.media_id)
                .arg(", ?", i.unit_price)
                .arg(", ?", i.quantity)
                .arg(", ?", i.line_total)
                .arg(", ?", i.discount)
                .arg(", ?", i.coupon_discount)
                .arg(", ?", i.refunded_discount)
                .arg(", ?", i.refunded_coupon)
                .arg(", ?", i.vat)
                .arg(", ?", i.vat_rate)
                .arg(", ?", i.weight_grams)
                .arg(", ?", i.is_stock_taken)
                .arg(", ?)", placed_at);
        }
        sql.exec(c).await?;
    }
    Ok(())
}

impl FromRow for OrderItem {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self {
            line: row.get()?,
            product_id: row.get()?,
            variant_id: row.get()?,
            name: row.get::<Json<_>>()?.0,
            sku: row.get()?,
            option_values: row.get::<Json<_>>()?.0,
            fields: row.get::<Json<_>>()?.0,
            media_id: row.get()?,
            unit_price: row.get()?,
            quantity: row.get()?,
            line_total: row.get()?,
            discount: row.get()?,
            coupon_discount: row.get()?,
            refunded_discount: row.get()?,
            refunded_coupon: row.get()?,
            vat: row.get()?,
            vat_rate: row.get()?,
            weight_grams: row.get()?,
            is_stock_taken: row.get()?,
            returned: row.get()?,
            restocked: row.get()?,
        })
    }
}

/// The lines of an order; as many as a cart may hold.
pub(super) async fn list_items(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<OrderItem>> {
    let sql = "SELECT line, product_id, variant_id, name, sku, option_values, fields, media_id, unit_price, quantity, line_total, discount, \
               coupon_discount, refunded_discount, refunded_coupon, vat, vat_rate, weight_grams, is_stock_taken, returned, restocked FROM order_items WHERE store_id = ?1 AND order_id = ?2 ORDER BY line LIMIT 1000";
    c.all(sql, p![scope.store(), order]).await
}

/// Holds an order for the rest of the transaction; false when there is none.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<bool> {
    Ok(c.exec("UPDATE orders SET seq = seq WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await? == 1)
}

/// The orders of these ids, in no order.
pub(super) async fn find_many(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<Vec<Order>> {
    Sql::new(concat!("SELECT ", columns!(), " FROM orders WHERE "))
        .arg("store_id = ?", scope.store())
        .list(" AND id IN ", ids.to_vec(), "")
        .all(c)
        .await
}

/// A line, with the order it belongs to.
struct OwnedItem(OrderId, OrderItem);

impl FromRow for OwnedItem {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self(row.get()?, OrderItem::from_row(row)?))
    }
}

/// The next orders after one that were paid or have left the store, and did not come back.
pub(super) async fn list_invoiceable(c: Conn<'_>, scope: &StoreScope, after: OrderId, limit: i64) -> Result<Vec<OrderId>> {
    let sql = "SELECT id FROM orders WHERE store_id = ?1 AND id > ?2 AND (payment_status = 'paid' OR status IN ('SHPD', 'ODLV', 'DLVR', 'RFSD')) \
               ORDER BY id LIMIT ?3";
    c.all(sql, p![scope.store(), after, limit]).await
}

/// The lines of these orders, by order and line.
pub(super) async fn list_items_of_many(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<Vec<(OrderId, OrderItem)>> {
    let found: Vec<OwnedItem> = Sql::new(
        "SELECT order_id, line, product_id, variant_id, name, sku, option_values, fields, media_id, unit_price, quantity, line_total, \
         discount, coupon_discount, refunded_discount, refunded_coupon, vat, vat_rate, weight_grams, is_stock_taken, returned, restocked FROM order_items WHERE ",
    )
    .arg("store_id = ?", scope.store())
    .list(" AND order_id IN ", ids.to_vec(), " ORDER BY order_id, line")
    .all(c)
    .await?;
    Ok(found.into_iter().map(|OwnedItem(order, item)| (order, item)).collect())
}

/// Notes pieces of a line that came back; its goods are in stock again once all of them stand there.
pub(super) async fn add_returned(
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

/// Notes what had been taken off pieces of a line that are refunded, and the coupon's part of that.
pub(super) async fn add_refunded(
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

/// Marks whether a line's goods are out of stock.
pub(super) async fn set_stock_taken(c: Conn<'_>, scope: &StoreScope, order: OrderId, line: i64, is_taken: bool) -> Result<()> {
    let sql = "UPDATE order_items SET is_stock_taken = ?4 WHERE store_id = ?1 AND order_id = ?2 AND line = ?3";
    c.exec(sql, p![scope.store(), order, line, is_taken]).await?;
    Ok(())
}

/// Moves an order that is still where it was read; false when someone was faster.
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

/// Writes where an order goes, if it is still at the version it was read at; false when someone was faster.
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

/// Notes the journal entry of the change.
pub(super) async fn set_seq(c: Conn<'_>, scope: &StoreScope, id: OrderId, seq: i64) -> Result<()> {
    c.exec("UPDATE orders SET seq = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, seq]).await?;
    Ok(())
}

/// Moves the kept counter of a status.
pub(super) async fn count_status(c: Conn<'_>, scope: &StoreScope, status: Status, by: i64) -> Result<()> {
    let sql = "INSERT INTO status_counts (store_id, subject, status, n) VALUES (?1, 'order', ?2, ?3) \
               ON CONFLICT (store_id, subject, status) DO UPDATE SET n = status_counts.n + excluded.n";
    c.exec(sql, p![scope.store(), status.code(), by]).await?;
    Ok(())
}

/// The kept counters; at most one row a status.
pub(super) async fn status_counts(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(String, i64)>> {
    c.all("SELECT status, n FROM status_counts WHERE store_id = ?1 AND subject = 'order' LIMIT 20", p![scope.store()]).await
}

/// An entry of an order's activity (OR-07).
pub(super) struct Activity {
    pub(super) seq: i64,
    pub(super) at: Millis,
    pub(super) action: String,
    pub(super) actor_kind: String,
    pub(super) actor_name: String,
    pub(super) operator_name: Option<String>,
    pub(super) note: Option<String>,
    pub(super) before: Option<Json<serde_json::Value>>,
    pub(super) after: Option<Json<serde_json::Value>>,
}
db::row!(Activity { seq, at, action, actor_kind, actor_name, operator_name, note, before, after });

/// One entry of the store's journal.
pub(super) async fn find_activity(c: Conn<'_>, scope: &StoreScope, seq: i64) -> Result<Option<Activity>> {
    let sql = "SELECT seq, at, action, actor_kind, actor_name, operator_name, note, before, after FROM journal WHERE store_id = ?1 AND seq = ?2";
    c.opt(sql, p![scope.store(), seq]).await
}

/// The newest entries of an order, 200 at most, oldest first.
pub(super) async fn list_activity(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<Activity>> {
    let sql = "SELECT seq, at, action, actor_kind, actor_name, operator_name, note, before, after FROM journal \
               WHERE store_id = ?1 AND subject = 'order' AND subject_id = ?2 ORDER BY seq DESC LIMIT 200";
    let mut all: Vec<Activity> = c.all(sql, p![scope.store(), id]).await?;
    all.reverse();
    Ok(all)
}
