//! The sections of a page with their settings resolved for templates, and the data that their schemas need.

mod branches;
mod inputs;
mod links;
mod marks;
mod page_texts;
mod products;
mod rich_text;
mod tiles;
mod video;

use std::collections::{BTreeMap, HashMap};

use kernel::{Lang, MediaId, Millis, ProductId, Texts, locale};
use minijinja::Value;
use platform::media::{self, MediaView};
use platform::video::Video;
use site::theme::{Kind, Picture, PictureSource, Section, SectionSchema, Setting, missing_on};

use crate::engine::context;
use serde_json::Map;

use crate::current_store::{Store, localise};
use crate::error::PageError;
use crate::shop::Shop;
use crate::view::Image;

pub(crate) use inputs::SectionPlacement;
use inputs::{Blocks, number};
use marks::mark;
pub(crate) use marks::marked;
pub(crate) use rich_text::rich_text;
pub(crate) use video::embeds;

/// The sections of a page and the global ones. A store without rows of its own, or without those of the page, shows the theme's defaults.
pub(crate) async fn load(shop: &Shop, store: &Store, page: &str) -> Result<Vec<Section>, PageError> {
    let all = shop.sections(store).await?;
    let mut found: Vec<Section> = all.iter().filter(|s| s.page == page || s.page == "all").cloned().collect();
    let definition = &store.theme.theme.definition;
    if !found.is_empty() {
        found.extend(missing_on(definition, &all, page));
        return Ok(found);
    }
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
    let targets = links::Targets::read(shop, store, schema, &settings, &blocks).await?;
    let ready = SectionContext { store, lang, pictures: &pictures, targets: &targets, now: shop.app.env().now() };
    let own = ready.settings(&schema.settings, &settings);
    let block_views: Vec<Value> = blocks
        .iter()
        .map(|(block, values)| {
            let fields = schema.blocks.iter().find(|b| b.kind == block.kind).map_or(&[][..], |b| &b.settings);
            context! { id => block.id, type => block.kind, mark => mark(store, &block.id), settings => ready.settings(fields, values) }
        })
        .collect();
    let (mut products, mut categories, mut more) = (Vec::new(), Vec::new(), String::new());
    let (mut tabs, mut branches) = (Vec::new(), Vec::new());
    let mut pages = BTreeMap::new();
    for need in &schema.needs {
        match need.as_str() {
            "products" => (products, more) = products::featured(shop, store, lang, &settings).await?,
            "suggested" if settings.get("show_suggestions") == Some(&serde_json::Value::Bool(true)) => {
                products = products::suggested(shop, store, lang, &settings, placement).await?;
            }
            "related" => products = products::related(shop, store, lang, &settings, placement).await?,
            "categories" => (categories, more) = tiles::tiles(shop, store, lang, &settings, &blocks).await?,
            "pages" => pages = page_texts::read(shop, store, lang, schema, &blocks).await?,
            "tabs" => tabs = products::tabs(shop, store, lang, &settings, &blocks).await?,
            "branches" => branches = branches::list(shop, store, lang).await?,
            // Each browser has its own; the editor shows an example of them.
            "recent" if store.is_editing() => {
                products = products::newest(shop, store, lang, number(&settings, "limit", 4)).await?;
            }
            // "product" is a view of the pages, which are above this: `RequestContext::sections` adds it.
            _ => {}
        }
    }
    Ok(Some(context! {
        id => section.id.to_string(), kind => section.section, settings => own, blocks => block_views,
        is_first => placement.is_first, is_near => placement.is_near, is_editing => store.is_editing(),
        products => products, categories => categories, more => more, tabs => tabs, branches => branches,
        pages => Value::from(pages),
    }))
}

/// The product of a section that shows one.
pub(crate) fn chosen_product(store: &Store, section: &Section) -> Option<ProductId> {
    let schema = store.theme.theme.schemas.get(&section.section)?;
    schema.needs.iter().any(|need| need == "product").then_some(())?;
    schema.fill(&section.settings).get("product")?.as_str()?.parse().ok()
}

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
            ids.extend(values.get(&s.id).and_then(media_id));
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

/// The picture of the library that a setting names.
fn media_id(value: &serde_json::Value) -> Option<MediaId> {
    match Picture::parse(value)?.source {
        PictureSource::Media(id) => Some(id),
        PictureSource::Theme(_) => None,
    }
}

struct SectionContext<'a> {
    store: &'a Store,
    lang: Lang,
    pictures: &'a HashMap<i64, MediaView>,
    targets: &'a links::Targets,
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
            Kind::Richtext { is_translatable, .. } => rich_text(self.store, self.lang, &text(*is_translatable)),
            Kind::Url => {
                let url = value.as_str().unwrap_or_default();
                localise(self.store, self.lang, url).into()
            }
            Kind::Link => self.targets.address(self.store, self.lang, value.as_str().unwrap_or_default()).into(),
            Kind::Video => Video::parse(value.as_str().unwrap_or_default()).map_or(Value::from(()), |video| video::view(&video)),
            Kind::Image => Picture::parse(value)
                .and_then(|picture| self.image(&picture))
                .map_or(Value::from(()), |i| crate::engine::value(&i)),
            Kind::Date => self.moment(value.as_str().unwrap_or_default()),
            _ => crate::engine::value(&value),
        }
    }

    /// A picture of the library or of the theme; `None` when it is gone.
    fn image(&self, picture: &Picture) -> Option<Image> {
        let image = match &picture.source {
            PictureSource::Media(id) => Image::new(self.pictures.get(&id.raw())?, self.lang, &self.store.profile.name),
            PictureSource::Theme(name) => Image::of_theme(&self.store.theme.theme, name, self.lang)?,
        };
        Some(image.focused(picture.focus))
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

/// The first picture that a section of a page shows, for previews of its link.
pub(crate) async fn first_picture(shop: &Shop, store: &Store, page: &str) -> Result<Option<MediaView>, PageError> {
    let mut all = load(shop, store, page).await?;
    all.retain(|s| s.is_active && s.page == page);
    all.sort_by_key(|s| (s.zone, s.display_order));
    let id = all.iter().find_map(|section| {
        let schema = store.theme.theme.schemas.get(&section.section)?;
        let first = |fields: &[Setting], values: &Map<String, serde_json::Value>| {
            let mut pictures = fields.iter().filter(|s| matches!(s.kind, Kind::Image));
            pictures.find_map(|s| values.get(&s.id).and_then(media_id))
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
