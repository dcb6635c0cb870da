//! Queries of the storefront: a product's page, cards in a grid, the categories.

use db::Conn;
use kernel::slug::uniqueness_key;
use kernel::{Lang, MediaId, Millis, ProductId, StoreScope, Texts};

use super::card_query::{CardQuery, CardSort};
use super::model::{Category, Links, Price, Product, ProductType, is_sale_open, price, variant_price};
use super::store::search::Ranked;
use super::store::{categories, links, listing, products};
use super::words;
use platform::media::{self, MediaView};

/// The target of a product link.
#[derive(Debug, Clone)]
pub enum LinkTarget {
    /// The page.
    Page(Box<ProductPage>),
    /// The link is an old one: redirect (301) to this link of the same language.
    Moved(String),
    /// A product that was removed for good (410).
    Gone,
}

/// A product with everything that its page shows.
#[derive(Debug, Clone)]
pub struct ProductPage {
    /// Its fields, variants with their ids among them. [`super::line_availability`] gives prices and stock of what is chosen.
    pub product: Product,
    /// Pictures in order; the first is the cover.
    pub images: Vec<MediaView>,
    /// Pictures that only variants name.
    pub variant_images: Vec<MediaView>,
    /// Its visible categories, in order.
    pub categories: Vec<Category>,
}

/// The page of a published product, by its link as it appears in a URL of this language. A link of the other language finds the
/// product too.
///
/// # Errors
/// Database errors.
pub async fn product_by_link(c: Conn<'_>, scope: &StoreScope, lang: Lang, link: &str) -> db::Result<Option<LinkTarget>> {
    let key = uniqueness_key(link);
    let holders = links::list_holders(c, scope, &key).await?;
    let holder = holders.iter().min_by_key(|(at, _)| (at.is_some_and(|at| at != lang), at.is_none()));
    let Some((_, id)) = holder.copied() else {
        if let Some(links) = links::find_redirect(c, scope, lang, &key).await? {
            return Ok(Some(LinkTarget::Moved(links.get(lang).to_owned())));
        }
        return Ok(links::is_removed(c, scope, &key).await?.then_some(LinkTarget::Gone));
    };
    let Some(product) = products::find(c, scope, id).await? else { return Ok(None) };
    let f = &product.fields;
    if !f.is_shown() {
        return Ok(None);
    }
    // One folded key has several spellings (أ for ا); only one URL is canonical.
    let links = f.links();
    if links.get(lang) != link {
        return Ok(Some(LinkTarget::Moved(links.get(lang).to_owned())));
    }
    page_of(c, scope, product).await.map(|page| Some(LinkTarget::Page(Box::new(page))))
}

/// The page of a published product, by its id; `None` when shoppers do not see it.
///
/// # Errors
/// Database errors.
pub async fn find_product_page(c: Conn<'_>, scope: &StoreScope, id: ProductId) -> db::Result<Option<ProductPage>> {
    match products::find(c, scope, id).await?.filter(|product| product.deleted_at.is_none() && product.fields.is_shown()) {
        Some(product) => page_of(c, scope, product).await.map(Some),
        None => Ok(None),
    }
}

async fn page_of(c: Conn<'_>, scope: &StoreScope, product: Product) -> db::Result<ProductPage> {
    let f = &product.fields;
    let images = media::list_views(c, scope, &f.image_ids).await?;
    let mut others: Vec<MediaId> = f.variants.iter().filter_map(|v| v.media_id).filter(|id| !f.image_ids.contains(id)).collect();
    others.sort();
    others.dedup();
    let variant_images = media::list_views(c, scope, &others).await?;
    let mut found = categories::list_by_ids(c, scope, &f.category_ids).await?;
    found.retain(|category| category.is_active);
    found.sort_by_key(|category| f.category_ids.iter().position(|id| *id == category.id));
    Ok(ProductPage { product, images, variant_images, categories: found })
}

/// A page (window) of a grid.
#[derive(Debug, Clone, Default)]
pub struct Cards {
    /// The cards, in order.
    pub items: Vec<Card>,
    /// How many match; zero unless the query asked for it.
    pub total: i64,
    /// There are more than the count's cap.
    pub is_total_capped: bool,
    /// Cursor of the next window, when there is one.
    pub next: Option<String>,
    /// Cursor of the window before, when there is one.
    pub prev: Option<String>,
    /// Folded words to highlight in the results of a search.
    pub marks: String,
    /// The corrected search text, as a product spells it, when nothing matches the words as written.
    pub meant: Option<String>,
    /// The ranking of the whole search, where the grid is sorted by it, so that the facets need not search again.
    pub(crate) ranking: Option<Ranked>,
}

/// Whether the text is a cursor of this sort order; cursors of other orders are ignored.
#[must_use]
pub fn is_cursor(text: &str, sort: CardSort) -> bool {
    listing::is_cursor(text, sort)
}

/// A product in a grid.
#[derive(Debug, Clone)]
pub struct Card {
    /// The product.
    pub id: ProductId,
    /// Its name.
    pub name: Texts,
    /// Plain text.
    pub short_description: Texts,
    /// The product's page links.
    pub links: Links,
    /// The first picture.
    pub cover: Option<MediaView>,
    /// The lowest price of its variants now.
    pub price: Price,
    /// Its variants have different prices: show "from".
    pub has_price_range: bool,
    /// Nothing of it is in stock.
    pub is_sold_out: bool,
    /// Variants must be chosen before it can be put into a cart.
    pub is_multi: bool,
    /// It has fields that the shopper must see before it goes into a cart.
    pub has_fields: bool,
    /// When it was created.
    pub created_at: Millis,
}

/// A window of cards. A cursor of another order is ignored.
///
/// # Errors
/// Database errors.
pub async fn cards(c: Conn<'_>, scope: &StoreScope, now: Millis, query: &CardQuery) -> db::Result<Cards> {
    let mut page = listing::list_cards(c, scope, query).await?;
    let multi: Vec<ProductId> = page.items.iter().filter(|r| r.product_type == ProductType::Multi).map(|r| r.id).collect();
    let variants = if multi.is_empty() { Vec::new() } else { products::list_variants(c, scope, &multi).await? };
    let covers: Vec<MediaId> = page.items.iter().filter_map(|r| r.cover_id).collect();
    let covers = media::list_views(c, scope, &covers).await?;
    let items: Vec<Card> = std::mem::take(&mut page.items)
        .into_iter()
        .map(|r| {
            let is_open = is_sale_open(r.sale_from, r.sale_until, now);
            let own = (r.regular_price, r.sale_price);
            let is_multi = r.product_type == ProductType::Multi;
            let mut prices: Vec<Price> = variants
                .iter()
                .filter(|(owner, v)| *owner == r.id && v.is_active)
                .map(|(_, v)| variant_price(own, (v.regular_price, v.sale_price), is_open))
                .collect();
            prices.sort_by_key(|p| (p.now, p.before.is_none()));
            let has_price_range = prices.first().map(|p| p.now) != prices.last().map(|p| p.now);
            let lowest = prices.first().copied().unwrap_or_else(|| price(own.0, own.1, is_open));
            Card {
                id: r.id,
                name: r.name.0,
                short_description: r.short_description.0,
                links: Links { main: r.page_link, own: r.page_links.0 },
                cover: r.cover_id.and_then(|id| covers.iter().find(|m| m.id == id).cloned()),
                price: lowest,
                has_price_range,
                is_sold_out: !r.has_unlimited_qty && r.stock == 0,
                is_multi,
                has_fields: !r.dynamic_fields.0.is_empty(),
                created_at: r.created_at,
            }
        })
        .collect();
    let listing::Grid { items: _, total, is_total_capped, next, prev, marks, meant, ranking } = page;
    let meant = items.first().filter(|_| !meant.is_empty()).map(|card| {
        let name = |word: &str| [&card.name.ar, &card.name.en].into_iter().find_map(|name| words::as_written(name, word));
        meant.iter().map(|word| name(word).unwrap_or(word)).collect::<Vec<_>>().join(" ")
    });
    Ok(Cards { items, total, is_total_capped, next, prev, marks, meant, ranking })
}

/// Every category of the store, in tree order: a parent stands before its children. 1000 at most.
///
/// # Errors
/// Database errors.
pub async fn categories(c: Conn<'_>, scope: &StoreScope) -> db::Result<Vec<Category>> {
    Ok(super::category_tree::in_tree_order(categories::list(c, scope).await?))
}

/// The target of a category link.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "one is made a page, and taken apart at once")]
pub enum FoundCategory {
    /// The category.
    Page(Category),
    /// The slug is an old one: redirect (301) to this slug.
    Moved(String),
}

/// A visible category by its slug.
///
/// # Errors
/// Database errors.
pub async fn category_by_slug(c: Conn<'_>, scope: &StoreScope, slug: &str) -> db::Result<Option<FoundCategory>> {
    let key = uniqueness_key(slug);
    let Some(category) = categories::find_by_slug(c, scope, &key).await? else {
        return Ok(links::find_category_redirect(c, scope, &key).await?.map(FoundCategory::Moved));
    };
    if !category.is_active {
        return Ok(None);
    }
    Ok(Some(if category.slug == slug { FoundCategory::Page(category) } else { FoundCategory::Moved(category.slug) }))
}

/// Links of published products for the sitemap, in order of their ids: after `after`, at most `limit`.
///
/// # Errors
/// Database errors.
pub async fn published_links(
    c: Conn<'_>,
    scope: &StoreScope,
    after: Option<ProductId>,
    limit: i64,
) -> db::Result<Vec<(ProductId, Links, Millis)>> {
    listing::list_published_links(c, scope, after.unwrap_or(ProductId::from_raw(0)), limit.clamp(1, 50_000)).await
}
