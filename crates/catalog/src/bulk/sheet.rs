//! Cells of the spreadsheet view: products with their variants, only the requested columns; and writing cells back, row by row,
//! through the same parsing and the same check as the product's form. The columns are [`fields::SHEET_COLUMNS`].

use kernel::{Millis, ProductId, VariantId, money};
use serde_json::{Map, Value, json};
use web::message::Message;

use super::apply::{Planned, planned};
use crate::check::Faults;
use crate::fields::{self, Draft, Kind, SHEET_COLUMNS as COLUMNS};
use crate::model::{Product, ProductDraft, VariantDraft};
use crate::store::products::StoreContext;
use crate::wire_in::ProductIn;
use crate::wire_out::weight_text;

const UNKNOWN: Message = Message::new("لا يوجد عمود بهذا الاسم في الجدول.", "Unknown column.");
const REPEATED: Message = Message::new("هذا المتغير مكرر.", "This variant appears more than once.");

/// Whether variants have a column too.
fn is_of_variants(column: &str) -> bool {
    let by_hand = ["qty", "has_unlimited_qty", "weight_amount"];
    COLUMNS.contains(&column) && (by_hand.contains(&column) || fields::find_slot::<VariantDraft>(column).is_some())
}

fn product_cell(column: &str, f: &ProductDraft, facts: &StoreContext) -> Value {
    match column {
        "name" => json!(f.name),
        "short_description" => json!(f.short_description),
        "qty" => json!(f.qty),
        "has_unlimited_qty" => json!(f.has_unlimited_qty),
        "weight_amount" => json!(weight_text(f.weight_grams, f.weight_unit)),
        "weight_unit" => json!(f.weight_unit),
        "category_ids" => json!(f.category_ids),
        "page_link" => json!(f.page_link),
        _ => kept_cell(column, f, facts),
    }
}

fn variant_cell(column: &str, f: &ProductDraft, v: &VariantDraft, facts: &StoreContext) -> Value {
    match column {
        "qty" => json!(v.qty),
        "has_unlimited_qty" => json!(v.has_unlimited_qty),
        "weight_amount" => json!(v.weight_grams.map(|g| weight_text(g, f.weight_unit))),
        _ => kept_cell(column, v, facts),
    }
}

/// The cell of a declared field, formatted by the field's kind.
fn kept_cell<D: Draft>(column: &str, draft: &D, facts: &StoreContext) -> Value {
    let Some(slot) = fields::find_slot::<D>(column) else { return Value::Null };
    match (slot.kind, slot.get(draft)) {
        (Kind::Amount, Some(fields::Value::Number(minor))) => json!(money::format(minor, facts.currency)),
        (Kind::Moment | Kind::End, Some(fields::Value::Number(at))) => json!(Millis(at).rfc3339()),
        (_, value) => json!(value),
    }
}

/// The cells of a product in these columns.
pub(super) fn cells(product: &Product, columns: &[&str], facts: &StoreContext) -> Map<String, Value> {
    columns.iter().map(|c| ((*c).to_owned(), product_cell(c, &product.fields, facts))).collect()
}

/// The cells of each variant, with its id and its option values.
pub(super) fn variant_cells(
    product: &Product,
    columns: &[&str],
    facts: &StoreContext,
) -> Vec<(VariantId, Vec<String>, Map<String, Value>)> {
    let f = &product.fields;
    let own: Vec<&&str> = columns.iter().filter(|c| is_of_variants(c)).collect();
    f.variants
        .iter()
        .filter_map(|v| {
            let cells = own.iter().map(|c| ((**c).to_owned(), variant_cell(c, f, v, facts))).collect();
            Some((v.id?, v.option_values.clone(), cells))
        })
        .collect()
}

/// The cells that were written in a row of the sheet.
#[derive(Debug, Clone)]
pub(super) struct RowEdit {
    pub(super) id: ProductId,
    pub(super) version: i64,
    pub(super) fields: Map<String, Value>,
    pub(super) variants: Vec<(VariantId, Map<String, Value>)>,
}

/// The plan for a row: its cells applied to the stored product, checked as in the form. Faults of variants are named by id:
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

/// The row as the form would send it: every variant is listed, the unchanged ones by id alone.
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
        for key in cells.keys().filter(|key| !is_of_variants(key)) {
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
    // Parsed cell by cell, so that the fault names the cell of the wrong type.
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

/// Renames `variants.3.qty` (the index) to the variant's id, by which the sheet knows it.
fn by_id(faults: Faults, product: &Product) -> Faults {
    let named = faults.0.into_iter().map(|mut fault| {
        if let Some((index, rest)) = fault.path.strip_prefix("variants.").and_then(|rest| rest.split_once('.'))
            && let Some(id) = index.parse::<usize>().ok().and_then(|i| product.fields.variants.get(i)).and_then(|v| v.id)
        {
            fault.path = format!("variants.{id}.{rest}");
        }
        fault
    });
    Faults(named.collect())
}

#[cfg(test)]
mod tests {
    use kernel::{Currency, Lang};

    use super::*;

    /// Every column has a cell for a product and, where variants have it, for a variant; money in the store's currency.
    #[test]
    fn pr_01_every_column_has_its_cell() {
        let facts = StoreContext {
            currency: Currency::KWD,
            language: Lang::Ar,
            languages: vec![Lang::Ar],
            slug: "shop".into(),
            low_stock_at: 5,
        };
        let mut variant = VariantDraft { weight_grams: Some(7), ..VariantDraft::default() };
        for slot in fields::slots::<VariantDraft>() {
            slot.set(&mut variant, Some(sample(slot.kind)));
        }
        let mut product = ProductDraft { page_link: Some("a".into()), ..ProductDraft::default() };
        for slot in fields::slots::<ProductDraft>() {
            slot.set(&mut product, Some(sample(slot.kind)));
        }
        for column in COLUMNS {
            let cell = product_cell(column, &product, &facts);
            assert!(!cell.is_null(), "{column}");
            let of_variant = variant_cell(column, &product, &variant, &facts);
            assert_eq!(of_variant.is_null(), !is_of_variants(column), "{column}");
            let is_money = fields::find_slot::<ProductDraft>(column).is_some_and(|slot| slot.kind == Kind::Amount);
            assert_eq!(cell == json!("1.007"), is_money, "{column}: {cell}");
        }
        assert!(is_of_variants("sale_price") && is_of_variants("qty") && !is_of_variants("brand") && !is_of_variants("colour"));
    }

    fn sample(kind: Kind) -> fields::Value {
        match kind {
            Kind::Amount | Kind::Count | Kind::CountFromOne | Kind::Moment | Kind::End => fields::Value::Number(1_007),
            Kind::Code => fields::Value::Text("A".into()),
            Kind::Flag => fields::Value::Flag(true),
            Kind::Words => fields::Value::Words(vec!["a".into()]),
        }
    }
}
