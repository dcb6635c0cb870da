//! What customers are chosen by: conditions that become SQL, for the list and for whatever is done to what it shows.
//!
//! A list is read along the index of its sort, and each row is held against the conditions; a condition that few customers
//! meet *leads* instead: its own index finds them, and they are sorted afterwards. Which one leads is counted, up to
//! [`FEW`], so that at a million customers neither way looks at many rows for a page.

use db::{Conn, Result, Sql};
use kernel::{CustomerGroupId, CustomerId, StoreScope};

use super::model::Channel;
use super::search::padded;

/// Fewer than these are found first and sorted afterwards.
const FEW: i64 = 20_000;

/// Counts customers whom a condition leads to. The column is in no index, so that SQLite looks them up by their key instead
/// of walking an index that happens to hold all it is asked for.
pub(super) const LED: &str = "SELECT COUNT(*) FROM (SELECT updated_at FROM customers WHERE";

/// A kept number of a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    /// Minor units.
    Spent,
    /// Orders ever placed.
    Orders,
    /// Moment of the latest order; whoever has none meets no condition on it.
    LastOrder,
    /// Moment of the first order, or when the merchant wrote them down.
    Created,
}

/// How a number is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    AtLeast,
    AtMost,
    Above,
    Below,
}

/// One thing a customer must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cond {
    Number(Column, Op, i64),
    /// One of these, as the address says it.
    City(Vec<String>),
    /// Has one of these, folded.
    Tag(Vec<String>),
    /// Is in one of these.
    Group(Vec<CustomerGroupId>),
    /// Agreed to one of these.
    Consent(Vec<Channel>),
    Blocked(bool),
    /// Was found by a search.
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
            (Op::AtLeast, false) => concat!("+", $column, " >= ?"),
            (Op::AtMost, false) => concat!("+", $column, " <= ?"),
            (Op::Above, false) => concat!("+", $column, " > ?"),
            (Op::Below, false) => concat!("+", $column, " < ?"),
        }
    };
}

impl Column {
    const fn compare(self, op: Op, leads: bool) -> &'static str {
        match self {
            Self::Spent => compare!("total_spent", op, leads),
            Self::Orders => compare!("orders_count", op, leads),
            Self::LastOrder => compare!("last_order_at", op, leads),
            Self::Created => compare!("created_at", op, leads),
        }
    }
}

impl Cond {
    /// Adds the condition, without a word before it. One that leads is written so that its index finds the customers.
    fn add(&self, sql: Sql, scope: &StoreScope, leads: bool) -> Sql {
        let store = scope.store();
        match self {
            Self::Number(column, op, n) => sql.arg(column.compare(*op, leads), *n),
            Self::City(cities) if leads => sql.list("city IN ", cities.clone(), ""),
            Self::City(cities) => sql.list("city || '' IN ", cities.clone(), ""),
            Self::Tag(keys) if leads => sql
                .arg("id IN (SELECT t.customer_id FROM customer_tags t WHERE t.store_id = ?", store)
                .list(" AND t.tag_key IN ", keys.clone(), ")"),
            Self::Tag(keys) => sql.arg("EXISTS (SELECT t.tag FROM customer_tags t WHERE t.store_id = ?", store).list(
                " AND t.customer_id = customers.id AND t.tag_key IN ",
                keys.clone(),
                ")",
            ),
            Self::Group(ids) if leads => sql
                .arg("id IN (SELECT m.customer_id FROM customer_group_members m WHERE m.store_id = ?", store)
                .list(" AND m.group_id IN ", ids.clone(), ")"),
            Self::Group(ids) => sql
                .arg("EXISTS (SELECT m.group_id FROM customer_group_members m WHERE m.store_id = ?", store)
                .list(" AND m.customer_id = customers.id AND m.group_id IN ", ids.clone(), ")"),
            Self::Consent(channels) if leads => sql
                .arg("id IN (SELECT a.customer_id FROM customer_consents a WHERE a.store_id = ?", store)
                .list(" AND a.is_granted AND a.channel IN ", channels.iter().map(|c| c.as_str()), ")"),
            Self::Consent(channels) => sql.arg("EXISTS (SELECT a.at FROM customer_consents a WHERE a.store_id = ?", store).list(
                " AND a.customer_id = customers.id AND a.is_granted AND a.channel IN ",
                channels.iter().map(|c| c.as_str()),
                ")",
            ),
            Self::Blocked(true) => sql.raw("blocked_at IS NOT NULL"),
            Self::Blocked(false) => sql.raw("blocked_at IS NULL"),
            Self::Found(ids) => sql.list("id IN ", padded(ids), ""),
        }
    }

    /// Nobody is blocked: that leads nowhere.
    fn may_lead(&self) -> bool {
        !matches!(self, Self::Blocked(false))
    }
}

/// The conditions of a list, all of which must hold, and which of them leads.
#[derive(Debug, Clone, Default)]
pub(super) struct Chosen {
    conds: Vec<Cond>,
    lead: Option<usize>,
}

impl Chosen {
    /// Counts which condition leads.
    pub(super) async fn of(c: Conn<'_>, scope: &StoreScope, conds: Vec<Cond>) -> Result<Self> {
        let mut best: Option<(usize, i64)> = None;
        for (at, cond) in conds.iter().enumerate().filter(|(_, cond)| cond.may_lead()) {
            let n = if let Cond::Found(ids) = cond {
                i64::try_from(ids.len()).unwrap_or(FEW)
            } else {
                let sql = Sql::new(LED).arg(" store_id = ? AND ", scope.store());
                cond.add(sql, scope, true).arg(" LIMIT ?", FEW + 1).raw(") AS counted").one::<i64>(c).await?
            };
            if n <= FEW && best.is_none_or(|(_, least)| n < least) {
                best = Some((at, n));
            }
        }
        Ok(Self { conds, lead: best.map(|(at, _)| at) })
    }

    /// The customers are found first and sorted afterwards.
    pub(super) fn is_led(&self) -> bool {
        self.lead.is_some()
    }

    /// Adds `store_id = ? AND ...`; a condition on the column that the rows are walked by may use that index too.
    pub(super) fn add(&self, sql: Sql, scope: &StoreScope, walked: Option<Column>) -> Sql {
        let mut sql = sql.arg(" store_id = ?", scope.store());
        for (at, cond) in self.conds.iter().enumerate() {
            let is_walked = self.lead.is_none() && matches!(cond, Cond::Number(column, ..) if Some(*column) == walked);
            sql = cond.add(sql.raw(" AND "), scope, self.lead == Some(at) || is_walked);
        }
        sql
    }
}
