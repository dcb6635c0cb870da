//! Ignores missed addresses.

use kernel::{MissedAddressId, StoreScope};
use platform::App;
use platform::journal::{Act, Entry};
use serde_json::json;
use web::{ApiError, ApiResult};

use super::address::written;
use super::changes::log;
use super::model::MissedAddress;
use super::{entities, missed_store};

/// Ignores a missed address, or no longer; an identical request changes nothing.
///
/// # Errors
/// 404.
pub(super) async fn update(app: &App, scope: &StoreScope, id: MissedAddressId, is_ignored: bool) -> ApiResult<MissedAddress> {
    let (env, at) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let before = missed_store::find(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            if before.is_ignored == is_ignored {
                return Ok(before);
            }
            missed_store::set_ignored(c, &at, id, is_ignored).await?;
            let fields = |is_ignored: bool| json!({ "address": written(&before.address), "is_ignored": is_ignored });
            let entry =
                Entry::new(Act::Update, entities::MISSED_ADDRESS, id).before(fields(!is_ignored)).after(fields(is_ignored));
            log(c, &at, env.now(), entry).await?;
            Ok(MissedAddress { is_ignored, ..before })
        })
        .await
}
