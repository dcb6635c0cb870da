//! Cells of the spreadsheet view: products with their variants, only the columns that were asked for; and writing cells
//! back, a row at a time, through the same reading and the same check as the product's form.

use kernel::{ProductId, VariantId, money};
use serde_json::{Map, Value, json};
use web::message::Message;

use super::apply::{Planned, planned};
use crate::check::Faults;
use crate::model::{Product, ProductDraft, VariantDraft};
use crate::store::products::StoreContext;
use crate::wire_in::ProductIn;
use crate::wire_out::weight_text;

/// Columns of products; the names are those of `ProductIn`.
pub(super) const COLUMNS: &[&str] = &[
    "name",
    "short_description",
    "sku",
    "barcode",
    "brand",
    "regular_price",
    "sale_price",
    "cost_price",
    "qty",
    "has_unlimited_qty",
    "min_qty",
    "max_qty",
    "weight_amount",
    "weight_unit",
    "is_published",
    "is_active",
    "requires_shipping",
    "has_free_shipping",
    "is_tax_free",
    "category_ids",
    "tags",
    "page_link",
];

/// Columns that variants have too.
pub(super) const OF_VARIANTS: &[&str] =
    &["sku", "barcode", "regular_price", "sale_price", "cost_price", "qty", "has_unlimited_qty", "weight_amount", "is_active"];

const UNKNOWN: Message = Message::new("لا يوجد عمود بهذا الاسم في الجدول.", "Unknown column.");
const REPEATED: Message = Message::new("هذا المتغير مكرر.", "This variant appears more than once.");

fn product_cell(column: &str, f: &ProductDraft, facts: &StoreContext) -> Value {
    let money = |amount: Option<i64>| json!(amount.map(|n| money::format(n, facts.currency)));
    match column {
        "name" => json!(f.name),
        "short_description" => json!(f.short_description),
        "sku" => json!(f.sku),
        "barcode" => json!(f.barcode),
        "brand" => json!(f.brand),
        "regular_price" => money(f.regular_price),
        "sale_price" => money(f.sale_price),
        "cost_price" => money(f.cost_price),
        "qty" => json!(f.qty),
        "has_unlimited_qty" => json!(f.has_unlimited_qty),
        "min_qty" => json!(f.min_qty),
        "max_qty" => json!(f.max_qty),
        "weight_amount" => json!(weight_text(f.weight_grams, f.weight_unit)),
        "weight_unit" => json!(f.weight_unit),
        "is_published" => json!(f.is_published),
        "is_active" => json!(f.is_active),
        "requires_shipping" => json!(f.requires_shipping),
        "has_free_shipping" => json!(f.has_free_shipping),
        "is_tax_free" => json!(f.is_tax_free),
        "category_ids" => json!(f.category_ids),
        "tags" => json!(f.tags),
        "page_link" => json!(f.page_link),
        _ => Value::Null,
    }
}

fn variant_cell(column: &str, f: &ProductDraft, v: &VariantDraft, facts: &StoreContext) -> Value {
    let money = |amount: Option<i64>| json!(amount.map(|n| money::format(n, facts.currency)));
    match column {
        "sku" => json!(v.sku),
        "barcode" => json!(v.barcode),
        "regular_price" => money(v.regular_price),
        "sale_price" => money(v.sale_price),
        "cost_price" => money(v.cost_price),
        "qty" => json!(v.qty),
        "has_unlimited_qty" => json!(v.has_unlimited_qty),
        "weight_amount" => json!(v.weight_grams.map(|g| weight_text(g, f.weight_unit))),
        "is_active" => json!(v.is_active),
        _ => Value::Null,
    }
}

/// The cells of a product in these columns.
pub(super) fn cells(product: &Product, columns: &[&str], facts: &StoreContext) -> Map<String, Value> {
    columns.iter().map(|c| ((*c).to_owned(), product_cell(c, &product.fields, facts))).collect()
}

/// The cells of each variant, with its id and its values.
pub(super) fn variant_cells(
    product: &Product,
    columns: &[&str],
    facts: &StoreContext,
) -> Vec<(VariantId, Vec<String>, Map<String, Value>)> {
    let f = &product.fields;
    let own: Vec<&&str> = columns.iter().filter(|c| OF_VARIANTS.contains(c)).collect();
    f.variants
        .iter()
        .filter_map(|v| {
            let cells = own.iter().map(|c| ((**c).to_owned(), variant_cell(c, f, v, facts))).collect();
            Some((v.id?, v.option_values.clone(), cells))
        })
        .collect()
}

/// What was written into a row of the sheet.
#[derive(Debug, Clone)]
pub(super) struct RowEdit {
    pub(super) id: ProductId,
    pub(super) version: i64,
    pub(super) fields: Map<String, Value>,
    pub(super) variants: Vec<(VariantId, Map<String, Value>)>,
}

/// The plan for a row: its cells on the stored product, checked as in the form. Faults of variants are named by their ids:
/// `variants.var_....qty`.
pub(super) fn plan_row(edit: &RowEdit, product: &Product, facts: &StoreContext) -> Planned {
    match read(edit, product) {
        Ok(input) => {
            let drafted = input.apply(product.fields.clone(), facts.currency);
            match drafted {
                Ok(draft) => match planned(draft, product, facts) {
                    Planned::Refused(faults) => Planned::Refused(by_id(faults, product)),
                    planned => planned,
                },
                Err(faults) => Planned::Refused(by_id(faults, product)),
            }
        }
        Err(faults) => Planned::Refused(faults),
    }
}

/// The row as the form would send it: every variant is named, the ones that were not touched by their ids alone.
fn read(edit: &RowEdit, product: &Product) -> Result<ProductIn, Faults> {
    let mut faults = Faults::default();
    for key in edit.fields.keys().filter(|key| !COLUMNS.contains(&key.as_str())) {
        faults.add(key.clone(), UNKNOWN);
    }
    let mut body = edit.fields.clone();
    let mut seen = std::collections::HashSet::new();
    for (id, cells) in &edit.variants {
        if !seen.insert(id.raw()) {
            faults.add(format!("variants.{id}"), REPEATED);
        }
        for key in cells.keys().filter(|key| !OF_VARIANTS.contains(&key.as_str())) {
            faults.add(format!("variants.{id}.{key}"), UNKNOWN);
        }
    }
    if !edit.variants.is_empty() {
        let all = product.fields.variants.iter().map(|v| {
            let mut own = edit.variants.iter().find(|(id, _)| v.id == Some(*id)).map(|(_, c)| c.clone()).unwrap_or_default();
            own.insert("id".into(), json!(v.id));
            Value::Object(own)
        });
        body.insert("variants".into(), all.collect());
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    // Cell by cell, so that one of the wrong kind is named.
    for (key, value) in &body {
        if key != "variants" && serde_json::from_value::<ProductIn>(json!({ key: value })).is_err() {
            faults.add(key.clone(), web::message::common::INVALID_ITEM);
        }
    }
    for (id, cells) in &edit.variants {
        for (key, value) in cells {
            if serde_json::from_value::<ProductIn>(json!({ "variants": [{ key: value }] })).is_err() {
                faults.add(format!("variants.{id}.{key}"), web::message::common::INVALID_ITEM);
            }
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    serde_json::from_value(Value::Object(body)).map_err(|_| Faults::one("", web::message::common::INVALID_ITEM))
}

/// `variants.3.qty` is the fourth variant of the product: on the sheet it is known by its id.
fn by_id(faults: Faults, product: &Product) -> Faults {
    let named = faults.0.into_iter().map(|mut fault| {
        if let Some((place, rest)) = fault.path.strip_prefix("variants.").and_then(|rest| rest.split_once('.'))
            && let Some(id) = place.parse::<usize>().ok().and_then(|i| product.fields.variants.get(i)).and_then(|v| v.id)
        {
            fault.path = format!("variants.{id}.{rest}");
        }
        fault
    });
    Faults(named.collect())
}
