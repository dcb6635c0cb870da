//! Menus in the API (ST-07). Times are RFC 3339 in UTC.

use kernel::{CategoryId, ContentPageId, MediaId, MenuId, MenuLinkId, Millis, ProductId, Texts};
use platform::media::MediaView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::schema;

use super::model::{Link, LinkType, Menu};
use super::targets::{ReadableNames, Targets};

/// Where a link opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
pub enum LinkWindow {
    /// In the same tab.
    #[default]
    #[serde(rename = "_self")]
    Same,
    /// In a new tab.
    #[serde(rename = "_blank")]
    New,
}

/// A link as it is sent, with those below it.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MenuLinkIn {
    /// 80 characters at most in each language.
    #[schema(value_type = schema::RequiredLineTexts<80>)]
    pub title: Texts,
    pub link_type: LinkType,
    /// The id of the product, category or page.
    #[serde(default)]
    #[schema(value_type = Option<LinkEntityId>)]
    pub entity_id: Option<String>,
    /// Of a custom link: a path of the store, `https:`, `http:`, `mailto:` or `tel:`; empty for a heading above other links.
    #[serde(default)]
    #[schema(value_type = Option<LinkAddress>)]
    pub url: Option<String>,
    #[serde(default)]
    pub target: LinkWindow,
    /// A picture for menus that show some.
    #[serde(default)]
    pub image_id: Option<MediaId>,
    /// Links below it; three levels in all.
    #[serde(default)]
    #[schema(no_recursion)]
    pub links: Option<Vec<Self>>,
}

/// A change of a menu; absent fields stay.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MenuIn {
    /// The name in the dashboard; 80 characters at most in each language.
    #[schema(value_type = Option<schema::RequiredLineTexts<80>>)]
    pub name: Option<Texts>,
    /// The whole tree, which replaces the links before; 200 in all at most.
    #[schema(max_items = 200)]
    pub links: Option<Vec<MenuLinkIn>>,
    /// The version it was read at.
    pub version: Option<i64>,
}

web::schema_types! {
    /// The id of a product, category or page.
    LinkEntityId => schema::text("^(prd|cat|pag)_[0-7][0-9a-hjkmnp-tv-z]{12}$", None);
    /// A path of the store or an address on the web.
    LinkAddress => schema::text(r"^((/[A-Za-z0-9._~?&=%-]+)*/?|https?://[a-z0-9.-]+(/[A-Za-z0-9._~/?&=%-]*)?|(mailto|tel):[A-Za-z0-9@.+-]+|#[a-z0-9-]+)$", Some(2_000))
        .examples(["/collections", "https://example.com"]);
}

/// Whether shoppers see what a link leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetState {
    /// They do.
    Shown,
    /// It exists and is not published; the storefront leaves the link out.
    Hidden,
    /// It is deleted; the storefront leaves the link out.
    Missing,
}

/// A link of a menu, with those below it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MenuLinkView {
    id: MenuLinkId,
    title: Texts,
    link_type: LinkType,
    /// The id of the product, category or page.
    entity_id: Option<String>,
    /// Of a custom link; else empty.
    url: String,
    target: LinkWindow,
    image: Option<MediaView>,
    /// The product's, category's or page's name; null for a custom link, for what is deleted, and for callers who may not
    /// read it.
    target_name: Option<Texts>,
    target_state: TargetState,
    #[schema(no_recursion)]
    links: Vec<Self>,
}

/// The id of a link's target as the API writes it.
pub(super) fn entity_id(link_type: LinkType, raw: i64) -> String {
    match link_type {
        LinkType::Product => ProductId::from_raw(raw).to_string(),
        LinkType::Category => CategoryId::from_raw(raw).to_string(),
        LinkType::Page => ContentPageId::from_raw(raw).to_string(),
        LinkType::Custom => String::new(),
    }
}

impl MenuLinkView {
    fn from_link(link: Link, targets: &Targets, names: ReadableNames, images: &[MediaView]) -> Self {
        let target = targets.find(&link);
        let Link { id, title, link_type, entity_id: raw, url, is_new_tab, image_id, links } = link;
        Self {
            id,
            title,
            link_type,
            entity_id: raw.map(|raw| entity_id(link_type, raw)),
            url,
            target: if is_new_tab { LinkWindow::New } else { LinkWindow::Same },
            image: image_id.and_then(|id| images.iter().find(|image| image.id == id).cloned()),
            target_state: match target {
                _ if link_type == LinkType::Custom => TargetState::Shown,
                Some(target) if target.is_shown => TargetState::Shown,
                Some(_) => TargetState::Hidden,
                None => TargetState::Missing,
            },
            target_name: target.filter(|_| names.has(link_type)).map(|target| target.name.clone()),
            links: links.into_iter().map(|link| Self::from_link(link, targets, names, images)).collect(),
        }
    }
}

/// A menu (ST-07).
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MenuView {
    id: MenuId,
    /// `main` or `footer`: where the storefront shows it.
    code: String,
    name: Texts,
    /// Null before its first change.
    updated_at: Option<String>,
    version: i64,
    links: Vec<MenuLinkView>,
}

fn changed(at: Millis) -> Option<String> {
    (at.0 > 0).then(|| at.rfc3339())
}

impl MenuView {
    /// The menu in the API.
    pub(super) fn from_menu(menu: Menu, targets: &Targets, names: ReadableNames, images: &[MediaView]) -> Self {
        let Menu { id, code, name, updated_at, version, links } = menu;
        let links = links.into_iter().map(|link| MenuLinkView::from_link(link, targets, names, images)).collect();
        Self { id, code, name, updated_at: changed(updated_at), version, links }
    }
}

/// A menu in the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MenuRow {
    id: MenuId,
    /// `main` or `footer`: where the storefront shows it.
    code: String,
    name: Texts,
    links_count: usize,
    /// Links whose target is deleted or not published.
    broken_count: usize,
    /// Null before its first change.
    updated_at: Option<String>,
    version: i64,
}

impl MenuRow {
    /// The menu in the list.
    pub(super) fn from_menu(menu: &Menu, targets: &Targets) -> Self {
        let links = menu.all_links();
        let is_broken = |link: &&&Link| link.link_type != LinkType::Custom && targets.find(link).is_none_or(|t| !t.is_shown);
        Self {
            id: menu.id,
            code: menu.code.clone(),
            name: menu.name.clone(),
            links_count: links.len(),
            broken_count: links.iter().filter(is_broken).count(),
            updated_at: changed(menu.updated_at),
            version: menu.version,
        }
    }
}
