//! Repairs times that a clock that was ahead has written: a call or a deposit is due as long from now as it was from then.

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, Millis, StoreScope};
use platform::{App, stores};

use super::model::{Calling, FARTHEST, State};
use super::store::{self, FutureRow};

pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("mend_confirmation_times", Millis::MINUTE, sweep);
}

/// A row whose time of writing is in the future was written by a clock that was ahead.
async fn sweep(app: App) -> JobResult {
    loop {
        let now = app.env().now();
        let rows = store::list_ahead(app.db().conn(), jobs::furthest(now, 0)).await?;
        let is_last = rows.len() < 200;
        for row in rows {
            let scope = StoreScope::new(row.store, Actor::system());
            let profile = stores::get_profile(app.db().conn(), &scope).await?;
            let due_at = due_at_of(&row, &Calling::read(&profile.settings.confirmation)?, now, &profile.timezone);
            app.db().tx(async move |c| store::update_due(c, &scope, &row, due_at, now).await).await?;
        }
        if is_last {
            return Ok(Outcome::Done);
        }
    }
}

/// The corrected due time: as long from now as it was from then, a call within the calling hours. A day that was agreed with the
/// customer stays, unless it is beyond the farthest day that can be agreed.
fn due_at_of(row: &FutureRow, calling: &Calling, now: Millis, timezone: &str) -> Millis {
    let delay = row.due_at.0.saturating_sub(row.written_at.0).clamp(0, FARTHEST);
    match row.state {
        State::Waiting if row.is_agreed && row.due_at <= now.plus(FARTHEST) => row.due_at,
        State::Waiting => calling.next(now.plus(delay), timezone),
        _ => now.plus(delay),
    }
}
