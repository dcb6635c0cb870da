//! Writes a changed parcel, with its entry in the order's activity.

use db::Conn;
use kernel::{Env, StoreScope};
use serde_json::{Value, json};

use super::model::ReturnParcel;
use super::store;
use crate::orders::activity;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::shipments::CourierStep;
use platform::journal::{Act, Entry};
use platform::provider_calls::Reason;

/// A parcel with the reason why its courier did not do something.
pub(super) fn with_reason(parcel: ReturnParcel, code: &str, reason: &Reason) -> ReturnParcel {
    ReturnParcel { reason: code.to_owned(), reason_words: reason.words.clone(), ..parcel }
}

/// What the activity says of a parcel.
pub(super) fn described(parcel: &ReturnParcel, order: &Order) -> Value {
    let mut fields = json!({ "return_parcel": parcel.reference(order.number), "return_parcel_state": parcel.state.as_str() });
    if parcel.is_cancel_requested {
        fields["is_cancel_requested"] = true.into();
    }
    if let Some(step) = parcel.step.filter(|step| has_entry(*step)) {
        fields["courier_step"] = step.as_str().into();
    }
    if !parcel.reason.is_empty() {
        fields["booking_code"] = parcel.reason.clone().into();
    }
    let words = if parcel.reason_words.is_empty() { &parcel.step_reason } else { &parcel.reason_words };
    if !words.is_empty() {
        fields["reason"] = words.clone().into();
    }
    fields
}

/// Whether the activity has an entry of a step: on the way back there are many.
fn has_entry(step: CourierStep) -> bool {
    step == CourierStep::Returned || step.needs_attention()
}

/// Writes a parcel that changed; an entry only of what people read in the activity. The order's row is locked by the caller.
pub(super) async fn write(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    before: &ReturnParcel,
    mut after: ReturnParcel,
) -> Result<(), OrderError> {
    let now = env.now();
    after.updated_at = now;
    store::update(c, scope, &after).await?;
    let (before, after) = (described(before, order), described(&after, order));
    if before == after {
        c.touch(scope.store(), db::Topics::SALES);
        return Ok(());
    }
    let entry = Entry::new(Act::Update, entities::ORDER, order.id).before(before).after(after);
    activity::log(c, scope, order.id, now, entry, None).await
}
