//! Which attempt a report is about.

use db::Conn;
use gateways::payments::Transaction;
use kernel::StoreScope;

use super::model::{Attempt, PaymentTransaction};
use super::recorded::Source;
use super::words::TransactionKind;
use super::{attempts_store as attempts, transactions_store as transactions};

/// The attempt that a report is about: that of its row, of the request that it answers, of our reference, of the gateway's, of the
/// transaction that it belongs to, or the one that was asked about.
pub(super) async fn find_attempt(
    c: Conn<'_>,
    scope: &StoreScope,
    source: Source<'_>,
    t: &Transaction,
    stored: Option<&PaymentTransaction>,
) -> db::Result<Option<Attempt>> {
    let request = match source.request {
        Some(id) => transactions::find(c, scope, id).await?.and_then(|row| row.attempt_id),
        None => None,
    };
    if let Some(id) = stored.and_then(|row| row.attempt_id).or(request) {
        return attempts::find(c, scope, id).await;
    }
    if !t.reference.is_empty()
        && let Some(attempt) = attempts::find_by_reference(c, scope, source.provider, &t.reference).await?
    {
        return Ok(Some(attempt));
    }
    if !t.provider_reference.is_empty()
        && let Some(attempt) = attempts::find_by_provider_reference(c, scope, source.provider, &t.provider_reference).await?
    {
        return Ok(Some(attempt));
    }
    if let Some(parent) = &t.parent_id {
        for kind in [TransactionKind::Charge, TransactionKind::Authorisation] {
            let row = transactions::find_by_provider_id(c, scope, source.provider, kind, parent).await?;
            if let Some(id) = row.and_then(|row| row.attempt_id) {
                return attempts::find(c, scope, id).await;
            }
        }
    }
    match source.attempt {
        Some(id) => Ok(attempts::find(c, scope, id).await?.filter(|attempt| attempt.provider == source.provider)),
        None => Ok(None),
    }
}
