//! The menus of a new store: its header and its footer (decisions §9).

use db::{Conn, Result};
use kernel::{Env, StoreScope, Texts};

use super::model::{Link, LinkType};
use super::store;
use crate::pages::InsertedPage;

/// Inserts both menus, once. The caller's transaction journals the creation of the store.
///
/// # Errors
/// Database errors; a unique violation when they exist already.
pub async fn insert_defaults(c: Conn<'_>, env: &Env, scope: &StoreScope, pages: &[InsertedPage]) -> Result<()> {
    let link = |title: Texts, link_type: LinkType, entity_id: Option<i64>, url: &str| Link {
        id: env.id(),
        title,
        link_type,
        entity_id,
        url: url.to_owned(),
        is_new_tab: false,
        image_id: None,
        links: Vec::new(),
    };
    let page = |page: &InsertedPage| link(page.title.clone(), LinkType::Page, Some(page.id.raw()), "");
    let mut main = vec![
        link(Texts::new("الرئيسية", "Home"), LinkType::Custom, None, "/"),
        link(Texts::new("كل المنتجات", "All products"), LinkType::Custom, None, "/collections"),
    ];
    main.extend(pages.iter().filter(|p| !p.is_policy).map(page));
    let footer: Vec<Link> = pages.iter().map(page).collect();
    for (code, name, links) in [
        ("main", Texts::new("القائمة الرئيسية", "Main menu"), main),
        ("footer", Texts::new("قائمة التذييل", "Footer menu"), footer),
    ] {
        let id = env.id();
        store::insert(c, scope, id, code, &name).await?;
        store::replace_links(c, scope, id, &links).await?;
    }
    Ok(())
}
