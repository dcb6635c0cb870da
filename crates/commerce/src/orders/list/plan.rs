//! Query plan of a list: the driving index, and the conditions that are checked on its rows.
//!
//! Orders of a group are read through the condition that the fewest orders satisfy, as far as a bounded count tells. A small set
//! is read whole and sorted; a large one is read in the order of its index, a page at a time.

use db::{Conn, Result};
use kernel::StoreScope;

use super::sort::Sort;
use super::store::branch::UnionBranch;
use super::store::condition::{Condition, Days};
use super::store::driving_index::{DrivingIndex, count_orders};
use super::store::others;

/// The most orders that are read whole and sorted where no index gives them in order.
const FEW: i64 = 3_000;
/// The same limit for orders of customers with a name.
const NAMED: i64 = 8_000;
/// Each candidate for the driving index is counted up to this number.
const PROBED: i64 = 20_000;

/// The branches of a group, and its number of orders where that is known without counting again.
pub(super) struct Plan {
    pub(super) branches: Vec<UnionBranch>,
    pub(super) size: Option<i64>,
}

/// A candidate: driving indexes that together hold every order of some conditions, and those conditions.
struct Start {
    drivers: Vec<DrivingIndex>,
    /// Positions of the conditions that these indexes satisfy.
    satisfied: Vec<usize>,
}

fn starts(group: &[Condition]) -> Vec<Start> {
    let of = |at: usize, drivers: Vec<DrivingIndex>| Start { drivers, satisfied: vec![at] };
    let texts = |values: &[String], index: fn(String) -> DrivingIndex| values.iter().cloned().map(index).collect::<Vec<_>>();
    let payment = group.iter().enumerate().find_map(|(at, c)| match c {
        Condition::PaymentStatus(p) => Some((at, *p)),
        _ => None,
    });
    let mut all = Vec::new();
    for (at, condition) in group.iter().enumerate() {
        let drivers = match condition {
            Condition::Number(n) => vec![DrivingIndex::Number(*n)],
            Condition::Ids(ids) => vec![DrivingIndex::Ids(ids.clone())],
            Condition::Term(term) => vec![DrivingIndex::Term(term.clone())],
            Condition::SkuBegins(starts) => vec![DrivingIndex::SkuBegins(starts.clone())],
            Condition::Customer(id) => vec![DrivingIndex::Customer(*id)],
            Condition::Status(statuses) => match payment {
                Some((second, p)) => {
                    let drivers = statuses.iter().map(|s| DrivingIndex::State(*s, p)).collect();
                    all.push(Start { drivers, satisfied: vec![at, second] });
                    continue;
                }
                None => statuses.iter().map(|s| DrivingIndex::Status(*s)).collect(),
            },
            Condition::PaymentStatus(p) => vec![DrivingIndex::PaymentStatus(*p)],
            Condition::Sku(skus) => vec![DrivingIndex::Skus(skus.clone())],
            Condition::ReceiptWaits => vec![DrivingIndex::Receipts],
            Condition::Tag(one) if !one.is_not => texts(&one.values, DrivingIndex::Tag),
            Condition::City(one) if !one.is_not => texts(&one.values, DrivingIndex::City),
            Condition::Country(one) if !one.is_not => texts(&one.values, DrivingIndex::Country),
            Condition::Payment(one) if !one.is_not => texts(&one.values, DrivingIndex::Payment),
            Condition::Shipping(one) if !one.is_not => texts(&one.values, DrivingIndex::Shipping),
            Condition::Method(ids) => ids.iter().map(|id| DrivingIndex::Method(*id)).collect(),
            Condition::First(is) => vec![DrivingIndex::First(*is)],
            Condition::Guest(is) => vec![DrivingIndex::Guest(*is)],
            Condition::Assignee { ids, or_nobody } => ids
                .iter()
                .map(|id| DrivingIndex::Assignee(Some(*id)))
                .chain(or_nobody.then_some(DrivingIndex::Assignee(None)))
                .collect(),
            Condition::Coupon { ids, is_not: false } => ids.iter().map(|id| DrivingIndex::Coupon(*id)).collect(),
            Condition::AnyCoupon(true) => vec![DrivingIndex::AnyCoupon],
            Condition::Total { from, to } => vec![DrivingIndex::Total(*from, *to)],
            Condition::Created { .. }
            | Condition::Coupon { .. }
            | Condition::AnyCoupon(false)
            | Condition::Tag(_)
            | Condition::City(_)
            | Condition::Country(_)
            | Condition::Payment(_)
            | Condition::Shipping(_) => continue,
        };
        all.push(of(at, drivers));
    }
    all
}

/// The plan of a group with statuses or no conditions: the stored counters have its count.
pub(super) fn by_status(group: &[Condition]) -> Plan {
    let start = starts(group).into_iter().next().unwrap_or(Start { drivers: vec![DrivingIndex::Store], satisfied: Vec::new() });
    Plan { branches: branches(&start, group, (None, None), false, false), size: None }
}

/// Plans how the orders of a group are read.
pub(super) async fn plan(c: Conn<'_>, scope: &StoreScope, group: &[Condition], sort: Sort) -> Result<Plan> {
    let days = group.iter().fold((None, None), |days: Days, condition| match condition {
        Condition::Created { from, to } => (days.0.max(*from), days.1.into_iter().chain(*to).min()),
        _ => days,
    });
    let mut others: Vec<Condition> = group.iter().filter(|c| !matches!(c, Condition::Created { .. })).cloned().collect();
    for condition in &mut others {
        if *condition == Condition::AnyCoupon(true)
            && let Some(ids) = others::find_coupons(c, scope).await?
        {
            *condition = Condition::Coupon { ids, is_not: false };
        }
        if let Some(named) = others::find_named(c, scope, condition).await? {
            let drivers: Vec<DrivingIndex> =
                starts(std::slice::from_ref(&named)).into_iter().flat_map(|start| start.drivers).collect();
            if count_orders(c, scope, &drivers, days, FEW).await? <= FEW {
                *condition = named;
            }
        }
    }
    let starts = starts(&others);
    let is_named = |start: &Start| matches!(start.drivers.as_slice(), [DrivingIndex::Number(_) | DrivingIndex::Ids(_)]);
    // Selective enough by itself.
    if let Some(start) = starts.iter().find(|s| is_named(s)) {
        return Ok(Plan { branches: branches(start, &others, days, true, false), size: None });
    }
    let is_alone = starts.len() == 1 && starts[0].satisfied.len() == others.len();
    let few = others.iter().map(most_read).max().unwrap_or(FEW);
    let cap = if is_alone { few } else { PROBED };
    let mut best: Option<(i64, usize)> = None;
    let mut sizes = Vec::new();
    for (at, start) in starts.iter().enumerate() {
        let n = count_orders(c, scope, &start.drivers, days, cap).await?;
        sizes.push(n);
        if best.is_none_or(|(least, _)| n < least) {
            best = Some((n, at));
        }
    }
    let is_in_time = |start: &Start| start.drivers.iter().all(DrivingIndex::is_in_time);
    let has_days = days != (None, None);
    if let Some((n, at)) = best {
        let start = &starts[at];
        let is_exact = is_alone && (!has_days || is_in_time(start)) && !may_overlap(&start.drivers);
        let size = is_exact.then_some(n);
        let is_few = n <= few && !(sort == Sort::Created && is_in_time(start));
        let is_walked = |at: usize| sizes[at] > PROBED && is_covered(&rest_of(&starts[at], &others));
        if !is_few && sort == Sort::Created && is_in_time(start) && is_walked(at) {
            return Ok(walk(&others, days));
        }
        if is_few || (sort == Sort::Created && is_in_time(start)) {
            return Ok(Plan { branches: branches(start, &others, days, is_few, n > PROBED), size });
        }
        if sort == Sort::Created {
            let next = starts.iter().enumerate().filter(|(_, s)| is_in_time(s)).min_by_key(|(at, _)| sizes[*at]);
            if let Some((at, _)) = next
                && is_walked(at)
            {
                return Ok(Plan { size, ..walk(&others, days) });
            }
            if let Some((at, start)) = next {
                return Ok(Plan { branches: branches(start, &others, days, false, sizes[at] > PROBED), size });
            }
        }
        let full_scan = Start { drivers: vec![store_driver(&others, sort)], satisfied: Vec::new() };
        return Ok(Plan { branches: branches(&full_scan, &others, days, false, true), size });
    }
    let start = Start { drivers: vec![DrivingIndex::Store], satisfied: Vec::new() };
    let n = count_orders(c, scope, &start.drivers, days, PROBED).await?;
    let known = (others.is_empty()).then_some(n);
    Ok(Plan { branches: branches(&start, &others, days, false, n > PROBED), size: known })
}

/// The most orders that are read whole for a condition. Search results have a higher limit: where they are old, a scan from the
/// newest would read everything.
fn most_read(condition: &Condition) -> i64 {
    match condition {
        // The index contains the time.
        Condition::SkuBegins(_) => PROBED,
        // A name that so many customers have is soon found by a scan.
        Condition::Term(_) => NAMED,
        _ => FEW,
    }
}

/// Scans all orders of the store by time: no condition is selective, and the index covers all of them.
fn walk(others: &[Condition], days: Days) -> Plan {
    let start = Start { drivers: vec![DrivingIndex::Store], satisfied: Vec::new() };
    Plan { branches: branches(&start, others, days, false, true), size: None }
}

/// The remaining conditions are covered by the time index; without conditions none is needed.
fn is_covered(rest: &[Condition]) -> bool {
    let is_elsewhere =
        |c: &Condition| matches!(c, Condition::Customer(_) | Condition::Term(_) | Condition::Number(_) | Condition::Ids(_));
    !rest.is_empty() && !rest.iter().any(is_elsewhere)
}

/// The index of the sort itself.
fn store_driver(others: &[Condition], sort: Sort) -> DrivingIndex {
    match others.iter().find(|c| matches!(c, Condition::Total { .. })) {
        Some(Condition::Total { from, to }) if sort == Sort::Total => DrivingIndex::Total(*from, *to),
        _ => DrivingIndex::Store,
    }
}

/// An order may have several tags, its customer several words with the same prefix, and its products several such codes.
fn may_overlap(drivers: &[DrivingIndex]) -> bool {
    drivers.iter().any(|l| {
        matches!(l, DrivingIndex::Tag(_)) && drivers.len() > 1 || matches!(l, DrivingIndex::Term(_) | DrivingIndex::SkuBegins(_))
    })
}

fn rest_of(start: &Start, others: &[Condition]) -> Vec<Condition> {
    others.iter().enumerate().filter(|(at, _)| !start.satisfied.contains(at)).map(|(_, c)| c.clone()).collect()
}

fn branches(start: &Start, others: &[Condition], days: Days, is_few: bool, is_broad: bool) -> Vec<UnionBranch> {
    let rest = rest_of(start, others);
    let of = |driving_index: &DrivingIndex| UnionBranch {
        is_covered: *driving_index == DrivingIndex::Store && is_covered(&rest),
        driving_index: driving_index.clone(),
        days,
        rest: rest.clone(),
        is_few,
        is_broad,
    };
    start.drivers.iter().map(of).collect()
}
