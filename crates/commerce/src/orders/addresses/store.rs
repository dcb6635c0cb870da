//! Every statement of the address gate.

use db::{Conn, FromRow, Json, Result, Row as Cells, Sql, p};
use kernel::{Lang, Millis, OrderId, Page, StoreId, StoreScope};
use serde::{Deserialize, Serialize};

use crate::orders::model::Order;
use customers::{Address, Gap};
use web::keyset::{COUNTED, Key, Sorted, Window, capped};

/// State of an order at the address gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AddressState)]
pub(super) enum State {
    /// Its check is pending.
    New,
    /// It has gaps and is not shipped before its address is complete.
    Held,
    /// The merchant accepted the address as it is.
    Accepted,
    /// The address is complete.
    Clear,
    /// The order was shipped, or has ended.
    Over,
}

impl State {
    const fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Held => "held",
            Self::Accepted => "accepted",
            Self::Clear => "clear",
            Self::Over => "over",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        let all = [Self::New, Self::Held, Self::Accepted, Self::Clear, Self::Over];
        all.into_iter().find(|s| s.as_str() == word)
    }
}

/// An order's row at the gate.
#[derive(Debug, Clone)]
pub(super) struct Check {
    pub(super) order_id: OrderId,
    pub(super) state: State,
    pub(super) gaps: Vec<Gap>,
    pub(super) link_number: i64,
    /// A link exists and was not withdrawn.
    pub(super) has_link: bool,
    pub(super) link_until: Option<Millis>,
    pub(super) link_sent_at: Option<Millis>,
    pub(super) link_uses: i64,
}

impl FromRow for Check {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        let order_id = row.get()?;
        Ok(Self {
            order_id,
            state: row.get()?,
            gaps: row.get::<Json<Vec<Gap>>>()?.0,
            link_number: row.get()?,
            has_link: row.get::<Option<String>>()?.is_some(),
            link_until: row.get()?,
            link_sent_at: row.get()?,
            link_uses: row.get()?,
        })
    }
}

macro_rules! columns {
    () => {
        "k.order_id, k.state, k.gaps, k.link_number, k.link_hash, k.link_until, k.link_sent_at, k.link_uses"
    };
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Option<Check>> {
    let sql = concat!("SELECT ", columns!(), " FROM order_address_checks k WHERE k.store_id = ?1 AND k.order_id = ?2");
    c.opt(sql, p![scope.store(), order]).await
}

/// The order whose link's token has this hash.
pub(super) async fn find_by_link(c: Conn<'_>, scope: &StoreScope, hash: &str) -> Result<Option<Check>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM order_address_checks k WHERE k.store_id = ?1 AND k.link_hash = ?2 AND k.link_hash IS NOT NULL"
    );
    c.opt(sql, p![scope.store(), hash]).await
}

/// Holds an order, also one that was accepted before, because its address has changed.
pub(super) async fn set_held(c: Conn<'_>, scope: &StoreScope, order: &Order, gaps: &[Gap], now: Millis) -> Result<()> {
    upsert(c, scope, order, State::Held, gaps, now).await
}

/// Writes an order's state, whatever it was before.
pub(super) async fn upsert(c: Conn<'_>, scope: &StoreScope, order: &Order, to: State, gaps: &[Gap], now: Millis) -> Result<()> {
    let sql = "INSERT INTO order_address_checks (store_id, order_id, state, gaps, placed_at, link_number, link_uses, updated_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, 0, 0, ?6) \
               ON CONFLICT (store_id, order_id) DO UPDATE SET state = excluded.state, gaps = excluded.gaps, updated_at = excluded.updated_at";
    c.exec(sql, p![scope.store(), order.id, to.as_str(), Json(gaps.to_vec()), order.created_at, now]).await?;
    Ok(())
}

/// Writes the result of a pending check, unless the order was completed, accepted or shipped meanwhile.
pub(super) async fn set_looked_at(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    to: State,
    gaps: &[Gap],
    now: Millis,
) -> Result<()> {
    let sql = "UPDATE order_address_checks SET state = ?3, gaps = ?4, updated_at = ?5 WHERE store_id = ?1 AND order_id = ?2 AND state = 'new'";
    c.exec(sql, p![scope.store(), order, to.as_str(), Json(gaps.to_vec()), now]).await?;
    Ok(())
}

/// Marks an order's address as complete.
pub(super) async fn end_hold(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> Result<()> {
    let sql = "UPDATE order_address_checks SET state = 'clear', gaps = '[]', updated_at = ?3 \
               WHERE store_id = ?1 AND order_id = ?2 AND state IN ('new', 'held', 'accepted')";
    c.exec(sql, p![scope.store(), order, now]).await?;
    Ok(())
}

/// Takes an order out of the gate: shipped, or ended.
pub(super) async fn end(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> Result<()> {
    let sql = "UPDATE order_address_checks SET state = 'over', updated_at = ?3 WHERE store_id = ?1 AND order_id = ?2 AND state <> 'over'";
    c.exec(sql, p![scope.store(), order, now]).await?;
    Ok(())
}

/// Accepts a held order's address; false when it is not held.
pub(super) async fn accept(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> Result<bool> {
    let sql = "UPDATE order_address_checks SET state = 'accepted', updated_at = ?3 WHERE store_id = ?1 AND order_id = ?2 AND state IN ('new', 'held')";
    Ok(c.exec(sql, p![scope.store(), order, now]).await? == 1)
}

// ---- links -----------------------------------------------------------------------------------------------------------

/// Writes a new link; an order that was never checked gets its row with it.
pub(super) async fn upsert_link(
    c: Conn<'_>,
    scope: &StoreScope,
    order: &Order,
    (number, hash, until): (i64, &str, Millis),
    now: Millis,
) -> Result<()> {
    let sql = "INSERT INTO order_address_checks (store_id, order_id, state, gaps, placed_at, link_number, link_hash, link_until, link_uses, updated_at) \
               VALUES (?1, ?2, 'clear', '[]', ?3, ?4, ?5, ?6, 0, ?7) \
               ON CONFLICT (store_id, order_id) DO UPDATE SET link_uses = CASE WHEN order_address_checks.link_number = ?4 \
               THEN order_address_checks.link_uses ELSE 0 END, link_number = ?4, link_hash = ?5, link_until = ?6, updated_at = ?7";
    c.exec(sql, p![scope.store(), order.id, order.created_at, number, hash, until, now]).await?;
    Ok(())
}

/// Revokes the newest link.
pub(super) async fn revoke_link(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> Result<()> {
    let sql = "UPDATE order_address_checks SET link_hash = NULL, link_until = NULL, updated_at = ?3 WHERE store_id = ?1 AND order_id = ?2";
    c.exec(sql, p![scope.store(), order, now]).await?;
    Ok(())
}

pub(super) async fn set_sent(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> Result<()> {
    let sql = "UPDATE order_address_checks SET link_sent_at = ?3, updated_at = ?3 WHERE store_id = ?1 AND order_id = ?2";
    c.exec(sql, p![scope.store(), order, now]).await?;
    Ok(())
}

/// Counts a change by the link.
pub(super) async fn increment_uses(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<()> {
    let sql = "UPDATE order_address_checks SET link_uses = link_uses + 1 WHERE store_id = ?1 AND order_id = ?2";
    c.exec(sql, p![scope.store(), order]).await?;
    Ok(())
}

// ---- the queue -------------------------------------------------------------------------------------------------------

/// A held order in the queue.
#[derive(Debug, Clone)]
pub(super) struct HeldOrder {
    pub(super) check: Check,
    pub(super) number: i64,
    pub(super) status: String,
    pub(super) name: String,
    pub(super) mobile: String,
    pub(super) language: Lang,
    pub(super) total: i64,
    pub(super) payment_provider: String,
    pub(super) address: Option<Address>,
    pub(super) placed_at: Millis,
    pub(super) version: i64,
}

impl FromRow for HeldOrder {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        let check = Check::from_row(row)?;
        let (number, status, name, mobile) = (row.get()?, row.get()?, row.get()?, row.get()?);
        let language: Lang = row.get()?;
        Ok(Self {
            check,
            number,
            status,
            name,
            mobile,
            language,
            total: row.get()?,
            payment_provider: row.get()?,
            address: row.get::<Json<Option<Address>>>()?.0,
            placed_at: row.get()?,
            version: row.get()?,
        })
    }
}

/// Default order of the queue: the longest waiting first.
pub(super) const SORTED: (Sorted, Sorted) = web::sorted!("k.placed_at", "k.order_id");

/// A page of the queue: one statement, and one that counts.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, window: &Window) -> Result<Page<HeldOrder>> {
    let sql = Sql::new(concat!(
        "SELECT ",
        columns!(),
        ", o.number, o.status, o.sender_name, o.mobile, o.language, o.total, o.payment_provider, o.address, k.placed_at, o.version \
         FROM order_address_checks k JOIN orders o ON o.store_id = k.store_id AND o.id = k.order_id WHERE"
    ))
    .arg(" k.store_id = ?", scope.store())
    .raw(" AND k.state = 'held'");
    let rows: Vec<HeldOrder> = window.limit(window.after(sql)).all(c).await?;
    let total = capped(count(c, scope, COUNTED).await?);
    Ok(window.page(rows, total, |row| (Key::Int(row.placed_at.0), row.check.order_id.raw())))
}

async fn count(c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<i64> {
    let sql =
        "SELECT COUNT(*) FROM (SELECT 1 AS one FROM order_address_checks WHERE store_id = ?1 AND state = 'held' LIMIT ?2) AS few";
    c.one(sql, p![scope.store(), most]).await
}

/// Number of held orders, counted up to 1001.
///
/// # Errors
/// Of the database.
pub async fn count_held(c: Conn<'_>, scope: &StoreScope) -> Result<i64> {
    count(c, scope, COUNTED).await
}

// ---- looking at many -------------------------------------------------------------------------------------------------

/// Orders of all stores whose check is pending.
pub(super) async fn list_new(c: Conn<'_>, most: i64) -> Result<Vec<(StoreId, OrderId)>> {
    c.all(
        "SELECT store_id, order_id FROM order_address_checks WHERE state = 'new' ORDER BY order_id, store_id LIMIT ?1",
        p![most],
    )
    .await
}

/// Marks orders that wait to be shipped for a new check, the newest `most` of each status. Accepted ones stay accepted.
pub(super) async fn renew(c: Conn<'_>, scope: &StoreScope, most: i64, now: Millis) -> Result<()> {
    let sql = "INSERT INTO order_address_checks (store_id, order_id, state, gaps, placed_at, link_number, link_uses, updated_at) \
               SELECT store_id, id, 'new', '[]', created_at, 0, 0, ?3 FROM (SELECT store_id, id, created_at FROM orders WHERE store_id = ?1 AND status = ?2 \
               AND shipping_provider NOT IN ('', 'PICKUP') ORDER BY created_at DESC, id DESC LIMIT ?4) AS waiting WHERE TRUE \
               ON CONFLICT (store_id, order_id) DO UPDATE SET state = 'new', updated_at = ?3 WHERE order_address_checks.state IN ('held', 'clear')";
    for status in ["PEND", "PAID", "PRCS", "RDYS"] {
        c.exec(sql, p![scope.store(), status, now, most]).await?;
    }
    Ok(())
}

db::stored_words! {
    State, "order_address_checks" "state";
}
