//! Deletes the days that are over.

use jobs::{JobResult, Outcome, Registry};
use kernel::Millis;

use super::{calendar, store};
use platform::App;

/// The slice's job handlers and schedules.
pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("forget_visitors", Millis::HOUR, forget);
}

/// Deletes salts and marks of days that are over everywhere. The salt goes first: from then on no mark leads to anybody.
async fn forget(app: App) -> JobResult {
    let last = calendar::days_anywhere(app.env().now()).start() - 1;
    app.db().tx(async move |c| store::delete_salts(c, last).await).await?;
    while app.db().tx(async move |c| store::delete_marks(c, last).await).await? {}
    Ok(Outcome::Done)
}
