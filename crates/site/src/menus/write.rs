//! Changes a menu in one transaction with its journal entry (ST-07).

use std::collections::BTreeSet;

use db::{Conn, Topics};
use kernel::{MediaId, MenuId, StoreScope};
use serde_json::{Value, json};
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors};

use super::model::{Link, LinkType, Menu, flattened};
use super::targets::{ReadableNames, Targets};
use super::wire::{MenuIn, MenuView, entity_id};
use super::{entities, input, store};
use platform::journal::{self, Act, Entry};
use platform::media::{self, MediaView};
use platform::{App, stores};

/// The pictures of a menu's links.
pub(super) async fn images(c: Conn<'_>, scope: &StoreScope, menu: &Menu) -> db::Result<Vec<MediaView>> {
    let ids: BTreeSet<MediaId> = menu.all_links().into_iter().filter_map(|link| link.image_id).collect();
    if ids.is_empty() { Ok(Vec::new()) } else { media::list_views(c, scope, &ids.into_iter().collect::<Vec<_>>()).await }
}

/// The menu in the API.
pub(super) async fn view(app: &App, c: Conn<'_>, scope: &StoreScope, names: ReadableNames, menu: Menu) -> db::Result<MenuView> {
    let targets = Targets::read(app, c, scope, &menu.all_links()).await?;
    let images = images(c, scope, &menu).await?;
    Ok(MenuView::from_menu(menu, &targets, names, &images))
}

/// The links in the journal.
fn journal_links(links: &[Link]) -> Value {
    let link = |link: &Link| {
        json!({
            "title": link.title, "link_type": link.link_type, "entity_id": link.entity_id.map(|raw| entity_id(link.link_type, raw)),
            "url": link.url, "is_new_tab": link.is_new_tab, "image_id": link.image_id, "links": journal_links(&link.links),
        })
    };
    links.iter().map(link).collect()
}

/// The dotted path of each link, parents first: as [`flattened`] lists them.
fn paths(links: &[Link], prefix: &str, out: &mut Vec<String>) {
    for (n, link) in links.iter().enumerate() {
        let path = format!("{prefix}.{n}");
        out.push(path.clone());
        paths(&link.links, &format!("{path}.links"), out);
    }
}

/// New targets and pictures must be in the store; a link that was there keeps a target that is gone by now.
async fn check_named(app: &App, c: Conn<'_>, scope: &StoreScope, before: &Menu, after: &Menu) -> ApiResult<()> {
    let links = flattened(&after.links);
    let mut at = Vec::with_capacity(links.len());
    paths(&after.links, "links", &mut at);
    let old = before.all_links();
    let targets = Targets::read(app, c, scope, &links).await?;
    let images = images(c, scope, after).await?;
    let mut errors = FieldErrors::new();
    for (link, path) in links.into_iter().zip(at) {
        let was_there = old.iter().any(|o| (o.link_type, o.entity_id) == (link.link_type, link.entity_id));
        if link.link_type != LinkType::Custom && !was_there && targets.find(link).is_none() {
            errors.add(format!("{path}.entity_id"), common::NO_SUCH);
        }
        let is_known = |id: MediaId| images.iter().any(|image| image.id == id);
        if link.image_id.is_some_and(|id| !is_known(id)) {
            errors.add(format!("{path}.image_id"), common::NO_SUCH);
        }
    }
    errors.finish()
}

/// Changes a menu's name, or replaces its links; an identical request changes nothing.
///
/// # Errors
/// 404, 409 when it is stale, 422 with its fields.
pub(super) async fn update(app: &App, scope: &StoreScope, names: ReadableNames, id: MenuId, sent: MenuIn) -> ApiResult<Menu> {
    let language = stores::get_profile(app.db().conn(), scope).await?.default_language;
    let (app, at) = (app.clone(), scope.clone());
    app.db()
        .clone()
        .tx(async move |c| {
            let now = app.env().now();
            let before = store::find(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            if sent.version.is_some_and(|v| v != before.version) {
                return Err(ApiError::stale().with_current(&view(&app, c, &at, names, before).await?));
            }
            let mut after = before.clone();
            input::apply(&mut after, sent.clone(), app.env(), language).map_err(ApiError::invalid)?;
            check_named(&app, c, &at, &before, &after).await?;
            let (old_links, new_links) = (journal_links(&before.links), journal_links(&after.links));
            if after.name == before.name && new_links == old_links {
                return Ok(before);
            }
            (after.updated_at, after.version) = (now, before.version + 1);
            if !store::update(c, &at, &after).await? {
                return Err(ApiError::stale().with_current(&view(&app, c, &at, names, before).await?));
            }
            if new_links != old_links {
                store::replace_links(c, &at, id, &after.links).await?;
            }
            // With the name on both sides: it names the menu in the log.
            let (mut was, mut is) = (json!({ "name": before.name }), json!({ "name": after.name }));
            if new_links != old_links {
                (was["links"], is["links"]) = (old_links, new_links);
            }
            journal::write(c, &at, now, Topics::STOREFRONT, Entry::new(Act::Update, entities::MENU, id).before(was).after(is))
                .await?;
            Ok(after)
        })
        .await
}
