//! The order of a page's sections and of a section's blocks in a draft, each change in one transaction with its journal entry (TH-03).

use db::Conn;
use kernel::{Millis, SectionId, StoreScope};
use web::message::common;
use web::{ApiError, ApiResult, Message};

use super::draft::{StoreTheme, lock_theme, log_change, section_to_change, write_page};
use super::model::{Block, Section};
use super::order::write_order;
use super::store;
use super::wire::SortingIn;
use platform::App;

const OTHER_LIST: Message = Message::new(
    "تغيّرت أقسام الصفحة من مكان آخر. راجع الترتيب ثم أعد المحاولة.",
    "The page's sections were changed elsewhere. Check the order and try again.",
);

/// Sorts a page's sections, or with `section_id` the blocks of that section.
///
/// # Errors
/// 404; 409 when the list is not that of the page by now; 422.
pub(super) async fn sort(app: &App, scope: &StoreScope, theme: &str, sent: SortingIn) -> ApiResult<()> {
    let (app, at, theme) = (app.clone(), scope.clone(), theme.to_owned());
    app.db()
        .clone()
        .tx(async move |c| {
            let now = app.env().now();
            let found = lock_theme(c, &at, &theme).await?;
            let mut items = sent.items.clone();
            items.sort_by_key(|item| item.display_order);
            let ids: Vec<String> = items.into_iter().map(|item| item.id).collect();
            if let Some(id) = sent.section_id {
                return sort_blocks(c, &at, &found, id, &ids, now).await;
            }
            let page = sent.page.as_deref().ok_or_else(|| ApiError::field("page", common::REQUIRED))?;
            if !found.theme.has_page(page) {
                return Err(ApiError::field("page", common::NOT_A_CHOICE));
            }
            let mut all = store::list_draft(c, &at, &theme).await?;
            all.extend(write_page(c, &at, &found, &all, page, now).await?);
            let living: Vec<&Section> = all.iter().filter(|s| s.is_sortable_on(page)).collect();
            let sorted: Vec<SectionId> =
                ids.iter().filter_map(|id| living.iter().find(|s| s.id.to_string() == *id)).map(|s| s.id).collect();
            let mut distinct = sorted.clone();
            distinct.sort_unstable();
            distinct.dedup();
            if distinct.len() != living.len() || ids.len() != living.len() {
                return Err(ApiError::conflict("other_sections", OTHER_LIST));
            }
            // The log names the first section that has another place.
            let Some(first) = living.iter().zip(&sorted).find(|(was, now)| was.id != **now).map(|(was, _)| *was) else {
                return Ok(());
            };
            write_order(c, &at, (&theme, &all, first), &sorted, now).await
        })
        .await
}

async fn sort_blocks(
    c: Conn<'_>,
    scope: &StoreScope,
    found: &StoreTheme,
    id: SectionId,
    ids: &[String],
    now: Millis,
) -> ApiResult<()> {
    let theme = found.installed.theme.as_str();
    let before = section_to_change(c, scope, found, id, now).await;
    let before =
        before.map_err(|e| if e.status().as_u16() == 404 { ApiError::field("section_id", common::NO_SUCH) } else { e })?;
    let blocks: Vec<Block> = ids.iter().filter_map(|id| before.blocks.iter().find(|b| b.id == *id).cloned()).collect();
    let mut distinct: Vec<&String> = ids.iter().collect();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() != before.blocks.len() || blocks.len() != before.blocks.len() {
        return Err(ApiError::conflict("other_sections", OTHER_LIST));
    }
    if blocks == before.blocks {
        return Ok(());
    }
    let mut after = Section { blocks, ..before.clone() };
    after.version = store::update_draft_version(c, scope, theme, now).await?;
    store::update_section(c, scope, &after, now).await?;
    Ok(log_change(c, scope, now, &before, &after).await?)
}
