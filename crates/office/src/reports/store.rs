//! Every statement of the reports: they read the tables of every slice to their left and write none.

use std::ops::RangeInclusive;

use db::{Conn, Json, Result, p, row};
use kernel::{Millis, OrderId, StoreScope, UserId};

use web::Ability;

use super::model::Traffic;

pub(super) struct SyncRow {
    pub(super) is_url_ready: bool,
    pub(super) is_theme_ready: bool,
    pub(super) seq: i64,
    pub(super) waiting_orders: i64,
}
row!(SyncRow { is_url_ready, is_theme_ready, seq, waiting_orders });

/// Readiness, the newest sequence number and the orders under review, in one statement (GU-08).
pub(super) async fn get_sync(c: Conn<'_>, scope: &StoreScope) -> Result<SyncRow> {
    let sql = "SELECT s.is_url_ready, s.is_theme_ready, k.journal_seq, COALESCE(n.n, CAST(0 AS BIGINT)) FROM stores s \
               JOIN store_counters k ON k.store_id = s.id \
               LEFT JOIN status_counts n ON n.store_id = s.id AND n.subject = 'order' AND n.status = 'PEND' WHERE s.id = ?1";
    c.one(sql, p![scope.store()]).await
}

pub(super) struct ChecklistRow {
    pub(super) has_product: bool,
    pub(super) has_image: bool,
    pub(super) has_payment: bool,
    pub(super) has_logo: bool,
    pub(super) has_contact: bool,
    pub(super) has_order: bool,
    pub(super) has_tax_details: bool,
}
row!(ChecklistRow { has_product, has_image, has_payment, has_logo, has_contact, has_order, has_tax_details });

/// The state of the setup checklist. A sample product does not count.
pub(super) async fn get_checklist(c: Conn<'_>, scope: &StoreScope) -> Result<ChecklistRow> {
    let sql = "SELECT \
       EXISTS (SELECT id FROM products WHERE store_id = ?1 AND deleted_at IS NULL AND NOT is_sample), \
       EXISTS (SELECT m.media_id FROM product_media m JOIN products p ON p.store_id = m.store_id AND p.id = m.product_id \
               WHERE m.store_id = ?1 AND p.deleted_at IS NULL), \
       EXISTS (SELECT id FROM payment_methods WHERE store_id = ?1 AND is_active = TRUE), \
       EXISTS (SELECT code FROM store_settings WHERE store_id = ?1 AND code = 'logo' AND value <> 'null'), \
       EXISTS (SELECT code FROM store_settings WHERE store_id = ?1 AND code IN ('store_email', 'store_phone') AND value <> '\"\"'), \
       EXISTS (SELECT id FROM orders WHERE store_id = ?1 AND status NOT IN ('DRFT', 'CNCL')), \
       EXISTS (SELECT code FROM store_settings WHERE store_id = ?1 AND code = ?2)";
    c.one(sql, p![scope.store(), platform::stores::VAT_REGISTRATION]).await
}

/// Page views and visitors by hour since 1970, one row an hour.
pub(super) async fn list_visit_hours(
    c: Conn<'_>,
    scope: &StoreScope,
    hours: &RangeInclusive<i64>,
) -> Result<Vec<(i64, Traffic)>> {
    let sql =
        "SELECT hour, views, visitors FROM visit_hours WHERE store_id = ?1 AND hour BETWEEN ?2 AND ?3 ORDER BY hour LIMIT 20000";
    let rows: Vec<(i64, i64, i64)> = c.all(sql, p![scope.store(), *hours.start(), *hours.end()]).await?;
    Ok(rows.into_iter().map(|(hour, views, visitors)| (hour, Traffic { views, visitors })).collect())
}

/// Products on sale that are low on stock or sold out by their own threshold or the store's, counted up to 1001.
pub(super) async fn count_low_stock(c: Conn<'_>, scope: &StoreScope) -> Result<i64> {
    let at = platform::stores::get_low_stock_threshold(c, scope).await?;
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM products WHERE store_id = ?1 AND deleted_at IS NULL AND archived_at IS NULL AND is_active = TRUE \
               AND is_published = TRUE AND has_unlimited_qty = FALSE \
               AND ((low_stock_at IS NULL AND stock <= ?2) OR (low_stock_at IS NOT NULL AND stock <= low_stock_at)) LIMIT 1001) AS low";
    c.one(sql, p![scope.store(), at]).await
}

pub(super) struct LatestOrder {
    pub(super) id: OrderId,
    pub(super) number: i64,
    pub(super) status: String,
    pub(super) payment_status: String,
    pub(super) sender_name: String,
    pub(super) mobile: String,
    pub(super) city: String,
    pub(super) items_count: i64,
    pub(super) total: i64,
    pub(super) payment_provider: String,
    pub(super) shipping_provider: String,
    pub(super) created_at: Millis,
    pub(super) version: i64,
    pub(super) seq: i64,
}
row!(LatestOrder {
    id,
    number,
    status,
    payment_status,
    sender_name,
    mobile,
    city,
    items_count,
    total,
    payment_provider,
    shipping_provider,
    created_at,
    version,
    seq
});

/// The five newest orders, without drafts.
pub(super) async fn list_latest_orders(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<LatestOrder>> {
    let sql = "SELECT id, number, status, payment_status, sender_name, mobile, city, items_count, total, payment_provider, shipping_provider, \
               created_at, version, seq FROM orders WHERE store_id = ?1 AND status <> 'DRFT' ORDER BY created_at DESC, id DESC LIMIT 5";
    c.all(sql, p![scope.store()]).await
}

pub(super) struct ChangeRow {
    pub(super) seq: i64,
    pub(super) at: Millis,
    pub(super) subject: String,
    pub(super) subject_id: i64,
    pub(super) action: String,
}
row!(ChangeRow { seq, at, subject, subject_id, action });

/// Changes after `since`, the oldest first.
pub(super) async fn list_changes(c: Conn<'_>, scope: &StoreScope, since: i64, limit: i64) -> Result<Vec<ChangeRow>> {
    let sql = "SELECT seq, at, subject, subject_id, action FROM journal WHERE store_id = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3";
    c.all(sql, p![scope.store(), since, limit]).await
}

/// The newest sequence number.
pub(super) async fn get_seq(c: Conn<'_>, scope: &StoreScope) -> Result<i64> {
    c.one("SELECT journal_seq FROM store_counters WHERE store_id = ?1", p![scope.store()]).await
}

/// The current abilities of a person in the store; none when they are no longer a member.
pub(super) async fn find_abilities(c: Conn<'_>, scope: &StoreScope, user: UserId) -> Result<Option<Vec<Ability>>> {
    let sql = "SELECT abilities FROM memberships WHERE store_id = ?1 AND user_id = ?2";
    Ok(c.opt::<Json<Vec<Ability>>>(sql, p![scope.store(), user]).await?.map(|Json(abilities)| abilities))
}

/// An entry of the audit log.
pub(super) struct AuditRow {
    pub(super) seq: i64,
    pub(super) at: Millis,
    pub(super) subject: String,
    pub(super) subject_id: i64,
    pub(super) action: String,
    pub(super) actor_name: String,
    pub(super) operator_name: Option<String>,
    pub(super) ip: Option<String>,
    pub(super) before: Option<Json<serde_json::Value>>,
    pub(super) after: Option<Json<serde_json::Value>>,
    /// What the record's first entry holds: its name or number at its creation.
    pub(super) first: Option<Json<serde_json::Value>>,
}
row!(AuditRow { seq, at, subject, subject_id, action, actor_name, operator_name, ip, before, after, first });

macro_rules! audit {
    ($condition:literal) => {
        concat!(
            "SELECT seq, at, subject, subject_id, action, actor_name, operator_name, ip, before, after, \
             (SELECT f.after FROM journal f WHERE f.store_id = ?1 AND f.subject = journal.subject AND f.subject_id = journal.subject_id \
             ORDER BY f.seq LIMIT 1) AS first \
             FROM journal WHERE store_id = ?1 AND actor_kind = 'Merchant' AND seq < ?2",
            $condition,
            " ORDER BY seq DESC LIMIT ?3 OFFSET ?4"
        )
    };
}

/// Actions of members before a sequence number, the newest first; of one member where one is given.
pub(super) async fn list_audit(
    c: Conn<'_>,
    scope: &StoreScope,
    member: Option<UserId>,
    before: i64,
    limit: i64,
    offset: i64,
) -> Result<Vec<AuditRow>> {
    match member {
        Some(member) => c.all(audit!(" AND actor_id = ?5"), p![scope.store(), before, limit, offset, member]).await,
        None => c.all(audit!(""), p![scope.store(), before, limit, offset]).await,
    }
}

/// How many there are, counted up to one more than the cap.
pub(super) async fn count_audit(c: Conn<'_>, scope: &StoreScope, member: Option<UserId>) -> Result<i64> {
    if let Some(member) = member {
        let sql = "SELECT COUNT(*) FROM (SELECT seq FROM journal WHERE store_id = ?1 AND actor_kind = 'Merchant' AND actor_id = ?2 LIMIT 1001) AS n";
        c.one(sql, p![scope.store(), member]).await
    } else {
        let sql =
            "SELECT COUNT(*) FROM (SELECT seq FROM journal WHERE store_id = ?1 AND actor_kind = 'Merchant' LIMIT 1001) AS n";
        c.one(sql, p![scope.store()]).await
    }
}
