//! The model of a menu: links that lead to products, categories, pages and addresses, nested (ST-07). Pure.

use kernel::{MediaId, MenuId, MenuLinkId, Millis, Texts};
use serde::{Deserialize, Serialize};

/// Most links of a menu.
pub(super) const MOST_LINKS: usize = 200;
/// Most levels of links.
pub(super) const MOST_LEVELS: usize = 3;
/// Most characters of a link's text, in each language.
pub(super) const MOST_TITLE: usize = 80;
/// Most characters of an address.
pub(super) const MOST_URL: usize = 2_000;

/// The target of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum LinkType {
    /// A product, by `entity_id`.
    Product,
    /// A category, by `entity_id`.
    Category,
    /// A page of text, by `entity_id`.
    Page,
    /// The link's own `url`; a heading without a link where it is empty.
    Custom,
}

impl LinkType {
    const ALL: [Self; 4] = [Self::Product, Self::Category, Self::Page, Self::Custom];

    /// The value in the database and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Product => "PRODUCT",
            Self::Category => "CATEGORY",
            Self::Page => "PAGE",
            Self::Custom => "CUSTOM",
        }
    }

    /// Parses the value.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

db::stored_words! {
    LinkType, "menu_links" "link_type";
}

/// A link with those below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Its id.
    pub id: MenuLinkId,
    /// The link's text.
    pub title: Texts,
    /// The kind of target.
    pub link_type: LinkType,
    /// Number of the product's, category's or page's id.
    pub entity_id: Option<i64>,
    /// Of a custom link; else empty.
    pub url: String,
    /// Opens in a new tab.
    pub is_new_tab: bool,
    /// Shown where the theme has room for it.
    pub image_id: Option<MediaId>,
    /// In order.
    pub links: Vec<Link>,
}

/// A menu with its links in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Menu {
    /// Its id.
    pub id: MenuId,
    /// `main` or `footer`: where the theme shows it.
    pub code: String,
    /// The name in the dashboard.
    pub name: Texts,
    /// When it last changed; 0 before its first change.
    pub updated_at: Millis,
    /// Incremented by every change.
    pub version: i64,
    /// The links of the first level.
    pub links: Vec<Link>,
}

impl Menu {
    /// Every link, parents before those below them.
    #[must_use]
    pub fn all_links(&self) -> Vec<&Link> {
        flattened(&self.links)
    }
}

/// Every link of a tree, parents before those below them.
pub(super) fn flattened(links: &[Link]) -> Vec<&Link> {
    let mut out = Vec::new();
    let mut stack: Vec<&Link> = links.iter().rev().collect();
    while let Some(link) = stack.pop() {
        out.push(link);
        stack.extend(link.links.iter().rev());
    }
    out
}

/// A link as it is stored, and the one it is below.
#[derive(Debug, Clone)]
pub(super) struct FlatLink {
    pub(super) parent_id: Option<MenuLinkId>,
    pub(super) link: Link,
}

/// The tree of links that stand in their order. One whose parent is not there stands at the first level, so that nothing is lost.
pub(super) fn tree(flat: Vec<FlatLink>) -> Vec<Link> {
    let ids: Vec<MenuLinkId> = flat.iter().map(|row| row.link.id).collect();
    let is_root = |row: &FlatLink| row.parent_id.is_none_or(|parent| !ids.contains(&parent));
    let (roots, mut rest): (Vec<FlatLink>, Vec<FlatLink>) = flat.into_iter().partition(is_root);
    let mut out: Vec<Link> = roots.into_iter().map(|row| attach(row.link, &mut rest)).collect();
    // Rows in a circle hang below no root; no write makes one.
    out.extend(rest.into_iter().map(|row| row.link));
    out
}

/// Moves the rows below a link out of the rest and into it.
fn attach(mut link: Link, rest: &mut Vec<FlatLink>) -> Link {
    let (own, others) = std::mem::take(rest).into_iter().partition(|row: &FlatLink| row.parent_id == Some(link.id));
    *rest = others;
    let own: Vec<FlatLink> = own;
    link.links = own.into_iter().map(|row| attach(row.link, rest)).collect();
    link
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn link(id: i64) -> Link {
        Link {
            id: MenuLinkId::from_raw(id),
            title: Texts::new("رابط", ""),
            link_type: LinkType::Custom,
            entity_id: None,
            url: "/".into(),
            is_new_tab: false,
            image_id: None,
            links: Vec::new(),
        }
    }

    proptest! {
        #[test]
        fn st_07_no_row_of_a_menu_is_lost_whatever_its_parent_is(parents in proptest::collection::vec(0_i64..12, 1..12)) {
            // Parents that are not there, circles and rows below themselves among them.
            let flat: Vec<FlatLink> = (1_i64..).zip(&parents).map(|(id, parent)| FlatLink {
                parent_id: (*parent > 0).then(|| MenuLinkId::from_raw(*parent)),
                link: link(id),
            }).collect();
            let links = tree(flat);
            let mut ids: Vec<i64> = flattened(&links).into_iter().map(|link| link.id.raw()).collect();
            ids.sort_unstable();
            prop_assert_eq!(ids, (1..=i64::try_from(parents.len()).unwrap()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn st_07_links_stand_below_their_parents_in_order() {
        let below = |id, parent: Option<i64>| FlatLink { parent_id: parent.map(MenuLinkId::from_raw), link: link(id) };
        let links = tree(vec![below(1, None), below(2, Some(1)), below(3, None), below(4, Some(2)), below(5, Some(1))]);
        let ids: Vec<i64> = flattened(&links).into_iter().map(|link| link.id.raw()).collect();
        assert_eq!(ids, [1, 2, 4, 5, 3]);
        assert_eq!(links.len(), 2);
    }
}
