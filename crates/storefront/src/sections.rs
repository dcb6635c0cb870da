//! The sections of a page with their settings resolved for templates, and the data that their schemas need.

use std::collections::{BTreeMap, HashMap};

use catalog::{self, CardQuery, CardSort, Category};
use kernel::{CategoryId, Lang, MediaId, Millis, ProductId, Texts, locale};
use minijinja::Value;
use platform::media::{self, MediaView};
use site::theme::{Kind, Section, SectionSchema, Setting, ThemeDefinition};

use crate::engine::context;
use serde_json::Map;

use crate::current_store::{Store, localise};
use crate::error::PageError;
use crate::shop::Shop;
use crate::view::{CardView, Image, TileView};

/// The position of a section, and the page's subject.
#[derive(Default)]
pub(crate) struct SectionPlacement {
    /// The section is the first: its picture is the largest contentful paint.
    pub(crate) is_first: bool,
    /// It is above the fold: its pictures are not loaded lazily.
    pub(crate) is_near: bool,
    /// The product of the page.
    pub(crate) product: Option<ProductId>,
    /// The first category of that product.
    pub(crate) category: Option<CategoryId>,
    /// The related products that the merchant chose.
    pub(crate) related: Vec<ProductId>,
}

/// The sections of a page and the global ones. A store without rows of its own shows the theme's defaults.
pub(crate) async fn load(shop: &Shop, store: &Store, page: &str) -> Result<Vec<Section>, PageError> {
    let all = shop.sections(store).await?;
    let found: Vec<Section> = all.iter().filter(|s| s.page == page || s.page == "all").cloned().collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let Some(definition) = ThemeDefinition::find(&store.theme.theme.manifest.id) else { return Ok(found) };
    let defaults = definition.default_sections().into_iter().zip(0_i64..).filter(|(d, _)| d.page == page || d.page == "all");
    Ok(defaults
        .map(|(d, order)| Section {
            id: kernel::SectionId::from_raw(order),
            zone: d.zone,
            page: d.page,
            section: d.section,
            name: d.name,
            is_active: true,
            display_order: order,
            settings: d.settings.as_object().cloned().unwrap_or_default(),
            blocks: serde_json::from_value(d.blocks).unwrap_or_default(),
            version: 0,
        })
        .collect())
}

/// The section as its template gets it; `None` when its schema no longer exists.
pub(crate) async fn resolve(
    shop: &Shop,
    store: &Store,
    lang: Lang,
    section: &Section,
    placement: &SectionPlacement,
) -> Result<Option<Value>, PageError> {
    let Some(schema) = store.theme.theme.schemas.get(&section.section) else { return Ok(None) };
    let settings = schema.fill(&section.settings);
    let blocks: Vec<_> = section.blocks.iter().filter(|b| b.is_active).map(|b| (b, schema.fill_block(b))).collect();
    let pictures = pictures(shop, store, schema, &settings, &blocks).await?;
    let ready = SectionContext { store, lang, pictures: &pictures, now: shop.app.env().now() };
    let own = ready.settings(&schema.settings, &settings);
    let block_views: Vec<Value> = blocks
        .iter()
        .map(|(block, values)| {
            let fields = schema.blocks.iter().find(|b| b.kind == block.kind).map_or(&[][..], |b| &b.settings);
            let mark =
                if store.is_editing() { format!(" data-block=\"{}\"", crate::escape::escape(&block.id)) } else { String::new() };
            let mark = crate::engine::safe(mark);
            context! { id => block.id, type => block.kind, mark => mark, settings => ready.settings(fields, values) }
        })
        .collect();
    let (mut products, mut categories, mut more) = (Vec::new(), Vec::new(), String::new());
    for need in &schema.needs {
        match need.as_str() {
            "products" => (products, more) = featured(shop, store, lang, &settings).await?,
            "related" => products = related(shop, store, lang, &settings, placement).await?,
            "categories" => (categories, more) = tiles(shop, store, lang, &settings, &blocks).await?,
            _ => {}
        }
    }
    Ok(Some(context! {
        id => section.id.to_string(), kind => section.section, settings => own, blocks => block_views,
        is_first => placement.is_first, is_near => placement.is_near,
        products => products, categories => categories, more => more,
    }))
}

/// A section's HTML with marks around it and on its first element, by which the editor's frame finds and replaces it; an empty one gets
/// an element to choose. Shoppers' pages have no marks.
pub(crate) fn marked(store: &Store, lang: Lang, section: &Section, html: String) -> String {
    if !store.is_editing() {
        return html;
    }
    let id = section.id;
    let html = if html.trim().is_empty() {
        let name = crate::escape::escape(section.name.get(lang));
        format!("<div class=\"editor-empty\" data-section=\"{id}\">{name}</div>")
    } else {
        // The first tag; what stands before it is white space.
        let tag =
            html.match_indices('<').map(|(at, _)| at + 1).find(|at| html[*at..].starts_with(|c: char| c.is_ascii_alphabetic()));
        match tag.and_then(|at| Some(at + html[at..].find(|c: char| !c.is_ascii_alphanumeric())?)) {
            Some(end) => format!("{} data-section=\"{id}\"{}", &html[..end], &html[end..]),
            None => html,
        }
    };
    format!("<!--section {id}-->{html}<!--/section {id}-->")
}

type Blocks<'a> = [(&'a site::theme::Block, Map<String, serde_json::Value>)];

/// Every picture that the settings reference, in one statement.
async fn pictures(
    shop: &Shop,
    store: &Store,
    schema: &SectionSchema,
    settings: &Map<String, serde_json::Value>,
    blocks: &Blocks<'_>,
) -> Result<HashMap<i64, MediaView>, PageError> {
    let mut ids: Vec<MediaId> = Vec::new();
    let mut add = |fields: &[Setting], values: &Map<String, serde_json::Value>| {
        for s in fields.iter().filter(|s| matches!(s.kind, Kind::Image)) {
            ids.extend(values.get(&s.id).and_then(|v| v.as_str()).and_then(|t| t.parse::<MediaId>().ok()));
        }
    };
    add(&schema.settings, settings);
    for (block, values) in blocks {
        if let Some(kind) = schema.blocks.iter().find(|b| b.kind == block.kind) {
            add(&kind.settings, values);
        }
    }
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    Ok(media::list_views(shop.app.db().conn(), &store.scope, &ids).await?.into_iter().map(|m| (m.id.raw(), m)).collect())
}

struct SectionContext<'a> {
    store: &'a Store,
    lang: Lang,
    pictures: &'a HashMap<i64, MediaView>,
    now: Millis,
}

impl SectionContext<'_> {
    fn settings(&self, fields: &[Setting], values: &Map<String, serde_json::Value>) -> Value {
        fields
            .iter()
            .map(|s| (s.id.clone(), self.one(s, values.get(&s.id).unwrap_or(&s.default))))
            .collect::<BTreeMap<_, _>>()
            .into()
    }

    fn one(&self, setting: &Setting, value: &serde_json::Value) -> Value {
        let text = |is_translatable: bool| -> String {
            if is_translatable {
                let texts: Texts = serde_json::from_value(value.clone()).unwrap_or_default();
                texts.get(self.lang).to_owned()
            } else {
                value.as_str().unwrap_or_default().to_owned()
            }
        };
        match &setting.kind {
            Kind::Text { is_translatable, .. } | Kind::Textarea { is_translatable, .. } => text(*is_translatable).into(),
            // Sanitised when it was written; again here, because it is printed unescaped.
            Kind::Richtext { is_translatable, .. } => crate::engine::safe(platform::html::sanitise(&text(*is_translatable))),
            Kind::Url => {
                let url = value.as_str().unwrap_or_default();
                localise(self.store, self.lang, url).into()
            }
            Kind::Image => value
                .as_str()
                .and_then(|t| t.parse::<MediaId>().ok())
                .and_then(|id| self.pictures.get(&id.raw()))
                .map_or(Value::from(()), |m| crate::engine::value(&Image::new(m, self.lang, &self.store.profile.name))),
            Kind::Date => self.moment(value.as_str().unwrap_or_default()),
            _ => crate::engine::value(&value),
        }
    }

    /// A day and time of the store's time zone: the instant, and how people write it. Nothing when there is none.
    fn moment(&self, local: &str) -> Value {
        let profile = &self.store.profile;
        let Some(at) = instant(&profile.timezone, local) else { return Value::from(()) };
        let day = locale::date(at, &profile.timezone, &profile.country, self.lang);
        let text = format!("{day} {}", locale::clock(at, &profile.timezone, self.lang));
        context! { iso => at.rfc3339(), ms => at.0, text => text, is_past => at <= self.now }
    }
}

/// The instant of a day and time in a time zone: `2026-12-31T23:59`.
fn instant(timezone: &str, local: &str) -> Option<Millis> {
    let zone = jiff::tz::TimeZone::get(timezone).unwrap_or(jiff::tz::TimeZone::UTC);
    let at = local.parse::<jiff::civil::DateTime>().ok()?.to_zoned(zone).ok()?;
    Some(Millis(at.timestamp().as_millisecond()))
}

/// The next moment that settings of these sections name: what they show changes then.
pub(crate) fn next_moment(store: &Store, sections: &[Section], now: Millis) -> Option<i64> {
    let of = |fields: &[Setting], values: &Map<String, serde_json::Value>| -> Option<i64> {
        let dates = fields.iter().filter(|s| matches!(s.kind, Kind::Date));
        let instants = dates.filter_map(|s| instant(&store.profile.timezone, values.get(&s.id)?.as_str()?));
        instants.map(|at| at.0).filter(|at| *at > now.0).min()
    };
    let of_section = |section: &Section| {
        let schema = store.theme.theme.schemas.get(&section.section)?;
        let blocks = section.blocks.iter().filter_map(|block| {
            let kind = schema.blocks.iter().find(|b| b.kind == block.kind)?;
            of(&kind.settings, &block.settings)
        });
        blocks.chain(of(&schema.settings, &section.settings)).min()
    };
    sections.iter().filter(|s| s.is_active).filter_map(of_section).min()
}

fn number(settings: &Map<String, serde_json::Value>, id: &str, or: i64) -> i64 {
    settings.get(id).and_then(serde_json::Value::as_i64).unwrap_or(or)
}

async fn featured(
    shop: &Shop,
    store: &Store,
    lang: Lang,
    settings: &Map<String, serde_json::Value>,
) -> Result<(Vec<CardView>, String), PageError> {
    let c = shop.app.db().conn();
    let now = shop.app.env().now();
    let limit = number(settings, "limit", 8);
    let mut more = store.path(lang, "/collections");
    let mut query = CardQuery { limit, ..CardQuery::default() };
    match settings.get("source").and_then(|v| v.as_str()).unwrap_or("newest") {
        "picked" => {
            let ids = settings.get("products").and_then(|v| v.as_array());
            query.ids = Some(ids.into_iter().flatten().filter_map(|v| v.as_str()?.parse().ok()).collect());
        }
        "category" => {
            let id: Option<CategoryId> = settings.get("category").and_then(|v| v.as_str()).and_then(|t| t.parse().ok());
            let Some(id) = id else { return Ok((Vec::new(), more)) };
            let all = shop.categories(store).await?;
            query.within = Some(catalog::with_descendants(&all, id));
            if let Some(category) = all.iter().find(|c| c.id == id) {
                more = store.path(lang, &crate::view::category_path(&category.slug));
                query.sort = CardSort::for_category(category);
            }
        }
        "discounted" => {
            (query.only_on_sale, query.only_in_stock) = (true, true);
            more = store.path(lang, "/collections?on_sale=1");
        }
        _ => {}
    }
    let page = catalog::cards(c, &store.scope, now, &query).await?;
    Ok((page.items.iter().map(|p| CardView::new(store, lang, p)).collect(), more))
}

async fn related(
    shop: &Shop,
    store: &Store,
    lang: Lang,
    settings: &Map<String, serde_json::Value>,
    placement: &SectionPlacement,
) -> Result<Vec<CardView>, PageError> {
    if !placement.related.is_empty() {
        // The merchant's choice, in that order, as far as the products are visible.
        let query = CardQuery { ids: Some(placement.related.clone()), limit: 100, ..CardQuery::default() };
        let page = catalog::cards(shop.app.db().conn(), &store.scope, shop.app.env().now(), &query).await?;
        if !page.items.is_empty() {
            return Ok(page.items.iter().map(|p| CardView::new(store, lang, p)).collect());
        }
    }
    let within = match placement.category {
        Some(id) => Some(catalog::with_descendants(&shop.categories(store).await?[..], id)),
        None => None,
    };
    let limit = number(settings, "limit", 4);
    let near = CardQuery { within, except: placement.product, limit, only_in_stock: true, ..CardQuery::default() };
    let (c, now) = (shop.app.db().conn(), shop.app.env().now());
    let mut items = catalog::cards(c, &store.scope, now, &near).await?.items;
    let most = usize::try_from(limit).unwrap_or(4);
    if items.len() < most && near.within.is_some() {
        // A small category has too few products: the store's newest fill up.
        let newest = CardQuery { within: None, limit: limit.saturating_mul(2), ..near };
        let more = catalog::cards(c, &store.scope, now, &newest).await?.items;
        for other in more {
            if items.len() < most && !items.iter().any(|p| p.id == other.id) {
                items.push(other);
            }
        }
    }
    Ok(items.iter().map(|p| CardView::new(store, lang, p)).collect())
}

/// The first picture that a section of a page shows, for previews of its link.
pub(crate) async fn first_picture(shop: &Shop, store: &Store, page: &str) -> Result<Option<MediaView>, PageError> {
    let mut all = load(shop, store, page).await?;
    all.retain(|s| s.is_active && s.page == page);
    all.sort_by_key(|s| (s.zone, s.display_order));
    let id = all.iter().find_map(|section| {
        let schema = store.theme.theme.schemas.get(&section.section)?;
        let first = |fields: &[Setting], values: &Map<String, serde_json::Value>| {
            let mut pictures = fields.iter().filter(|s| matches!(s.kind, Kind::Image));
            pictures.find_map(|s| values.get(&s.id)?.as_str()?.parse::<MediaId>().ok())
        };
        let of_block = |block: &site::theme::Block| {
            let kind = schema.blocks.iter().find(|b| b.kind == block.kind)?;
            first(&kind.settings, &block.settings)
        };
        let blocks = section.blocks.iter().filter(|block| block.is_active);
        first(&schema.settings, &section.settings).or_else(|| blocks.into_iter().find_map(of_block))
    });
    let Some(id) = id else { return Ok(None) };
    Ok(media::list_views(shop.app.db().conn(), &store.scope, &[id]).await?.pop())
}

/// The categories that blocks name, else the top-level ones; and the link to the rest, when some do not fit.
async fn tiles(
    shop: &Shop,
    store: &Store,
    lang: Lang,
    settings: &Map<String, serde_json::Value>,
    blocks: &Blocks<'_>,
) -> Result<(Vec<TileView>, String), PageError> {
    let all = shop.categories(store).await?;
    let named: Vec<CategoryId> = blocks.iter().filter_map(|(_, v)| v.get("category")?.as_str()?.parse().ok()).collect();
    let limit = usize::try_from(number(settings, "limit", 4)).unwrap_or(4);
    let mut more = String::new();
    let chosen: Vec<&Category> = if named.is_empty() {
        let top = || all.iter().filter(|c| c.is_active && c.parent_id.is_none());
        if top().nth(limit).is_some() {
            // The list of all products shows all categories at its top.
            more = format!("{}#categories", store.path(lang, "/collections"));
        }
        top().take(limit).collect()
    } else {
        named.iter().filter_map(|id| all.iter().find(|c| c.id == *id && c.is_active)).collect()
    };
    Ok((tile_views(shop, store, lang, &chosen).await?, more))
}

/// Categories with their pictures.
pub(crate) async fn tile_views(
    shop: &Shop,
    store: &Store,
    lang: Lang,
    categories: &[&Category],
) -> Result<Vec<TileView>, PageError> {
    let ids: Vec<MediaId> = categories.iter().filter_map(|c| c.image_id).collect();
    let pictures = if ids.is_empty() { Vec::new() } else { media::list_views(shop.app.db().conn(), &store.scope, &ids).await? };
    Ok(categories.iter().map(|c| TileView::new(store, lang, c, &pictures)).collect())
}
