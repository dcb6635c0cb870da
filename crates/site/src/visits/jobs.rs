//! Deletes salts and visitor hashes of past days.

use jobs::{JobResult, Outcome, Registry};
use kernel::Millis;

use super::{calendar, store};
use platform::App;

/// Registers the slice's job handlers and schedules.
pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("forget_visitors", Millis::HOUR, forget);
}

/// Deletes salts and hashes of days that are over in every time zone. The salt goes first: without it no hash can be traced to a
/// visitor.
async fn forget(app: App) -> JobResult {
    let last = calendar::days_anywhere(app.env().now()).start() - 1;
    app.db().tx(async move |c| store::delete_salts(c, last).await).await?;
    while app.db().tx(async move |c| store::delete_marks(c, last).await).await? {}
    Ok(Outcome::Done)
}
