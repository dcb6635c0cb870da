//! The same conditions, evaluated for one customer in memory. Pure.

use kernel::{CustomerGroupId, Millis};

use super::cond::{AddressField, Column, Cond, ContactField, OneOf, Op};
use crate::model::{Channel, Customer};
use crate::purchases::{CouponUse, Purchase};

/// The facts of a customer that conditions refer to.
#[derive(Debug, Clone)]
pub(crate) struct CustomerFacts {
    pub(crate) customer: Customer,
    /// Folded words.
    pub(crate) tags: Vec<String>,
    pub(crate) groups: Vec<CustomerGroupId>,
    /// Channels with granted consent.
    pub(crate) agreed: Vec<Channel>,
    /// Orders of their numbers refused on delivery.
    pub(crate) refused: i64,
    /// Last update of a non-empty open cart of their numbers.
    pub(crate) cart_at: Option<Millis>,
    /// Empty when no condition needs it.
    pub(crate) bought: Vec<Purchase>,
    /// Empty when no condition needs it.
    pub(crate) used: Vec<CouponUse>,
}

impl Op {
    fn holds(self, is: i64, than: i64) -> bool {
        match self {
            Self::AtLeast => is >= than,
            Self::AtMost => is <= than,
            Self::Above => is > than,
            Self::Below => is < than,
            Self::Equal => is == than,
        }
    }
}

impl<T: PartialEq> OneOf<T> {
    fn holds(&self, has: impl Fn(&T) -> bool) -> bool {
        self.values.iter().any(has) != self.is_not
    }
}

impl Cond {
    /// Whether the condition holds for the customer. The SQL of [`Cond::add`] must find exactly those.
    pub(crate) fn holds(&self, of: &CustomerFacts) -> bool {
        let c = &of.customer;
        match self {
            Self::Number(column, op, than) => {
                let is = match column {
                    Column::Spent => Some(c.total_spent),
                    Column::Orders => Some(c.orders_count),
                    Column::Average => c.average_order(),
                    Column::LastOrder => c.last_order_at.map(|at| at.0),
                    Column::Created => Some(c.created_at.0),
                };
                is.is_some_and(|is| op.holds(is, *than))
            }
            Self::Address(AddressField::City, one) => one.holds(|v| *v == c.city),
            Self::Address(AddressField::Country, one) => one.holds(|v| *v == c.country),
            Self::Tag(one) => one.holds(|v| of.tags.contains(v)),
            Self::Group(one) => one.holds(|v| of.groups.contains(v)),
            Self::Consent(one) => one.holds(|v| of.agreed.contains(v)),
            Self::Blocked(is) => c.blocked_at.is_some() == *is,
            Self::Has(ContactField::Mobile, is) => c.mobile.is_some() == *is,
            Self::Has(ContactField::Email, is) => c.email.is_some() == *is,
            Self::Refused(op, than) => op.holds(of.refused, *than),
            Self::Cart { since, is_not } => of.cart_at.is_some_and(|at| at >= *since) != *is_not,
            Self::Bought(bought) => bought.holds(of),
            Self::Term(term) => term.holds(c),
            Self::Found(ids) => ids.contains(&c.id),
        }
    }
}

/// Whether all conditions of at least one group hold.
pub(crate) fn any_holds(groups: &[Vec<Cond>], of: &CustomerFacts) -> bool {
    groups.iter().any(|conds| conds.iter().all(|cond| cond.holds(of)))
}
