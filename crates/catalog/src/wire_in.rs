//! Products as the API receives them: the body is applied to a draft.

use kernel::{CategoryId, Currency, MediaId, Millis, ProductId, Texts, VariantId, money};
use serde::{Deserialize, Deserializer};
use web::message::{Message, common};
use web::schema;

use super::check::Faults;
use super::model::{DynamicField, ProductDraft, ProductOption, ProductType, Seo, VariantDraft, WeightUnit};

const NOT_A_TIME: Message = Message::new("اختر تاريخًا ووقتًا صحيحين.", "Choose a valid date and time.");
const NOT_A_WEIGHT: Message = Message::new(
    "أدخل الوزن: 3 منازل عشرية للكيلوجرام، وبدون كسور للجرام.",
    "Enter the weight: up to 3 decimals in kg, none in g.",
);

/// The outer option: whether the field was sent; the inner one: null clears. Absent fields are unchanged.
type Sent<T> = Option<Option<T>>;

fn sent<'de, T: Deserialize<'de>, D: Deserializer<'de>>(d: D) -> Result<Sent<T>, D::Error> {
    Option::<T>::deserialize(d).map(Some)
}

/// A product as it is sent: all fields to create one, any of them to change one. In a change absent fields are unchanged and null
/// clears.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProductIn {
    product_type: Option<ProductType>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::RequiredLineTexts<200>>)]
    name: Sent<Texts>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::LongTexts<1_000>>)]
    short_description: Sent<Texts>,
    /// HTML; it is sanitized by an allow-list.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::LongTexts<50_000>>)]
    description: Sent<Texts>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Vec<CategoryId>>, max_items = 50)]
    category_ids: Sent<Vec<CategoryId>>,
    /// In order; the first is the cover.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Vec<MediaId>>, max_items = 50)]
    image_ids: Sent<Vec<MediaId>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Amount>)]
    regular_price: Sent<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Amount>)]
    sale_price: Sent<String>,
    /// RFC 3339.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::DateTime>)]
    sale_from: Sent<String>,
    /// RFC 3339.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::DateTime>)]
    sale_until: Sent<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Amount>)]
    cost_price: Sent<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Line<100>>)]
    sku: Sent<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Line<100>>)]
    barcode: Sent<String>,
    /// Brand or manufacturer.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Line<100>>)]
    brand: Sent<String>,
    has_unlimited_qty: Option<bool>,
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    qty: Option<i64>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 1_000_000_000)]
    min_qty: Sent<i64>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 1_000_000_000)]
    max_qty: Sent<i64>,
    /// The low-stock threshold, in pieces; null: the store's.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<i64>, minimum = 0, maximum = 1_000_000_000)]
    low_stock_at: Sent<i64>,
    /// A decimal in `weight_unit`: "0.5".
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Weight>)]
    weight_amount: Sent<String>,
    weight_unit: Option<WeightUnit>,
    requires_shipping: Option<bool>,
    has_free_shipping: Option<bool>,
    is_tax_free: Option<bool>,
    is_active: Option<bool>,
    is_published: Option<bool>,
    /// RFC 3339: when it will be published. Only of an unpublished product; a future time.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::DateTime>)]
    publish_at: Sent<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Seo>)]
    seo: Sent<Seo>,
    /// Derived from the name when absent.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::PageLink>)]
    page_link: Sent<String>,
    /// Slugs specific to a language; a language without one uses `page_link`.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::PageLinks>)]
    page_links: Sent<Texts>,
    /// The theme's alternate template that shows it: "gift". A theme that has none of that name shows it in its plain one.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::TemplateId>)]
    template: Sent<String>,
    /// At most 12, in order; when empty the store chooses.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Vec<ProductId>>, max_items = 12)]
    related_ids: Sent<Vec<ProductId>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Vec<schema::Line<80>>>, max_items = 50)]
    tags: Sent<Vec<String>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Vec<ProductOption>>, max_items = 3)]
    options: Sent<Vec<ProductOption>>,
    /// The whole list: variants that are not in it are removed.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Vec<VariantIn>>, max_items = 250)]
    variants: Sent<Vec<VariantIn>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<Vec<DynamicField>>, max_items = 20)]
    dynamic_fields: Sent<Vec<DynamicField>>,
    /// The version that was read; without it the newest version is changed.
    pub(super) version: Option<i64>,
}

/// A variant as it is sent. With the `id` of an existing one, absent fields are unchanged.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct VariantIn {
    id: Option<VariantId>,
    #[schema(value_type = Option<Vec<schema::Line<100>>>, max_items = 3)]
    option_values: Option<Vec<String>>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Amount>)]
    regular_price: Sent<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Amount>)]
    sale_price: Sent<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Amount>)]
    cost_price: Sent<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Line<100>>)]
    sku: Sent<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Line<100>>)]
    barcode: Sent<String>,
    has_unlimited_qty: Option<bool>,
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    qty: Option<i64>,
    /// A decimal in the product's `weight_unit`.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Weight>)]
    weight_amount: Sent<String>,
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<MediaId>)]
    image_id: Sent<MediaId>,
    is_active: Option<bool>,
}

struct Reader {
    currency: Currency,
    faults: Faults,
}

impl Reader {
    fn amount(&mut self, path: &str, sent: Sent<String>, slot: &mut Option<i64>) {
        let Some(text) = sent else { return };
        *slot = match text.filter(|t| !t.trim().is_empty()).map(|t| money::parse(&t, self.currency)) {
            None => None,
            Some(Ok(minor)) => Some(minor),
            Some(Err(e)) => {
                self.faults.add(path, amount_message(e, self.currency));
                None
            }
        };
    }

    fn time(&mut self, path: &str, sent: Sent<String>, slot: &mut Option<i64>) {
        let Some(text) = sent else { return };
        *slot = match text.filter(|t| !t.trim().is_empty()).map(|t| Millis::parse(t.trim())) {
            None => None,
            Some(Some(at)) => Some(at.0),
            Some(None) => {
                self.faults.add(path, NOT_A_TIME);
                None
            }
        };
    }

    fn weight(&mut self, path: &str, sent: Sent<String>, unit: WeightUnit) -> Sent<i64> {
        let text = sent?;
        let Some(text) = text.filter(|t| !t.trim().is_empty()) else { return Some(None) };
        if let Ok(grams) = money::parse_with(&text, unit.digits()) {
            Some(Some(grams))
        } else {
            self.faults.add(path, NOT_A_WEIGHT);
            None
        }
    }
}

/// The message for an amount that cannot be parsed.
pub(super) fn amount_message(e: money::AmountError, currency: Currency) -> Message {
    match e {
        money::AmountError::NotANumber => common::NOT_AN_AMOUNT,
        money::AmountError::Negative => common::NEGATIVE,
        money::AmountError::TooManyDecimals => common::TOO_MANY_DECIMALS.with("max", currency.exponent()),
        money::AmountError::TooLarge => common::AMOUNT_TOO_LARGE,
    }
}

/// Assigns a field that was sent; null assigns its default.
fn put<T: Default>(sent: Sent<T>, slot: &mut T) {
    if let Some(value) = sent {
        *slot = value.unwrap_or_default();
    }
}

fn put_option<T>(sent: Sent<T>, slot: &mut Option<T>) {
    if let Some(value) = sent {
        *slot = value;
    }
}

fn put_some<T>(sent: Option<T>, slot: &mut T) {
    if let Some(value) = sent {
        *slot = value;
    }
}

impl ProductIn {
    /// Applies what was sent to a draft: the default one to create a product, the stored one to change it.
    pub(super) fn apply(self, mut d: ProductDraft, currency: Currency) -> Result<ProductDraft, Faults> {
        let Self {
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
            weight_amount,
            weight_unit,
            requires_shipping,
            has_free_shipping,
            is_tax_free,
            is_active,
            is_published,
            publish_at,
            seo,
            page_link,
            page_links,
            template,
            related_ids,
            tags,
            options,
            variants,
            dynamic_fields,
            version: _,
        } = self;
        let mut r = Reader { currency, faults: Faults::default() };
        if product_type == Some(ProductType::Basic) && d.product_type == ProductType::Multi {
            // Fields that the new type does not have are cleared, unless they were sent and must be refused.
            d.options.clear();
            d.variants.clear();
        }
        put_some(product_type, &mut d.product_type);
        put(name, &mut d.name);
        put(short_description, &mut d.short_description);
        put(description, &mut d.description);
        put(category_ids, &mut d.category_ids);
        put(image_ids, &mut d.image_ids);
        r.amount("regular_price", regular_price, &mut d.regular_price);
        r.amount("sale_price", sale_price, &mut d.sale_price);
        r.amount("cost_price", cost_price, &mut d.cost_price);
        r.time("sale_from", sale_from, &mut d.sale_from);
        r.time("sale_until", sale_until, &mut d.sale_until);
        put_option(sku, &mut d.sku);
        put_option(barcode, &mut d.barcode);
        put_option(brand, &mut d.brand);
        put_some(has_unlimited_qty, &mut d.has_unlimited_qty);
        put_some(qty, &mut d.qty);
        put_option(min_qty, &mut d.min_qty);
        put_option(max_qty, &mut d.max_qty);
        put_option(low_stock_at, &mut d.low_stock_at);
        put_some(weight_unit, &mut d.weight_unit);
        if let Some(grams) = r.weight("weight_amount", weight_amount, d.weight_unit) {
            d.weight_grams = grams.unwrap_or(0);
        }
        put_some(requires_shipping, &mut d.requires_shipping);
        put_some(has_free_shipping, &mut d.has_free_shipping);
        put_some(is_tax_free, &mut d.is_tax_free);
        put_some(is_active, &mut d.is_active);
        put_some(is_published, &mut d.is_published);
        r.time("publish_at", publish_at, &mut d.publish_at);
        put(seo, &mut d.seo);
        put_option(page_link, &mut d.page_link);
        put(page_links, &mut d.page_links);
        put_option(template, &mut d.template);
        put(related_ids, &mut d.related_ids);
        put(tags, &mut d.tags);
        put(options, &mut d.options);
        if let Some(sent) = variants {
            let old = std::mem::take(&mut d.variants);
            let unit = d.weight_unit;
            let all = sent.unwrap_or_default().into_iter().enumerate();
            d.variants = all.map(|(i, v)| v.apply(&mut r, &format!("variants.{i}"), &old, unit)).collect();
        }
        put(dynamic_fields, &mut d.dynamic_fields);
        if r.faults.is_empty() { Ok(d) } else { Err(r.faults) }
    }
}

impl VariantIn {
    fn apply(self, r: &mut Reader, path: &str, old: &[VariantDraft], unit: WeightUnit) -> VariantDraft {
        let Self {
            id,
            option_values,
            regular_price,
            sale_price,
            cost_price,
            sku,
            barcode,
            has_unlimited_qty,
            qty,
            weight_amount,
            image_id,
            is_active,
        } = self;
        let mut v = id.and_then(|id| old.iter().find(|v| v.id == Some(id)).cloned()).unwrap_or_default();
        v.id = id;
        put_some(option_values, &mut v.option_values);
        r.amount(&format!("{path}.regular_price"), regular_price, &mut v.regular_price);
        r.amount(&format!("{path}.sale_price"), sale_price, &mut v.sale_price);
        r.amount(&format!("{path}.cost_price"), cost_price, &mut v.cost_price);
        put_option(sku, &mut v.sku);
        put_option(barcode, &mut v.barcode);
        put_some(has_unlimited_qty, &mut v.has_unlimited_qty);
        put_some(qty, &mut v.qty);
        put_option(r.weight(&format!("{path}.weight_amount"), weight_amount, unit), &mut v.weight_grams);
        put_option(image_id, &mut v.media_id);
        put_some(is_active, &mut v.is_active);
        v
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(body: &str) -> ProductIn {
        serde_json::from_str(body).unwrap()
    }

    #[test]
    fn pr_01_absent_stays_and_null_clears() {
        let stored = ProductDraft {
            name: Texts::new("عطر", "Oud"),
            sku: Some("A".into()),
            sale_price: Some(5),
            qty: 9,
            is_published: false,
            ..ProductDraft::default()
        };
        let d = parse(r#"{"sku": null, "regular_price": "12.5"}"#).apply(stored.clone(), Currency::SAR).unwrap();
        assert_eq!(d, ProductDraft { sku: None, regular_price: Some(1250), ..stored.clone() });
        let d = parse(r#"{"sale_price": "", "name": {"ar": "أ"}}"#).apply(stored.clone(), Currency::SAR).unwrap();
        assert_eq!(d, ProductDraft { sale_price: None, name: Texts::new("أ", ""), ..stored });
    }

    #[test]
    fn va_02_prices_are_decimal_texts_of_the_stores_currency() {
        let fault = |body: &str, currency| parse(body).apply(ProductDraft::default(), currency).unwrap_err().0.remove(0);
        assert_eq!(fault(r#"{"regular_price": "1.234"}"#, Currency::SAR).message, common::TOO_MANY_DECIMALS.with("max", 2));
        assert_eq!(fault(r#"{"regular_price": "1.2345"}"#, Currency::KWD).message, common::TOO_MANY_DECIMALS.with("max", 3));
        assert_eq!(fault(r#"{"cost_price": "-1"}"#, Currency::SAR).message, common::NEGATIVE);
        assert_eq!(fault(r#"{"sale_price": "10000000000001"}"#, Currency::SAR).message, common::AMOUNT_TOO_LARGE);
        assert_eq!(fault(r#"{"variants": [{}, {"sale_price": "x"}]}"#, Currency::SAR).path, "variants.1.sale_price");
        assert_eq!(fault(r#"{"sale_from": "yesterday"}"#, Currency::SAR).path, "sale_from");
        assert!(serde_json::from_str::<ProductIn>(r#"{"regular_price": 12.5}"#).is_err());
        assert!(serde_json::from_str::<ProductIn>(r#"{"qty": 1.5}"#).is_err());
    }

    #[test]
    fn weights_are_kept_in_grams() {
        let grams = |body: &str| parse(body).apply(ProductDraft::default(), Currency::SAR).map(|d| d.weight_grams);
        assert_eq!(grams(r#"{"weight_amount": "0.5"}"#), Ok(500));
        assert_eq!(grams(r#"{"weight_amount": "٢٥٠", "weight_unit": "g"}"#), Ok(250));
        assert!(grams(r#"{"weight_amount": "0.5", "weight_unit": "g"}"#).is_err());
    }

    #[test]
    fn pr_02_a_known_variant_keeps_what_is_not_sent() {
        let id = VariantId::from_raw(5);
        let old = VariantDraft {
            id: Some(id),
            option_values: vec!["أحمر".into()],
            qty: 7,
            sku: Some("R".into()),
            ..VariantDraft::default()
        };
        let stored = ProductDraft { product_type: ProductType::Multi, variants: vec![old.clone()], ..ProductDraft::default() };
        let d = parse(&format!(r#"{{"variants": [{{"id": "{id}", "qty": 3}}]}}"#)).apply(stored.clone(), Currency::SAR).unwrap();
        assert_eq!(d.variants, [VariantDraft { qty: 3, ..old }]);
        assert!(parse(r#"{"product_type": "basic"}"#).apply(stored, Currency::SAR).unwrap().variants.is_empty());
    }
}
