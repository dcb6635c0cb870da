//! Writes the places of a draft's sections (TH-03).

use db::Conn;
use kernel::{Millis, SectionId, StoreScope};
use platform::journal::{Act, Entry};
use serde_json::json;
use web::{ApiError, ApiResult, Message};

use super::entities::log;
use super::model::{Section, Zone};
use super::{entities, store};

pub(super) const FIXED: Message = Message::new("هذا القسم ثابت في مكانه.", "This section has a fixed place.");

/// Moves a section by some places within its page's sortable ones, as far as they go.
pub(super) async fn move_by(
    c: Conn<'_>,
    scope: &StoreScope,
    theme: &str,
    section: &Section,
    steps: i64,
    now: Millis,
) -> ApiResult<()> {
    if section.zone != Zone::Sortable {
        return Err(ApiError::field("display_order_change", FIXED));
    }
    let all = store::list_draft(c, scope, theme).await?;
    let mut order: Vec<&Section> = all.iter().filter(|s| s.is_sortable_on(&section.page)).collect();
    let from = order.iter().position(|s| s.id == section.id).ok_or_else(ApiError::not_found)?;
    let last = i64::try_from(order.len()).unwrap_or(i64::MAX) - 1;
    let to = (i64::try_from(from).unwrap_or(0).saturating_add(steps)).clamp(0, last);
    let moved = order.remove(from);
    order.insert(usize::try_from(to).unwrap_or(from), moved);
    let ids: Vec<SectionId> = order.into_iter().map(|s| s.id).collect();
    write_order(c, scope, (theme, &all, section), &ids, now).await
}

/// Gives the positions that some sections have to the same sections in another order: deleted ones keep their place between them.
pub(super) async fn write_order(
    c: Conn<'_>,
    scope: &StoreScope,
    (theme, all, named): (&str, &[Section], &Section),
    ids: &[SectionId],
    now: Millis,
) -> ApiResult<()> {
    let order_of = |id: &SectionId| all.iter().find(|s| s.id == *id).map_or(0, |s| s.display_order);
    let mut places: Vec<i64> = ids.iter().map(order_of).collect();
    places.sort_unstable();
    let changed: Vec<(SectionId, i64)> = ids.iter().copied().zip(places).filter(|(id, place)| order_of(id) != *place).collect();
    if changed.is_empty() {
        return Ok(());
    }
    store::update_draft_version(c, scope, theme, now).await?;
    store::update_orders(c, scope, &changed).await?;
    let place = |all: Vec<SectionId>| all.iter().position(|id| *id == named.id).map(|n| n + 1);
    let before = all.iter().filter(|s| s.is_sortable_on(&named.page)).map(|s| s.id).collect();
    let entry = Entry::new(Act::Update, entities::SECTION, named.id)
        .before(json!({ "name": named.name, "place": place(before) }))
        .after(json!({ "name": named.name, "place": place(ids.to_vec()) }));
    Ok(log(c, scope, now, entry).await?)
}
