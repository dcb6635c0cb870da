//! What customers are chosen by: conditions that become SQL, for the list and for whatever is done to what it shows.
//!
//! A list is read along the index of its sort, and each row is held against the conditions; a condition that few customers
//! meet *leads* instead: its own index finds them, and they are sorted afterwards. Which one leads is counted, up to
//! [`FEW`], so that at a million customers neither way looks at many rows for a page. Of groups of conditions of which one
//! must hold, each has to have such a condition of its own: then they lead together.

mod bought;
mod cond;
mod holds;
mod store;
#[cfg(feature = "testing")]
pub mod tests;

use std::sync::Arc;

use db::{Conn, Result};
use kernel::StoreScope;

use crate::purchases::Purchases;

pub use bought::{Bought, Goods, Way};
pub(super) use cond::{Column, Cond, OneOf, Op, Place, Reach};
pub(super) use holds::{CustomerFacts, any_holds};
pub(super) use store::count;

/// Fewer than these are found first and sorted afterwards.
const FEW: i64 = 20_000;

/// Whose customers, and who knows what they bought.
pub(crate) type Criteria<'a> = (&'a StoreScope, &'a dyn Purchases);

/// How many meet a condition, if they are no more than `most`.
async fn size(c: Conn<'_>, criteria: Criteria<'_>, cond: &mut Cond, most: i64) -> Result<Option<i64>> {
    let n = match cond {
        _ if !cond.may_lead() => return Ok(None),
        Cond::Found(ids) => i64::try_from(ids.len()).unwrap_or(i64::MAX),
        // The index of the words is enough: the customers of a common one are not looked up.
        Cond::Term(term) => term.count(c, criteria.0, most + 1).await?,
        Cond::Bought(bought) => bought.size(c, criteria, most).await?,
        _ => store::count_led(c, criteria, cond, most + 1).await?,
    };
    Ok((n <= most).then_some(n))
}

/// Which of some conditions that must all hold is met by the fewest, and by how many; none when all are met by many.
async fn fewest(c: Conn<'_>, criteria: Criteria<'_>, conds: &mut [Cond], most: i64) -> Result<Option<(usize, i64)>> {
    let mut best: Option<(usize, i64)> = None;
    for (at, cond) in conds.iter_mut().enumerate() {
        // Whatever is not met by fewer than the best so far need not be counted further.
        let limit = best.map_or(most, |(_, n)| n - 1);
        if limit < 0 {
            break;
        }
        if let Some(n) = size(c, criteria, cond, limit).await? {
            best = Some((at, n));
        }
    }
    Ok(best)
}

/// What finds the customers instead of the order of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
enum DrivingIndex {
    /// The condition of this number.
    One(usize),
    /// Of each group, the condition of this number.
    Any(Vec<usize>),
}

/// The conditions of a list and which of them leads: all of `conds` must hold, and all of one of the groups if there are any.
#[derive(Clone)]
pub(super) struct Chosen {
    purchases: Arc<dyn Purchases>,
    conds: Vec<Cond>,
    any: Vec<Vec<Cond>>,
    lead: Option<DrivingIndex>,
}

impl Chosen {
    /// Counts which condition leads.
    pub(super) async fn plan(
        c: Conn<'_>,
        scope: &StoreScope,
        purchases: Arc<dyn Purchases>,
        mut conds: Vec<Cond>,
        mut any: Vec<Vec<Cond>>,
    ) -> Result<Self> {
        let criteria: Criteria<'_> = (scope, &*purchases);
        let best = fewest(c, criteria, &mut conds, FEW).await?;
        let mut lead = best.map(|(at, _)| DrivingIndex::One(at));
        let mut left = best.map_or(FEW, |(_, n)| n - 1);
        let mut leads = Vec::new();
        for group in &mut any {
            let Some((at, n)) = (if left < 0 { None } else { fewest(c, criteria, group, left).await? }) else { break };
            left -= n;
            leads.push(at);
        }
        if !any.is_empty() && leads.len() == any.len() {
            lead = Some(DrivingIndex::Any(leads));
        }
        Ok(Self { purchases, conds, any, lead })
    }

    /// Every customer of the store.
    pub(super) fn all(purchases: Arc<dyn Purchases>) -> Self {
        Self { purchases, conds: Vec::new(), any: Vec::new(), lead: None }
    }

    /// The customers are found first and sorted afterwards.
    pub(super) fn is_led(&self) -> bool {
        self.lead.is_some()
    }
}
