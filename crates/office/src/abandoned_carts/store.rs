//! Every statement of abandoned carts; the list's dynamic SQL is in [`super::list_store`].

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{CartId, CartReminderId, MessageId, Millis, OrderId, StoreId, StoreScope};

use customers::{Channel, refusals};

use super::model::{Plan, RECOVERED_WITHIN, ReminderChannel, ReminderMessage};

// ---- plans ----------------------------------------------------------------------------------------------------------

struct PlanRow {
    is_active: bool,
    active_since: Millis,
    quiet_from: i64,
    quiet_to: i64,
    cap: i64,
    cap_days: i64,
    messages: Json<Vec<ReminderMessage>>,
    version: i64,
}
row!(PlanRow { is_active, active_since, quiet_from, quiet_to, cap, cap_days, messages, version });

/// The stored plan, else the default one.
pub(super) async fn get_plan(c: Conn<'_>, scope: &StoreScope) -> Result<Plan> {
    let sql = "SELECT is_active, active_since, quiet_from, quiet_to, cap, cap_days, messages, version FROM cart_reminder_plans WHERE store_id = ?1";
    let found: Option<PlanRow> = c.opt(sql, p![scope.store()]).await?;
    Ok(found.map_or_else(Plan::default, |row| {
        let PlanRow { is_active, active_since, quiet_from, quiet_to, cap, cap_days, messages: Json(messages), version } = row;
        Plan { is_active, active_since, quiet_from, quiet_to, cap, cap_days, messages, version }
    }))
}

/// Writes a plan over the version it was read at; false when the stored version is another.
pub(super) async fn upsert_plan(c: Conn<'_>, scope: &StoreScope, plan: &Plan, now: Millis) -> Result<bool> {
    let Plan { is_active, active_since, quiet_from, quiet_to, cap, cap_days, messages, version } = plan;
    let sql = "INSERT INTO cart_reminder_plans (store_id, is_active, active_since, quiet_from, quiet_to, cap, cap_days, messages, version, updated_at) \
               SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 + 1, ?10 \
               WHERE ?9 = COALESCE((SELECT k.version FROM cart_reminder_plans k WHERE k.store_id = ?1), 0) \
               ON CONFLICT (store_id) DO UPDATE SET is_active = excluded.is_active, active_since = excluded.active_since, \
               quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, cap = excluded.cap, cap_days = excluded.cap_days, \
               messages = excluded.messages, version = excluded.version, updated_at = excluded.updated_at \
               WHERE cart_reminder_plans.version = excluded.version - 1";
    let to = p![scope.store(), is_active, active_since, quiet_from, quiet_to, cap, cap_days, Json(messages), version, now];
    Ok(c.exec(sql, to).await? == 1)
}

/// Stores whose plan is active, after one, 100 at most.
pub(super) async fn list_active_stores(c: Conn<'_>, after: StoreId) -> Result<Vec<StoreId>> {
    let sql = "SELECT store_id FROM cart_reminder_plans WHERE is_active AND store_id > ?1 ORDER BY store_id LIMIT 100";
    c.all(sql, p![after]).await
}

// ---- carts ----------------------------------------------------------------------------------------------------------

/// Whether it holds something and is no order.
pub(super) async fn is_open(c: Conn<'_>, scope: &StoreScope, cart: CartId) -> Result<bool> {
    let sql = "SELECT id FROM carts WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL AND recovered_order_id IS NULL AND items_count > 0";
    Ok(c.opt::<CartId>(sql, p![scope.store(), cart]).await?.is_some())
}

/// A cart as the schedule reads it.
pub(super) struct Waiting {
    pub(super) id: CartId,
    pub(super) active_at: Millis,
    pub(super) last_reminded_at: Option<Millis>,
}
row!(Waiting { id, active_at, last_reminded_at });

/// Carts that wait for a message of the sequence and were abandoned in a span of time, after one of them, 200 at most.
pub(super) async fn list_waiting(
    c: Conn<'_>,
    scope: &StoreScope,
    done: i64,
    (from, to): (Millis, Millis),
    after: (Millis, CartId),
) -> Result<Vec<Waiting>> {
    let sql = "SELECT id, active_at, last_reminded_at FROM carts WHERE store_id = ?1 AND reminders_done = ?2 AND order_id IS NULL \
               AND recovered_order_id IS NULL AND items_count > 0 AND mobile IS NOT NULL AND active_at >= ?3 AND active_at <= ?4 \
               AND (active_at, id) > (?5, ?6) ORDER BY active_at, id LIMIT 200";
    c.all(sql, p![scope.store(), done, from, to, after.0, after.1]).await
}

/// Claims a message of the sequence for one worker, or the cart's row for a reminder by hand (`n` is 0); none when another worker
/// has claimed it, the shopper is active again, or there is nothing left to buy.
pub(super) async fn claim(
    c: Conn<'_>,
    scope: &StoreScope,
    cart: CartId,
    n: i64,
    active_at: Option<Millis>,
) -> Result<Option<Claimed>> {
    let sql = "UPDATE carts SET reminders_done = CASE WHEN ?3 = 0 THEN reminders_done ELSE ?3 END WHERE store_id = ?1 AND id = ?2 \
               AND order_id IS NULL AND recovered_order_id IS NULL AND items_count > 0 AND (?3 = 0 OR reminders_done = ?3 - 1) \
               AND (CAST(?4 AS BIGINT) IS NULL OR active_at = ?4) RETURNING active_at, last_reminded_at";
    c.opt(sql, p![scope.store(), cart, n, active_at]).await
}

/// The columns of the claimed cart.
pub(super) struct Claimed {
    pub(super) active_at: Millis,
    pub(super) last_reminded_at: Option<Millis>,
}
row!(Claimed { active_at, last_reminded_at });

pub(super) async fn set_reminded(c: Conn<'_>, scope: &StoreScope, cart: CartId, now: Millis) -> Result<()> {
    let sql = "UPDATE carts SET reminder_status = 'reminded', reminded_at = COALESCE(reminded_at, ?3), last_reminded_at = ?3 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), cart, now]).await?;
    Ok(())
}

/// Ends the sequence; the count of sent messages stays.
pub(super) async fn set_stopped(c: Conn<'_>, scope: &StoreScope, cart: CartId, done: i64) -> Result<()> {
    let sql = "UPDATE carts SET reminder_status = 'stopped', reminders_done = ?3 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), cart, done]).await?;
    Ok(())
}

/// Messages of the sequence that are done for a cart.
pub(super) async fn get_reminders_done(c: Conn<'_>, scope: &StoreScope, cart: CartId) -> Result<i64> {
    c.one("SELECT reminders_done FROM carts WHERE store_id = ?1 AND id = ?2", p![scope.store(), cart]).await
}

// ---- reminders ------------------------------------------------------------------------------------------------------

/// A reminder to insert.
pub(super) struct NewReminder<'a> {
    pub(super) id: CartReminderId,
    pub(super) cart: CartId,
    pub(super) n: i64,
    pub(super) channel: ReminderChannel,
    pub(super) mobile: &'a str,
    pub(super) recipient: &'a str,
    pub(super) status: &'static str,
    pub(super) reason: &'static str,
    pub(super) message: Option<MessageId>,
}

pub(super) async fn insert_reminder(c: Conn<'_>, scope: &StoreScope, new: &NewReminder<'_>, now: Millis) -> Result<()> {
    let NewReminder { id, cart, n, channel, mobile, recipient, status, reason, message } = new;
    let sql = "INSERT INTO cart_reminders (store_id, id, cart_id, n, channel, mobile, recipient, status, reason, message_id, created_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    c.exec(sql, p![scope.store(), id, cart, n, channel.as_str(), mobile, recipient, status, reason, message, now]).await?;
    Ok(())
}

/// A reminder in the list, with its delivery status in the outbox.
pub(super) struct Reminder {
    pub(super) id: CartReminderId,
    /// None for a deleted cart.
    pub(super) cart_id: Option<CartId>,
    pub(super) n: i64,
    pub(super) channel: String,
    pub(super) recipient: String,
    pub(super) status: String,
    pub(super) reason: String,
    pub(super) created_at: Millis,
    pub(super) delivery: Option<String>,
    pub(super) body: Option<String>,
}
row!(Reminder { id, cart_id, n, channel, recipient, status, reason, created_at, delivery, body });

macro_rules! reminders {
    ($rest:literal) => {
        concat!(
            "SELECT r.id, k.id, r.n, r.channel, r.recipient, r.status, r.reason, r.created_at, m.status, m.body FROM cart_reminders r \
             LEFT JOIN carts k ON k.store_id = r.store_id AND k.id = r.cart_id LEFT JOIN outbox_messages m ON m.id = r.message_id AND m.store_id = r.store_id WHERE r.store_id = ?1 ",
            $rest
        )
    };
}

/// The reminders of one cart, newest first, 50 at most.
pub(super) async fn list_reminders_of(c: Conn<'_>, scope: &StoreScope, cart: CartId) -> Result<Vec<Reminder>> {
    c.all(reminders!("AND r.cart_id = ?2 ORDER BY r.id DESC LIMIT 50"), p![scope.store(), cart]).await
}

/// The reminders of the store, newest first, before one.
pub(super) async fn list_reminders(
    c: Conn<'_>,
    scope: &StoreScope,
    before: i64,
    limit: i64,
    offset: i64,
) -> Result<Vec<Reminder>> {
    c.all(reminders!("AND r.id < ?2 ORDER BY r.id DESC LIMIT ?3 OFFSET ?4"), p![scope.store(), before, limit, offset]).await
}

pub(super) async fn count_reminders(c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM cart_reminders WHERE store_id = ?1 LIMIT ?2) AS counted";
    c.one(sql, p![scope.store(), most]).await
}

/// Deletes the reminders of a cart; the recipients are kept, for the unsubscribe link and for the cap.
pub(super) async fn delete_reminders(c: Conn<'_>, scope: &StoreScope, cart: CartId) -> Result<()> {
    let sql = "DELETE FROM cart_reminders WHERE store_id = ?1 AND cart_id = ?2 AND status <> 'handed_over'";
    c.exec(sql, p![scope.store(), cart]).await?;
    Ok(())
}

/// Number, channel and address that a reminder went to.
pub(super) async fn find_recipient(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CartReminderId,
) -> Result<Option<(String, Channel, String)>> {
    let sql = "SELECT mobile, channel, recipient FROM cart_reminders WHERE store_id = ?1 AND id = ?2";
    c.opt(sql, p![scope.store(), id]).await
}

// ---- people ---------------------------------------------------------------------------------------------------------

/// Locks the rows of a person's addresses, in their order, so that no one else writes to them meanwhile; whether they opted out,
/// by any of the addresses.
pub(super) async fn lock_person(c: Conn<'_>, scope: &StoreScope, addresses: &[String], now: Millis) -> Result<bool> {
    let mut sql = Sql::new("INSERT INTO reminded_people (store_id, address, touched_at) VALUES ");
    for (n, address) in addresses.iter().enumerate() {
        sql = sql.raw(if n == 0 { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", address.clone()).arg(", ?)", now);
    }
    let sql = sql.raw(
        " ON CONFLICT (store_id, address) DO UPDATE SET touched_at = excluded.touched_at \
         RETURNING CAST(CASE WHEN opted_out_at IS NULL THEN 0 ELSE 1 END AS BIGINT)",
    );
    let is_out = sql.all::<i64>(c).await?.contains(&1);
    Ok(is_out || refusals::has_any(c, scope, addresses, refusals::REMINDERS).await?)
}

/// Opts a person out at an address; false when they had opted out before.
pub(super) async fn set_opted_out(c: Conn<'_>, scope: &StoreScope, address: &str, now: Millis) -> Result<bool> {
    let sql = "INSERT INTO reminded_people (store_id, address, touched_at, opted_out_at) VALUES (?1, ?2, ?3, ?3) \
               ON CONFLICT (store_id, address) DO UPDATE SET opted_out_at = excluded.opted_out_at \
               WHERE reminded_people.opted_out_at IS NULL";
    Ok(c.exec(sql, p![scope.store(), address, now]).await? == 1)
}

/// Whether any of these addresses opted out.
pub(super) async fn is_opted_out(c: Conn<'_>, scope: &StoreScope, addresses: &[String]) -> Result<bool> {
    let found: Option<String> = Sql::new("SELECT address FROM reminded_people WHERE")
        .arg(" store_id = ?", scope.store())
        .list(" AND address IN ", addresses.to_vec(), " AND opted_out_at IS NOT NULL LIMIT 1")
        .opt_row(c)
        .await?;
    Ok(found.is_some() || refusals::has_any(c, scope, addresses, refusals::REMINDERS).await?)
}

/// Reminders that a person got since a moment by any address, counted up to a number.
pub(super) async fn count_of_person(
    c: Conn<'_>,
    scope: &StoreScope,
    addresses: &[String],
    since: Millis,
    most: i64,
) -> Result<i64> {
    let of = |sql: Sql, column: &'static str| {
        sql.raw("SELECT id FROM cart_reminders WHERE")
            .arg(" store_id = ?", scope.store())
            .list(column, addresses.to_vec(), "")
            .arg(" AND created_at > ?", since)
            .raw(" AND status = 'handed_over'")
    };
    let sql = of(Sql::new("SELECT COUNT(*) FROM (SELECT id FROM ("), " AND mobile IN ").raw(" UNION ");
    of(sql, " AND recipient IN ").arg(") AS theirs LIMIT ?", most).raw(") AS counted").one(c).await
}

// ---- figures --------------------------------------------------------------------------------------------------------

/// Results of reminders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Recovered {
    /// Carts that were first reminded in the period.
    pub(super) reminded: i64,
    /// Orders from them in time.
    pub(super) recovered: i64,
    /// Their total sales, as the reports count them: less refunds.
    pub(super) amount: i64,
}
row!(Recovered { reminded, recovered, amount });

/// Carts first reminded within a span, and their results so far. Reads as many rows.
pub(super) async fn get_recovered(c: Conn<'_>, scope: &StoreScope, from: Millis, to: Millis) -> Result<Recovered> {
    // Two carts may lead to one order: it counts once, in the period in which the first of them was reminded.
    let sql = concat!(
        "SELECT CAST(COALESCE(SUM(carts), 0) AS BIGINT), COUNT(id), CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM ( \
               SELECT o.id AS id, MAX(o.counted_total) AS total, COUNT(*) AS carts FROM carts k LEFT JOIN orders o ON o.store_id = k.store_id AND o.id = COALESCE(k.recovered_order_id, k.order_id) \
               AND o.created_at <= k.last_reminded_at + ?4 AND ",
        customers::is_sale!("o"),
        " AND NOT EXISTS (SELECT 1 FROM carts e WHERE e.store_id = k.store_id AND e.order_id = o.id AND e.reminded_at IS NOT NULL \
               AND e.order_id IS NOT NULL AND e.reminded_at < ?2 AND o.created_at <= e.last_reminded_at + ?4) \
               AND NOT EXISTS (SELECT 1 FROM carts e WHERE e.store_id = k.store_id AND e.recovered_order_id = o.id AND e.reminded_at IS NOT NULL \
               AND e.recovered_order_id IS NOT NULL AND e.reminded_at < ?2 AND o.created_at <= e.last_reminded_at + ?4) \
               WHERE k.store_id = ?1 AND k.reminded_at IS NOT NULL AND k.reminded_at >= ?2 AND k.reminded_at < ?3 \
               GROUP BY o.id) AS led"
    );
    c.one(sql, p![scope.store(), from, to, RECOVERED_WITHIN]).await
}

/// The order that a cart became, in this cart or in another one that a link filled: id and number.
pub(super) async fn find_order(c: Conn<'_>, scope: &StoreScope, cart: CartId) -> Result<Option<(OrderId, i64)>> {
    let sql = "SELECT o.id, o.number FROM carts k JOIN orders o ON o.store_id = k.store_id AND o.id = COALESCE(k.order_id, k.recovered_order_id) \
               WHERE k.store_id = ?1 AND k.id = ?2";
    c.opt(sql, p![scope.store(), cart]).await
}
