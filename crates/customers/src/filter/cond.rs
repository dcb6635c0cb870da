//! One thing that customers are chosen by. As SQL it stands in `store`, without a database in `holds`.

use kernel::{CustomerGroupId, CustomerId, Millis, StoreScope};

use crate::model::Channel;
use crate::purchases::{Bought, Purchases};
use crate::search::Term;

/// Whose customers, and who knows what they bought.
pub(crate) type Criteria<'a> = (&'a StoreScope, &'a dyn Purchases);

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

impl Cond {
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
