//! Driving indexes of the orders, and the number of orders that each gives.

use db::{Conn, Result, Sql};
use kernel::{CouponId, CustomerId, OrderId, ShippingMethodId, StoreScope, UserId};

use super::condition::{Condition, Days};
use crate::orders::status::{PaymentStatus, Status};
use customers::Term;
use platform::search::upper_bound;
use web::keyset::Sorted;

/// A driving index, with the values of its leading columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders::list) enum DrivingIndex {
    Store,
    Status(Status),
    State(Status, PaymentStatus),
    PaymentStatus(PaymentStatus),
    Payment(String),
    Shipping(String),
    Method(ShippingMethodId),
    City(String),
    Country(String),
    First(bool),
    Guest(bool),
    Assignee(Option<UserId>),
    Coupon(CouponId),
    Customer(CustomerId),
    Tag(String),
    // These give their orders in no order of the list.
    Term(Term),
    SkuBegins(Vec<String>),
    Number(i64),
    Ids(Vec<OrderId>),
    Skus(Vec<String>),
    Receipts,
    AnyCoupon,
    Total(Option<i64>, Option<i64>),
}

impl DrivingIndex {
    /// Whether its index continues with the time.
    pub(in crate::orders::list) fn is_in_time(&self) -> bool {
        !matches!(
            self,
            Self::Term(_)
                | Self::SkuBegins(_)
                | Self::Number(_)
                | Self::Ids(_)
                | Self::Skus(_)
                | Self::Receipts
                | Self::AnyCoupon
                | Self::Total(..)
        )
    }

    /// `FROM ... WHERE ...` as far as the index covers, after a `SELECT`.
    pub(in crate::orders::list) fn add(&self, sql: Sql, scope: &StoreScope) -> Sql {
        // The order of the tables is the join order. A plain `IN (SELECT ...)` would be checked against every order of the store
        // wherever an index of the orders covers the query.
        match self {
            Self::Tag(key) => {
                return sql
                    .arg(" FROM order_tags m CROSS JOIN orders o WHERE m.store_id = ?", scope.store())
                    .arg(" AND m.tag_key = ?", key.clone())
                    .raw(" AND o.store_id = m.store_id AND o.id = m.order_id");
            }
            Self::Skus(_) | Self::SkuBegins(_) => {
                let sql = self.goods(sql.raw(" FROM (SELECT DISTINCT +named.id AS id FROM ("), scope, (None, None));
                return sql
                    .arg(") AS named) AS found CROSS JOIN orders o WHERE o.store_id = ?", scope.store())
                    .raw(" AND o.id = found.id");
            }
            Self::Term(term) => {
                let sql = term.ids(sql.raw(" FROM (SELECT DISTINCT +named.id AS id FROM ("), scope);
                return sql
                    .arg(") AS named) AS found CROSS JOIN orders o WHERE o.store_id = ?", scope.store())
                    .raw(" AND o.customer_id = found.id");
            }
            Self::Receipts => {
                return sql
                    .arg(" FROM (SELECT DISTINCT r.order_id AS id FROM order_receipts r WHERE r.store_id = ?", scope.store())
                    .arg(" AND r.status = 'waiting') AS found CROSS JOIN orders o WHERE o.store_id = ?", scope.store())
                    .raw(" AND o.id = found.id");
            }
            _ => {}
        }
        let sql = sql.arg(" FROM orders o WHERE o.store_id = ?", scope.store());
        match self {
            Self::Store | Self::Tag(_) | Self::Skus(_) | Self::Receipts | Self::Term(_) | Self::SkuBegins(_) => sql,
            Self::Status(s) => sql.arg(" AND o.status = ?", s.code()),
            Self::State(s, p) => sql.arg(" AND o.status = ?", s.code()).arg(" AND o.payment_status = ?", p.as_str()),
            Self::PaymentStatus(p) => sql.arg(" AND o.payment_status = ?", p.as_str()),
            Self::Payment(code) => sql.arg(" AND o.payment_provider = ?", code.clone()),
            Self::Shipping(code) => sql.arg(" AND o.shipping_provider = ?", code.clone()),
            Self::Method(id) => sql.arg(" AND o.shipping_method_id = ?", *id),
            Self::City(city) => sql.arg(" AND o.city = ?", city.clone()),
            Self::Country(code) => sql.arg(" AND o.country = ?", code.clone()),
            Self::First(is) => sql.arg(" AND o.is_first_order = ?", *is),
            Self::Guest(is) => sql.arg(" AND o.was_guest_order = ?", *is),
            Self::Assignee(Some(id)) => sql.arg(" AND o.assignee_id = ?", *id),
            Self::Assignee(None) => sql.raw(" AND o.assignee_id IS NULL"),
            Self::Coupon(id) => sql.arg(" AND o.coupon_id = ?", *id),
            // As a range, so that SQLite uses one index seek and PostgreSQL the partial index.
            Self::AnyCoupon => sql.raw(" AND o.coupon_id > 0"),
            Self::Customer(id) => sql.arg(" AND o.customer_id = ?", *id),
            Self::Number(n) => sql.arg(" AND o.number = ?", *n),
            Self::Ids(ids) => sql.list(" AND o.id IN ", ids.clone(), ""),
            Self::Total(from, to) => sql.opt(" AND o.total >= ?", *from).opt(" AND o.total <= ?", *to),
        }
    }

    /// Restricts to the requested days, within the index where it continues with the time.
    pub(in crate::orders::list) fn within_days(&self, sql: Sql, scope: &StoreScope, days: Days) -> Sql {
        if !self.is_in_time() {
            return Condition::Created { from: days.0, to: days.1 }.check(sql, scope);
        }
        match self {
            Self::Tag(_) => sql.opt(" AND m.placed_at >= ?", days.0).opt(" AND m.placed_at <= ?", days.1),
            _ => sql.opt(" AND o.created_at >= ?", days.0).opt(" AND o.created_at <= ?", days.1),
        }
    }

    /// Whether product codes drive; their index contains the time of placing.
    pub(in crate::orders::list) fn is_goods(&self) -> bool {
        matches!(self, Self::Skus(_) | Self::SkuBegins(_))
    }

    /// Adds a `SELECT` of the orders with these product codes or code prefixes, as `id` and `created_at`, possibly with
    /// duplicates. Selects nothing for other driving indexes.
    pub(in crate::orders::list) fn goods(&self, sql: Sql, scope: &StoreScope, days: Days) -> Sql {
        let of_store = |sql: Sql| {
            let sql = sql.raw("SELECT i.order_id AS id, i.placed_at AS created_at FROM order_items i WHERE");
            sql.arg(" i.store_id = ?", scope.store())
        };
        let add_days = |sql: Sql| sql.opt(" AND i.placed_at >= ?", days.0).opt(" AND i.placed_at <= ?", days.1);
        match self {
            Self::Skus(skus) => add_days(of_store(sql).list(" AND i.sku IN ", skus.clone(), "")),
            Self::SkuBegins(starts) => starts.iter().enumerate().fold(sql, |sql, (n, start)| {
                let sql = of_store(sql.raw(if n == 0 { "" } else { " UNION ALL " }));
                add_days(sql.arg(" AND i.sku >= ?", start.clone()).arg(" AND i.sku < ?", upper_bound(start)))
            }),
            _ => of_store(sql).raw(" AND 1 = 0"),
        }
    }

    pub(in crate::orders::list) fn in_time(&self) -> (Sorted, Sorted) {
        match self {
            Self::Tag(_) => web::sorted!("m.placed_at", "m.order_id"),
            _ => web::sorted!("o.created_at", "o.id"),
        }
    }
}

/// Number of orders that the driving indexes give together, counted up to `cap` + 1.
pub(in crate::orders::list) async fn count_orders(
    c: Conn<'_>,
    scope: &StoreScope,
    drivers: &[DrivingIndex],
    days: Days,
    cap: i64,
) -> Result<i64> {
    let mut n = 0;
    for driver in drivers {
        let sql = match driver {
            DrivingIndex::Skus(_) => {
                driver.goods(Sql::new("SELECT COUNT(*) FROM (SELECT DISTINCT +named.id FROM ("), scope, days).raw(") AS named")
            }
            // The index covers the rest.
            DrivingIndex::Tag(key) => {
                let sql = Sql::new("SELECT COUNT(*) FROM (SELECT m.order_id FROM order_tags m")
                    .arg(" WHERE m.store_id = ?", scope.store());
                driver.within_days(sql.arg(" AND m.tag_key = ?", key.clone()), scope, days)
            }
            DrivingIndex::Total(..) => driver.add(Sql::new("SELECT COUNT(*) FROM (SELECT o.id"), scope),
            // The words drive: customers without orders give no rows.
            DrivingIndex::Term(Term::Word(word)) => {
                Sql::new("SELECT COUNT(*) FROM (SELECT o.id FROM search_tokens t CROSS JOIN orders o")
                    .arg(" WHERE t.store_id = ?", scope.store())
                    .arg(" AND t.subject = 'customer' AND t.token >= ?", word.clone())
                    .arg(" AND t.token < ?", upper_bound(word))
                    .raw(" AND o.store_id = t.store_id AND o.customer_id = t.subject_id")
            }
            DrivingIndex::SkuBegins(_) => driver.goods(Sql::new("SELECT COUNT(*) FROM ("), scope, days),
            _ => driver.within_days(driver.add(Sql::new("SELECT COUNT(*) FROM (SELECT o.id"), scope), scope, days),
        };
        n += sql.arg(" LIMIT ?", cap + 1 - n).raw(") AS probed").one::<i64>(c).await?;
        if n > cap {
            break;
        }
    }
    Ok(n)
}
