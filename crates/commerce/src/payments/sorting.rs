//! The order in which shoppers see the methods.

use std::collections::BTreeSet;

use db::Topics;
use kernel::{PaymentMethodId, StoreScope};
use platform::App;
use platform::journal::{self, Act, Entry};
use platform::stores;
use serde_json::json;
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::{entities, store};

const NOT_ALL: Message = Message::new(
    "تغيّرت طرق الدفع. حدّث الصفحة ثم رتّبها مرة أخرى.",
    "The payment methods have changed. Reload the page and sort them again.",
);

/// Sorts the methods; `items` names each of them once.
///
/// # Errors
/// 422 when it does not, or names one that the store has not.
pub(super) async fn sort(app: &App, scope: &StoreScope, items: Vec<PaymentMethodId>) -> ApiResult<()> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            stores::lock(c, &at).await?;
            let stored: Vec<PaymentMethodId> = store::list(c, &at).await?.into_iter().map(|method| method.id).collect();
            let mut errors = FieldErrors::new();
            for (n, _) in items.iter().enumerate().filter(|(_, id)| !stored.contains(id)) {
                errors.add(format!("items.{n}"), common::NO_SUCH);
            }
            errors.finish()?;
            let named: BTreeSet<_> = items.iter().collect();
            if named.len() != stored.len() || items.len() != stored.len() {
                return Err(ApiError::field("items", NOT_ALL));
            }
            if items == stored {
                return Ok(());
            }
            for (n, id) in (1..).zip(&items) {
                store::set_order(c, &at, *id, n).await?;
            }
            let Some(first) = items.first() else { return Ok(()) };
            let entry = Entry::new(Act::Update, entities::PAYMENT_METHOD, *first)
                .before(json!({"order": stored}))
                .after(json!({"order": items}));
            journal::write(c, &at, env.now(), Topics::STOREFRONT, entry).await?;
            Ok(())
        })
        .await
}
