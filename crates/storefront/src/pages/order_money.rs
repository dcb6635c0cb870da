//! The shopper's view of an order's money: paid, refunded and still owed.

use commerce::orders::{OrderPage, PaymentStatus};

use crate::engine::context;

/// The lines below the total, and the payment status. The amount owed is left out while the order is just "not paid yet": it is
/// shown once something was paid or refunded.
pub(super) fn view(page: &OrderPage) -> minijinja::Value {
    let m = page.money;
    let is_touched = m.paid > 0 || m.refunded > 0;
    let state = if m.refunded > 0 && m.paid == m.refunded && m.owed == 0 {
        "refunded"
    } else if is_touched && m.owed > 0 {
        "owes"
    } else if page.order.payment_status == PaymentStatus::Paid {
        "paid"
    } else if m.owed == 0 {
        "nothing_owed"
    } else {
        "not_paid"
    };
    context! {
        state => state, paid => m.paid, refunded => m.refunded, given_up => if is_touched { m.given_up } else { 0 }, overpaid => m.overpaid,
        owed => if is_touched { m.owed } else { 0 }, is_touched => is_touched,
    }
}
