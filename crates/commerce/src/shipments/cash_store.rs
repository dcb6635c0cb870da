//! Statements on the cash of shipments: what was collected, what couriers have paid out of it, and their fees (decision 0090).

use db::{Conn, Result, p, row};
use kernel::{CourierSettlementId, Millis, OrderId, ShipmentId, StoreScope};

use super::model::Status;

/// The cash of a shipment; amounts in minor units of the store's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cash {
    /// Status of the shipment.
    pub status: Status,
    /// What its courier collects.
    pub cod_amount: i64,
    /// When it was delivered.
    pub delivered_at: Option<Millis>,
    /// What couriers have paid out of it.
    pub remitted: i64,
    /// The courier's fees, with VAT.
    pub fee: i64,
    /// The latest posted settlement with a row of it.
    pub settlement_id: Option<CourierSettlementId>,
    /// False where the order owes nothing and no settlement says otherwise: the money was recorded by hand.
    pub is_due: bool,
}
row!(Cash { status, cod_amount, delivered_at, remitted, fee, settlement_id, is_due });

/// What of a courier's cash is in no ledger yet, in minor units: the `total` (collected, or paid out), less what was booked of it.
/// What was booked and reversed since counts as not booked: an order has not `received` more than it has.
#[must_use]
pub fn unbooked_cash(total: i64, booked: i64, received: i64) -> i64 {
    (total - booked.min(received.max(0))).max(0)
}

/// The cash of a shipment.
///
/// # Errors
/// Of the database.
pub async fn find_cash(c: Conn<'_>, scope: &StoreScope, id: ShipmentId) -> Result<Option<Cash>> {
    let sql = "SELECT status, cod_amount, delivered_at, remitted_minor, courier_fee_minor, settlement_id, is_cash_due FROM shipments \
               WHERE store_id = ?1 AND id = ?2";
    c.opt(sql, p![scope.store(), id]).await
}

/// Stores what was paid out, the fees, the settlement and whether more is due. The version stays: no field that a person edits
/// changes. The order's row is locked by the caller.
///
/// # Errors
/// Of the database.
pub async fn update_cash(c: Conn<'_>, scope: &StoreScope, id: ShipmentId, cash: &Cash) -> Result<()> {
    let sql = "UPDATE shipments SET remitted_minor = ?3, courier_fee_minor = ?4, settlement_id = ?5, is_cash_due = ?6 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, cash.remitted, cash.fee, cash.settlement_id, cash.is_due]).await?;
    Ok(())
}

/// What was booked of a shipment's cash as its customer's payment, in minor units: by what its courier said, and by settlements.
///
/// # Errors
/// Of the database.
pub async fn find_cash_booked(c: Conn<'_>, scope: &StoreScope, id: ShipmentId) -> Result<i64> {
    let sql = "SELECT cash_booked_minor FROM shipments WHERE store_id = ?1 AND id = ?2";
    Ok(c.opt(sql, p![scope.store(), id]).await?.unwrap_or(0))
}

/// Adds to what was booked of a shipment's cash; a reversal subtracts. The order's row is locked by the caller.
///
/// # Errors
/// Of the database.
pub async fn update_cash_booked(c: Conn<'_>, scope: &StoreScope, id: ShipmentId, change: i64) -> Result<()> {
    let sql = "UPDATE shipments SET cash_booked_minor = cash_booked_minor + ?3 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, change]).await?;
    Ok(())
}

/// Whether the cash of an order's shipments is still due, after a change of what the order owes. Cash that was booked because its
/// courier said that it collected it stays due: that the customer paid the courier says nothing of what the courier paid out.
///
/// # Errors
/// Of the database.
pub async fn update_cash_due(c: Conn<'_>, scope: &StoreScope, order: OrderId, is_due: bool) -> Result<()> {
    let sql = "UPDATE shipments SET is_cash_due = ?3 WHERE store_id = ?1 AND order_id = ?2 AND is_cash_due <> ?3 \
               AND (?3 OR courier_cash_entry IS NULL)";
    c.exec(sql, p![scope.store(), order, is_due]).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::unbooked_cash;

    #[test]
    fn or_06_cash_that_is_in_the_ledger_is_not_booked_again() {
        for (total, booked, received, expected, why) in [
            (100, 0, 0, 100, "nobody has heard of it"),
            (100, 100, 100, 0, "reported, then paid out"),
            (60, 100, 100, 0, "a part of what was reported is paid out"),
            (110, 100, 100, 10, "more is paid out than was reported"),
            (100, 60, 60, 40, "a settlement of a part, then the report"),
            (200, 100, 100, 100, "a second payment of the same parcel"),
            (100, 100, 0, 100, "the payment was reversed"),
            (100, 100, 50, 50, "half of it was"),
            (100, 0, 40, 100, "the order's other money is another's"),
            (100, 100, -5, 100, "more was given back than received"),
        ] {
            assert_eq!(unbooked_cash(total, booked, received), expected, "{why}");
        }
    }
}
