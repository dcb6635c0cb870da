//! Cash to collect by shipments, and how it follows what their order owes (docs/decisions/0017-shipments.md).

use db::Conn;
use kernel::{Millis, OrderId, StoreScope, money};
use serde_json::json;

use super::model::to_ship;
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::ledger;
use crate::orders::ledger::model::{LedgerTotals, SumsChange};
use crate::orders::model::Order;
use crate::orders::store as orders;
use crate::shipments::{self, Shipment, Status};
use platform::journal::{Act, Entry};
use platform::stores;

/// The part of an order's balance that shipments bring in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::orders) struct CashBalance {
    /// What the order owes.
    owed: i64,
    /// What was paid since the first parcel with cash was delivered: the money that may be a courier's. A deposit came before, and is
    /// none of it.
    paid_since_delivery: i64,
}

impl CashBalance {
    /// Of an order that was paid so much before the first parcel with cash was delivered.
    pub(in crate::orders) fn new(sums: &LedgerTotals, paid_before: i64) -> Self {
        Self { owed: sums.owed(), paid_since_delivery: (sums.paid() - paid_before).max(0) }
    }
}

/// What an order was paid before the first of its parcels with cash was delivered, in minor units; 0 where none was. It is read from the
/// ledger only where there is such a parcel.
pub(in crate::orders) async fn paid_before_delivery(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    shipments: &[Shipment],
) -> db::Result<i64> {
    if shipments.iter().any(has_collected) { ledger::store::get_paid_before_delivery(c, scope, order).await } else { Ok(0) }
}

fn has_collected(shipment: &Shipment) -> bool {
    shipment.status == Status::Delivered && shipment.cod_amount > 0
}

/// What these shipments may collect together: what is owed, less cash that was collected on delivery and is not recorded yet,
/// which is not collected again.
pub(in crate::orders) fn collectable_cash<'a>(balance: CashBalance, shipments: impl IntoIterator<Item = &'a Shipment>) -> i64 {
    let collected: i64 = shipments.into_iter().filter(|s| has_collected(s)).map(|s| s.cod_amount).sum();
    (balance.owed - (collected - balance.paid_since_delivery).max(0)).max(0)
}

/// A shipment that collects cash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    cash: i64,
    /// It has not left the store.
    waits: bool,
    /// The merchant can change its amount: no courier was given it.
    is_ours: bool,
}

/// The amount that each part collects, in their order. The sum never exceeds what is due, as far as the amounts are the
/// merchant's own: parts in the store are reduced before parts that have left, later ones before earlier ones. The sum rises only
/// where everything that was due was collected (`rises`), by the last part in the store: a courier on the way must not ask for
/// more than the label says.
fn amounts(parts: &[Part], due: i64, rises: bool) -> Vec<i64> {
    let mut out: Vec<i64> = parts.iter().map(|p| p.cash).collect();
    let mut excess = out.iter().sum::<i64>() - due;
    for waits in [true, false] {
        for (part, cash) in parts.iter().zip(&mut out).rev().filter(|(p, _)| p.is_ours && p.waits == waits) {
            let by = excess.clamp(0, part.cash);
            *cash -= by;
            excess -= by;
        }
    }
    if rises
        && excess < 0
        && let Some(at) = parts.iter().rposition(|p| p.is_ours && p.waits)
    {
        out[at] -= excess;
    }
    out
}

/// Updates the cash to collect of an order's shipments after a change of what it owes; logged in the activity, with whether the
/// parcel has left. Reads nothing where nothing changed. The order's row is locked by the caller.
pub(in crate::orders) async fn settle_cash(
    c: Conn<'_>,
    scope: &StoreScope,
    order: &Order,
    sums: SumsChange<'_>,
    now: Millis,
    last: &mut DeferredWrites,
) -> Result<(), OrderError> {
    let SumsChange { before, after } = sums;
    if (before.owed(), before.received()) == (after.owed(), after.received()) {
        return Ok(());
    }
    if (before.owed() > 0) != (after.owed() > 0) {
        shipments::update_cash_due(c, scope, order.id, after.owed() > 0).await?;
    }
    let all = shipments::list_by_order(c, scope, order.id).await?;
    let open: Vec<&Shipment> = all.iter().filter(|s| s.status.is_collecting()).collect();
    if open.is_empty() {
        return Ok(());
    }
    let part = |s: &&Shipment| Part { cash: s.cod_amount, waits: s.status.is_waiting(), is_ours: s.is_amount_ours() };
    let parts: Vec<Part> = open.iter().map(part).collect();
    let collected: i64 = parts.iter().map(|p| p.cash).sum();
    let paid_before = paid_before_delivery(c, scope, order.id, &all).await?;
    let due = |sums| collectable_cash(CashBalance::new(sums, paid_before), &all);
    let (was_due, is_due) = (due(before), due(after));
    // The rest is left for a later shipment to collect.
    let rises = is_due > collected
        && collected == was_due
        && order.payment_provider == "COD"
        && to_ship(
            &orders::list_items(c, scope, order.id).await?,
            &shipments::live_pieces(&all, &shipments::list_lines_by_order(c, scope, order.id).await?),
        )
        .is_empty();
    let cash_amounts = amounts(&parts, is_due, rises);
    if cash_amounts.iter().zip(&parts).all(|(cash, part)| *cash == part.cash) {
        return Ok(());
    }
    let currency = stores::get_profile(c, scope).await?.currency;
    for (shipment, cash) in open.into_iter().zip(cash_amounts).filter(|(s, cash)| s.cod_amount != *cash) {
        let changed = Shipment { cod_amount: cash, updated_at: now, version: shipment.version + 1, ..shipment.clone() };
        if !shipments::update(c, scope, &changed).await? {
            return Err(OrderError::Stale);
        }
        let fields = |n| json!({ "shipment": shipment.reference(order.number), "collects": money::format(n, currency) });
        let mut is = fields(cash);
        is["has_left"] = json!(!shipment.status.is_waiting());
        last.add_entry(Entry::new(Act::Update, entities::ORDER, order.id).before(fields(shipment.cod_amount)).after(is), None);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    use crate::orders::cascade::courier::sample_shipment;
    use crate::orders::ledger::model::{Draft, Kind};

    fn part(cash: i64, waits: bool) -> Part {
        Part { cash, waits, is_ours: true }
    }

    #[test]
    fn or_06_cash_of_a_delivered_parcel_is_not_collected_again() {
        let parcel = |status, cod_amount| Shipment { status, cod_amount, ..sample_shipment() };
        for (paid_before, paid_after, cash, expected, why) in [
            (0, 0, 35, 65, "nothing was paid: the courier has 35 of the 100"),
            (0, 35, 35, 65, "recorded since"),
            (30, 0, 35, 35, "the deposit is not what the courier has"),
            (30, 35, 35, 35, "recorded besides the deposit"),
            (30, 20, 35, 35, "a part of it is recorded"),
            (100, 0, 0, 0, "all of it came before"),
            (40, 80, 35, 0, "overpaid"),
        ] {
            let mut sums = LedgerTotals::default();
            for (kind, amount) in [(Kind::Charge, 100), (Kind::Payment, paid_before), (Kind::Payment, paid_after)] {
                sums.add(Draft { kind, amount, vat: 0 });
            }
            let parcels = [parcel(Status::Delivered, cash), parcel(Status::Ready, 5)];
            assert_eq!(collectable_cash(CashBalance::new(&sums, paid_before), &parcels), expected, "{why}");
        }
    }

    #[test]
    fn or_06_unshipped_parts_give_up_cod_amounts_first() {
        let parts = [part(50, false), part(30, true), part(20, true)];
        for (due, expected) in [(100, [50, 30, 20]), (90, [50, 30, 10]), (75, [50, 25, 0]), (20, [20, 0, 0]), (0, [0, 0, 0])] {
            assert_eq!(amounts(&parts, due, false), expected, "{due}");
        }
        assert_eq!(amounts(&parts, 140, false), [50, 30, 20]);
        assert_eq!(amounts(&parts, 140, true), [50, 30, 60]);
        assert_eq!(amounts(&[part(50, false)], 140, true), [50]);
        // An amount that a courier was given stays until the courier is called again.
        let courier_part = Part { is_ours: false, ..part(30, true) };
        assert_eq!(amounts(&[part(50, false), courier_part], 40, false), [10, 30]);
        assert_eq!(amounts(&[courier_part], 10, false), [30]);
    }

    proptest! {
        /// OR-06: parts never collect more than is due except for amounts that cannot be changed, none is negative or rises
        /// without `rises`, and amounts that fit are not changed.
        #[test]
        fn or_06_parts_collect_what_is_due(
            parts in prop::collection::vec((0_i64..1_000, any::<bool>(), any::<bool>()), 0..6),
            due in 0_i64..3_000,
            rises: bool,
        ) {
            let parts: Vec<Part> = parts.into_iter().map(|(cash, waits, is_ours)| Part { cash, waits, is_ours }).collect();
            let out = amounts(&parts, due, rises);
            let (before, after): (i64, i64) = (parts.iter().map(|p| p.cash).sum(), out.iter().sum());
            let fixed: i64 = parts.iter().filter(|p| !p.is_ours).map(|p| p.cash).sum();
            prop_assert!(after <= due.max(fixed));
            prop_assert!(out.iter().all(|n| *n >= 0));
            prop_assert!(parts.iter().zip(&out).all(|(p, n)| p.is_ours || *n == p.cash));
            prop_assert!(parts.iter().zip(&out).all(|(p, n)| p.waits || *n <= p.cash));
            if before <= due {
                prop_assert!(after == before || (rises && after == due));
            } else {
                prop_assert!(after == due.max(fixed));
            }
        }
    }
}
