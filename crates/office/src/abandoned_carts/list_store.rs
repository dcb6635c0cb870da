//! The list of the carts of a step as indexed SQL, and the counts of the tabs.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{CartId, Lang, Millis, OrderId, Page, StoreScope};

use super::list::{CartFilter, ReminderFilter, Search, Sort};
use super::model::{IDLE, LISTED, ReminderStatus};
use commerce::carts::{Contact, Step};
use platform::search::{self, Index};
use web::keyset::{COUNTED, Cursor, Key, Sorted, Window, capped};

/// A cart in the list.
pub(super) struct Row {
    pub(super) id: CartId,
    pub(super) step: Step,
    pub(super) contact: Json<Option<Contact>>,
    pub(super) language: Lang,
    pub(super) items_count: i64,
    pub(super) amount: i64,
    pub(super) created_at: Millis,
    pub(super) active_at: Millis,
    pub(super) reminder_status: ReminderStatus,
    pub(super) reminders_done: i64,
    pub(super) last_reminded_at: Option<Millis>,
    pub(super) order_id: Option<OrderId>,
}
row!(Row {
    id,
    step,
    contact,
    language,
    items_count,
    amount,
    created_at,
    active_at,
    reminder_status,
    reminders_done,
    last_reminded_at,
    order_id
});

macro_rules! columns {
    () => {
        "id, step, contact, language, items_count, amount, created_at, active_at, reminder_status, reminders_done, last_reminded_at, order_id"
    };
}

impl Sort {
    /// Both directions; where a search drives the query, the index of the sort is kept out of it.
    pub(super) fn directions(self, is_driven: bool) -> (Sorted, Sorted) {
        match (self, is_driven) {
            (Self::Active, false) => web::sorted!("active_at", "id"),
            (Self::Amount, false) => web::sorted!("amount", "id"),
            (Self::Active, true) => web::sorted!("+active_at", "id"),
            (Self::Amount, true) => web::sorted!("+amount", "id"),
        }
    }
}

impl Search {
    fn add(&self, mut sql: Sql, scope: &StoreScope) -> Sql {
        if self.words.is_empty() {
            return sql.raw(" AND 1 = 0");
        }
        for (at, word) in self.words.iter().enumerate() {
            sql = if self.lead == Some(at) {
                search::subjects(sql.raw(" AND id IN ("), scope.store(), Index::Cart, word).raw(")")
            } else {
                search::has(sql.raw(" AND "), scope.store(), Index::Cart, "carts.id", word)
            };
        }
        sql
    }
}

impl CartFilter {
    /// Adds `store_id = ? AND ...`, worded as the partial indexes are, the step first.
    fn add(&self, sql: Sql, scope: &StoreScope, now: Millis) -> Sql {
        let since = self.after.unwrap_or(Millis(i64::MIN)).max(now.plus(-LISTED));
        // An order is no abandoned cart: it is listed at once.
        let idle = if self.step == Step::Checkout { now } else { now.plus(-IDLE) };
        let until = self.up_to.unwrap_or(Millis(i64::MAX)).min(idle);
        let mut sql = sql
            .arg(" store_id = ?", scope.store())
            .arg(" AND step = ?", self.step.as_str())
            .raw(" AND items_count > 0 AND recovered_order_id IS NULL")
            .arg(" AND active_at > ?", since)
            .arg(" AND active_at <= ?", until);
        if let Some(n) = self.at_least {
            sql = sql.arg(" AND amount >= ?", n);
        }
        if let Some(n) = self.at_most {
            sql = sql.arg(" AND amount <= ?", n);
        }
        sql = match self.reminder {
            None => sql,
            Some(ReminderFilter::None) => sql.raw(" AND reminder_status = 'none'"),
            Some(ReminderFilter::Stopped) => sql.raw(" AND reminder_status = 'stopped'"),
            Some(ReminderFilter::Reminded) => sql.raw(" AND reminder_status = 'reminded' AND active_at <= last_reminded_at"),
            Some(ReminderFilter::Returned) => sql.raw(" AND reminder_status = 'reminded' AND active_at > last_reminded_at"),
        };
        match &self.search {
            None => sql,
            Some(search) => search.add(sql, scope),
        }
    }
}

/// A page of the carts that match.
pub(super) async fn list_page(
    c: Conn<'_>,
    scope: &StoreScope,
    filter: &CartFilter,
    sort: Sort,
    window: &Window,
    now: Millis,
) -> Result<Page<Row>> {
    let sql = Sql::new(concat!("SELECT ", columns!(), " FROM carts WHERE"));
    let rows: Vec<Row> = window.limit(window.after(filter.add(sql, scope, now))).all(c).await?;
    let total = count_up_to(c, scope, filter, now, COUNTED).await?;
    Ok(window.page(rows, capped(total), |row| {
        let key = match sort {
            Sort::Active => row.active_at.0,
            Sort::Amount => row.amount,
        };
        (Key::Int(key), row.id.raw())
    }))
}

/// Carts after a cursor, each with its own in the order of last activity; as many as a window holds.
pub(super) async fn list_cursors(
    c: Conn<'_>,
    scope: &StoreScope,
    filter: &CartFilter,
    window: &Window,
    now: Millis,
) -> Result<Vec<(String, CartId)>> {
    let sql = Sql::new("SELECT id, active_at FROM carts WHERE");
    let rows: Vec<(CartId, Millis)> = window.limit(window.after(filter.add(sql, scope, now))).all(c).await?;
    let most = usize::try_from(window.per_page).unwrap_or(usize::MAX);
    Ok(rows.into_iter().take(most).map(|(id, at)| (Cursor::write(&Key::Int(at.0), id.raw()), id)).collect())
}

/// How many carts match, counted up to a number.
pub(super) async fn count_up_to(c: Conn<'_>, scope: &StoreScope, filter: &CartFilter, now: Millis, most: i64) -> Result<i64> {
    let sql = Sql::new("SELECT COUNT(*) FROM (SELECT id FROM carts WHERE");
    filter.add(sql, scope, now).arg(" LIMIT ?", most).raw(") AS counted").one(c).await
}

/// The names of some carts' shoppers, where they are known.
pub(super) async fn list_names(c: Conn<'_>, scope: &StoreScope, ids: &[CartId]) -> Result<Vec<(CartId, String)>> {
    let named = |row: Row| row.contact.0.map(|contact| (row.id, contact.name));
    Ok(list_chosen(c, scope, ids).await?.into_iter().filter_map(named).collect())
}

/// One cart as the list shows it, whatever its step.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: CartId) -> Result<Option<Row>> {
    c.opt(concat!("SELECT ", columns!(), " FROM carts WHERE store_id = ?1 AND id = ?2"), p![scope.store(), id]).await
}

/// Those of some carts that hold something, at any step; the newest activity first.
pub(super) async fn list_chosen(c: Conn<'_>, scope: &StoreScope, ids: &[CartId]) -> Result<Vec<Row>> {
    let sql = Sql::new(concat!("SELECT ", columns!(), " FROM carts WHERE")).arg(" store_id = ?", scope.store());
    sql.raw(" AND items_count > 0")
        .list(" AND id IN ", ids.iter().copied(), " ORDER BY active_at DESC, id DESC LIMIT 1000")
        .all(c)
        .await
}

/// How many carts are at a step, and the sum of their amounts: an index-only read.
pub(super) async fn count_step(c: Conn<'_>, scope: &StoreScope, step: Step, now: Millis) -> Result<(i64, i64)> {
    let filter = CartFilter { step, after: None, up_to: None, at_least: None, at_most: None, reminder: None, search: None };
    let sql = Sql::new("SELECT COUNT(*), CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM carts WHERE");
    filter.add(sql, scope, now).one(c).await
}

/// Numbers of orders.
pub(super) async fn list_order_numbers(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<Vec<(OrderId, i64)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new("SELECT id, number FROM orders WHERE").arg(" store_id = ?", scope.store());
    sql.list(" AND id IN ", ids.to_vec(), "").all(c).await
}
