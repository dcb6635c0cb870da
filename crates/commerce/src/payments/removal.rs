//! Deleting methods of payment gateways, and bringing them back. A deleted method is not offered; it can be restored for a quarter of a
//! year, and so long its credentials serve what it began: late callbacks, inquiries and refunds. Then they go with it.

use db::Topics;
use jobs::Outcome;
use kernel::{Millis, PaymentMethodId, StoreScope};
use platform::journal::{self, Act, Entry};
use platform::secrets::{self, Owner};
use platform::{App, stores};
use web::{ApiError, ApiResult, Message};

use super::wire::PaymentMethodView;
use super::write::check_room;
use super::{callback, connection, entities, store};

/// How long a deleted method can be restored.
const RESTORABLE: i64 = 90 * Millis::DAY;
/// Methods that one run deletes for good.
const A_RUN: i64 = 100;

const IS_FIXED: Message = Message::new(
    "لا يمكن حذف هذه الطريقة. أوقفها إن كنت لا تحتاج إليها.",
    "This payment method can't be deleted. Turn it off if you don't need it.",
);

/// Deletes a method: it is no longer offered.
///
/// # Errors
/// 404; 409 for one that every store has.
pub(super) async fn delete(app: &App, scope: &StoreScope, id: PaymentMethodId) -> ApiResult<()> {
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let method = store::find(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            if !method.provider.is_online() {
                return Err(ApiError::conflict("fixed_payment_method", IS_FIXED));
            }
            if !store::set_deleted(c, &at, id, Some(now), now).await? {
                return Err(ApiError::not_found());
            }
            let entry = Entry::new(Act::Delete, entities::PAYMENT_METHOD, id)
                .before(PaymentMethodView::journal_fields(&method, currency));
            journal::write(c, &at, now, Topics::STOREFRONT, entry).await?;
            Ok(())
        })
        .await
}

/// Restores a deleted method, inactive.
///
/// # Errors
/// 404; 409 when there are too many by now.
pub(super) async fn restore(app: &App, scope: &StoreScope, id: PaymentMethodId) -> ApiResult<()> {
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            store::find_deleted(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            check_room(c, &at).await?;
            if !store::set_deleted(c, &at, id, None, now).await? {
                return Err(ApiError::not_found());
            }
            let method = store::find(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            let entry =
                Entry::new(Act::Create, entities::PAYMENT_METHOD, id).after(PaymentMethodView::journal_fields(&method, currency));
            journal::write(c, &at, now, Topics::STOREFRONT, entry).await?;
            Ok(())
        })
        .await
}

/// Deletes for good what was deleted so long ago, with its credentials.
pub(super) async fn sweep(app: App) -> db::Result<Outcome> {
    let before = app.env().now().plus(-RESTORABLE);
    app.db()
        .tx(async move |c| {
            for (store_id, id) in store::list_deleted(c, before, A_RUN).await? {
                let scope = StoreScope::new(store_id, kernel::Actor::system());
                // Somebody may have restored it meanwhile.
                if store::delete(c, &scope, id).await? {
                    connection::delete(c, &scope, id).await?;
                    callback::delete(c, &scope, id).await?;
                    secrets::delete_all(c, &scope, Owner::payment_method(id)).await?;
                }
            }
            Ok(Outcome::Done)
        })
        .await
}
