//! One thing that customers are chosen by, as SQL. What it means without a database stands in `holds`.

use db::Sql;
use kernel::{CustomerGroupId, CustomerId, Millis};

use super::Criteria;
use super::bought::Bought;
use crate::model::Channel;
use crate::purchases::OpenCart;
use crate::search::{Term, padded};

/// A kept number of a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    /// Minor units.
    Spent,
    /// Orders ever placed.
    Orders,
    /// Mean of the orders that were neither cancelled nor returned, in minor units; whoever has none meets no condition on it.
    Average,
    /// Moment of the latest order; whoever has none meets no condition on it.
    LastOrder,
    /// Moment of the first order, or when the merchant wrote them down.
    Created,
}

/// How a number is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Op {
    AtLeast,
    AtMost,
    Above,
    Below,
    Equal,
}

/// Where the latest order's address is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    City,
    Country,
}

/// A way to reach somebody, of their own record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    Mobile,
    Email,
}

/// One of these, or none of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OneOf<T> {
    pub(crate) values: Vec<T>,
    pub(crate) is_not: bool,
}

impl<T> OneOf<T> {
    /// One of these.
    pub(crate) fn is(values: Vec<T>) -> Self {
        Self { values, is_not: false }
    }
}

/// One thing a customer must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cond {
    Number(Column, Op, i64),
    /// As the address says it.
    Place(Place, OneOf<String>),
    /// Folded.
    Tag(OneOf<String>),
    Group(OneOf<CustomerGroupId>),
    /// Agreed to one of these, or to none.
    Consent(OneOf<Channel>),
    Blocked(bool),
    Has(Reach, bool),
    /// Orders of their numbers that were refused at the door.
    Refused(Op, i64),
    /// An open cart of their numbers that holds something was touched since then, or none was.
    Cart {
        since: Millis,
        is_not: bool,
    },
    /// What they bought, or a coupon that they used.
    Bought(Bought),
    /// A search asks it.
    Term(Term),
    /// Was chosen.
    Found(Vec<CustomerId>),
}

/// The comparison, as the index reads it and, behind a `+`, as it does not.
macro_rules! compare {
    ($column:literal, $op:expr, $leads:expr) => {
        match ($op, $leads) {
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

/// Orders that the sum is made of.
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
    const fn compare(self, op: Op, leads: bool) -> &'static str {
        match self {
            Self::Spent => compare!("total_spent", op, leads),
            Self::Orders => compare!("orders_count", op, leads),
            Self::LastOrder => compare!("last_order_at", op, leads),
            Self::Created => compare!("created_at", op, leads),
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

/// What stands before the list of values: found by it, held against it, held against its opposite.
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

fn start<T>(starts: Starts, of: &OneOf<T>, leads: bool) -> &'static str {
    match (of.is_not, leads) {
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
    /// Adds the condition, without a word before it. One that leads is written so that its index finds the customers.
    pub(super) fn add(&self, sql: Sql, (scope, purchases): Criteria<'_>, leads: bool) -> Sql {
        let store = scope.store();
        match self {
            Self::Number(column, op, n) => sql.arg(column.compare(*op, leads), *n),
            Self::Place(Place::City, of) => sql.list(start(CITY, of, leads), of.values.clone(), ""),
            Self::Place(Place::Country, of) => sql.list(start(COUNTRY, of, leads), of.values.clone(), ""),
            Self::Tag(of) => {
                let own = if leads { " AND t.tag_key IN " } else { " AND t.customer_id = customers.id AND t.tag_key IN " };
                sql.arg(start(TAG, of, leads), store).list(own, of.values.clone(), ")")
            }
            Self::Group(of) => {
                let own = if leads { " AND m.group_id IN " } else { " AND m.customer_id = customers.id AND m.group_id IN " };
                sql.arg(start(GROUP, of, leads), store).list(own, of.values.clone(), ")")
            }
            Self::Consent(of) => {
                let own = if leads {
                    " AND a.is_granted AND a.channel IN "
                } else {
                    " AND a.customer_id = customers.id AND a.is_granted AND a.channel IN "
                };
                sql.arg(start(CONSENT, of, leads), store).list(own, of.values.iter().map(|c| c.as_str()), ")")
            }
            Self::Blocked(true) => sql.raw("blocked_at IS NOT NULL"),
            Self::Blocked(false) => sql.raw("blocked_at IS NULL"),
            // A comparison names the index that holds those who have one.
            Self::Has(Reach::Mobile, true) if leads => sql.raw("mobile IS NOT NULL AND mobile > ''"),
            Self::Has(Reach::Email, true) if leads => sql.raw("email IS NOT NULL AND email > ''"),
            Self::Has(Reach::Mobile, true) => sql.raw("mobile || '' IS NOT NULL"),
            Self::Has(Reach::Mobile, false) => sql.raw("mobile || '' IS NULL"),
            Self::Has(Reach::Email, true) => sql.raw("email || '' IS NOT NULL"),
            Self::Has(Reach::Email, false) => sql.raw("email || '' IS NULL"),
            Self::Refused(op, n) => purchases.add_refused(sql, scope, leads).arg(counted(*op), *n),
            Self::Cart { since, is_not } => {
                purchases.add_cart(sql, scope, OpenCart { since: *since, is_not: *is_not }, leads && !is_not)
            }
            Self::Bought(bought) => purchases.add_bought(sql, scope, bought, leads),
            Self::Term(term) if leads => term.ids(sql.raw("id IN ("), scope).raw(")"),
            Self::Term(term) => term.check(sql, scope, "customers.id"),
            Self::Found(ids) => sql.list("id IN ", padded(ids), ""),
        }
    }

    /// An index leads to those who meet it, and they may be few. What somebody is not leads nowhere.
    pub(super) fn may_lead(&self) -> bool {
        match self {
            Self::Number(column, ..) => *column != Column::Average,
            Self::Place(_, of) | Self::Tag(of) => !of.is_not,
            Self::Group(of) => !of.is_not,
            Self::Consent(of) => !of.is_not,
            Self::Blocked(is) | Self::Has(_, is) => *is,
            Self::Refused(op, n) => match op {
                Op::AtLeast | Op::Equal => *n > 0,
                Op::Above => *n >= 0,
                Op::AtMost | Op::Below => false,
            },
            Self::Cart { is_not, .. } => !is_not,
            Self::Bought(bought) => !bought.is_not,
            Self::Term(_) | Self::Found(_) => true,
        }
    }
}
