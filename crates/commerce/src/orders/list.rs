//! The order list (OR-01): every filter, sort and search as indexed SQL.
//!
//! A page is read through one or more *branches*, each a condition that an index begins with (a status, a payment status,
//! a customer, the bare store): a branch gives its rows already sorted, and the union of a few short lists is merged.
//! Conditions that no index begins with are checked along the way; such lists are read on the report threads.

use db::{Conn, Result, Sql};
use kernel::digits::digits_only;
use kernel::{CustomerId, Millis, Page, StoreScope};

use super::model::Row;
use super::status::{PaymentStatus, Status};
use super::store;
use crate::customers;
use crate::customers::keyset::{COUNTED, Key, Sorted, Window, capped, sorted};

/// What the list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Created,
    Total,
    Number,
}

impl Sort {
    pub(super) fn both(self) -> (Sorted, Sorted) {
        match self {
            Self::Created => sorted!("created_at", "id"),
            Self::Total => sorted!("total", "id"),
            Self::Number => sorted!("number", "id"),
        }
    }

    fn key(self, row: &Row) -> (Key, i64) {
        let key = match self {
            Self::Created => row.created_at.0,
            Self::Total => row.total,
            Self::Number => row.number,
        };
        (Key::Int(key), row.id.raw())
    }
}

/// What is asked for, understood.
#[derive(Debug, Clone, Default)]
pub(super) struct Filters {
    pub(super) statuses: Vec<Status>,
    pub(super) payment_status: Option<PaymentStatus>,
    pub(super) total_from: Option<i64>,
    pub(super) total_to: Option<i64>,
    pub(super) created_from: Option<Millis>,
    pub(super) created_to: Option<Millis>,
    pub(super) payment_providers: Vec<String>,
    pub(super) shipping_providers: Vec<String>,
    pub(super) customer: Option<CustomerId>,
    pub(super) search: String,
}

/// A condition that an index begins with.
#[derive(Debug, Clone)]
enum Branch {
    Store,
    Status(Status),
    Payment(PaymentStatus),
    Customer(CustomerId),
    Customers(Vec<CustomerId>),
    Number(i64),
}

impl Branch {
    fn add(&self, sql: Sql) -> Sql {
        match self {
            Self::Store => sql,
            Self::Status(s) => sql.arg(" AND status = ?", s.code()),
            Self::Payment(s) => sql.arg(" AND payment_status = ?", s.as_str()),
            Self::Customer(id) => sql.arg(" AND customer_id = ?", *id),
            Self::Customers(ids) => sql.list(" AND customer_id IN ", customers::padded(ids), ""),
            Self::Number(n) => sql.arg(" AND number = ?", *n),
        }
    }
}

impl Filters {
    /// The number a search may mean: digits in any script, `#1001` and the like, no letters.
    fn number(&self) -> Option<i64> {
        if self.search.chars().any(char::is_alphabetic) {
            return None;
        }
        digits_only(&self.search).parse().ok()
    }

    /// Only statuses are asked for, if anything: the kept counters know how many.
    fn is_counted(&self) -> bool {
        let Self {
            statuses: _,
            payment_status,
            total_from,
            total_to,
            created_from,
            created_to,
            payment_providers,
            shipping_providers,
            customer,
            search,
        } = self;
        payment_status.is_none()
            && total_from.is_none()
            && total_to.is_none()
            && created_from.is_none()
            && created_to.is_none()
            && payment_providers.is_empty()
            && shipping_providers.is_empty()
            && customer.is_none()
            && search.is_empty()
    }

    /// An index bounds the rows that are looked at, for the default sort.
    pub(super) fn is_bounded(&self, sort: Sort) -> bool {
        let Self {
            statuses, payment_status, total_from, total_to, payment_providers, shipping_providers, customer, search, ..
        } = self;
        let led = usize::from(!statuses.is_empty()) + usize::from(payment_status.is_some()) + usize::from(customer.is_some());
        let has_total = total_from.is_some() || total_to.is_some();
        search.is_empty()
            && payment_providers.is_empty()
            && shipping_providers.is_empty()
            && match sort {
                Sort::Created => led <= 1 && !has_total,
                Sort::Total | Sort::Number => led == 0,
            }
    }

    fn branches(&self, found: Option<Vec<CustomerId>>) -> Vec<Branch> {
        if let Some(found) = found {
            let number = self.number().map(Branch::Number);
            return number.into_iter().chain((!found.is_empty()).then_some(Branch::Customers(found))).collect();
        }
        match (self.customer, self.statuses.as_slice(), self.payment_status) {
            (Some(id), _, _) => vec![Branch::Customer(id)],
            (None, [], None) => vec![Branch::Store],
            (None, [], Some(s)) => vec![Branch::Payment(s)],
            (None, statuses, _) => statuses.iter().map(|s| Branch::Status(*s)).collect(),
        }
    }

    /// The conditions beside the branch. `+total` keeps SQLite from leaving the index of the sort for the one of the filter.
    fn add(&self, mut sql: Sql, branch: &Branch, sort: Sort) -> Sql {
        let is_led_by_status = matches!(branch, Branch::Status(_));
        if !self.statuses.is_empty() && !is_led_by_status {
            sql = sql.list(" AND status IN ", self.statuses.iter().map(|s| s.code()), "");
        }
        if let Some(s) = self.payment_status.filter(|_| !matches!(branch, Branch::Payment(_))) {
            sql = sql.arg(" AND payment_status = ?", s.as_str());
        }
        if let (Some(id), false) = (self.customer, matches!(branch, Branch::Customer(_))) {
            sql = sql.arg(" AND customer_id = ?", id);
        }
        if let (Branch::Customers(_), Some(n)) = (branch, self.number()) {
            sql = sql.arg(" AND number <> ?", n);
        }
        sql = match sort {
            Sort::Total => sql.opt(" AND total >= ?", self.total_from).opt(" AND total <= ?", self.total_to),
            Sort::Created | Sort::Number => sql.opt(" AND +total >= ?", self.total_from).opt(" AND +total <= ?", self.total_to),
        };
        sql = match sort {
            Sort::Created => sql.opt(" AND created_at >= ?", self.created_from).opt(" AND created_at <= ?", self.created_to),
            Sort::Total | Sort::Number => {
                sql.opt(" AND +created_at >= ?", self.created_from).opt(" AND +created_at <= ?", self.created_to)
            }
        };
        if !self.payment_providers.is_empty() {
            sql = sql.list(" AND payment_provider IN ", self.payment_providers.clone(), "");
        }
        if !self.shipping_providers.is_empty() {
            sql = sql.list(" AND shipping_provider IN ", self.shipping_providers.clone(), "");
        }
        sql
    }
}

macro_rules! selected {
    () => {
        "SELECT id, number, status, payment_status, sender_name, mobile, city, items_count, total, payment_provider, shipping_provider, \
         created_at, version, seq FROM orders WHERE"
    };
}

/// The statement of a page.
fn statement(scope: &StoreScope, filters: &Filters, sort: Sort, window: &Window, branches: &[Branch]) -> Sql {
    if let [branch] = branches {
        let sql = Sql::new(selected!()).arg(" store_id = ?", scope.store());
        return window.limit(window.after(filters.add(branch.add(sql), branch, sort)));
    }
    let mut sql = Sql::new("");
    for (i, branch) in branches.iter().enumerate() {
        sql = sql
            .raw(if i == 0 { "SELECT * FROM (" } else { " UNION ALL SELECT * FROM (" })
            .raw(selected!())
            .arg(" store_id = ?", scope.store());
        sql = window.limit_branch(window.after(filters.add(branch.add(sql), branch, sort))).raw(") AS branch");
    }
    window.limit(sql)
}

async fn count(c: Conn<'_>, scope: &StoreScope, filters: &Filters, sort: Sort, branches: &[Branch]) -> Result<(i64, bool)> {
    if filters.is_counted() {
        let counts = store::status_counts(c, scope).await?;
        let is_asked = |code: &str| filters.statuses.is_empty() || filters.statuses.iter().any(|s| s.code() == code);
        return Ok((counts.iter().filter(|(code, _)| is_asked(code)).map(|(_, n)| n).sum(), false));
    }
    let mut n = 0;
    for branch in branches {
        let sql = Sql::new("SELECT COUNT(*) FROM (SELECT id FROM orders WHERE").arg(" store_id = ?", scope.store());
        let sql = filters.add(branch.add(sql), branch, sort);
        n += sql.arg(" LIMIT ?", COUNTED).raw(") AS counted").one::<i64>(c).await?;
    }
    Ok(capped(n))
}

/// A page of orders: the rows, and their number as far as it is counted.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, filters: &Filters, sort: Sort, window: &Window) -> Result<Page<Row>> {
    let found = if filters.search.is_empty() { None } else { Some(customers::search_ids(c, scope, &filters.search).await?) };
    let branches = filters.branches(found);
    if branches.is_empty() {
        return Ok(Page { items: Vec::new(), total: 0, is_total_capped: false, next_cursor: None });
    }
    let rows: Vec<Row> = statement(scope, filters, sort, window, &branches).all(c).await?;
    let total = count(c, scope, filters, sort, &branches).await?;
    Ok(window.page(rows, total, |row| sort.key(row)))
}

/// The latest orders of a customer.
pub(super) async fn of_customer(c: Conn<'_>, scope: &StoreScope, customer: CustomerId) -> Result<Vec<Row>> {
    let filters = Filters { customer: Some(customer), ..Filters::default() };
    let window = Window { sorted: Sort::Created.both().1, cursor: None, per_page: 9, offset: 0 };
    statement(scope, &filters, Sort::Created, &window, &filters.branches(None)).all(c).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::customers::keyset::Cursor;
    use db::{Db, SqliteConfig, p};
    use kernel::{Actor, StoreId};

    /// SQLite's plan of a statement, one line a step.
    async fn plan(db: &Db, sql: &Sql) -> Vec<String> {
        let text = format!("EXPLAIN QUERY PLAN {}", sql.text());
        // The plan does not depend on the values; unbound placeholders are NULL.
        let rows: Vec<(i64, i64, i64, String)> = db.conn().all(&text, p![]).await.unwrap();
        rows.into_iter().map(|r| r.3).collect()
    }

    #[tokio::test]
    async fn or_01_no_list_query_scans() {
        let dir = tempfile::tempdir().unwrap();
        let db = Db::sqlite(SqliteConfig::new(dir.path().join("t.db"))).unwrap();
        db.migrate().await.unwrap();
        let scope = StoreScope::new(StoreId::from_raw(1), Actor::system());
        let asked = [
            Filters::default(),
            Filters { statuses: vec![Status::Pending], ..Filters::default() },
            Filters { statuses: vec![Status::Pending, Status::Paid], ..Filters::default() },
            Filters { payment_status: Some(PaymentStatus::Paid), ..Filters::default() },
            Filters { customer: Some(CustomerId::from_raw(1)), ..Filters::default() },
            Filters { total_from: Some(1), total_to: Some(2), ..Filters::default() },
            Filters { created_from: Some(Millis(1)), created_to: Some(Millis(2)), ..Filters::default() },
            Filters { payment_providers: vec!["COD".into()], shipping_providers: vec!["PICKUP".into()], ..Filters::default() },
            Filters { search: "٠٥٠١٢٣٤٥٦٧".into(), ..Filters::default() },
        ];
        for filters in asked {
            for sort in [Sort::Created, Sort::Total, Sort::Number] {
                for cursor in [None, Some(Cursor { key: Key::Int(1), id: 1 })] {
                    let found = (!filters.search.is_empty()).then(|| vec![CustomerId::from_raw(1)]);
                    let branches = filters.branches(found);
                    let window = Window { sorted: sort.both().1, cursor, per_page: 20, offset: 0 };
                    let sql = statement(&scope, &filters, sort, &window, &branches);
                    let steps = plan(&db, &sql).await;
                    assert!(!steps.iter().any(|s| s.starts_with("SCAN orders")), "{}\n{steps:?}", sql.text());
                    // What an index bounds comes out of it sorted.
                    if filters.is_bounded(sort) && branches.len() == 1 {
                        assert!(!steps.iter().any(|s| s.contains("TEMP B-TREE")), "{}\n{steps:?}", sql.text());
                    }
                }
            }
        }
    }

    #[test]
    fn or_01_a_number_is_understood_in_any_digits() {
        let number = |search: &str| Filters { search: search.into(), ..Filters::default() }.number();
        assert_eq!(
            (number("١٠٠١"), number("#1001"), number("۱۰۰۱"), number("أحمد 1001"), number("؟")),
            (Some(1001), Some(1001), Some(1001), None, None)
        );
    }
}
