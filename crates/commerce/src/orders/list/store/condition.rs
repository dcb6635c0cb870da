//! The conditions on an order, and their SQL on rows that the driving index found (OR-01).

use db::Sql;
use kernel::{CouponId, CustomerId, Millis, OrderId, ShippingMethodId, StoreScope, UserId};

use crate::orders::status::{PaymentStatus, Status};
use customers::Term;
use platform::search::upper_bound;

/// "Any coupon" is expanded to the coupons' ids up to this number.
pub(in crate::orders::list) const MOST_COUPONS: usize = 16;

/// From and to, both ends included.
pub(in crate::orders::list) type Days = (Option<Millis>, Option<Millis>);

/// One of these texts, or none of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) struct OneOf {
    pub(in crate::orders) values: Vec<String>,
    pub(in crate::orders) is_not: bool,
}

/// A condition on an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) enum Condition {
    Status(Vec<Status>),
    PaymentStatus(PaymentStatus),
    /// Payment provider: `COD`.
    Payment(OneOf),
    /// Shipping provider: `CUSTOM`, `PICKUP`.
    Shipping(OneOf),
    Method(Vec<ShippingMethodId>),
    City(OneOf),
    Country(OneOf),
    /// Keys of tags.
    Tag(OneOf),
    /// Product codes of its lines.
    Sku(Vec<String>),
    /// Total in minor units, both ends included.
    Total {
        from: Option<i64>,
        to: Option<i64>,
    },
    /// Time of placing, both ends included.
    Created {
        from: Option<Millis>,
        to: Option<Millis>,
    },
    /// It is the customer's first order.
    First(bool),
    Guest(bool),
    /// The assignee; `or_nobody` also matches unassigned orders.
    Assignee {
        ids: Vec<UserId>,
        or_nobody: bool,
    },
    /// Uses one of these coupons, or none of them.
    Coupon {
        ids: Vec<CouponId>,
        is_not: bool,
    },
    /// Uses some coupon, or none.
    AnyCoupon(bool),
    Customer(CustomerId),
    /// A search term on the customer.
    Term(Term),
    /// A search term on the products: a code with one of these prefixes.
    SkuBegins(Vec<String>),
    /// A transfer receipt waits for review.
    ReceiptWaits,
    Number(i64),
    /// Selected orders.
    Ids(Vec<OrderId>),
}

impl Condition {
    /// The most terms of a statement that it may be split into.
    pub(in crate::orders::list) fn width(&self) -> usize {
        match self {
            Self::Status(all) => all.len(),
            Self::Payment(of) | Self::Shipping(of) | Self::City(of) | Self::Country(of) | Self::Tag(of) => of.values.len(),
            Self::Method(all) => all.len(),
            Self::Sku(all) => all.len(),
            Self::Assignee { ids, or_nobody } => ids.len() + usize::from(*or_nobody),
            Self::Coupon { ids, .. } => ids.len(),
            Self::AnyCoupon(true) => MOST_COUPONS,
            _ => 1,
        }
    }

    /// The condition as a check on a found row. Columns are wrapped in expressions, so that SQLite keeps to the driving index.
    pub(in crate::orders::list) fn check(&self, sql: Sql, scope: &StoreScope) -> Sql {
        match self {
            Self::Status(all) => sql.list(" AND COALESCE(o.status, '') IN ", all.iter().map(|s| s.code()), ""),
            Self::PaymentStatus(s) => sql.arg(" AND COALESCE(o.payment_status, '') = ?", s.as_str()),
            Self::Payment(one) => {
                one.check(sql, " AND COALESCE(o.payment_provider, '') IN ", " AND COALESCE(o.payment_provider, '') NOT IN ")
            }
            Self::Shipping(one) => {
                one.check(sql, " AND COALESCE(o.shipping_provider, '') IN ", " AND COALESCE(o.shipping_provider, '') NOT IN ")
            }
            Self::Method(ids) => sql.list(" AND COALESCE(o.shipping_method_id, 0) IN ", ids.clone(), ""),
            Self::City(one) => one.check(sql, " AND COALESCE(o.city, '') IN ", " AND COALESCE(o.city, '') NOT IN "),
            Self::Country(one) => one.check(sql, " AND COALESCE(o.country, '') IN ", " AND COALESCE(o.country, '') NOT IN "),
            Self::Tag(one) => {
                let start = if one.is_not {
                    " AND NOT EXISTS (SELECT 1 FROM order_tags t WHERE t.store_id = o.store_id AND t.order_id = o.id AND t.tag_key IN "
                } else {
                    " AND EXISTS (SELECT 1 FROM order_tags t WHERE t.store_id = o.store_id AND t.order_id = o.id AND t.tag_key IN "
                };
                sql.list(start, one.values.clone(), ")")
            }
            Self::Sku(skus) => sql.list(
                " AND EXISTS (SELECT 1 FROM order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id AND i.sku IN ",
                skus.clone(),
                ")",
            ),
            Self::Total { from, to } => sql.opt(" AND +o.total >= ?", *from).opt(" AND +o.total <= ?", *to),
            Self::Created { from, to } => sql.opt(" AND +o.created_at >= ?", *from).opt(" AND +o.created_at <= ?", *to),
            Self::First(is) => sql.arg(" AND COALESCE(o.is_first_order, FALSE) = ?", *is),
            Self::Guest(is) => sql.arg(" AND COALESCE(o.was_guest_order, FALSE) = ?", *is),
            Self::Assignee { ids, or_nobody } => {
                // No user has the id 0.
                let unassigned = or_nobody.then_some(UserId::from_raw(0));
                sql.list(" AND COALESCE(o.assignee_id, 0) IN ", ids.iter().copied().chain(unassigned), "")
            }
            // No coupon has the id 0.
            Self::Coupon { ids, is_not: false } => sql.list(" AND COALESCE(o.coupon_id, 0) IN ", ids.clone(), ""),
            Self::Coupon { ids, is_not: true } => sql.list(" AND COALESCE(o.coupon_id, 0) NOT IN ", ids.clone(), ""),
            Self::AnyCoupon(true) => sql.raw(" AND +o.coupon_id IS NOT NULL"),
            Self::AnyCoupon(false) => sql.raw(" AND +o.coupon_id IS NULL"),
            Self::Customer(id) => sql.arg(" AND +o.customer_id = ?", *id),
            Self::Term(term) => term.check(sql.raw(" AND "), scope, "o.customer_id"),
            Self::SkuBegins(starts) => {
                let sql = sql.raw(" AND EXISTS (SELECT 1 FROM order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id AND (1 = 0");
                let begins = |sql: Sql, start: &String| sql.arg(" OR i.sku >= ?", start.clone()).arg(" AND i.sku < ?", upper_bound(start));
                starts.iter().fold(sql, begins).raw("))")
            }
            Self::ReceiptWaits => sql.raw(
                " AND EXISTS (SELECT 1 FROM order_receipts r WHERE r.store_id = o.store_id AND r.order_id = o.id AND r.status = 'waiting')",
            ),
            Self::Number(n) => sql.arg(" AND +o.number = ?", *n),
            Self::Ids(ids) => sql.list(" AND +o.id IN ", ids.clone(), ""),
        }
    }
}

impl OneOf {
    fn check(&self, sql: Sql, is: &'static str, is_not: &'static str) -> Sql {
        sql.list(if self.is_not { is_not } else { is }, self.values.clone(), "")
    }
}

/// Conditions that hold together.
pub(in crate::orders) type Group = Vec<Condition>;

/// The parsed query: orders that match any of the groups, and the search's result.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Filters {
    /// At least one; an empty one matches every order.
    pub(in crate::orders) groups: Vec<Group>,
    pub(in crate::orders) search: String,
}

impl Default for Filters {
    fn default() -> Self {
        Self { groups: vec![Vec::new()], search: String::new() }
    }
}

impl Filters {
    /// The statuses (all when empty) when there is no other condition: then the stored counters have the count.
    pub(in crate::orders::list) fn counted(&self) -> Option<&[Status]> {
        match (self.search.is_empty(), self.groups.as_slice()) {
            (true, [group]) => match group.as_slice() {
                [] => Some(&[]),
                [Condition::Status(statuses)] => Some(statuses),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether one index bounds the scanned rows, in the order of time.
    pub(in crate::orders) fn is_bounded(&self) -> bool {
        let is_driven = |c: &Condition| match c {
            Condition::Payment(one)
            | Condition::Shipping(one)
            | Condition::City(one)
            | Condition::Country(one)
            | Condition::Tag(one) => !one.is_not,
            Condition::Coupon { is_not, .. } => !is_not,
            Condition::Total { .. } | Condition::Sku(_) | Condition::ReceiptWaits | Condition::AnyCoupon(_) => false,
            _ => true,
        };
        match self.groups.as_slice() {
            [group] if self.search.is_empty() => {
                let others: Vec<&Condition> = group.iter().filter(|c| !matches!(c, Condition::Created { .. })).collect();
                others.len() <= 1 && others.iter().all(|c| is_driven(c))
            }
            _ => false,
        }
    }
}
