//! A branch of the list as a statement: the orders of one driving index that satisfy the other conditions, read or counted.

use db::{Conn, Result, Sql};
use kernel::StoreScope;

use super::condition::{Condition, Days};
use super::driving_index::DrivingIndex;
use crate::orders::list::sort::Sort;
use web::keyset::{COUNTED, Sorted, Window};

/// For a driving index with more rows, only so many of the store's newest orders are counted, where the time index covers the
/// conditions.
const COUNTED_BY_INDEX: i64 = 10_000;
/// The same where each order's row has to be read.
const COUNTED_BY_ROW: i64 = 1_000;
/// The most orders that a search finds.
const FOUND: i64 = 100_000;

/// A branch: the orders of one driving index that satisfy the other conditions.
#[derive(Debug, Clone)]
pub(in crate::orders::list) struct UnionBranch {
    pub(in crate::orders::list) driving_index: DrivingIndex,
    pub(in crate::orders::list) days: Days,
    pub(in crate::orders::list) rest: Vec<Condition>,
    /// Read whole and sorted.
    pub(in crate::orders::list) is_few: bool,
    /// Only the newest rows are counted; the count is exact where the driving index has no more.
    pub(in crate::orders::list) is_broad: bool,
    /// The other conditions are covered by the time index: rows that do not match are skipped without reading the order.
    pub(in crate::orders::list) is_covered: bool,
}

macro_rules! selected {
    () => {
        "SELECT o.id, o.number, o.status, o.payment_status, o.sender_name, o.mobile, o.city, o.country, o.items_count, o.total, \
         o.payment_provider, o.shipping_provider, o.is_first_order, o.was_guest_order, o.assignee_id, o.coupon_code, o.created_at, o.version, o.seq"
    };
}

macro_rules! ids {
    () => {
        "SELECT o.id"
    };
}

/// With the sort column.
macro_rules! ids_by_time {
    () => {
        "SELECT id FROM (SELECT o.id, o.created_at"
    };
}

macro_rules! ids_by_total {
    () => {
        "SELECT id FROM (SELECT o.id, o.total"
    };
}

macro_rules! ids_by_number {
    () => {
        "SELECT id FROM (SELECT o.id, o.number"
    };
}

macro_rules! ids_of_newest {
    () => {
        "SELECT o.id FROM (SELECT o.*"
    };
}

/// The columns of the time index.
macro_rules! ids_of_newest_in_index {
    () => {
        "SELECT o.id FROM (SELECT o.store_id, o.id, o.created_at, o.total, o.status, o.payment_status, o.payment_provider, o.shipping_provider, \
         o.shipping_method_id, o.city, o.country, o.is_first_order, o.was_guest_order, o.assignee_id, o.coupon_id"
    };
}

impl UnionBranch {
    /// The index of order items covers the query: no order row is read to find and sort.
    fn is_of_goods_alone(&self) -> bool {
        self.driving_index.is_goods() && self.rest.is_empty()
    }

    /// `is_read` when a column is selected that the driving index does not cover.
    fn add(&self, sql: Sql, scope: &StoreScope, is_read: bool) -> Sql {
        let sql = self.driving_index.within_days(self.driving_index.add(sql, scope), scope, self.days);
        // The time index covers most conditions, and SQLite would rather scan all of it than read the orders of the driving
        // index: a column that it does not cover rules it out.
        let needs_driving_index = is_read || !self.rest.is_empty();
        let sql =
            if needs_driving_index && self.driving_index != DrivingIndex::Store { sql.raw(" AND o.version > 0") } else { sql };
        self.rest.iter().fold(sql, |sql, condition| condition.check(sql, scope))
    }

    /// Its rows of a window, sorted. `limit` ends the statement.
    fn rows(&self, sql: Sql, scope: &StoreScope, sort: Sort, window: &Window, limit: fn(&Window, Sql) -> Sql) -> Sql {
        let is_down = window.sorted.order.ends_with("DESC");
        let sorted = |both: (Sorted, Sorted)| Window { sorted: if is_down { both.1 } else { both.0 }, ..window.clone() };
        let both = match sort {
            Sort::Created => self.driving_index.in_time(),
            Sort::Total => web::sorted!("o.total", "o.id"),
            Sort::Number => web::sorted!("o.number", "o.id"),
        };
        if !(self.is_few || self.is_covered && sort == Sort::Created) {
            let window = sorted(both);
            return limit(&window, window.after(self.add(sql.raw(selected!()), scope, false)));
        }
        // The page's ids come from a covering index; only the page's own rows are read.
        let sql = sql.raw(selected!()).arg(" FROM orders o WHERE o.store_id = ?", scope.store()).raw(" AND o.id IN (");
        let (ids, outer) = match sort {
            Sort::Created => (ids_by_time!(), web::sorted!("+created_at", "id")),
            Sort::Total => (ids_by_total!(), web::sorted!("+total", "id")),
            Sort::Number => (ids_by_number!(), web::sorted!("+number", "id")),
        };
        let sql = if self.is_few {
            let sql = if self.is_of_goods_alone() && sort == Sort::Created {
                let sql = sql.raw("SELECT id FROM (SELECT DISTINCT +named.id AS id, +named.created_at AS created_at FROM (");
                self.driving_index.goods(sql, scope, self.days).raw(") AS named")
            } else {
                self.add(sql.raw(ids), scope, sort != Sort::Created)
            };
            let sql = sql.arg(" LIMIT ?", FOUND).raw(") AS few WHERE TRUE");
            window.limit_branch(window.after(sql))
        } else {
            let window = sorted(both);
            window.limit_branch(window.after(self.add(sql.raw(ids!()), scope, false)))
        };
        // Otherwise an index of the sort would be scanned from its beginning to find them.
        limit(&sorted(outer), sql.raw(")"))
    }

    /// Ids of its orders, up to the count's limit.
    fn counted(&self, sql: Sql, scope: &StoreScope) -> Sql {
        if !self.is_broad && self.is_of_goods_alone() {
            let sql = self.driving_index.goods(sql.raw("SELECT DISTINCT +named.id AS id FROM ("), scope, self.days);
            return sql.raw(") AS named").arg(" LIMIT ?", COUNTED);
        }
        if !self.is_broad {
            return self.add(sql.raw(ids!()), scope, false).arg(" LIMIT ?", COUNTED);
        }
        let (newest, most) =
            if self.is_covered { (ids_of_newest_in_index!(), COUNTED_BY_INDEX) } else { (ids_of_newest!(), COUNTED_BY_ROW) };
        let sql = self.driving_index.within_days(self.driving_index.add(sql.raw(newest), scope), scope, self.days);
        let sql = if self.driving_index.is_in_time() { sql.raw(self.driving_index.in_time().1.order) } else { sql };
        let sql = sql.arg(" LIMIT ?", most).raw(") AS o WHERE TRUE");
        self.rest.iter().fold(sql, |sql, condition| condition.check(sql, scope)).arg(" LIMIT ?", COUNTED)
    }
}

/// The statement of a page: the union of the branches' rows, each order once.
pub(in crate::orders::list) fn statement(scope: &StoreScope, sort: Sort, window: &Window, branches: &[UnionBranch]) -> Sql {
    if let [branch] = branches {
        return branch.rows(Sql::new(""), scope, sort, window, Window::limit);
    }
    let mut sql = Sql::new("");
    for (i, branch) in branches.iter().enumerate() {
        sql = sql.raw(if i == 0 { "SELECT * FROM (" } else { " UNION SELECT * FROM (" });
        sql = branch.rows(sql, scope, sort, window, Window::limit_branch).raw(") AS branch");
    }
    window.limit(sql)
}

/// The capped count of all branches together, and whether there may be more.
pub(in crate::orders::list) async fn count(c: Conn<'_>, scope: &StoreScope, branches: &[UnionBranch]) -> Result<(i64, bool)> {
    let n: i64 = count_statement(scope, branches).one(c).await?;
    Ok((n, branches.iter().any(|b| b.is_broad)))
}

/// The statement that counts them.
pub(in crate::orders::list) fn count_statement(scope: &StoreScope, branches: &[UnionBranch]) -> Sql {
    let mut sql = Sql::new("SELECT COUNT(*) FROM (");
    for (i, branch) in branches.iter().enumerate() {
        sql = sql.raw(if i == 0 { "SELECT * FROM (" } else { " UNION SELECT * FROM (" });
        sql = branch.counted(sql, scope).raw(") AS branch");
    }
    sql.raw(") AS counted")
}
