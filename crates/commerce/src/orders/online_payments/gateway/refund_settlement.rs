//! What a gateway tells of a charge says whether a refund in doubt was done. Pure.

use gateways::payments::{Transaction, TransactionStatus};
use platform::provider_calls::{Reason, Settlement};

/// What the gateway tells of the charge says whether the refund was done: how much of it went back, beside what is booked and what
/// is requested.
pub(super) fn settlement(charge: &Transaction, booked: i64, open: &[i64], amount: i64) -> Settlement {
    let reported = if charge.status == TransactionStatus::Voided { charge.amount.minor } else { charge.refunded_minor };
    let unexplained = reported - booked;
    if unexplained <= 0 {
        return Settlement::Repeat;
    }
    // All of what is requested went back, or this is the only request that it can be.
    if unexplained == open.iter().sum::<i64>() || open == [amount] && unexplained >= amount {
        return Settlement::Done(serde_json::to_value(charge).unwrap_or_default());
    }
    Settlement::Unknown(Reason::code("unknown"))
}

#[cfg(test)]
mod tests {
    use gateways::payments::{Amount, MeansKind, PaymentMeans, TransactionKind};
    use kernel::Currency;

    use super::*;

    fn charge(refunded: i64) -> Transaction {
        Transaction {
            id: "1".into(),
            provider_reference: "9".into(),
            reference: "1001-a".into(),
            parent_id: None,
            kind: TransactionKind::Charge,
            status: TransactionStatus::Paid,
            amount: Amount { minor: 10_000, currency: Currency::SAR },
            refunded_minor: refunded,
            account: String::new(),
            is_live: None,
            means: PaymentMeans { kind: MeansKind::Card, scheme: "mada".into(), last_four: "4242".into() },
            fee_minor: None,
            refusal: None,
        }
    }

    #[test]
    fn py_03_a_refund_in_doubt_is_repeated_only_when_nothing_went_back() {
        assert_eq!(settlement(&charge(0), 0, &[3_000], 3_000), Settlement::Repeat);
        assert_eq!(settlement(&charge(3_000), 3_000, &[3_000], 3_000), Settlement::Repeat, "an earlier one is booked");
        assert!(matches!(settlement(&charge(3_000), 0, &[3_000], 3_000), Settlement::Done(_)));
        assert!(matches!(settlement(&charge(5_000), 0, &[2_000, 3_000], 3_000), Settlement::Done(_)));
        assert!(matches!(settlement(&charge(2_000), 0, &[2_000, 3_000], 3_000), Settlement::Unknown(_)), "which of the two?");
        let voided = Transaction { status: TransactionStatus::Voided, ..charge(0) };
        assert!(matches!(settlement(&voided, 0, &[10_000], 10_000), Settlement::Done(_)));
    }
}
