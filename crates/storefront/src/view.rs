//! View models of templates: pictures, cards, prices, breadcrumbs. Pure.

use catalog::{Card, Category};
use kernel::{Lang, Texts};
use platform::media::MediaView;
use serde::Serialize;

use crate::current_store::Store;
use crate::highlight::{Part, parts};
use crate::theme::Theme;

/// A picture with its sizes.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Image {
    pub(crate) id: String,
    pub(crate) src: String,
    /// The `srcset` of WebP copies; empty when there are none.
    pub(crate) srcset: String,
    /// The `srcset` of AVIF copies; empty until they are made.
    pub(crate) avif: String,
    pub(crate) w: i64,
    pub(crate) h: i64,
    pub(crate) alt: String,
    /// The original, for link previews and for browsers that support neither format.
    pub(crate) full: String,
    /// The copy that fills a screen, 1920 pixels wide; the original where there is none.
    pub(crate) large: String,
    /// The classes that keep a point of it in sight where it is cut; empty for the middle.
    pub(crate) focus: String,
}

impl Image {
    /// `name` is the alternative text of a picture that has none.
    pub(crate) fn new(media: &MediaView, lang: Lang, name: &str) -> Self {
        let alt = media.alt.get(lang);
        Self {
            id: media.id.to_string(),
            src: media.at_least(640).to_owned(),
            srcset: media.srcset(),
            avif: media.avif_srcset(),
            w: media.width.max(1),
            h: media.height.max(1),
            alt: if alt.is_empty() { name.to_owned() } else { alt.to_owned() },
            full: media.url.clone(),
            large: media.at_least(1_920).to_owned(),
            focus: String::new(),
        }
    }

    /// A picture that the theme brings along; `None` when it has none of this name. Drawings need no copies in other sizes.
    pub(crate) fn of_theme(theme: &Theme, name: &str, lang: Lang) -> Option<Self> {
        let picture = theme.pictures.get(name)?;
        let url = format!("{}pictures/{name}", theme.asset_base);
        Some(Self {
            id: String::new(),
            src: url.clone(),
            srcset: String::new(),
            avif: String::new(),
            w: picture.width.into(),
            h: picture.height.into(),
            alt: picture.alt.get(lang).to_owned(),
            full: url.clone(),
            large: url,
            focus: String::new(),
        })
    }

    /// With the point that stays in sight, in percent from the left edge and from the top: the nearest of five by five, since pages
    /// have no inline styles.
    pub(crate) fn focused(self, (x, y): (u8, u8)) -> Self {
        let near = |percent: u8| (u16::from(percent.min(100)) + 12) / 25 * 25;
        let focus = match (near(x), near(y)) {
            (50, 50) => String::new(),
            (x, y) => format!("fx-{x} fy-{y}"),
        };
        Self { focus, ..self }
    }

    /// The store's logo as the header shows it: at most 44 pixels high.
    pub(crate) fn logo(media: &MediaView) -> Self {
        let (w, h) = (media.width.max(1), media.height.max(1));
        let shown = h.min(44);
        Self {
            id: media.id.to_string(),
            src: media.at_least(640).to_owned(),
            srcset: String::new(),
            avif: String::new(),
            w: (w * shown / h).clamp(1, 400),
            h: shown,
            alt: String::new(),
            full: media.url.clone(),
            large: media.at_least(1_920).to_owned(),
            focus: String::new(),
        }
    }
}

/// A product in a grid.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct CardView {
    pub(crate) id: String,
    pub(crate) name: String,
    /// The name in parts where words of a search are highlighted in it.
    pub(crate) parts: Vec<Part>,
    pub(crate) url: String,
    pub(crate) image: Option<Image>,
    pub(crate) price: i64,
    pub(crate) was: Option<i64>,
    /// Discount in whole percent.
    pub(crate) off: Option<i64>,
    pub(crate) is_from: bool,
    pub(crate) is_sold_out: bool,
    /// Where a form adds it to the cart at once; empty when its options or fields are asked for first.
    pub(crate) add_to: String,
    /// In milliseconds since 1970: templates say for how long it is new.
    pub(crate) created_at: i64,
    pub(crate) initial: String,
    pub(crate) tint: i64,
}

impl CardView {
    pub(crate) fn new(store: &Store, lang: Lang, card: &Card) -> Self {
        let name = card.name.get(lang).to_owned();
        Self {
            id: card.id.to_string(),
            url: store.path(lang, &product_path(card.links.get(lang))),
            image: card.cover.as_ref().map(|m| Image::new(m, lang, &name)),
            price: card.price.now,
            was: card.price.before,
            off: card.price.before.and_then(|was| percent_off(card.price.now, was)),
            is_from: card.has_price_range,
            is_sold_out: card.is_sold_out,
            add_to: if card.is_multi || card.has_fields { String::new() } else { store.path(lang, "/cart") },
            created_at: card.created_at.0,
            initial: initial(&name),
            tint: tint(card.id.raw()),
            parts: Vec::new(),
            name,
        }
    }

    /// With the words of a search highlighted in its name.
    pub(crate) fn marked(self, marks: &str) -> Self {
        Self { parts: parts(&self.name, marks), ..self }
    }
}

/// A category as a tile or a pill.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct TileView {
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) image: Option<Image>,
    pub(crate) initial: String,
    pub(crate) tint: i64,
}

impl TileView {
    pub(crate) fn new(store: &Store, lang: Lang, category: &Category, media: &[MediaView]) -> Self {
        let name = category.name.get(lang).to_owned();
        Self {
            url: store.path(lang, &category_path(&category.slug)),
            image: category.image_id.and_then(|id| media.iter().find(|m| m.id == id)).map(|m| Image::new(m, lang, &name)),
            initial: initial(&name),
            tint: tint(category.id.raw()),
            name,
        }
    }
}

/// A breadcrumb.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Crumb {
    pub(crate) name: String,
    pub(crate) url: Option<String>,
}

/// Links to the pages of a list.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct PagesView {
    pub(crate) count: i64,
    pub(crate) prev: Option<String>,
    pub(crate) next: Option<String>,
    pub(crate) list: Vec<PageLink>,
}

/// A page link; a gap has neither number nor URL.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct PageLink {
    pub(crate) n: Option<i64>,
    pub(crate) url: Option<String>,
    pub(crate) is_current: bool,
}

impl PagesView {
    /// `count` pages are known, and more exist when `is_open`; `url` gives the URL of a page number.
    pub(crate) fn new(
        current: i64,
        count: i64,
        is_open: bool,
        prev: Option<String>,
        next: Option<String>,
        url: impl Fn(i64) -> Option<String>,
    ) -> Self {
        let gap = PageLink { n: None, url: None, is_current: false };
        let mut list: Vec<PageLink> = Vec::new();
        for n in [1, current - 1, current, current + 1, count] {
            let last = list.last().and_then(|l| l.n).unwrap_or(0);
            let is_current = n == current;
            let url = url(n);
            if n <= last || n > count || (url.is_none() && !is_current) {
                continue;
            }
            if n > last + 1 {
                list.push(gap.clone());
            }
            list.push(PageLink { n: Some(n), url, is_current });
        }
        if is_open && list.last().is_some_and(|l| l.n.is_some()) {
            list.push(gap);
        }
        Self { count: if next.is_some() { count.max(2) } else { count }, prev, next, list }
    }
}

/// The path of a product, without language.
pub(crate) fn product_path(link: &str) -> String {
    format!("/products/{}", kernel::slug::percent_encode(link))
}

/// The path of a category, without language.
pub(crate) fn category_path(slug: &str) -> String {
    format!("/collections/{}", kernel::slug::percent_encode(slug))
}

/// The path of a content page, without language.
pub(crate) fn content_path(slug: &str) -> String {
    format!("/pages/{}", kernel::slug::percent_encode(slug))
}

/// Discount in whole percent, rounded down so that it is never overstated.
pub(crate) fn percent_off(now: i64, was: i64) -> Option<i64> {
    (was > now && was > 0).then(|| i64::try_from(i128::from(was - now) * 100 / i128::from(was)).unwrap_or(0)).filter(|n| *n > 0)
}

/// The letter of a placeholder: the first of the name, without the Arabic article.
pub(crate) fn initial(name: &str) -> String {
    let first = name.split_whitespace().next().unwrap_or("");
    let word = first.strip_prefix("ال").filter(|rest| rest.chars().count() > 1).unwrap_or(first);
    word.chars().find(|c| c.is_alphanumeric()).map(|c| c.to_uppercase().collect()).unwrap_or_default()
}

/// One of four tints, deterministic per id.
pub(crate) fn tint(id: i64) -> i64 {
    // Ids created together differ only in a few low bits; multiply before taking the top bits.
    i64::try_from((id.cast_unsigned().wrapping_mul(0x9E37_79B9_7F4A_7C15)) >> 62).unwrap_or(0)
}

/// The CSS colour of a colour name, for swatches; a colour code is used as it is.
pub(crate) fn swatch(value: &str) -> Option<String> {
    let value = value.trim().to_lowercase();
    if value.len() == 7 && value.starts_with('#') && value[1..].bytes().all(|b| b.is_ascii_hexdigit()) {
        return Some(value);
    }
    let code = match kernel::fold::fold(&value).as_str() {
        "اسود" | "black" => "#1b1b1b",
        "ابيض" | "white" => "#ffffff",
        "احمر" | "red" => "#c62f2f",
        "ازرق" | "blue" => "#2b5fb3",
        "كحلي" | "navy" => "#1f2b4d",
        "سماوي" | "sky" | "sky blue" => "#8fc3e8",
        "اخضر" | "green" => "#3d7a4a",
        "زيتي" | "olive" => "#6b6b3a",
        "اصفر" | "yellow" => "#e8c33a",
        "برتقالي" | "orange" => "#df7a2c",
        "بني" | "brown" => "#6f4a32",
        "بيج" | "beige" => "#ddceb3",
        "رمادي" | "gray" | "grey" => "#8c8c8c",
        "فضي" | "silver" => "#c4c7ca",
        "ذهبي" | "gold" => "#c9a24a",
        "وردي" | "زهري" | "pink" => "#e5a0b3",
        "بنفسجي" | "purple" => "#6d4a92",
        "عنابي" | "خمري" | "burgundy" | "maroon" => "#6b1f2e",
        "تركواز" | "turquoise" | "teal" => "#2f9c95",
        "كريمي" | "cream" | "ivory" => "#f3ead7",
        _ => return None,
    };
    Some(code.to_owned())
}

/// A text in a language, with the other language as fallback.
pub(crate) fn localized(texts: &Texts, lang: Lang) -> String {
    texts.get(lang).to_owned()
}

/// The name of an option in the page's language: `color` and `size` are translated, the merchant's own are used as they are.
pub(crate) fn option_label(store: &Store, name: &str, lang: Lang) -> String {
    match name.to_lowercase().as_str() {
        "color" | "colour" => store.theme.say(lang, "product.color", None),
        "size" => store.theme.say(lang, "product.size", None),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placeholder_shows_the_letter_people_know_it_by() {
        assert_eq!(initial("العطر الشرقي"), "ع");
        assert_eq!(initial("ال"), "ا");
        assert_eq!(initial("«قميص»"), "ق");
        assert_eq!(initial("oud oil"), "O");
        assert_eq!(initial("🌙"), "");
        assert!((0..100).all(|i| (0..4).contains(&tint(i * 64))));
    }

    #[test]
    fn a_discount_is_never_overstated() {
        assert_eq!(percent_off(67, 100), Some(33));
        assert_eq!(percent_off(6_667, 10_000), Some(33));
        assert_eq!(percent_off(999, 1_000), None);
        assert_eq!(percent_off(10, 10), None);
    }

    #[test]
    fn far_pages_are_a_gap() {
        let numbered = |n| (n <= 42).then(|| format!("?page={n}"));
        let shown = |current, count, is_open| -> String {
            let pages = PagesView::new(current, count, is_open, None, None, numbered);
            pages.list.iter().map(|p| p.n.map_or("..".to_owned(), |n| n.to_string())).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(shown(5, 20, false), "1 .. 4 5 6 .. 20");
        assert_eq!(shown(1, 1, false), "1");
        assert_eq!(shown(1, 3, false), "1 2 3");
        assert_eq!(shown(2, 42, true), "1 2 3 .. 42 ..");
        assert_eq!(shown(60, 60, true), "1 .. 60 ..", "no number leads to the pages between");
    }

    #[test]
    fn pr_02_colours_are_known_by_name_in_both_languages() {
        assert_eq!(swatch("أحمر"), swatch("Red"));
        assert_eq!(swatch("#AABBCC").as_deref(), Some("#aabbcc"));
        assert_eq!(swatch("#red;}x"), None);
        assert_eq!(swatch("XL"), None);
    }
}
