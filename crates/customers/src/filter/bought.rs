//! Conditions on purchases and coupon uses. Their SQL is written by the owning slice ([`crate::Purchases`]); counting and
//! evaluating them is here. An erased customer meets neither such a condition nor its negation.
//!
//! Only kept goods count: of an order that is a sale (decisions §13, [`is_sale`](crate::is_sale)), and of a line that was not
//! returned entirely (docs/decisions/0037). A use of a coupon counts until it is released.

use db::{Conn, Result};
use kernel::Millis;

use super::cond::Criteria;
use super::holds::CustomerFacts;
use crate::purchases::{BuyerIndex, Purchase, PurchaseCondition, PurchaseTarget};

impl PurchaseCondition {
    /// The number of lines, uses or orders by which the buyers are found, if at most `most`, by the smallest index; there are no
    /// more customers than that. Index-only scans.
    pub(super) async fn size(&mut self, c: Conn<'_>, (scope, purchases): Criteria<'_>, most: i64) -> Result<i64> {
        let by_goods = purchases.count_lines(scope, self, most + 1).one::<i64>(c).await?;
        self.index = BuyerIndex::OrderLines;
        let Some(since) = self.since.filter(|_| !self.is_coupon() && by_goods > 0) else { return Ok(by_goods) };
        let by_days = purchases.count_orders(scope, since, by_goods).one::<i64>(c).await?;
        if by_days < by_goods {
            self.index = BuyerIndex::OrderDates;
        }
        Ok(by_goods.min(by_days))
    }

    /// Whether the condition holds for the customer.
    pub(super) fn holds(&self, of: &CustomerFacts) -> bool {
        let is_since = |at: Millis| self.since.is_none_or(|since| at >= since);
        let times = match &self.target {
            PurchaseTarget::Coupons(ids) => of.used.iter().filter(|u| is_since(u.at) && ids.contains(&u.coupon)).count(),
            PurchaseTarget::AnyCoupon => of.used.iter().filter(|u| is_since(u.at)).count(),
            goods => {
                let is_of = |bought: &Purchase| match goods {
                    PurchaseTarget::Products(ids) => ids.contains(&bought.product),
                    PurchaseTarget::Categories(ids) => bought.categories.iter().any(|id| ids.contains(id)),
                    PurchaseTarget::Coupons(_) | PurchaseTarget::AnyCoupon => false,
                };
                let mut orders: Vec<_> = of.bought.iter().filter(|b| is_since(b.at) && is_of(b)).map(|b| b.order).collect();
                orders.sort_unstable();
                orders.dedup();
                orders.len()
            }
        };
        of.customer.erased_at.is_none() && (i64::try_from(times).unwrap_or(i64::MAX) >= self.times) != self.is_not
    }
}
