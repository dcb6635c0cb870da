//! What of an order's money the shopper reads: what was paid, given back and is still owed.

use commerce::orders::{OrderPage, PaymentStatus};

use crate::engine::context;

/// The lines below the total, and the word for the whole. Nothing is owed beside a plain "not paid yet": that line is left
/// out until something was paid or given back.
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
