//! Every statement on menus and their links.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{MediaId, MenuId, MenuLinkId, Millis, StoreScope, Texts};

use super::model::{FlatLink, Link, LinkType, MOST_LINKS, Menu, tree};

struct MenuRow {
    id: MenuId,
    code: String,
    name: Json<Texts>,
    updated_at: Millis,
    version: i64,
}
row!(MenuRow { id, code, name, updated_at, version });

struct LinkRow {
    id: MenuLinkId,
    parent_id: Option<MenuLinkId>,
    title: Json<Texts>,
    link_type: LinkType,
    entity_id: Option<i64>,
    url: String,
    target: String,
    image_id: Option<MediaId>,
}
row!(LinkRow { id, parent_id, title, link_type, entity_id, url, target, image_id });

fn with_links(menu: MenuRow, rows: Vec<LinkRow>) -> Menu {
    let MenuRow { id, code, name, updated_at, version } = menu;
    let flat = rows.into_iter().map(|row| FlatLink {
        parent_id: row.parent_id,
        link: Link {
            id: row.id,
            title: row.title.0,
            link_type: row.link_type,
            entity_id: row.entity_id,
            url: row.url,
            is_new_tab: row.target == "_blank",
            image_id: row.image_id,
            links: Vec::new(),
        },
    });
    Menu { id, code, name: name.0, updated_at, version, links: tree(flat.collect()) }
}

/// A link of some menu; a menu without links is one row without them (outer join).
struct MenuLinkRow {
    menu_id: MenuId,
    code: String,
    name: Json<Texts>,
    updated_at: Millis,
    version: i64,
    id: Option<MenuLinkId>,
    parent_id: Option<MenuLinkId>,
    title: Option<Json<Texts>>,
    link_type: Option<LinkType>,
    entity_id: Option<i64>,
    url: Option<String>,
    target: Option<String>,
    image_id: Option<MediaId>,
}
row!(MenuLinkRow { menu_id, code, name, updated_at, version, id, parent_id, title, link_type, entity_id, url, target, image_id });

impl MenuLinkRow {
    fn split(self) -> (MenuRow, Option<LinkRow>) {
        let Self { menu_id, code, name, updated_at, version, id, parent_id, title, link_type, entity_id, url, target, image_id } =
            self;
        let link = id.zip(title).zip(link_type).map(|((id, title), link_type)| LinkRow {
            id,
            parent_id,
            title,
            link_type,
            entity_id,
            url: url.unwrap_or_default(),
            target: target.unwrap_or_default(),
            image_id,
        });
        (MenuRow { id: menu_id, code, name, updated_at, version }, link)
    }
}

/// The menus of a store with their links; one statement.
///
/// # Errors
/// Database errors.
pub async fn list_menus(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<Menu>> {
    let sql = "SELECT m.id, m.code, m.name, m.updated_at, m.version, l.id, l.parent_id, l.title, l.link_type, l.entity_id, l.url, l.target, l.image_id \
               FROM menus m LEFT JOIN menu_links l ON l.store_id = m.store_id AND l.menu_id = m.id \
               WHERE m.store_id = ?1 ORDER BY m.id, l.display_order, l.id LIMIT 10000";
    let rows: Vec<MenuLinkRow> = c.all(sql, p![scope.store()]).await?;
    let mut menus: Vec<(MenuRow, Vec<LinkRow>)> = Vec::new();
    for (menu, link) in rows.into_iter().map(MenuLinkRow::split) {
        if menus.last().is_none_or(|(last, _)| last.id != menu.id) {
            menus.push((menu, Vec::new()));
        }
        if let Some((_, links)) = menus.last_mut() {
            links.extend(link);
        }
    }
    Ok(menus.into_iter().map(|(menu, links)| with_links(menu, links)).collect())
}

/// A menu with its links.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: MenuId) -> Result<Option<Menu>> {
    let sql = "SELECT id, code, name, updated_at, version FROM menus WHERE store_id = ?1 AND id = ?2";
    let Some(menu) = c.opt::<MenuRow>(sql, p![scope.store(), id]).await? else { return Ok(None) };
    let sql = "SELECT id, parent_id, title, link_type, entity_id, url, target, image_id FROM menu_links \
               WHERE store_id = ?1 AND menu_id = ?2 ORDER BY display_order, id LIMIT 1000";
    Ok(Some(with_links(menu, c.all(sql, p![scope.store(), id]).await?)))
}

/// Inserts a menu without links.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, id: MenuId, code: &str, name: &Texts) -> Result<()> {
    let sql = "INSERT INTO menus (store_id, id, code, name, updated_at, version) VALUES (?1, ?2, ?3, ?4, 0, 1)";
    c.exec(sql, p![scope.store(), id, code, Json(name)]).await?;
    Ok(())
}

/// Writes a menu's name if it is still at the version before; false when it is not. Its links are written by [`replace_links`].
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, menu: &Menu) -> Result<bool> {
    let sql = "UPDATE menus SET name = ?3, updated_at = ?4, version = ?5 WHERE store_id = ?1 AND id = ?2 AND version = ?5 - 1";
    Ok(c.exec(sql, p![scope.store(), menu.id, Json(&menu.name), menu.updated_at, menu.version]).await? == 1)
}

/// Replaces the links of a menu.
pub(super) async fn replace_links(c: Conn<'_>, scope: &StoreScope, menu: MenuId, links: &[Link]) -> Result<()> {
    c.exec("DELETE FROM menu_links WHERE store_id = ?1 AND menu_id = ?2", p![scope.store(), menu]).await?;
    let mut flat: Vec<(Option<MenuLinkId>, &Link)> = Vec::with_capacity(MOST_LINKS);
    let mut stack: Vec<(Option<MenuLinkId>, &Link)> = links.iter().rev().map(|link| (None, link)).collect();
    while let Some((parent, link)) = stack.pop() {
        flat.push((parent, link));
        stack.extend(link.links.iter().rev().map(|below| (Some(link.id), below)));
    }
    for (chunk, first) in flat.chunks(50).zip((1_i64..).step_by(50)) {
        let mut sql = Sql::new(
            "INSERT INTO menu_links (store_id, id, menu_id, parent_id, title, link_type, entity_id, url, target, image_id, display_order) VALUES ",
        );
        for ((parent, link), order) in chunk.iter().zip(first..) {
            let target = if link.is_new_tab { "_blank" } else { "_self" };
            sql = sql.raw(if order == first { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", link.id).arg(", ?", menu);
            sql = sql.arg(", ?", *parent).arg(", ?", Json(link.title.clone())).arg(", ?", link.link_type.as_str());
            sql = sql.arg(", ?", link.entity_id).arg(", ?", link.url.clone()).arg(", ?", target).arg(", ?", link.image_id);
            sql = sql.arg(", ?)", order);
        }
        sql.exec(c).await?;
    }
    Ok(())
}
