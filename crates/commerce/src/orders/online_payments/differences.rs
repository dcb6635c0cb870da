//! What of a reported payment differs from what was requested. Pure.

use gateways::payments::{Transaction, TransactionStatus};

use super::model::Attempt;
use super::words::CaseKind;

/// The differences of a charge that moves or reserves money from its attempt, none for a charge that is as requested: then, and only
/// then, it is booked (decisions §8). One that is pending or was declined has none.
#[must_use]
pub fn differences(attempt: &Attempt, t: &Transaction) -> Vec<CaseKind> {
    if !matches!(t.status, TransactionStatus::Paid | TransactionStatus::OnHold) {
        return Vec::new();
    }
    let requested = attempt.requested();
    let is_other = |ours: &str, reported: &str| !ours.is_empty() && !reported.is_empty() && ours != reported;
    // Without our reference it was found by the gateway's.
    let is_other_reference = is_other(&attempt.reference, &t.reference)
        || t.reference.is_empty() && is_other(attempt.provider_reference.as_deref().unwrap_or_default(), &t.provider_reference);
    let all = [
        (CaseKind::ReferenceDiffers, is_other_reference),
        (CaseKind::CurrencyDiffers, t.amount.currency != requested.currency),
        (CaseKind::AmountDiffers, t.amount.currency == requested.currency && t.amount.minor != requested.minor),
        (CaseKind::AccountDiffers, is_other(&attempt.account, &t.account)),
        (CaseKind::TestPayment, attempt.is_live == Some(true) && t.is_live == Some(false)),
    ];
    all.into_iter().filter(|(_, differs)| *differs).map(|(kind, _)| kind).collect()
}
