//! What a courier paid out, in the books of its order (decision 0090): the customer's payment where the order still owes it, and its
//! reversal. Several orders of one transaction: their rows are locked first, by id, and what all orders share is written at the end.

use db::Conn;
use kernel::{Currency, Env, Millis, OrderId, StoreScope, money};
use serde_json::json;

use super::deferred_writes::DeferredWrites;
use super::entities;
use super::error::OrderError;
use super::ledger::model::{Draft, Kind};
use super::payment::{self, IncomingPayment};
use super::status::PaymentStatus;
use super::{documents, ledger, order_confirmation, store};
use crate::shipments;
use platform::journal::{Act, Entry};

/// The note of a payment that a courier collected: `Bosta · 1007-1`. Each part is isolated (Unicode UAX 9): beside an Arabic name the number of
/// a shipment would be read from its end.
pub(in crate::orders) fn payment_note(courier: &str, shipment: &str) -> String {
    let isolated = |part: &str| format!("\u{2068}{part}\u{2069}");
    [courier, shipment].into_iter().filter(|part| !part.is_empty()).map(isolated).collect::<Vec<_>>().join(" · ")
}

/// What the orders of a transaction leave to its end.
#[derive(Debug, Default)]
pub struct CourierCashWrites(Vec<(OrderId, DeferredWrites)>);

impl CourierCashWrites {
    /// Writes it: the journal's counter and the sales. Nothing is locked after it.
    ///
    /// # Errors
    /// Of the database.
    pub async fn write(self, c: Conn<'_>, scope: &StoreScope, now: Millis) -> db::Result<()> {
        for (order, last) in self.0 {
            last.write(c, scope, order, now).await?;
        }
        Ok(())
    }
}

/// A shipment's part of a remittance; amounts in minor units.
#[derive(Debug, Clone, Copy)]
pub struct CourierCash<'a> {
    /// The shipment's number: `1001-2`.
    pub shipment: &'a str,
    /// The courier, as the merchant writes it.
    pub courier: &'a str,
    /// What it collected and paid out.
    pub remitted: i64,
    /// What it paid out of this shipment in all, with this.
    pub remitted_in_all: i64,
    /// What of it is booked already: when the courier said that it collected it, or by earlier payments.
    pub booked: i64,
    /// Its fees, with VAT.
    pub fee: i64,
    /// The store's currency.
    pub currency: Currency,
    /// The shipment is delivered: its customer has paid the courier.
    pub is_delivered: bool,
}

/// A payment that a remittance proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookedPayment {
    /// In minor units; positive.
    pub amount: i64,
    /// Number of its ledger entry.
    pub entry: i64,
    /// The order was marked as paid before.
    pub was_paid: bool,
}

/// Locks the rows of these orders, by id.
///
/// # Errors
/// Of the database.
pub async fn lock_for_courier_cash(c: Conn<'_>, scope: &StoreScope, mut orders: Vec<OrderId>) -> db::Result<()> {
    orders.sort_unstable();
    orders.dedup();
    for id in orders {
        store::lock(c, scope, id).await?;
    }
    Ok(())
}

/// Books what a courier paid out of a shipment's cash: the customer's payment, as far as the order owes it beyond what other
/// shipments are still to collect, so that money recorded by hand is not recorded twice. None where nothing was booked.
///
/// # Errors
/// [`OrderError`]; nothing may be committed then.
pub async fn record_courier_cash(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    cash: CourierCash<'_>,
    writes: &mut CourierCashWrites,
) -> Result<Option<BookedPayment>, OrderError> {
    let now = env.now();
    let order = store::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    let mut last = DeferredWrites::default();
    let mut booked = None;
    if cash.is_delivered && cash.remitted > 0 {
        let sums = ledger::store::get_sums(c, scope, id).await?;
        let all = shipments::list_by_order(c, scope, id).await?;
        let uncollected: i64 = all.iter().filter(|s| s.status.is_collecting()).map(|s| s.cod_amount).sum();
        let unbooked = shipments::unbooked_cash(cash.remitted_in_all, cash.booked, sums.received());
        let amount = unbooked.min(sums.owed() - uncollected);
        if amount > 0 {
            let note = payment_note(cash.courier, cash.shipment);
            let payment = IncomingPayment { amount: Some(amount), note: Some(&note), receipt: None };
            let entry = payment::take_into(c, env, scope, &order, payment, (cash.currency, now), &mut last).await?;
            booked = Some(BookedPayment { amount, entry, was_paid: order.payment_status == PaymentStatus::Paid });
        }
    }
    let amount = |n| money::format(n, cash.currency);
    let fields = json!({ "shipment": cash.shipment, "courier": cash.courier, "remitted": amount(cash.remitted), "courier_fee": amount(cash.fee) });
    last.add_entry(Entry::new(Act::Update, entities::ORDER, id).after(fields), None);
    writes.0.push((id, last));
    Ok(booked)
}

/// Reverts what was booked, and marks the order as it was marked before. False when less than that is left of the order's
/// money (a refund, a reversal by hand): its ledger stays then.
///
/// # Errors
/// [`OrderError`]; nothing may be committed then.
pub async fn revert_courier_cash(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    cash: CourierCash<'_>,
    booked: Option<BookedPayment>,
    writes: &mut CourierCashWrites,
) -> Result<bool, OrderError> {
    let now = env.now();
    let order = store::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    let mut last = DeferredWrites::default();
    let mut is_reverted = true;
    if let Some(booked) = booked {
        let mut sums = ledger::store::get_sums(c, scope, id).await?;
        let entry = ledger::store::find_draft(c, scope, id, booked.entry).await?;
        match entry.filter(|entry| entry.amount <= sums.received()) {
            None => is_reverted = false,
            Some(entry) => {
                let to = if booked.was_paid { order.payment_status } else { PaymentStatus::NotPaid };
                if !store::update_status(c, scope, &order, order.status, to, now).await? {
                    return Err(OrderError::Stale);
                }
                documents::enqueue_invoice_due(c, env, scope, id, order.status, to).await?;
                let draft = Draft { kind: Kind::PaymentReversal, amount: -entry.amount, vat: -entry.vat };
                let note = payment_note(cash.courier, cash.shipment);
                ledger::entries::write(c, scope, id, now, &mut sums, &[draft], (Some(&note), None)).await?;
                order_confirmation::deposit::reopen(c, scope, &order, &sums, now).await?;
                shipments::update_cash_due(c, scope, id, sums.owed() > 0).await?;
                let before =
                    json!({ "payment_status": order.payment_status, "payment": money::format(entry.amount, cash.currency) });
                let entry = Entry::new(Act::UpdatePaymentStatus, entities::ORDER, id).before(before);
                last.add_entry(entry.after(json!({ "payment_status": to })), None);
                last.settle();
            }
        }
    }
    let amount = |n| money::format(n, cash.currency);
    let fields = json!({ "shipment": cash.shipment, "courier": cash.courier, "remittance_undone": amount(cash.remitted) });
    last.add_entry(Entry::new(Act::Update, entities::ORDER, id).after(fields), None);
    writes.0.push((id, last));
    Ok(is_reverted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_06_courier_cash_a_note_keeps_the_number_of_its_shipment_in_order() {
        let note = payment_note("بوسطة إلى الباب", "1007-1");
        assert_eq!(note, "\u{2068}بوسطة إلى الباب\u{2069} · \u{2068}1007-1\u{2069}");
        assert_eq!(payment_note("", "1007-1"), "\u{2068}1007-1\u{2069}");
    }
}
