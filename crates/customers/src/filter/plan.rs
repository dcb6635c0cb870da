//! Chooses the driving condition: the most selective one, by counting.

use std::sync::Arc;

use db::{Conn, Result};
use kernel::StoreScope;

use super::cond::{Cond, Criteria};
use super::selection::{CustomerSelection, DrivingCondition};
use super::store;
use crate::purchases::Purchases;

/// With fewer matches than this, a condition drives the query and its matches are sorted afterwards.
pub(super) const FEW: i64 = 20_000;

/// The number of matches of a condition, if at most `most`.
async fn size(c: Conn<'_>, criteria: Criteria<'_>, cond: &mut Cond, most: i64) -> Result<Option<i64>> {
    let n = match cond {
        _ if !cond.can_drive() => return Ok(None),
        Cond::Found(ids) => i64::try_from(ids.len()).unwrap_or(i64::MAX),
        // Counting the index of words is enough: the customers of a common word are not looked up.
        Cond::Term(term) => term.count(c, criteria.0, most + 1).await?,
        Cond::Bought(bought) => bought.size(c, criteria, most).await?,
        _ => store::count_driven(c, criteria, cond, most + 1).await?,
    };
    Ok((n <= most).then_some(n))
}

/// The most selective of some conditions that must all hold, and its number of matches; `None` when all have many.
async fn fewest(c: Conn<'_>, criteria: Criteria<'_>, conds: &mut [Cond], most: i64) -> Result<Option<(usize, i64)>> {
    let mut best: Option<(usize, i64)> = None;
    for (at, cond) in conds.iter_mut().enumerate() {
        // A condition need not be counted beyond the best so far.
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

impl CustomerSelection {
    /// Chooses the driving condition by counting.
    pub(crate) async fn plan(
        c: Conn<'_>,
        scope: &StoreScope,
        purchases: Arc<dyn Purchases>,
        mut conds: Vec<Cond>,
        mut any: Vec<Vec<Cond>>,
    ) -> Result<Self> {
        let criteria: Criteria<'_> = (scope, &*purchases);
        let best = fewest(c, criteria, &mut conds, FEW).await?;
        let mut driving = best.map(|(at, _)| DrivingCondition::One(at));
        let mut left = best.map_or(FEW, |(_, n)| n - 1);
        let mut driving_of_groups = Vec::new();
        for group in &mut any {
            let Some((at, n)) = (if left < 0 { None } else { fewest(c, criteria, group, left).await? }) else { break };
            left -= n;
            driving_of_groups.push(at);
        }
        if !any.is_empty() && driving_of_groups.len() == any.len() {
            driving = Some(DrivingCondition::Any(driving_of_groups));
        }
        Ok(Self { purchases, conds, any, driving })
    }
}
