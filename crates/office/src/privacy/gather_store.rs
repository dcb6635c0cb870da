//! The statements of the personal file: rows as they are, in the order of their creation.

use ::documents::Document;
use db::{Conn, Json, Result, p, row};
use kernel::{CartId, CustomerId, Millis, OrderId, ShopperFileId, StoreScope, Texts};
use serde_json::Value;

use catalog::OptionValue;
use commerce::carts::{Contact, FieldValue};
use commerce::shipments::TrackingEvent;
use customers::Address;

/// The most entries of a list that are read at once; a person has fewer.
pub(super) const MOST: i64 = 5_000;

/// The team's notes about a record, with their times.
pub(super) async fn list_notes(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Vec<(String, Millis)>> {
    let sql = "SELECT text, created_at FROM customer_notes WHERE store_id = ?1 AND customer_id = ?2 ORDER BY id LIMIT ?3";
    c.all(sql, p![scope.store(), id, MOST]).await
}

// ---- orders ---------------------------------------------------------------------------------------------------------

pub(super) struct OrderRow {
    pub(super) number: i64,
    pub(super) status: String,
    pub(super) payment_status: String,
    pub(super) sender_name: String,
    pub(super) mobile: String,
    pub(super) email: Option<String>,
    pub(super) address: Json<Option<Address>>,
    pub(super) note: String,
    pub(super) subtotal: i64,
    pub(super) discount: i64,
    pub(super) vat: i64,
    pub(super) shipping_fees: i64,
    pub(super) payment_fees: i64,
    pub(super) total: i64,
    pub(super) payment_name: Json<Texts>,
    pub(super) shipping_name: Json<Texts>,
    pub(super) created_at: Millis,
    pub(super) coupon_code: Option<String>,
    pub(super) coupon_discount: i64,
}
row!(OrderRow {
    number,
    status,
    payment_status,
    sender_name,
    mobile,
    email,
    address,
    note,
    subtotal,
    discount,
    vat,
    shipping_fees,
    payment_fees,
    total,
    payment_name,
    shipping_name,
    created_at,
    coupon_code,
    coupon_discount,
});

pub(super) async fn get_order(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<OrderRow> {
    let sql = "SELECT number, status, payment_status, sender_name, mobile, email, address, note, subtotal, discount, vat, shipping_fees, \
               payment_fees, total, payment_name, shipping_name, created_at, coupon_code, coupon_discount FROM orders WHERE store_id = ?1 AND id = ?2";
    c.one(sql, p![scope.store(), id]).await
}

pub(super) async fn list_order_tags(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<String>> {
    c.all("SELECT tag FROM order_tags WHERE store_id = ?1 AND order_id = ?2 ORDER BY tag_key", p![scope.store(), id]).await
}

pub(super) struct LineRow {
    pub(super) name: Json<Texts>,
    pub(super) sku: Option<String>,
    pub(super) option_values: Json<Vec<OptionValue>>,
    pub(super) fields: Json<Vec<FieldValue>>,
    pub(super) quantity: i64,
    pub(super) unit_price: i64,
    pub(super) line_total: i64,
}
row!(LineRow { name, sku, option_values, fields, quantity, unit_price, line_total });

pub(super) async fn list_lines(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<LineRow>> {
    let sql = "SELECT name, sku, option_values, fields, quantity, unit_price, line_total FROM order_items \
               WHERE store_id = ?1 AND order_id = ?2 ORDER BY line LIMIT ?3";
    c.all(sql, p![scope.store(), id, MOST]).await
}

/// The blob name of a shopper's file of an order.
pub(super) async fn find_file(c: Conn<'_>, scope: &StoreScope, order: OrderId, id: ShopperFileId) -> Result<Option<String>> {
    let sql = "SELECT storage_key FROM shopper_files WHERE store_id = ?1 AND id = ?2 AND order_id = ?3";
    c.opt(sql, p![scope.store(), id, order]).await
}

/// Kind, amount, time and note of an order's ledger entries.
pub(super) async fn list_ledger(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
) -> Result<Vec<(String, i64, Millis, Option<String>)>> {
    let sql = "SELECT kind, amount, at, note FROM order_entries WHERE store_id = ?1 AND order_id = ?2 ORDER BY n LIMIT ?3";
    c.all(sql, p![scope.store(), id, MOST]).await
}

/// Amount, time and note of refunds.
pub(super) async fn list_refunds(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<(i64, Millis, Option<String>)>> {
    let sql = "SELECT amount, created_at, note FROM order_refunds WHERE store_id = ?1 AND order_id = ?2 ORDER BY id LIMIT ?3";
    c.all(sql, p![scope.store(), id, MOST]).await
}

pub(super) struct ReturnedRow {
    pub(super) at: Millis,
    pub(super) note: Option<String>,
    pub(super) line: i64,
    pub(super) quantity: i64,
    pub(super) reason: Json<Texts>,
}
row!(ReturnedRow { at, note, line, quantity, reason });

pub(super) async fn list_returned_lines(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<ReturnedRow>> {
    let sql = "SELECT r.created_at, r.note, l.line, l.quantity, l.reason FROM order_returns r CROSS JOIN order_return_lines l \
               WHERE l.store_id = r.store_id AND l.return_id = r.id AND r.store_id = ?1 AND r.order_id = ?2 ORDER BY +r.id, l.line LIMIT ?3";
    c.all(sql, p![scope.store(), id, MOST]).await
}

pub(super) struct ShipmentRow {
    pub(super) id: i64,
    pub(super) n: i64,
    pub(super) status: String,
    pub(super) courier_name: String,
    pub(super) tracking_no: String,
    pub(super) received_by: String,
    pub(super) note: String,
    pub(super) cod_amount: i64,
    pub(super) created_at: Millis,
    pub(super) second_phone: String,
    pub(super) address: Json<Option<Address>>,
}
row!(ShipmentRow { id, n, status, courier_name, tracking_no, received_by, note, cod_amount, created_at, second_phone, address });

pub(super) async fn list_shipments(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<ShipmentRow>> {
    let sql = "SELECT id, n, status, courier_name, tracking_no, received_by, note, cod_amount, created_at, second_phone, address FROM shipments \
               WHERE store_id = ?1 AND order_id = ?2 ORDER BY n LIMIT ?3";
    c.all(sql, p![scope.store(), id, MOST]).await
}

/// Status, time and note of a shipment's events.
pub(super) async fn list_shipment_events(
    c: Conn<'_>,
    scope: &StoreScope,
    shipment: i64,
) -> Result<Vec<(String, Millis, Option<String>)>> {
    let sql = "SELECT status, at, note FROM shipment_events WHERE store_id = ?1 AND shipment_id = ?2 ORDER BY n LIMIT ?3";
    c.all(sql, p![scope.store(), shipment, MOST]).await
}

/// Step, time and words of what a courier says of a shipment.
pub(super) async fn list_shipment_tracking(
    c: Conn<'_>,
    scope: &StoreScope,
    shipment: i64,
) -> Result<Vec<(String, Option<Millis>, String)>> {
    let sql = "SELECT step, at, words FROM shipment_tracking WHERE store_id = ?1 AND shipment_id = ?2 ORDER BY position LIMIT ?3";
    c.all(sql, p![scope.store(), shipment, MOST]).await
}

/// A parcel that a courier fetched at the person's.
pub(super) struct ReturnParcelRow {
    pub(super) provider: String,
    pub(super) tracking_no: String,
    pub(super) note: String,
    pub(super) created_at: Millis,
    pub(super) address: Json<Option<Address>>,
    pub(super) events: Json<Vec<TrackingEvent>>,
}
row!(ReturnParcelRow { provider, tracking_no, note, created_at, address, events });

pub(super) async fn list_return_parcels(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<ReturnParcelRow>> {
    let sql = "SELECT provider, tracking_no, note, created_at, address, events FROM return_parcels \
               WHERE store_id = ?1 AND order_id = ?2 ORDER BY n LIMIT ?3";
    c.all(sql, p![scope.store(), id, MOST]).await
}

/// An invoice, a credit note or a slip.
pub(super) struct DocumentRow {
    pub(super) kind: String,
    pub(super) total: i64,
    pub(super) vat: i64,
    pub(super) issued_at: Millis,
    pub(super) content: Json<Document>,
}
row!(DocumentRow { kind, total, vat, issued_at, content });

pub(super) async fn list_documents(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<DocumentRow>> {
    let sql =
        "SELECT kind, total, vat, issued_at, content FROM documents WHERE store_id = ?1 AND order_id = ?2 ORDER BY id LIMIT ?3";
    c.all(sql, p![scope.store(), id, MOST]).await
}

/// A receipt of a bank transfer.
pub(super) struct ReceiptRow {
    /// The blob name of its file.
    pub(super) stored: String,
    pub(super) status: String,
    pub(super) amount: Option<i64>,
    pub(super) reason: String,
    pub(super) sent_at: Millis,
}
row!(ReceiptRow { stored, status, amount, reason, sent_at });

pub(super) async fn list_receipts(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<ReceiptRow>> {
    let sql = "SELECT stored, status, amount, reason, sent_at FROM order_receipts WHERE store_id = ?1 AND order_id = ?2 ORDER BY id LIMIT ?3";
    c.all(sql, p![scope.store(), id, MOST]).await
}

/// A report of a payment gateway.
pub(super) struct PaymentRow {
    pub(super) kind: String,
    pub(super) status: String,
    pub(super) amount: i64,
    pub(super) scheme: String,
    pub(super) last_four: String,
    pub(super) note: Option<String>,
    pub(super) at: Millis,
}
row!(PaymentRow { kind, status, amount, scheme, last_four, note, at });

pub(super) async fn list_payments(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<PaymentRow>> {
    let sql = "SELECT kind, status, amount, scheme, last_four, note, first_at FROM payment_transactions \
               WHERE store_id = ?1 AND order_id = ?2 ORDER BY id LIMIT ?3";
    c.all(sql, p![scope.store(), id, MOST]).await
}

/// Outcome, time and note of calls that were not undone.
pub(super) async fn list_calls(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<(String, Millis, Option<String>)>> {
    let sql = "SELECT outcome, at, note FROM order_calls WHERE store_id = ?1 AND order_id = ?2 AND is_undone = FALSE ORDER BY id LIMIT ?3";
    c.all(sql, p![scope.store(), id, MOST]).await
}

pub(super) struct CommentRow {
    pub(super) id: i64,
    pub(super) body: String,
    pub(super) is_visible: bool,
    pub(super) edited_at: Option<Millis>,
    pub(super) deleted_at: Option<Millis>,
    pub(super) created_at: Millis,
}
row!(CommentRow { id, body, is_visible, edited_at, deleted_at, created_at });

pub(super) async fn list_comments(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<CommentRow>> {
    let sql = "SELECT id, body, is_visible, edited_at, deleted_at, created_at FROM order_comments \
               WHERE store_id = ?1 AND order_id = ?2 ORDER BY seq LIMIT ?3";
    c.all(sql, p![scope.store(), id, MOST]).await
}

/// The former texts of a comment, as the journal keeps them.
pub(super) async fn list_comment_versions(c: Conn<'_>, scope: &StoreScope, comment: i64) -> Result<Vec<Json<Value>>> {
    let sql = "SELECT before FROM journal WHERE store_id = ?1 AND subject = 'order_comment' AND subject_id = ?2 AND before IS NOT NULL \
               ORDER BY seq LIMIT ?3";
    c.all(sql, p![scope.store(), comment, MOST]).await
}

// ---- carts ----------------------------------------------------------------------------------------------------------

pub(super) struct CartRow {
    pub(super) step: String,
    pub(super) contact: Json<Option<Contact>>,
    pub(super) address: Json<Option<Address>>,
    pub(super) note: String,
    pub(super) amount: i64,
    pub(super) created_at: Millis,
    pub(super) active_at: Millis,
}
row!(CartRow { step, contact, address, note, amount, created_at, active_at });

pub(super) async fn find_cart(c: Conn<'_>, scope: &StoreScope, id: CartId) -> Result<Option<CartRow>> {
    let sql = "SELECT step, contact, address, note, amount, created_at, active_at FROM carts WHERE store_id = ?1 AND id = ?2";
    c.opt(sql, p![scope.store(), id]).await
}

/// Quantity and answers of a cart's lines.
pub(super) async fn list_cart_items(c: Conn<'_>, scope: &StoreScope, cart: CartId) -> Result<Vec<(i64, Json<Vec<FieldValue>>)>> {
    let sql = "SELECT quantity, fields FROM cart_items WHERE store_id = ?1 AND cart_id = ?2 ORDER BY line LIMIT ?3";
    c.all(sql, p![scope.store(), cart, MOST]).await
}

/// Channel, status and time of a cart's reminders.
pub(super) async fn list_reminders(c: Conn<'_>, scope: &StoreScope, cart: CartId) -> Result<Vec<(String, String, Millis)>> {
    let sql = "SELECT channel, status, created_at FROM cart_reminders WHERE store_id = ?1 AND cart_id = ?2 ORDER BY id LIMIT ?3";
    c.all(sql, p![scope.store(), cart, MOST]).await
}

// ---- numbers and addresses ------------------------------------------------------------------------------------------

/// Channel, subject, text and time of the messages to a number or an e-mail address.
pub(super) async fn list_messages(
    c: Conn<'_>,
    scope: &StoreScope,
    contact: &str,
) -> Result<Vec<(String, String, String, Millis)>> {
    let sql = "SELECT channel, subject, body, created_at FROM outbox_messages WHERE recipient = ?2 AND store_id = ?1 ORDER BY id LIMIT ?3";
    c.all(sql, p![scope.store(), contact, MOST]).await
}

pub(super) struct OutcomeRow {
    pub(super) delivered: i64,
    pub(super) refused: i64,
    pub(super) returned: i64,
    pub(super) cancelled: i64,
    pub(super) no_answer: i64,
    pub(super) wrong_number: i64,
}
row!(OutcomeRow { delivered, refused, returned, cancelled, no_answer, wrong_number });

pub(super) async fn find_outcomes(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<Option<OutcomeRow>> {
    let sql = "SELECT delivered, refused, returned, cancelled, no_answer, wrong_number FROM phone_outcomes WHERE store_id = ?1 AND mobile = ?2";
    c.opt(sql, p![scope.store(), mobile]).await
}

// ---- what happened --------------------------------------------------------------------------------------------------

pub(super) struct EventRow {
    pub(super) at: Millis,
    pub(super) actor_kind: String,
    pub(super) action: String,
    pub(super) note: Option<String>,
    pub(super) after: Option<Json<Value>>,
}
row!(EventRow { at, actor_kind, action, note, after });

/// The journal's entries about a row.
pub(super) async fn list_activity(c: Conn<'_>, scope: &StoreScope, subject: &'static str, id: i64) -> Result<Vec<EventRow>> {
    let sql = "SELECT at, actor_kind, action, note, after FROM journal WHERE store_id = ?1 AND subject = ?2 AND subject_id = ?3 ORDER BY seq LIMIT ?4";
    c.all(sql, p![scope.store(), subject, id, MOST]).await
}
