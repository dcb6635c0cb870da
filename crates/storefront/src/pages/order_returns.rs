//! The shopper's view of what a courier fetches back of an order (SP-04): the pieces, and how far they are, in the store's words.

use commerce::orders::{self, OrderPage, ReturnStep, TrackedReturn};
use minijinja::Value;

use super::RequestContext;
use crate::engine::context;
use crate::error::PageError;

/// The return parcels that are or will be fetched; nothing where there is none.
pub(super) async fn view(visit: &RequestContext<'_>, page: &OrderPage) -> Result<Option<Value>, PageError> {
    let (scope, profile) = (&visit.store.scope, &visit.store.profile);
    let found = orders::track_returns(visit.shop.app.db().conn(), scope, &page.order).await?;
    if found.is_empty() {
        return Ok(None);
    }
    let date = |at| kernel::locale::date(at, &profile.timezone, &profile.country, visit.lang);
    let step = |ReturnStep { code, at }: ReturnStep| context! { code => code, at => at.map(date) };
    let one = |TrackedReturn { number, pieces, tracking_no, link, steps }: TrackedReturn| {
        let steps: Vec<Value> = steps.into_iter().map(step).collect();
        context! { number => number, pieces => pieces, tracking_no => tracking_no, link => link, steps => steps }
    };
    Ok(Some(Value::from(found.into_iter().map(one).collect::<Vec<Value>>())))
}
