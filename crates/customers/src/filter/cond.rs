//! One condition on customers. Its SQL is in `store`, its evaluation without a database in `holds`.

use kernel::{CustomerGroupId, CustomerId, Millis, StoreScope};

use crate::model::Channel;
use crate::purchases::{PurchaseCondition, Purchases};
use crate::search::Term;

/// The store scope, and the port to purchases.
pub(crate) type Criteria<'a> = (&'a StoreScope, &'a dyn Purchases);

/// A numeric column of a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    /// Minor units.
    Spent,
    /// Orders ever placed.
    Orders,
    /// Mean of the orders that were neither cancelled nor returned, in minor units; NULL without any, which meets no condition.
    Average,
    /// Time of the latest order; NULL without any, which meets no condition.
    LastOrder,
    /// Time of the first order, or when the merchant created the record.
    Created,
}

/// A comparison of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Op {
    AtLeast,
    AtMost,
    Above,
    Below,
    Equal,
}

/// A part of the latest order's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AddressField {
    City,
    Country,
}

/// Whether the customer's own record has a number or an e-mail address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ContactField {
    Mobile,
    Email,
}

/// One of these values, or none of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OneOf<T> {
    pub(crate) values: Vec<T>,
    pub(crate) is_not: bool,
}

impl<T> OneOf<T> {
    /// One of these values.
    pub(crate) fn is(values: Vec<T>) -> Self {
        Self { values, is_not: false }
    }
}

/// A condition on a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Cond {
    Number(Column, Op, i64),
    /// As the address writes it.
    Address(AddressField, OneOf<String>),
    /// Folded words.
    Tag(OneOf<String>),
    Group(OneOf<CustomerGroupId>),
    /// Consent granted to one of these channels, or to none.
    Consent(OneOf<Channel>),
    Blocked(bool),
    Has(ContactField, bool),
    /// Orders of their numbers refused on delivery.
    Refused(Op, i64),
    /// Whether a non-empty open cart of their numbers was updated since then, or none was.
    Cart {
        since: Millis,
        is_not: bool,
    },
    /// Products that they bought, or coupons that they used.
    Bought(PurchaseCondition),
    /// A term of a search.
    Term(Term),
    /// Chosen by id.
    Found(Vec<CustomerId>),
}

impl Cond {
    /// Whether it can be the driving condition: an index finds the customers who meet it, and they may be few. A negation cannot.
    pub(super) fn can_drive(&self) -> bool {
        match self {
            Self::Number(column, ..) => *column != Column::Average,
            Self::Address(_, of) | Self::Tag(of) => !of.is_not,
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
