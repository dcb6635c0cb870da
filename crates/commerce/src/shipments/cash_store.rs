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

impl Cash {
    /// What a payment of the courier pays out beyond cash that is in its order's ledger already: what earlier settlements paid out, and
    /// what was booked when the courier said that it collected it (`reported`).
    #[must_use]
    pub fn unbooked(&self, paid_out: i64, reported: i64) -> i64 {
        (self.remitted + paid_out - self.remitted.max(reported)).max(0)
    }
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
    use super::*;

    #[test]
    fn or_06_cash_that_its_courier_reported_is_not_booked_again_when_it_is_paid_out() {
        let cash = |remitted| Cash {
            status: Status::Delivered,
            cod_amount: 100,
            delivered_at: None,
            remitted,
            fee: 0,
            settlement_id: None,
            is_due: true,
        };
        for (before, paid_out, reported, unbooked) in [
            (0, 100, 0, 100),
            (0, 100, 100, 0),
            (0, 60, 100, 0),
            (60, 40, 100, 0),
            (60, 40, 0, 40),
            (0, 110, 100, 10),
            (100, 5, 100, 5),
        ] {
            assert_eq!(cash(before).unbooked(paid_out, reported), unbooked, "{before} {paid_out} {reported}");
        }
    }
}
