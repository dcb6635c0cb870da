//! Calling a return parcel off.

use kernel::{ReturnParcelId, StoreScope};
use platform::App;
use web::Message;

use super::model::{ReturnParcel, State};
use super::{cancel_call, load, state};
use crate::orders::error::OrderError;

const NOT_CANCELLABLE: Message = Message::new(
    "لا يمكن إلغاء هذا المرتجع: البضاعة لدى شركة الشحن أو أُلغي من قبل.",
    "This return can't be canceled: the courier has the goods, or it was canceled before.",
);

/// Calls a parcel off: at once where the courier has no booking of it, else when the courier has cancelled that.
///
/// # Errors
/// [`OrderError`]; nothing was written then.
pub(super) async fn cancel(app: &App, scope: &StoreScope, id: ReturnParcelId) -> Result<(), OrderError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let Some((order, before)) = load::lock(c, &at, id).await? else { return Err(OrderError::NotFound) };
            if !before.can_cancel() {
                return Err(OrderError::Conflict("return_parcel_not_cancellable", NOT_CANCELLABLE));
            }
            let is_over = before.state == State::Failed && !before.is_in_doubt();
            let after = if is_over {
                before.clone().in_state(State::Cancelled)
            } else {
                ReturnParcel { is_cancel_requested: true, ..before.clone() }
            };
            // The call that books a waiting one looks at it before, and after.
            if !is_over && before.state != State::Waiting {
                cancel_call::enqueue(c, &env, &at, &after).await?;
            }
            state::write(c, &env, &at, &order, &before, after).await
        })
        .await
}
