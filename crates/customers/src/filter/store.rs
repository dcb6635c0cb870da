//! The conditions as SQL: composed for the list and for bulk actions and exports of its result, and counting their matches.

use db::{Conn, Result, Sql};
use kernel::StoreScope;

use super::cond::{AddressField, Column, Cond, ContactField, Criteria, OneOf, Op};
use super::selection::{CustomerSelection, DrivingCondition};
use crate::purchases::OpenCart;

/// The comparison with its column, and with `+` before the column, which keeps SQLite from using its index.
macro_rules! compare {
    ($column:literal, $op:expr, $is_driving:expr) => {
        match ($op, $is_driving) {
            (Op::AtLeast, true) => concat!($column, " >= ?"),
            (Op::AtMost, true) => concat!($column, " <= ?"),
            (Op::Above, true) => concat!($column, " > ?"),
            (Op::Below, true) => concat!($column, " < ?"),
            (Op::Equal, true) => concat!($column, " = ?"),
            (Op::AtLeast, false) => concat!("+", $column, " >= ?"),
            (Op::AtMost, false) => concat!("+", $column, " <= ?"),
            (Op::Above, false) => concat!("+", $column, " > ?"),
            (Op::Below, false) => concat!("+", $column, " < ?"),
            (Op::Equal, false) => concat!("+", $column, " = ?"),
        }
    };
}

/// The number of orders in the sum (`total_spent`).
macro_rules! average {
    ($then:literal) => {
        concat!(
            "CASE WHEN orders_count - cancelled_count - returned_count > 0 THEN (total_spent + (orders_count - cancelled_count - returned_count) / 2) \
             / (orders_count - cancelled_count - returned_count) END",
            $then
        )
    };
}

impl Column {
    const fn compare(self, op: Op, is_driving: bool) -> &'static str {
        match self {
            Self::Spent => compare!("total_spent", op, is_driving),
            Self::Orders => compare!("orders_count", op, is_driving),
            Self::LastOrder => compare!("last_order_at", op, is_driving),
            Self::Created => compare!("created_at", op, is_driving),
            Self::Average => match op {
                Op::AtLeast => average!(" >= ?"),
                Op::AtMost => average!(" <= ?"),
                Op::Above => average!(" > ?"),
                Op::Below => average!(" < ?"),
                Op::Equal => average!(" = ?"),
            },
        }
    }
}

/// The SQL before a list of values: as driving condition, as check, as negated check.
type Starts = (&'static str, &'static str, &'static str);

const CITY: Starts = ("city IN ", "city || '' IN ", "city || '' NOT IN ");
const COUNTRY: Starts = ("country IN ", "country || '' IN ", "country || '' NOT IN ");
const TAG: Starts = (
    "id IN (SELECT t.customer_id FROM customer_tags t WHERE t.store_id = ?",
    "EXISTS (SELECT t.tag FROM customer_tags t WHERE t.store_id = ?",
    "NOT EXISTS (SELECT t.tag FROM customer_tags t WHERE t.store_id = ?",
);
const GROUP: Starts = (
    "id IN (SELECT m.customer_id FROM customer_group_members m WHERE m.store_id = ?",
    "EXISTS (SELECT m.group_id FROM customer_group_members m WHERE m.store_id = ?",
    "NOT EXISTS (SELECT m.group_id FROM customer_group_members m WHERE m.store_id = ?",
);
const CONSENT: Starts = (
    "id IN (SELECT a.customer_id FROM customer_consents a WHERE a.store_id = ?",
    "EXISTS (SELECT a.at FROM customer_consents a WHERE a.store_id = ?",
    "NOT EXISTS (SELECT a.at FROM customer_consents a WHERE a.store_id = ?",
);

fn start<T>(starts: Starts, of: &OneOf<T>, is_driving: bool) -> &'static str {
    match (of.is_not, is_driving) {
        (true, _) => starts.2,
        (false, true) => starts.0,
        (false, false) => starts.1,
    }
}

const fn counted(op: Op) -> &'static str {
    match op {
        Op::AtLeast => " >= ?",
        Op::AtMost => " <= ?",
        Op::Above => " > ?",
        Op::Below => " < ?",
        Op::Equal => " = ?",
    }
}

impl Cond {
    /// Adds the condition, without a leading AND. A driving condition is written so that its index finds the customers.
    pub(super) fn add(&self, sql: Sql, (scope, purchases): Criteria<'_>, is_driving: bool) -> Sql {
        let store = scope.store();
        match self {
            Self::Number(column, op, n) => sql.arg(column.compare(*op, is_driving), *n),
            Self::Address(AddressField::City, of) => sql.list(start(CITY, of, is_driving), of.values.clone(), ""),
            Self::Address(AddressField::Country, of) => sql.list(start(COUNTRY, of, is_driving), of.values.clone(), ""),
            Self::Tag(of) => {
                let own = if is_driving { " AND t.tag_key IN " } else { " AND t.customer_id = customers.id AND t.tag_key IN " };
                sql.arg(start(TAG, of, is_driving), store).list(own, of.values.clone(), ")")
            }
            Self::Group(of) => {
                let own = if is_driving { " AND m.group_id IN " } else { " AND m.customer_id = customers.id AND m.group_id IN " };
                sql.arg(start(GROUP, of, is_driving), store).list(own, of.values.clone(), ")")
            }
            Self::Consent(of) => {
                let own = if is_driving {
                    " AND a.is_granted AND a.channel IN "
                } else {
                    " AND a.customer_id = customers.id AND a.is_granted AND a.channel IN "
                };
                sql.arg(start(CONSENT, of, is_driving), store).list(own, of.values.iter().map(|c| c.as_str()), ")")
            }
            Self::Blocked(true) => sql.raw("blocked_at IS NOT NULL"),
            Self::Blocked(false) => sql.raw("blocked_at IS NULL"),
            // A comparison selects the partial index of the rows that have one.
            Self::Has(ContactField::Mobile, true) if is_driving => sql.raw("mobile IS NOT NULL AND mobile > ''"),
            Self::Has(ContactField::Email, true) if is_driving => sql.raw("email IS NOT NULL AND email > ''"),
            Self::Has(ContactField::Mobile, true) => sql.raw("mobile || '' IS NOT NULL"),
            Self::Has(ContactField::Mobile, false) => sql.raw("mobile || '' IS NULL"),
            Self::Has(ContactField::Email, true) => sql.raw("email || '' IS NOT NULL"),
            Self::Has(ContactField::Email, false) => sql.raw("email || '' IS NULL"),
            Self::Refused(op, n) => purchases.add_refused(sql, scope, is_driving).arg(counted(*op), *n),
            Self::Cart { since, is_not } => {
                purchases.add_cart(sql, scope, OpenCart { since: *since, is_not: *is_not }, is_driving && !is_not)
            }
            Self::Bought(bought) => purchases.add_bought(sql, scope, bought, is_driving),
            Self::Term(term) if is_driving => term.ids(sql.raw("id IN ("), scope).raw(")"),
            Self::Term(term) => term.check(sql, scope, "customers.id"),
            Self::Found(ids) => sql.list(if is_driving { "id IN " } else { "+id IN " }, ids.iter().copied(), ""),
        }
    }
}

/// Counts the customers of a driving condition. The selected column is in no index, so that SQLite looks rows up by their key
/// instead of scanning a covering index.
pub(super) const DRIVEN_COUNT: &str = "SELECT COUNT(*) FROM (SELECT updated_at FROM customers WHERE";

/// The number of matches of a driving condition, counted up to `most`.
pub(super) async fn count_driven(c: Conn<'_>, criteria: Criteria<'_>, cond: &Cond, most: i64) -> Result<i64> {
    let sql = Sql::new(DRIVEN_COUNT).arg(" store_id = ? AND ", criteria.0.store());
    cond.add(sql, criteria, true).arg(" LIMIT ?", most).raw(") AS counted").one(c).await
}

/// The number of chosen customers, counted up to `most`.
pub(crate) async fn count(c: Conn<'_>, scope: &StoreScope, selection: &CustomerSelection, most: i64) -> Result<i64> {
    let sql =
        Sql::new(if selection.driving.is_some() { DRIVEN_COUNT } else { "SELECT COUNT(*) FROM (SELECT id FROM customers WHERE" });
    selection.add(sql, scope, None).arg(" LIMIT ?", most).raw(") AS counted").one(c).await
}

impl CustomerSelection {
    /// Adds `store_id = ? AND ...`; a condition on the column of the scan's own index may use that index.
    pub(crate) fn add(&self, sql: Sql, scope: &StoreScope, walked: Option<Column>) -> Sql {
        let criteria: Criteria<'_> = (scope, &*self.purchases);
        let mut sql = sql.arg(" store_id = ?", scope.store());
        for (at, cond) in self.conds.iter().enumerate() {
            let is_walked = self.driving.is_none() && matches!(cond, Cond::Number(column, ..) if Some(*column) == walked);
            sql = cond.add(sql.raw(" AND "), criteria, self.driving == Some(DrivingCondition::One(at)) || is_walked);
        }
        if let Some(DrivingCondition::Any(driving)) = &self.driving {
            for (n, (group, driving_at)) in self.any.iter().zip(driving).enumerate() {
                sql = sql.raw(if n == 0 { " AND id IN (" } else { " UNION ALL " });
                sql = sql.raw("SELECT id FROM customers WHERE").arg(" store_id = ?", scope.store());
                for (at, cond) in group.iter().enumerate() {
                    sql = cond.add(sql.raw(" AND "), criteria, at == *driving_at);
                }
            }
            return sql.raw(")");
        }
        for (n, group) in self.any.iter().enumerate() {
            sql = sql.raw(if n == 0 { " AND ((" } else { ") OR (" });
            for (at, cond) in group.iter().enumerate() {
                sql = cond.add(if at == 0 { sql } else { sql.raw(" AND ") }, criteria, false);
            }
        }
        if self.any.is_empty() { sql } else { sql.raw("))") }
    }
}
