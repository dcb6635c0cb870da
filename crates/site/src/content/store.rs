//! Every statement on pages and menus.

use db::{Conn, Json, Result, p, row};
use kernel::{ContentPageId, Env, MenuId, Millis, StoreScope, Texts};

use super::model::{Link, LinkType, Menu, Page};

struct PageRow {
    id: ContentPageId,
    slug: String,
    title: Json<Texts>,
    content: Json<Texts>,
    updated_at: Millis,
}
row!(PageRow { id, slug, title, content, updated_at });

/// Finds a published page of the store by its slug.
///
/// # Errors
/// Database errors.
pub async fn find_page_by_slug(c: Conn<'_>, scope: &StoreScope, slug: &str) -> Result<Option<Page>> {
    let sql = "SELECT id, slug, title, content, updated_at FROM pages WHERE store_id = ?1 AND slug = ?2 AND is_published = TRUE";
    let row: Option<PageRow> = c.opt(sql, p![scope.store(), slug]).await?;
    Ok(row.map(|PageRow { id, slug, title: Json(title), content: Json(content), updated_at }| Page {
        id,
        slug,
        title,
        content,
        updated_at,
    }))
}

/// Slug and last change of every published page, for sitemaps; 500 at most.
///
/// # Errors
/// Database errors.
pub async fn list_page_slugs(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(String, Millis)>> {
    let sql = "SELECT slug, updated_at FROM pages WHERE store_id = ?1 AND is_published = TRUE ORDER BY slug LIMIT 500";
    c.all(sql, p![scope.store()]).await
}

struct MenuRow {
    name: Json<Texts>,
    title: Option<Json<Texts>>,
    link_type: Option<LinkType>,
    entity_id: Option<i64>,
    url: Option<String>,
    target: Option<String>,
    page_slug: Option<String>,
}
row!(MenuRow { name, title, link_type, entity_id, url, target, page_slug });

/// A menu of the store with its links in order, 100 at most; links to removed or unpublished pages are left out.
///
/// # Errors
/// Database errors.
pub async fn find_menu(c: Conn<'_>, scope: &StoreScope, code: &str) -> Result<Option<Menu>> {
    let sql = "SELECT m.name, l.title, l.link_type, l.entity_id, l.url, l.target, g.slug FROM menus m \
               LEFT JOIN menu_links l ON l.store_id = m.store_id AND l.menu_id = m.id \
               LEFT JOIN pages g ON g.store_id = l.store_id AND g.id = l.entity_id AND l.link_type = 'PAGE' AND g.is_published = TRUE \
               WHERE m.store_id = ?1 AND m.code = ?2 ORDER BY l.display_order, l.id LIMIT 100";
    let rows: Vec<MenuRow> = c.all(sql, p![scope.store(), code]).await?;
    let mut menu: Option<Menu> = None;
    for MenuRow { name: Json(name), title, link_type, entity_id, url, target, page_slug } in rows {
        let menu = menu.get_or_insert_with(|| Menu { name, links: Vec::new() });
        // A menu without links is one row with NULLs (outer join).
        let (Some(Json(title)), Some(link_type)) = (title, link_type) else { continue };
        let url = if link_type == LinkType::Page { page_slug } else { url };
        let Some(url) = url else { continue };
        menu.links.push(Link { title, link_type, entity_id, url, is_new_tab: target.as_deref() == Some("_blank") });
    }
    Ok(menu)
}

pub(super) struct NewPage<'a> {
    pub(super) id: ContentPageId,
    pub(super) slug: &'a str,
    pub(super) title: Texts,
    pub(super) content: Texts,
}

pub(super) async fn insert_page(c: Conn<'_>, scope: &StoreScope, now: Millis, page: NewPage<'_>) -> Result<()> {
    let NewPage { id, slug, title, content } = page;
    let sql = "INSERT INTO pages (store_id, id, slug, title, content, is_published, created_at, updated_at, version) \
               VALUES (?1, ?2, ?3, ?4, ?5, TRUE, ?6, ?6, 1)";
    c.exec(sql, p![scope.store(), id, slug, Json(title), Json(content), now]).await?;
    Ok(())
}

pub(super) async fn insert_menu(c: Conn<'_>, scope: &StoreScope, id: MenuId, code: &str, name: Texts) -> Result<()> {
    c.exec("INSERT INTO menus (store_id, id, code, name) VALUES (?1, ?2, ?3, ?4)", p![scope.store(), id, code, Json(name)])
        .await?;
    Ok(())
}

pub(super) async fn insert_link(c: Conn<'_>, env: &Env, scope: &StoreScope, menu: MenuId, order: i64, link: Link) -> Result<()> {
    let Link { title, link_type, entity_id, url, is_new_tab } = link;
    let sql = "INSERT INTO menu_links (store_id, id, menu_id, title, link_type, entity_id, url, target, display_order) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    let (id, target) = (env.id::<kernel::id::MenuLink>(), if is_new_tab { "_blank" } else { "_self" });
    c.exec(sql, p![scope.store(), id, menu, Json(title), link_type.as_str(), entity_id, url, target, order]).await?;
    Ok(())
}
