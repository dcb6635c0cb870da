//! Withdrawing consent for all matching customers, and the undo.
//!
//! A batch can only withdraw: consent is granted only for chosen customers (docs/decisions/0037). The undo restores the earlier
//! consent with its time and source, unless a newer one was recorded since.

use db::Conn;
use kernel::{BatchId, CustomerId, Env, Millis, StoreScope};
use serde_json::{Value, json};

use super::action::entry;
use crate::consents_notes;
use crate::model::{Channel, Consent, Source};
use crate::store::{self as customers, labels};
use crate::write::{CustomerError, log};

/// The consent as the journal stores it: its time distinguishes a later change from the batch's own.
fn fact(consent: &Consent) -> Value {
    json!({ "consent": consent.channel, "is_granted": consent.is_granted, "source": consent.source, "at": consent.at })
}

/// Parses what [`fact`] wrote.
pub(super) fn read_fact(fact: Option<&Value>) -> Option<Consent> {
    let fact = fact?;
    let text = |key: &str| fact.get(key).and_then(Value::as_str);
    Some(Consent {
        channel: Channel::parse(text("consent")?)?,
        is_granted: fact.get("is_granted")?.as_bool()?,
        source: Source::parse(text("source")?)?,
        at: Millis(fact.get("at")?.as_i64()?),
    })
}

async fn find_consent(c: Conn<'_>, scope: &StoreScope, id: CustomerId, channel: Channel) -> db::Result<Option<Consent>> {
    Ok(labels::list_consents(c, scope, id).await?.into_iter().find(|consent| consent.channel == channel))
}

/// Withdraws a granted consent; false when it was not granted.
pub(super) async fn withdraw(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: CustomerId,
    (channel, source, reason): (Channel, Source, &str),
    batch: BatchId,
) -> Result<bool, CustomerError> {
    if !find_consent(c, scope, id, channel).await?.is_some_and(|consent| consent.is_granted) {
        return Ok(false);
    }
    let now = env.now();
    consents_notes::take(c, scope, id, now).await?;
    let Some(before) = find_consent(c, scope, id, channel).await?.filter(|granted| granted.is_granted) else { return Ok(false) };
    let after = Consent { is_granted: false, source, at: now, ..before.clone() };
    labels::upsert_consent(c, scope, id, &after).await?;
    let mut entry_after = fact(&after);
    entry_after["reason"] = json!(reason);
    log(c, env, scope, id, entry(id, Some(batch)).before(fact(&before)).after(entry_after)).await?;
    Ok(true)
}

/// Restores the earlier consent; `None` when a newer one was recorded since.
pub(super) async fn restore(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: CustomerId,
    (to, left): (&Consent, &Consent),
    batch: BatchId,
) -> Result<Option<bool>, CustomerError> {
    // A customer who is removed or erased by now has no newer consent.
    if customers::find(c, scope, id).await?.is_none_or(|of| of.erased_at.is_some()) {
        return Ok(Some(false));
    }
    let now = find_consent(c, scope, id, left.channel).await?;
    if now.as_ref() != Some(left) {
        return Ok((now.as_ref() == Some(to)).then_some(false));
    }
    consents_notes::take(c, scope, id, env.now()).await?;
    // Another transaction that held the row lock may have recorded a newer consent.
    let now = find_consent(c, scope, id, left.channel).await?;
    if now.as_ref() != Some(left) {
        return Ok((now.as_ref() == Some(to)).then_some(false));
    }
    labels::upsert_consent(c, scope, id, to).await?;
    log(c, env, scope, id, entry(id, Some(batch)).before(fact(left)).after(fact(to))).await?;
    Ok(Some(true))
}
