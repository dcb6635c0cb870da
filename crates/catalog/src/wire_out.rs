//! Products in the API: amounts in the store's currency, weights in the unit that the merchant chose.

use kernel::slug::percent_encode;
use kernel::{CategoryId, MediaId, Millis, ProductId, Texts, VariantId, money};
use serde::Serialize;
use web::Base;

use super::model::{
    DynamicField, FieldType, Product, ProductDraft, ProductOption, ProductType, Seo, State, Untranslated, VariantDraft,
    WeightUnit, is_sale_open, price, variant_price,
};
use super::store::lists::ListRecord;
use super::store::products::StoreContext;
use platform::media::MediaView;

/// The stock level of a product.
#[derive(Debug, Clone, Copy, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum StockWord {
    /// Stock is not counted.
    Unlimited,
    /// Out of stock.
    Out,
    /// Low stock.
    Low,
    /// In stock.
    In,
}

/// A row of the product list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ProductRow {
    id: ProductId,
    name: Texts,
    product_type: ProductType,
    sku: Option<String>,
    /// The price to pay now; the lowest of the variants.
    price: String,
    regular_price: Option<String>,
    sale_price: Option<String>,
    stock: i64,
    has_unlimited_qty: bool,
    /// By the product's own low-stock threshold, or the store's.
    stock_level: StockWord,
    is_active: bool,
    is_published: bool,
    /// A sample product of a new store that nobody has edited or published.
    is_sample: bool,
    /// When it will be published.
    publish_at: Option<String>,
    state: State,
    /// Texts that one language of the store has and another lacks.
    untranslated: Vec<Untranslated>,
    cover_url: Option<String>,
    variants_count: i64,
    created_at: String,
    updated_at: String,
    version: i64,
    url: String,
}

/// A product on the page of a category, for sorting: only what the store shows of it. Its stock and codes are read by the product
/// endpoints, which need their own permission.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CategoryProduct {
    id: ProductId,
    name: Texts,
    cover_url: Option<String>,
    /// The price to pay now; the lowest of the variants.
    price: String,
    state: State,
}

impl From<ProductRow> for CategoryProduct {
    fn from(row: ProductRow) -> Self {
        let ProductRow { id, name, cover_url, price, state, .. } = row;
        Self { id, name, cover_url, price, state }
    }
}

/// A product.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ProductView {
    id: ProductId,
    product_type: ProductType,
    name: Texts,
    short_description: Texts,
    description: Texts,
    category_ids: Vec<CategoryId>,
    image_ids: Vec<MediaId>,
    images: Vec<MediaView>,
    /// The price to pay now; the lowest of the variants.
    price: String,
    regular_price: Option<String>,
    sale_price: Option<String>,
    sale_from: Option<String>,
    sale_until: Option<String>,
    cost_price: Option<String>,
    sku: Option<String>,
    barcode: Option<String>,
    /// Brand or manufacturer.
    brand: Option<String>,
    has_unlimited_qty: bool,
    qty: i64,
    /// Sum over everything that can be bought.
    stock: i64,
    min_qty: Option<i64>,
    max_qty: Option<i64>,
    /// Its own low-stock threshold; null where the store's applies.
    low_stock_at: Option<i64>,
    weight_amount: String,
    weight_unit: WeightUnit,
    requires_shipping: bool,
    has_free_shipping: bool,
    is_tax_free: bool,
    is_active: bool,
    is_published: bool,
    /// When it will be published.
    publish_at: Option<String>,
    /// When it was archived.
    archived_at: Option<String>,
    state: State,
    seo: Seo,
    page_link: String,
    /// Slugs specific to a language.
    page_links: Texts,
    /// The theme's alternate template that shows it.
    template: Option<String>,
    /// Related products, in order; removed ones are left out.
    related: Vec<RelatedView>,
    tags: Vec<String>,
    options: Vec<ProductOption>,
    variants: Vec<VariantView>,
    dynamic_fields: Vec<FieldView>,
    version: i64,
    created_at: String,
    updated_at: String,
    url: String,
}

/// A related product.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct RelatedView {
    pub(super) id: ProductId,
    pub(super) name: Texts,
    pub(super) cover_url: Option<String>,
    pub(super) state: State,
}

/// A variant.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct VariantView {
    id: Option<VariantId>,
    option_values: Vec<String>,
    /// The price to pay now.
    price: String,
    regular_price: Option<String>,
    sale_price: Option<String>,
    cost_price: Option<String>,
    sku: Option<String>,
    barcode: Option<String>,
    has_unlimited_qty: bool,
    qty: i64,
    weight_amount: Option<String>,
    image_id: Option<MediaId>,
    is_active: bool,
}

/// A field that the shopper fills in; `choices` is always there.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = DynamicFieldView)]
pub(super) struct FieldView {
    field_label: Texts,
    field_type: FieldType,
    field_required: bool,
    choices: Vec<String>,
}

/// Grams converted to the unit that the merchant chose, without trailing zeros.
pub(super) fn weight_text(grams: i64, unit: WeightUnit) -> String {
    let text = money::format_with(grams, unit.digits());
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn product_url(base: &Base, facts: &StoreContext, link: &str) -> String {
    format!("{}/products/{}", base.store_url(&facts.slug), percent_encode(link))
}

/// A stored product as an API view.
pub(super) fn product_view(
    base: &Base,
    facts: &StoreContext,
    now: Millis,
    product: Product,
    images: Vec<MediaView>,
    related: Vec<RelatedView>,
) -> ProductView {
    let Product { id, fields, list_price: _, stock, version, seq: _, created_at, updated_at, deleted_at: _ } = product;
    let listing = fields.listing(now);
    let state = fields.state();
    let ProductDraft {
        product_type,
        name,
        short_description,
        description,
        category_ids,
        image_ids,
        regular_price,
        sale_price,
        sale_from,
        sale_until,
        cost_price,
        sku,
        barcode,
        brand,
        has_unlimited_qty,
        qty,
        min_qty,
        max_qty,
        low_stock_at,
        weight_grams,
        weight_unit,
        requires_shipping,
        has_free_shipping,
        is_tax_free,
        is_active,
        is_published,
        publish_at,
        archived_at,
        options,
        variants,
        dynamic_fields,
        tags,
        seo,
        page_link,
        page_links,
        template,
        related_ids: _,
    } = fields;
    let is_open = is_sale_open(sale_from, sale_until, now);
    let show = |n: i64| money::format(n, facts.currency);
    let page_link = page_link.unwrap_or_default();
    let variants = variants
        .into_iter()
        .map(|v| {
            let VariantDraft {
                id,
                option_values,
                regular_price: own_regular,
                sale_price: own_sale,
                cost_price,
                sku,
                barcode,
                has_unlimited_qty,
                qty,
                weight_grams,
                media_id,
                is_active,
            } = v;
            VariantView {
                id,
                option_values,
                price: show(variant_price((regular_price, sale_price), (own_regular, own_sale), is_open).now),
                regular_price: own_regular.map(show),
                sale_price: own_sale.map(show),
                cost_price: cost_price.map(show),
                sku,
                barcode,
                has_unlimited_qty,
                qty,
                weight_amount: weight_grams.map(|g| weight_text(g, weight_unit)),
                image_id: media_id,
                is_active,
            }
        })
        .collect();
    ProductView {
        id,
        product_type,
        name,
        short_description,
        description,
        category_ids,
        image_ids,
        images,
        price: show(listing.list_price),
        regular_price: regular_price.map(show),
        sale_price: sale_price.map(show),
        sale_from: sale_from.map(|t| Millis(t).rfc3339()),
        sale_until: sale_until.map(|t| Millis(t).rfc3339()),
        cost_price: cost_price.map(show),
        sku,
        barcode,
        brand,
        has_unlimited_qty,
        qty,
        stock,
        min_qty,
        max_qty,
        low_stock_at,
        weight_amount: weight_text(weight_grams, weight_unit),
        weight_unit,
        requires_shipping,
        has_free_shipping,
        is_tax_free,
        is_active,
        is_published,
        publish_at: publish_at.map(|t| Millis(t).rfc3339()),
        archived_at: archived_at.map(|t| Millis(t).rfc3339()),
        state,
        seo,
        url: product_url(base, facts, &page_link),
        page_link,
        page_links,
        template,
        related,
        tags,
        options,
        variants,
        dynamic_fields: dynamic_fields
            .into_iter()
            .map(|f| {
                let DynamicField { field_label, field_type, field_required, choices } = f;
                FieldView { field_label, field_type, field_required, choices }
            })
            .collect(),
        version,
        created_at: created_at.rfc3339(),
        updated_at: updated_at.rfc3339(),
    }
}

/// A row of the list as an API view.
pub(super) fn product_row(
    base: &Base,
    facts: &StoreContext,
    now: Millis,
    r: ListRecord,
    cover: Option<&MediaView>,
    variants_count: i64,
) -> ProductRow {
    let ListRecord {
        id,
        product_type,
        name,
        name_key: _,
        short_description: _,
        sku,
        regular_price,
        sale_price,
        sale_from,
        sale_until,
        list_price,
        stock,
        has_unlimited_qty,
        low_stock_at,
        is_active,
        is_published,
        is_sample,
        dynamic_fields: _,
        publish_at,
        archived_at,
        untranslated,
        page_link,
        page_links: _,
        cover_id: _,
        created_at,
        updated_at,
        version,
    } = r;
    let paid = match product_type {
        ProductType::Basic => price(regular_price, sale_price, is_sale_open(sale_from, sale_until, now)).now,
        ProductType::Multi => list_price,
    };
    let show = |n: i64| money::format(n, facts.currency);
    ProductRow {
        id,
        name: name.0,
        product_type,
        sku,
        price: show(paid),
        regular_price: regular_price.map(show),
        sale_price: sale_price.map(show),
        stock,
        has_unlimited_qty,
        stock_level: match stock {
            _ if has_unlimited_qty => StockWord::Unlimited,
            ..=0 => StockWord::Out,
            n if n <= low_stock_at.unwrap_or(facts.low_stock_at) => StockWord::Low,
            _ => StockWord::In,
        },
        is_active,
        is_published,
        is_sample,
        publish_at: publish_at.map(|t| Millis(t).rfc3339()),
        state: State::from_flags(is_active, is_published, publish_at.is_some(), archived_at.is_some()),
        untranslated: untranslated.0.into_iter().filter(|u| facts.languages.contains(&u.language)).collect(),
        cover_url: cover.map(|m| m.at_least(320).to_owned()),
        variants_count,
        created_at: created_at.rfc3339(),
        updated_at: updated_at.rfc3339(),
        version,
        url: product_url(base, facts, &page_link),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_shown_in_their_unit_without_idle_zeros() {
        assert_eq!(weight_text(500, WeightUnit::Kg), "0.5");
        assert_eq!(weight_text(2000, WeightUnit::Kg), "2");
        assert_eq!(weight_text(250, WeightUnit::G), "250");
        assert_eq!(weight_text(0, WeightUnit::Kg), "0");
    }
}
