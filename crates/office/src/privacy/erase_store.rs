//! The statements of an erasure, each on the person's rows alone.

use ::documents::Document;
use db::{Conn, Json, Result, Sql, p, row};
use kernel::{
    CartId, CustomerId, DocumentId, ExportId, ImportId, Millis, OrderBatchId, OrderId, OrderViewId, ProductId, ShopperFileId,
    StoreId, StoreScope, Texts, UserId,
};
use serde_json::Value;

use super::mentions_store::update_journal;
use super::scrub::{self, Known};
use catalog::OptionValue;
use commerce::carts::FieldValue;
use customers::Address;

/// Runs statements whose parameters are the store and one number.
macro_rules! each {
    ($c:expr, $scope:expr, $id:expr, [$($sql:expr),* $(,)?]) => {
        $($c.exec($sql, p![$scope.store(), $id]).await?;)*
    };
}

// ---- the record -----------------------------------------------------------------------------------------------------

/// Deletes everything that belongs to the record.
pub(super) async fn delete_record_details(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<()> {
    each!(
        c,
        scope,
        id,
        [
            "DELETE FROM customer_addresses WHERE store_id = ?1 AND customer_id = ?2",
            "DELETE FROM customer_tags WHERE store_id = ?1 AND customer_id = ?2",
            "DELETE FROM customer_group_members WHERE store_id = ?1 AND customer_id = ?2",
            "DELETE FROM customer_consents WHERE store_id = ?1 AND customer_id = ?2",
            "DELETE FROM customer_notes WHERE store_id = ?1 AND customer_id = ?2",
            "DELETE FROM customer_contacts WHERE store_id = ?1 AND customer_id = ?2",
            "DELETE FROM batch_items WHERE store_id = ?1 AND area = 'customer' AND subject_id = ?2",
            "DELETE FROM search_tokens WHERE store_id = ?1 AND subject = 'customer' AND subject_id = ?2",
        ]
    );
    Ok(())
}

/// Scrubs the record, which stays for its orders.
pub(super) async fn erase_record(c: Conn<'_>, scope: &StoreScope, id: CustomerId, name: &str, now: Millis) -> Result<()> {
    let sql = "UPDATE customers SET name = ?3, name_key = ?4, mobile = NULL, email = NULL, city = '', blocked_at = NULL, block_reason = '', \
               erased_at = ?5, updated_at = ?5, version = version + 1 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, name, kernel::fold::fold(name), now]).await?;
    Ok(())
}

/// Deletes the record, which has no orders.
pub(super) async fn delete_record(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<()> {
    each!(
        c,
        scope,
        id,
        [
            "DELETE FROM customer_merges WHERE store_id = ?1 AND kept_id = ?2",
            "DELETE FROM customers WHERE store_id = ?1 AND id = ?2",
        ]
    );
    Ok(())
}

/// Deletes a number from tables in which the number alone is the key.
pub(super) async fn delete_number(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<()> {
    each!(
        c,
        scope,
        mobile,
        [
            "DELETE FROM phone_outcomes WHERE store_id = ?1 AND mobile = ?2",
            "DELETE FROM confirmation_leases WHERE store_id = ?1 AND mobile = ?2",
            // Of a deleted cart the reminders stand alone, and the message may have gone to another address.
            "DELETE FROM outbox_messages WHERE store_id = ?1 AND id IN (SELECT r.message_id FROM cart_reminders r WHERE r.store_id = ?1 \
             AND r.mobile = ?2 AND r.status = 'handed_over' AND r.message_id IS NOT NULL)",
            "UPDATE cart_reminders SET mobile = '', recipient = '' WHERE store_id = ?1 AND mobile = ?2 AND status = 'handed_over'",
        ]
    );
    Ok(())
}

/// Deletes numbers and e-mail addresses from tables that only reminders write.
pub(super) async fn delete_contact(c: Conn<'_>, scope: &StoreScope, contact: &str) -> Result<()> {
    each!(
        c,
        scope,
        contact,
        [
            "DELETE FROM reminded_people WHERE store_id = ?1 AND address = ?2",
            "UPDATE cart_reminders SET mobile = '', recipient = '' WHERE store_id = ?1 AND recipient = ?2 AND status = 'handed_over'",
        ]
    );
    Ok(())
}

/// When the person of this number or e-mail address opted out of reminders.
pub(super) async fn find_opted_out_at(c: Conn<'_>, scope: &StoreScope, contact: &str) -> Result<Option<Millis>> {
    let sql = "SELECT opted_out_at FROM reminded_people WHERE store_id = ?1 AND address = ?2 AND opted_out_at IS NOT NULL";
    c.opt(sql, p![scope.store(), contact]).await
}

/// Messages that were written to the person.
pub(super) async fn delete_messages(c: Conn<'_>, scope: &StoreScope, recipient: &str) -> Result<u64> {
    c.exec("DELETE FROM outbox_messages WHERE recipient = ?2 AND store_id = ?1", p![scope.store(), recipient]).await
}

// ---- carts ----------------------------------------------------------------------------------------------------------

/// Scrubs a cart that became an order; it stays for the reports.
pub(super) async fn erase_cart(c: Conn<'_>, scope: &StoreScope, id: CartId) -> Result<()> {
    each!(
        c,
        scope,
        id,
        [
            "UPDATE carts SET contact = 'null', address = 'null', note = '', mobile = NULL WHERE store_id = ?1 AND id = ?2",
            "UPDATE cart_items SET fields = '[]' WHERE store_id = ?1 AND cart_id = ?2",
            "UPDATE cart_reminders SET mobile = '', recipient = '' WHERE store_id = ?1 AND cart_id = ?2",
            "DELETE FROM search_tokens WHERE store_id = ?1 AND subject = 'cart' AND subject_id = ?2",
        ]
    );
    Ok(())
}

/// The reminder messages of a cart.
pub(super) async fn delete_cart_messages(c: Conn<'_>, scope: &StoreScope, id: CartId) -> Result<()> {
    let sql = "DELETE FROM outbox_messages WHERE store_id = ?1 AND id IN (SELECT r.message_id FROM cart_reminders r \
               WHERE r.store_id = ?1 AND r.cart_id = ?2 AND r.message_id IS NOT NULL)";
    c.exec(sql, p![scope.store(), id]).await?;
    Ok(())
}

/// The shopper's answers in a cart's lines.
pub(super) async fn list_cart_answers(c: Conn<'_>, scope: &StoreScope, id: CartId) -> Result<Vec<FieldValue>> {
    let sql = "SELECT fields FROM cart_items WHERE store_id = ?1 AND cart_id = ?2 AND fields <> '[]'";
    let all: Vec<Json<Vec<FieldValue>>> = c.all(sql, p![scope.store(), id]).await?;
    Ok(all.into_iter().flat_map(|Json(fields)| fields).collect())
}

// ---- orders ---------------------------------------------------------------------------------------------------------

/// The order's own row. Country, region and city stay: reports count by them, and they identify nobody.
pub(super) async fn erase_order(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
    name: &str,
    address: Option<&Address>,
    now: Millis,
) -> Result<()> {
    let sql = "UPDATE orders SET sender_name = ?3, mobile = '', email = NULL, note = '', address = ?4, updated_at = ?5, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, name, Json(address), now]).await?;
    Ok(())
}

/// What providers said about an order: their words and answers may name the shopper. Locked before the order, as every call and event is.
pub(super) async fn erase_provider_data(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<()> {
    each!(
        c,
        scope,
        id,
        [
            "UPDATE provider_calls SET reason_words = '', result = 'null' WHERE store_id = ?1 AND order_id = ?2 AND ended_at IS NOT NULL",
            "DELETE FROM provider_exchanges WHERE store_id = ?1 AND call_id IN \
             (SELECT k.id FROM provider_calls k WHERE k.store_id = ?1 AND k.order_id = ?2)",
            "UPDATE provider_events SET body = '', query = '', headers = '{}', has_content = FALSE WHERE store_id = ?1 AND order_id = ?2",
        ]
    );
    Ok(())
}

/// Free texts around an order, and the names of actors who are the shopper.
pub(super) async fn erase_order_details(c: Conn<'_>, scope: &StoreScope, id: OrderId, name: &str) -> Result<()> {
    each!(
        c,
        scope,
        id,
        [
            "DELETE FROM order_drafts WHERE store_id = ?1 AND order_id = ?2",
            "DELETE FROM order_address_checks WHERE store_id = ?1 AND order_id = ?2",
            "DELETE FROM order_mentions WHERE store_id = ?1 AND comment_id IN \
             (SELECT k.id FROM order_comments k WHERE k.store_id = ?1 AND k.order_id = ?2)",
            "UPDATE order_comments SET body = '', deleted_at = COALESCE(deleted_at, created_at), version = version + 1 \
             WHERE store_id = ?1 AND order_id = ?2",
            "UPDATE order_returns SET note = NULL WHERE store_id = ?1 AND order_id = ?2 AND note IS NOT NULL",
            "UPDATE order_refunds SET note = NULL WHERE store_id = ?1 AND order_id = ?2 AND note IS NOT NULL",
            "UPDATE order_entries SET note = NULL WHERE store_id = ?1 AND order_id = ?2 AND note IS NOT NULL",
            "UPDATE payment_attempts SET next_address = '', refusal_words = '', version = version + 1 WHERE store_id = ?1 AND order_id = ?2",
            "UPDATE payment_transactions SET last_four = '', refusal_words = '', note = NULL WHERE store_id = ?1 AND order_id = ?2",
            "UPDATE payment_cases SET note = '' WHERE store_id = ?1 AND order_id = ?2",
            "UPDATE order_calls SET mobile = '', note = NULL WHERE store_id = ?1 AND order_id = ?2",
            "UPDATE order_confirmations SET mobile = '' WHERE store_id = ?1 AND order_id = ?2",
            "UPDATE shipments SET received_by = '', note = '', pickup_code = '', tracking_no = '', tracking_url = '', second_phone = '', \
             address = 'null', pending_change = 'null', booking_error = '', courier_reason = '', is_tracked = FALSE, version = version + 1 \
             WHERE store_id = ?1 AND order_id = ?2",
            "UPDATE return_parcels SET address = 'null', note = '', tracking_no = '', tracking_key = '', tracking_url = '', reason_words = '', \
             step_reason = '', events = '[]', next_read_at = NULL WHERE store_id = ?1 AND order_id = ?2",
            "UPDATE shipment_tracking SET words = '' WHERE store_id = ?1 AND words <> '' AND shipment_id IN \
             (SELECT s.id FROM shipments s WHERE s.store_id = ?1 AND s.order_id = ?2)",
            "UPDATE shipment_events SET note = NULL WHERE store_id = ?1 AND note IS NOT NULL AND shipment_id IN \
             (SELECT s.id FROM shipments s WHERE s.store_id = ?1 AND s.order_id = ?2)",
        ]
    );
    for sql in [
        "UPDATE order_entries SET actor_name = ?3 WHERE store_id = ?1 AND order_id = ?2 AND actor_kind = 'Customer'",
        "UPDATE order_returns SET actor_name = ?3 WHERE store_id = ?1 AND order_id = ?2 AND actor_kind = 'Customer'",
        "UPDATE order_refunds SET actor_name = ?3 WHERE store_id = ?1 AND order_id = ?2 AND actor_kind = 'Customer'",
        "UPDATE shipment_events SET actor_name = ?3 WHERE store_id = ?1 AND actor_kind = 'Customer' AND shipment_id IN \
         (SELECT s.id FROM shipments s WHERE s.store_id = ?1 AND s.order_id = ?2)",
    ] {
        c.exec(sql, p![scope.store(), id, name]).await?;
    }
    Ok(())
}

/// Locks carts of the person for the rest of the transaction, in ascending order.
pub(super) async fn lock_carts(c: Conn<'_>, scope: &StoreScope, ids: impl Iterator<Item = CartId>) -> Result<()> {
    let mut ids: Vec<CartId> = ids.collect();
    ids.sort_unstable();
    for id in ids {
        c.opt::<CartId>("SELECT id FROM carts WHERE store_id = ?1 AND id = ?2 FOR NO KEY UPDATE", p![scope.store(), id]).await?;
    }
    Ok(())
}

/// Comments of an order, under whose ids the journal keeps their former texts.
pub(super) async fn list_comments(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<i64>> {
    c.all("SELECT id FROM order_comments WHERE store_id = ?1 AND order_id = ?2 ORDER BY seq", p![scope.store(), id]).await
}

/// Deletes the receipts of an order; returns the keys of their files.
pub(super) async fn delete_receipts(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<String>> {
    c.all("DELETE FROM order_receipts WHERE store_id = ?1 AND order_id = ?2 RETURNING stored", p![scope.store(), id]).await
}

/// The columns of a line that may hold the shopper's words.
pub(super) struct LineRow {
    pub(super) line: i64,
    pub(super) product_id: ProductId,
    pub(super) name: Json<Texts>,
    pub(super) option_values: Json<Vec<OptionValue>>,
    pub(super) fields: Json<Vec<FieldValue>>,
}
row!(LineRow { line, product_id, name, option_values, fields });

pub(super) async fn list_lines(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<LineRow>> {
    let sql = "SELECT line, product_id, name, option_values, fields FROM order_items WHERE store_id = ?1 AND order_id = ?2 ORDER BY line LIMIT 1000";
    c.all(sql, p![scope.store(), id]).await
}

/// Deletes what the shopper wrote into a line: questions and answers.
pub(super) async fn erase_line(c: Conn<'_>, scope: &StoreScope, id: OrderId, line: i64) -> Result<()> {
    let sql = "UPDATE order_items SET fields = '[]' WHERE store_id = ?1 AND order_id = ?2 AND line = ?3";
    c.exec(sql, p![scope.store(), id, line]).await?;
    Ok(())
}

/// Replaces the merchant's name of a custom line.
pub(super) async fn update_line_name(c: Conn<'_>, scope: &StoreScope, id: OrderId, line: i64, name: &Texts) -> Result<()> {
    let sql = "UPDATE order_items SET name = ?4 WHERE store_id = ?1 AND order_id = ?2 AND line = ?3";
    c.exec(sql, p![scope.store(), id, line, Json(name)]).await?;
    Ok(())
}

/// Deletes a file of the shopper; returns its key.
pub(super) async fn delete_file(c: Conn<'_>, scope: &StoreScope, id: ShopperFileId) -> Result<Option<String>> {
    c.opt("DELETE FROM shopper_files WHERE store_id = ?1 AND id = ?2 RETURNING storage_key", p![scope.store(), id]).await
}

/// Deletes tags of an order that mention the person; the others are the team's own words for its work.
pub(super) async fn delete_tags(c: Conn<'_>, scope: &StoreScope, id: OrderId, known: &Known) -> Result<()> {
    let sql = "SELECT tag_key, tag FROM order_tags WHERE store_id = ?1 AND order_id = ?2";
    let tags: Vec<(String, String)> = c.all(sql, p![scope.store(), id]).await?;
    for (key, _) in tags.into_iter().filter(|(_, tag)| known.is_in(tag)) {
        let sql = "DELETE FROM order_tags WHERE store_id = ?1 AND order_id = ?2 AND tag_key = ?3";
        c.exec(sql, p![scope.store(), id, key]).await?;
    }
    Ok(())
}

/// An order in a batch.
struct OrderBatchRow {
    batch_id: OrderBatchId,
    position: i64,
    way_back: Option<Json<Value>>,
    plan: Option<Json<Value>>,
}
row!(OrderBatchRow { batch_id, position, way_back, plan });

/// The undo steps of batches of orders: a tag that names the person is put on no order again.
pub(super) async fn erase_undo_steps(c: Conn<'_>, scope: &StoreScope, id: OrderId, known: &Known) -> Result<()> {
    let sql = "SELECT batch_id, position, way_back, plan FROM batch_items WHERE store_id = ?1 AND area = 'order' AND subject_id = ?2 \
               AND (way_back IS NOT NULL OR plan IS NOT NULL) ORDER BY batch_id, position LIMIT 10000";
    for OrderBatchRow { batch_id, position, mut way_back, mut plan } in c.all::<OrderBatchRow>(sql, p![scope.store(), id]).await?
    {
        let empty = |acts: &mut Option<Json<Value>>| acts.as_mut().is_some_and(|act| scrub::empty_mentions(&mut act.0, known));
        if empty(&mut way_back) | empty(&mut plan) {
            let sql = "UPDATE batch_items SET way_back = ?4, plan = ?5 WHERE store_id = ?1 AND batch_id = ?2 AND position = ?3";
            c.exec(sql, p![scope.store(), batch_id, position, way_back, plan]).await?;
        }
    }
    Ok(())
}

pub(super) async fn list_documents(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> Result<Vec<(DocumentId, Json<Document>)>> {
    c.all("SELECT id, content FROM documents WHERE store_id = ?1 AND order_id = ?2 ORDER BY id LIMIT 1000", p![scope.store(), id])
        .await
}

/// Writes a document without its buyer. Numbers, amounts and moments have columns and stay as they are.
pub(super) async fn update_document(c: Conn<'_>, scope: &StoreScope, id: DocumentId, content: &Document) -> Result<()> {
    c.exec("UPDATE documents SET content = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, Json(content)]).await?;
    Ok(())
}

// ---- the journal ----------------------------------------------------------------------------------------------------

struct JournalRow {
    seq: i64,
    before: Option<Json<Value>>,
    after: Option<Json<Value>>,
}
row!(JournalRow { seq, before, after });

/// Removes the person from the entries about one row: free texts and the names of actors who are the shopper are deleted, and the
/// facts keep what [`scrub::facts`] lets stay.
pub(super) async fn erase_from_journal(
    c: Conn<'_>,
    scope: &StoreScope,
    (subject, id): (&'static str, i64),
    known: &Known,
    name: &str,
) -> Result<()> {
    let sql = "UPDATE journal SET note = NULL WHERE store_id = ?1 AND subject = ?2 AND subject_id = ?3 AND note IS NOT NULL";
    c.exec(sql, p![scope.store(), subject, id]).await?;
    let sql = "UPDATE journal SET actor_name = ?4, ip = NULL WHERE store_id = ?1 AND subject = ?2 AND subject_id = ?3 AND actor_kind = 'Customer'";
    c.exec(sql, p![scope.store(), subject, id, name]).await?;
    let mut after_seq = 0_i64;
    loop {
        let sql = "SELECT seq, before, after FROM journal WHERE store_id = ?1 AND subject = ?2 AND subject_id = ?3 AND seq > ?4 ORDER BY seq LIMIT 500";
        let entries: Vec<JournalRow> = c.all(sql, p![scope.store(), subject, id, after_seq]).await?;
        let Some(last) = entries.last() else { return Ok(()) };
        after_seq = last.seq;
        for JournalRow { seq, before, after } in entries {
            let scrubbed = |facts: &Option<Json<Value>>| facts.as_ref().and_then(|Json(facts)| scrub::facts(facts, known));
            let (before_scrubbed, after_scrubbed) = (scrubbed(&before), scrubbed(&after));
            if before_scrubbed.as_ref() != before.as_ref().map(|j| &j.0)
                || after_scrubbed.as_ref() != after.as_ref().map(|j| &j.0)
            {
                update_journal(c, scope, seq, before_scrubbed.map(Json), after_scrubbed.map(Json)).await?;
            }
        }
    }
}

// ---- what others keep -----------------------------------------------------------------------------------------------

/// Saved views, preferences and batches whose query searches for the person.
pub(super) async fn erase_searches(c: Conn<'_>, scope: &StoreScope, known: &Known) -> Result<()> {
    let sql = "SELECT id, name, content FROM order_views WHERE store_id = ?1 ORDER BY id LIMIT 10000";
    let views: Vec<(OrderViewId, String, Json<Value>)> = c.all(sql, p![scope.store()]).await?;
    for (id, name, Json(mut content)) in views {
        let is_named = known.is_in(&name);
        if scrub::empty_mentions(&mut content, known) || is_named {
            let sql = "UPDATE order_views SET name = ?3, content = ?4, version = version + 1 WHERE store_id = ?1 AND id = ?2";
            let name = if is_named { format!("#{id}") } else { name };
            c.exec(sql, p![scope.store(), id, name, Json(content)]).await?;
        }
    }
    let sql = "SELECT user_id, code, value FROM user_preferences WHERE store_id = ?1 ORDER BY user_id, code LIMIT 10000";
    let kept_ids: Vec<(UserId, String, Json<Value>)> = c.all(sql, p![scope.store()]).await?;
    for (user, code, Json(mut value)) in kept_ids {
        if scrub::empty_mentions(&mut value, known) {
            let sql = "UPDATE user_preferences SET value = ?4 WHERE store_id = ?1 AND user_id = ?2 AND code = ?3";
            c.exec(sql, p![scope.store(), user, code, Json(value)]).await?;
        }
    }
    // These rows are kept for good, so there may be many.
    let mut after = i64::MIN;
    loop {
        let sql = "SELECT id, detail FROM batches WHERE store_id = ?1 AND id > ?2 AND area <> 'product' AND status <> 'running' \
                   ORDER BY id LIMIT 500";
        let acts: Vec<(i64, Json<Value>)> = c.all(sql, p![scope.store(), after]).await?;
        let Some((last, _)) = acts.last() else { return Ok(()) };
        after = *last;
        for (id, Json(mut detail)) in acts {
            if scrub::empty_mentions(&mut detail, known) {
                c.exec("UPDATE batches SET detail = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, Json(detail)])
                    .await?;
            }
        }
    }
}

/// Invitations to the team by this number or address: an open one ends, and none names its recipient any more.
pub(super) async fn erase_invitations(c: Conn<'_>, scope: &StoreScope, contact: &str, now: Millis) -> Result<()> {
    let sql = "UPDATE invitations SET contact = '#', \
               revoked_at = CASE WHEN accepted_at IS NULL THEN COALESCE(revoked_at, ?3) ELSE revoked_at END \
               WHERE store_id = ?1 AND contact = ?2";
    c.exec(sql, p![scope.store(), contact, now]).await?;
    Ok(())
}

/// Deletes exports with customers, orders or carts, which can be created again; returns their blob folders.
pub(super) async fn delete_exports(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<String>> {
    let sql = "DELETE FROM exports WHERE store_id = ?1 AND kind IN ('customer', 'order', 'cart') AND status <> 'running' RETURNING kind, id";
    let expired: Vec<(String, ExportId)> = c.all(sql, p![scope.store()]).await?;
    Ok(expired.into_iter().map(|(kind, id)| format!("{}/{kind}-exports/{id}", scope.store())).collect())
}

/// Deletes imports of customers, except those that hold nothing of the person: one person cannot be removed from a file, so it is
/// deleted as a whole, and with it the import's undo. Returns their ids and the keys of their files; the job that deletes the
/// files also deletes the outcomes of their rows.
pub(super) async fn delete_imports(c: Conn<'_>, scope: &StoreScope, kept_ids: &[ImportId]) -> Result<Vec<(ImportId, String)>> {
    let sql = Sql::new("DELETE FROM imports WHERE")
        .arg(" store_id = ?", scope.store())
        .raw(" AND kind = 'customer' AND status NOT IN ('checking', 'running', 'undoing')");
    let sql = if kept_ids.is_empty() { sql } else { sql.list(" AND id NOT IN ", kept_ids.to_vec(), "") };
    sql.raw(" RETURNING id, storage_key").all(c).await
}

/// Deletes some rows of a deleted import; returns how many.
pub(super) async fn delete_import_rows(c: Conn<'_>, store: StoreId, id: ImportId) -> Result<u64> {
    let sql = "DELETE FROM import_rows WHERE store_id = ?1 AND import_id = ?2 AND position IN \
               (SELECT r.position FROM import_rows r WHERE r.store_id = ?1 AND r.import_id = ?2 ORDER BY r.position LIMIT 500)";
    c.exec(sql, p![store, id]).await
}

// ---- counts ---------------------------------------------------------------------------------------------------------

/// Counts of a record's data, for the preview.
pub(super) struct Counts {
    pub(super) addresses: i64,
    pub(super) notes: i64,
    pub(super) consents: i64,
    pub(super) documents: i64,
    pub(super) receipts: i64,
}
row!(Counts { addresses, notes, consents, documents, receipts });

pub(super) async fn count_all(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Counts> {
    let sql = Sql::new("SELECT (SELECT COUNT(*) FROM customer_addresses a WHERE")
        .arg(" a.store_id = ?", scope.store())
        .arg(" AND a.customer_id = ?)", id)
        .arg(", (SELECT COUNT(*) FROM customer_notes n WHERE n.store_id = ?", scope.store())
        .arg(" AND n.customer_id = ?)", id)
        .arg(", (SELECT COUNT(*) FROM customer_consents s WHERE s.store_id = ?", scope.store())
        .arg(" AND s.customer_id = ?)", id)
        .arg(", (SELECT COUNT(*) FROM orders o JOIN documents d ON d.store_id = o.store_id AND d.order_id = o.id WHERE o.store_id = ?", scope.store())
        .arg(" AND o.customer_id = ?)", id)
        .arg(", (SELECT COUNT(*) FROM orders o JOIN order_receipts r ON r.store_id = o.store_id AND r.order_id = o.id WHERE o.store_id = ?", scope.store())
        .arg(" AND o.customer_id = ?)", id);
    sql.one(c).await
}
