//! A product's page.

use std::collections::BTreeMap;

use crate::engine::context;
use catalog::model::{FieldType, WeightUnit};
use catalog::{self, LinkTarget, Product, ProductPage, ProductType, Sellable};
use kernel::{Lang, ProductId, VariantId};
use serde::Serialize;

use super::{Answer, Content, RequestContext, terms};
use crate::cache::Cached;
use crate::current_store::Store;
use crate::error::PageError;
use crate::request::Form;
use crate::sections::{SectionPlacement, rich_text};
use crate::seo::{self, Offer, OgImage, OgProduct};
use crate::view::{self, Image, option_label, product_path};
use kernel::locale::amount;

#[derive(Serialize)]
struct OptionView {
    index: usize,
    label: String,
    values: Vec<ValueView>,
    error: String,
    is_first_fault: bool,
}

#[derive(Serialize)]
struct ValueView {
    value: String,
    label: String,
    swatch: Option<String>,
    is_selected: bool,
    is_available: bool,
}

/// The data of a variant for the page's script.
#[derive(Serialize)]
struct VariantData {
    id: String,
    o: Vec<String>,
    now: String,
    was: Option<String>,
    /// The discount, as text.
    off: Option<String>,
    ok: bool,
    /// The low-stock message.
    few: Option<String>,
    img: Option<String>,
}

#[derive(Serialize)]
struct Fact {
    kind: &'static str,
    value: String,
    is_code: bool,
}

/// Messages beside the fields of the product's form, by field name: `option.0`, `field.2`.
pub(crate) type Faults = BTreeMap<String, String>;

/// A refused form: its values, and its messages.
#[derive(Clone, Copy)]
struct Returned<'r> {
    form: &'r Form,
    faults: &'r Faults,
}

/// The query string of the parameters that change the page.
pub(crate) fn query(params: &[(String, String)]) -> String {
    let variant = params.iter().find(|(k, v)| k == "variant" && v.parse::<VariantId>().is_ok());
    variant.map(|(_, v)| format!("?variant={v}")).unwrap_or_default()
}

pub(crate) async fn show(visit: &RequestContext<'_>, link: &str, params: &[(String, String)]) -> Result<Answer, PageError> {
    let c = visit.shop.app.db().conn();
    let page = match catalog::product_by_link(c, &visit.store.scope, visit.lang, link).await? {
        None => return Ok(Answer::Missing),
        Some(LinkTarget::Moved(link)) => return Ok(Answer::Moved(visit.path(&product_path(&link)))),
        Some(LinkTarget::Gone) => return Ok(Answer::Gone),
        Some(LinkTarget::Page(page)) => page,
    };
    let chosen: Option<VariantId> = params.iter().find(|(k, _)| k == "variant").and_then(|(_, v)| v.parse().ok());
    let chosen = chosen.filter(|id| page.product.fields.variants.iter().any(|v| v.id == Some(*id) && v.is_active));
    render_page(visit, &page, chosen, None).await.map(Answer::Page)
}

/// Renders the product's page again with the submitted form and its errors beside the fields; `None` when the product is not
/// visible.
pub(crate) async fn refused(visit: &RequestContext<'_>, form: &Form, faults: &Faults) -> Result<Option<Cached>, PageError> {
    let c = visit.shop.app.db().conn();
    let Ok(id) = form.get("product_id").parse::<ProductId>() else { return Ok(None) };
    let Some(product) = catalog::find(c, &visit.store.scope, id).await? else { return Ok(None) };
    let links = product.fields.links();
    match catalog::product_by_link(c, &visit.store.scope, visit.lang, links.get(visit.lang)).await? {
        Some(LinkTarget::Page(page)) if page.product.id == id => {
            render_page(visit, &page, None, Some(Returned { form, faults })).await.map(Some)
        }
        _ => Ok(None),
    }
}

async fn render_page(
    visit: &RequestContext<'_>,
    page: &ProductPage,
    chosen: Option<VariantId>,
    returned: Option<Returned<'_>>,
) -> Result<Cached, PageError> {
    let layout = visit.layout().await?;
    let mut product_page = ProductPageView::new(visit, page, chosen, returned);
    product_page.read_reserved(visit).await?;
    product_page.terms = terms::find_terms(visit, &page.product).await?;
    let placement = SectionPlacement {
        product: Some(page.product.id),
        category: page.categories.first().map(|c| c.id),
        related: page.product.fields.related_ids.clone(),
        ..SectionPlacement::default()
    };
    let f = &page.product.fields;
    let sections = visit.store.page_of("product", f.template.as_deref());
    let html = visit.sections(&sections, &layout, placement, &context! { product => product_page.context(visit) }).await?;
    let now = visit.now().0;
    let until = [f.sale_from, f.sale_until].into_iter().flatten().filter(|t| *t > now).min();
    let content = Content::new("product", Some(product_page.path.clone()), product_page.head(visit), html);
    // Each language may have its own URL.
    let links = f.links();
    let paths = Some(visit.store.profile.languages.iter().map(|l| (*l, product_path(links.get(*l)))).collect());
    // The page leaves room for the bar where the section draws one: not where the merchant hid what buys.
    let has_buybar = content.html.contains("class=\"buybar\"");
    let subject = product_page.name.clone();
    visit.finish(Content { paths, has_buybar, until, subject, ..content }).await
}

/// A product that a section of any page shows, as its template gets it; nothing when shoppers do not see the product.
pub(crate) async fn of_section(visit: &RequestContext<'_>, id: ProductId) -> Result<Option<minijinja::Value>, PageError> {
    let c = visit.shop.app.db().conn();
    let Some(page) = catalog::find_product_page(c, &visit.store.scope, id).await? else { return Ok(None) };
    let mut view = ProductPageView::new(visit, &page, None, None);
    view.read_reserved(visit).await?;
    // What must be asked beside the options is asked on the product's own page.
    let is_asking = page.product.fields.dynamic_fields.iter().any(|field| field.field_required);
    Ok(Some(context! { url => visit.path(&view.path), is_asking => is_asking, ..view.context(visit) }))
}

/// The sellable items of a product: itself, or its active variants.
pub(crate) fn goods(product: &Product, now: kernel::Millis) -> Vec<(Option<usize>, Sellable)> {
    match product.fields.product_type {
        ProductType::Basic => catalog::line_availability(product, None, now).into_iter().map(|s| (None, s)).collect(),
        ProductType::Multi => product
            .fields
            .variants
            .iter()
            .enumerate()
            .filter(|(_, v)| v.is_active && v.id.is_some())
            .filter_map(|(i, v)| Some((Some(i), catalog::line_availability(product, v.id, now)?)))
            .collect(),
    }
}

impl<'r> Returned<'r> {
    fn option(self, index: usize) -> Option<&'r str> {
        let at = i64::try_from(index).ok()?;
        self.form.numbered("option").find(|(n, value)| *n == at && !value.is_empty()).map(|(_, value)| value)
    }
}

struct ProductPageView<'p> {
    page: &'p ProductPage,
    name: String,
    path: String,
    images: Vec<Image>,
    goods: Vec<(Option<usize>, Sellable)>,
    /// The item whose price is shown.
    shown: Option<usize>,
    is_chosen: bool,
    is_sold_out: bool,
    selected: Vec<Option<String>>,
    /// Reservations of checkouts, read when stock is low.
    reserved: Vec<(Option<VariantId>, i64)>,
    returned: Option<Returned<'p>>,
    /// The terms of every offer: shipping and returns.
    terms: seo::Terms,
}

impl<'p> ProductPageView<'p> {
    fn new(visit: &RequestContext<'_>, page: &'p ProductPage, chosen: Option<VariantId>, returned: Option<Returned<'p>>) -> Self {
        let f = &page.product.fields;
        let name = f.name.get(visit.lang).to_owned();
        let goods = goods(&page.product, visit.now());
        let at = |id: VariantId| goods.iter().position(|(_, g)| g.variant_id == Some(id));
        let cheapest = goods.iter().enumerate().min_by_key(|(_, (_, g))| (!g.has(1), g.unit_price)).map(|(i, _)| i);
        let only = (goods.len() == 1).then_some(0);
        let sent = |i: usize| returned.and_then(|r| r.option(i));
        let of_form = returned.filter(|_| !f.options.is_empty()).and_then(|_| {
            goods.iter().position(|(v, _)| {
                v.is_some_and(|v| f.variants[v].option_values.iter().enumerate().all(|(i, x)| sent(i) == Some(x.as_str())))
            })
        });
        let picked = chosen.and_then(at).or(of_form).or(only);
        let selected = f
            .options
            .iter()
            .enumerate()
            .map(|(i, o)| match picked.and_then(|p| goods[p].0) {
                Some(v) => f.variants[v].option_values.get(i).cloned(),
                None if returned.is_some() => sent(i).map(str::to_owned),
                None => (o.values.len() == 1).then(|| o.values[0].clone()),
            })
            .collect();
        Self {
            path: product_path(f.links().get(visit.lang)),
            images: page.images.iter().chain(&page.variant_images).map(|m| Image::new(m, visit.lang, &name)).collect(),
            is_sold_out: !goods.iter().any(|(_, g)| g.is_for_sale && g.has(1)),
            shown: picked.or(cheapest),
            is_chosen: picked.is_some(),
            page,
            name,
            goods,
            selected,
            reserved: Vec::new(),
            returned,
            terms: seo::Terms::default(),
        }
    }

    /// Reads what other checkouts reserve, where it matters: those pieces are not available to this shopper, but not sold either, so the
    /// product continues to be offered.
    async fn read_reserved(&mut self, visit: &RequestContext<'_>) -> Result<(), PageError> {
        let few = visit.store.profile.settings.low_stock_at;
        if self.goods.iter().any(|(_, g)| g.few(few).is_some()) {
            let c = visit.shop.app.db().conn();
            self.reserved = catalog::list_reserved(c, &visit.store.scope, self.page.product.id).await?;
        }
        Ok(())
    }

    /// Pieces that are left for this shopper, when stock is low.
    fn few(&self, visit: &RequestContext<'_>, g: &Sellable) -> Option<i64> {
        let reserved = self.reserved.iter().find(|(variant, _)| *variant == g.variant_id).map_or(0, |(_, n)| *n);
        Sellable { reserved, ..g.clone() }.few(visit.store.profile.settings.low_stock_at)
    }

    /// The message beside a field, or an empty text.
    fn fault(&self, kind: &str, index: usize) -> String {
        self.returned.and_then(|r| r.faults.get(&format!("{kind}.{index}"))).cloned().unwrap_or_default()
    }

    /// Whether it is the first field with an error, which gets the focus; options come before fields.
    fn is_first_fault(&self, kind: &str, index: usize) -> bool {
        let f = &self.page.product.fields;
        let options = (0..f.options.len()).map(|i| ("option", i));
        let mut all = options.chain((0..f.dynamic_fields.len()).map(|i| ("field", i)));
        all.find(|(kind, i)| !self.fault(kind, *i).is_empty()) == Some((kind, index))
    }

    fn price(&self) -> (i64, Option<i64>) {
        self.shown.map_or((0, None), |i| (self.goods[i].1.unit_price, self.goods[i].1.regular_price))
    }

    fn options(&self, store: &Store, lang: Lang) -> Vec<OptionView> {
        let f = &self.page.product.fields;
        let has = |i: usize, value: &str| {
            self.goods.iter().any(|(v, g)| {
                v.is_some_and(|v| f.variants[v].option_values.get(i).is_some_and(|x| x == value)) && g.is_for_sale && g.has(1)
            })
        };
        f.options
            .iter()
            .enumerate()
            .map(|(index, o)| OptionView {
                error: self.fault("option", index),
                is_first_fault: self.is_first_fault("option", index),
                index,
                label: option_label(store, o.name_in(lang), lang),
                values: o
                    .values
                    .iter()
                    .map(|value| ValueView {
                        label: o.value_in(value, lang).to_owned(),
                        swatch: o.colors.get(value).cloned().or_else(|| view::swatch(value)),
                        is_selected: self.selected.get(index).and_then(Option::as_ref) == Some(value),
                        is_available: has(index, value),
                        value: value.clone(),
                    })
                    .collect(),
            })
            .collect()
    }

    fn variants(&self, visit: &RequestContext<'_>) -> Vec<VariantData> {
        let f = &self.page.product.fields;
        let currency = visit.store.profile.currency;
        self.goods
            .iter()
            .filter_map(|(v, g)| {
                let variant = &f.variants[(*v)?];
                Some(VariantData {
                    id: g.variant_id?.to_string(),
                    o: variant.option_values.clone(),
                    now: amount(g.unit_price, currency, visit.lang),
                    was: g.regular_price.map(|p| amount(p, currency, visit.lang)),
                    off: g
                        .regular_price
                        .and_then(|was| view::percent_off(g.unit_price, was))
                        .map(|n| visit.store.theme.say(visit.lang, "product.off", Some(n)).replace("{n}", &n.to_string())),
                    ok: g.is_for_sale && g.has(1),
                    few: self
                        .few(visit, g)
                        .map(|n| visit.store.theme.say(visit.lang, "product.left", Some(n)).replace("{n}", &n.to_string())),
                    img: variant.media_id.map(|m| m.to_string()),
                })
            })
            .collect()
    }

    fn facts(&self, visit: &RequestContext<'_>) -> Vec<Fact> {
        let f = &self.page.product.fields;
        let sku = self.shown.and_then(|i| self.goods[i].1.sku.clone()).or_else(|| f.sku.clone());
        let mut facts: Vec<Fact> = sku.map(|value| Fact { kind: "sku", value, is_code: true }).into_iter().collect();
        if let Some(value) = f.barcode.clone() {
            facts.push(Fact { kind: "barcode", value, is_code: true });
        }
        if f.weight_grams > 0 {
            let (key, n) = match f.weight_unit {
                WeightUnit::G => ("product.g", f.weight_grams.to_string()),
                WeightUnit::Kg => {
                    let n = kernel::money::format_with(f.weight_grams, 3);
                    ("product.kg", n.trim_end_matches('0').trim_end_matches('.').to_owned())
                }
            };
            facts.push(Fact { kind: "weight", value: visit.say(key).replace("{n}", &n), is_code: false });
        }
        facts
    }

    fn crumbs(&self, visit: &RequestContext<'_>) -> Vec<view::Crumb> {
        let category = self.page.categories.first();
        let mut steps: Vec<_> =
            category.map(|c| (view::localized(&c.name, visit.lang), Some(view::category_path(&c.slug)))).into_iter().collect();
        steps.push((self.name.clone(), Some(self.path.clone())));
        visit.crumbs(steps)
    }

    fn context(&self, visit: &RequestContext<'_>) -> minijinja::Value {
        let (p, f, lang) = (&self.page.product, &self.page.product.fields, visit.lang);
        let (price, was) = self.price();
        let has_range = !self.is_chosen && self.goods.iter().any(|(_, g)| g.unit_price != price);
        let single = self.shown.filter(|_| self.is_chosen).map(|i| &self.goods[i].1);
        let left = single.and_then(Sellable::available);
        let few = single.and_then(|g| self.few(visit, g));
        let min = f.min_qty.unwrap_or(1).max(1);
        let max = [f.max_qty, left].into_iter().flatten().min().map(|n| n.max(min));
        let variants = self.variants(visit);
        let url = visit.absolute(&self.path);
        let encoded = kernel::slug::percent_encode;
        let category = self.page.categories.first().map(|c| {
            context! { name => view::localized(&c.name, lang), url => visit.path(&view::category_path(&c.slug)) }
        });
        let fields: Vec<_> = f
            .dynamic_fields
            .iter()
            .enumerate()
            .map(|(index, d)| {
                let kind = match d.field_type {
                    FieldType::Text => "text",
                    FieldType::Number => "number",
                    FieldType::Choice => "choice",
                    FieldType::Date => "date",
                    FieldType::File => "file",
                };
                context! { index => index, label => d.field_label.get(lang), kind => kind, is_required => d.field_required, choices => d.choices,
                    value => self.returned.map_or("", |r| r.form.get(&format!("field.{index}"))), error => self.fault("field", index),
                    is_first_fault => self.is_first_fault("field", index) }
            })
            .collect();
        context! {
            id => p.id.to_string(), name => self.name, initial => view::initial(&self.name), tint => view::tint(p.id.raw()),
            breadcrumb => self.crumbs(visit), images => self.images, price => price, was => was,
            off => was.and_then(|w| view::percent_off(price, w)), is_from => has_range, is_tax_free => f.is_tax_free,
            short_description => f.short_description.get(lang), is_sold_out => self.is_sold_out, few => few, min_qty => min, max_qty => max,
            quantity => self.returned.and_then(|r| r.form.number("quantity")).filter(|n| *n >= min).unwrap_or(min), limit => f.max_qty,
            options => self.options(visit.store, lang), fields => fields,
            has_file => f.dynamic_fields.iter().any(|d| d.field_type == FieldType::File), has_free_shipping => f.requires_shipping && f.has_free_shipping,
            description => rich_text(visit.store, lang, f.description.get(lang)), facts => self.facts(visit),
            brand => f.brand.as_deref().map(str::trim), category => category, requires_shipping => f.requires_shipping,
            share => context! {
                url => url,
                whatsapp => format!("https://wa.me/?text={}", encoded(&format!("{}\n{url}", self.name))),
                x => format!("https://x.com/intent/post?text={}&url={}", encoded(&self.name), encoded(&url)),
            },
            variants => if f.product_type == ProductType::Multi { crate::engine::value(&variants) } else { minijinja::Value::from(()) },
        }
    }

    fn head(&self, visit: &RequestContext<'_>) -> seo::Head {
        let f = &self.page.product.fields;
        let lang = visit.lang;
        let plain = platform::html::plain(f.description.get(lang));
        let first = |texts: &[&str]| texts.iter().find(|t| !t.trim().is_empty()).map(|t| (*t).to_owned()).unwrap_or_default();
        let description = first(&[f.seo.meta_description.get(lang), f.short_description.get(lang), &plain]);
        let mut head = visit.head(&first(&[f.seo.meta_title.get(lang), &self.name]), &description);
        f.seo.keywords.get(lang).clone_into(&mut head.keywords);
        let origin = &visit.store.origin;
        head.images = self
            .images
            .iter()
            .map(|i| OgImage { url: format!("{origin}{}", i.full), width: i.w, height: i.h, alt: i.alt.clone() })
            .collect();
        let currency = visit.store.profile.currency;
        let (price, was) = self.price();
        let money = |n| kernel::money::format(n, currency);
        let id = self.page.product.id.to_string();
        let is_group = f.product_type == ProductType::Multi;
        head.product = Some(OgProduct {
            amount: money(was.unwrap_or(price)),
            sale_amount: was.map(|_| money(price)),
            currency: currency.code(),
            is_in_stock: !self.is_sold_out,
            item_id: self.shown.and_then(|i| self.goods[i].1.variant_id).map_or_else(|| id.clone(), |v| v.to_string()),
            group_id: is_group.then(|| id.clone()),
        });
        let urls: Vec<String> = head.images.iter().map(|i| i.url.clone()).collect();
        let long = seo::shorten(&first(&[&plain, f.short_description.get(lang)]), 5_000);
        let canonical = visit.absolute(&self.path);
        let valid_until = f.sale_until.map(|t| kernel::Millis(t).rfc3339());
        let offer = |g: &Sellable, url: String| Offer {
            url,
            price: g.unit_price,
            was: g.regular_price,
            currency,
            is_in_stock: g.is_for_sale && g.has(1),
            valid_until: g.regular_price.and(valid_until.clone()),
            terms: &self.terms,
        };
        let data = if is_group {
            let options: Vec<String> = f.options.iter().map(|o| o.name.clone()).collect();
            let variants = self
                .goods
                .iter()
                .filter_map(|(v, g)| {
                    let variant = &f.variants[(*v)?];
                    let url = format!("{canonical}?variant={}", g.variant_id?);
                    let own = variant.media_id.and_then(|m| self.images.iter().find(|i| i.id == m.to_string()));
                    let pictures: Vec<String> =
                        own.map(|i| format!("{origin}{}", i.full)).or_else(|| urls.first().cloned()).into_iter().collect();
                    let values: Vec<seo::Chosen> = f
                        .options
                        .iter()
                        .zip(&variant.option_values)
                        .map(|(o, value)| seo::Chosen {
                            option: o.name.clone(),
                            label: option_label(visit.store, o.name_in(lang), lang),
                            value: o.value_in(value, lang).to_owned(),
                        })
                        .collect();
                    let option_values: Vec<&str> = values.iter().map(|c| c.value.as_str()).collect();
                    let name = format!("{} - {}", self.name, option_values.join(" / "));
                    let (sku, barcode) = (variant.sku.as_deref(), variant.barcode.as_deref());
                    let data = seo::product(&name, "", &pictures, sku, barcode, None, &offer(g, url));
                    Some((data, values))
                })
                .collect();
            seo::product_group(&id, &self.name, &long, &urls, f.brand.as_deref(), &options, variants)
        } else {
            self.goods.first().map_or(serde_json::Value::Null, |(_, g)| {
                let (sku, barcode, brand) = (f.sku.as_deref(), f.barcode.as_deref(), f.brand.as_deref());
                seo::product(&self.name, &long, &urls, sku, barcode, brand, &offer(g, canonical.clone()))
            })
        };
        head.json_ld = vec![data, visit.crumbs_data(&self.crumbs(visit))];
        head
    }
}
