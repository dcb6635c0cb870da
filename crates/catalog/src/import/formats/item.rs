//! Reads price, stock, weight and the other fields of an item from one row.

use kernel::fold::fold;
use kernel::text_guard::Lines;

use super::cells::{Findings, Reader};
use super::field::Field;
use super::group::has_kind;
use super::model::{Item, Stock, Weight, WeightUnit};
use super::notes::RowNote;
use super::row_error::{RowFault, excerpt};
use super::units::{read_flag, read_weight_unit};
use super::values::{self, MAX_CODE};

/// Reads a row's item. `unit` is the weight unit of the nearest row above that named one.
pub(super) fn read(reader: &Reader<'_, '_>, unit: WeightUnit, found: &mut Findings) -> Item {
    let (regular_price, sale_price) = prices(reader, found);
    Item {
        platform_id: reader.text(Field::PlatformId, MAX_CODE, Lines::Single, found),
        sku: reader.text(Field::Sku, MAX_CODE, Lines::Single, found),
        barcode: reader.text(Field::Barcode, MAX_CODE, Lines::Single, found),
        regular_price,
        sale_price,
        sale_starts: reader.moment(Field::SaleStarts, false, found),
        sale_ends: reader.moment(Field::SaleEnds, true, found),
        values: values::read(reader, found),
        stock: stock(reader, found),
        weight: weight(reader, unit, found),
        requires_shipping: requires_shipping(reader, found),
        is_tax_free: is_tax_free(reader, found),
    }
}

/// Blank fields of a variant are inherited from the product.
pub(super) fn inherit(item: &mut Item, base: &Item) {
    if item.regular_price.is_none() {
        item.regular_price = base.regular_price;
        if item.sale_price.is_none() {
            item.sale_price = base.sale_price;
        }
    }
    if item.sale_starts.is_none() && item.sale_ends.is_none() {
        item.sale_starts = base.sale_starts;
        item.sale_ends = base.sale_ends;
    }
    for (field, value) in &base.values {
        item.values.entry(*field).or_insert_with(|| value.clone());
    }
    item.stock = item.stock.or(base.stock);
    item.weight = item.weight.or(base.weight);
    item.requires_shipping = item.requires_shipping.or(base.requires_shipping);
    item.is_tax_free = item.is_tax_free.or(base.is_tax_free);
}

/// Validates an item that is sold: it has a price, and the sale price is below it.
pub(super) fn settle(item: &mut Item, reader: &Reader<'_, '_>, found: &mut Findings) {
    let has_unread_price = found
        .errors
        .iter()
        .any(|error| error.record == reader.row.record && error.column.as_deref() == reader.columns.caption(price_field(reader)));
    match (item.regular_price, item.sale_price) {
        (None, _) if !has_unread_price && !reader.columns.context.is_partial => {
            reader.fail(found, Some(price_field(reader)), RowFault::Required);
        }
        (Some(regular), Some(sale)) if sale >= regular => {
            // A sale price of 0 on a regular price of 0 needs no note.
            if regular > 0 {
                reader.note(found, Some(Field::SalePrice), RowNote::SaleNotBelowRegular);
            }
            item.sale_price = None;
        }
        // Exports write 0 for "no sale".
        (Some(_), Some(0)) => item.sale_price = None,
        _ => {}
    }
    if item.sale_price.is_none() {
        item.sale_starts = None;
        item.sale_ends = None;
    }
}

fn price_field(reader: &Reader<'_, '_>) -> Field {
    if reader.columns.has(Field::SellingPrice) { Field::SellingPrice } else { Field::RegularPrice }
}

/// Regular and sale price. A compare-at price above the selling price makes the selling price a sale.
fn prices(reader: &Reader<'_, '_>, found: &mut Findings) -> (Option<i64>, Option<i64>) {
    if !reader.columns.has(Field::SellingPrice) {
        return (reader.price(Field::RegularPrice, found), reader.price(Field::SalePrice, found));
    }
    let selling = reader.price(Field::SellingPrice, found);
    let compare_at = reader.price(Field::CompareAtPrice, found);
    match (selling, compare_at) {
        (Some(selling), Some(compare_at)) if compare_at > selling => (Some(compare_at), Some(selling)),
        _ => (selling, None),
    }
}

fn stock(reader: &Reader<'_, '_>, found: &mut Findings) -> Option<Stock> {
    let may_oversell = match fold(reader.raw(Field::Backorders)).as_str() {
        "continue" | "notify" => true,
        _ => read_flag(reader.raw(Field::Backorders)).unwrap_or(false),
    };
    if reader.columns.has(Field::StockTracker) && !reader.is_filled(Field::StockTracker) {
        // Rows without any stock cell (a later row of a handle) leave it unset.
        let says_nothing = !reader.is_filled(Field::Quantity) && !reader.is_filled(Field::Backorders);
        let is_first = reader.is_filled(Field::SellingPrice);
        return (is_first || !says_nothing).then_some(Stock::Unlimited);
    }
    if read_flag(reader.raw(Field::Unlimited)) == Some(true) {
        return Some(Stock::Unlimited);
    }
    let cell = reader.raw(Field::Quantity);
    match fold(cell).as_str() {
        "infinite" | "infinity" | "unlimited" | "غير محدود" | "غير محدوده" | "لا نهايه" | "لا نهائي" =>
        {
            return Some(Stock::Unlimited);
        }
        // WooCommerce: the stock is counted on the parent.
        "parent" => return None,
        _ => {}
    }
    if matches!(cell, "∞") {
        return Some(Stock::Unlimited);
    }
    if cell.is_empty() {
        let counts_nothing = reader.columns.has(Field::StockTracker);
        return match read_flag(reader.raw(Field::InStock)) {
            Some(false) => Some(Stock::Counted { qty: 0, may_oversell }),
            _ if counts_nothing => Some(Stock::Counted { qty: 0, may_oversell }),
            _ => None,
        };
    }
    let qty = reader.count(Field::Quantity, found)?;
    if qty < 0 {
        reader.note(found, Some(Field::Quantity), RowNote::NegativeStock);
    }
    Some(Stock::Counted { qty: qty.max(0), may_oversell })
}

fn weight(reader: &Reader<'_, '_>, unit: WeightUnit, found: &mut Findings) -> Option<Weight> {
    let unit = unit_of(reader, found).unwrap_or(unit);
    let grams = if reader.columns.has(Field::Grams) {
        reader.grams(Field::Grams, WeightUnit::G, found)
    } else {
        reader.grams(Field::Weight, unit, found)
    };
    // Platforms write 0 for an unknown weight.
    grams.filter(|grams| *grams > 0).map(|grams| Weight { grams, unit })
}

/// The unit that the row names.
pub(super) fn unit_of(reader: &Reader<'_, '_>, found: &mut Findings) -> Option<WeightUnit> {
    let cell = reader.raw(Field::WeightUnit);
    if cell.is_empty() {
        return None;
    }
    let unit = read_weight_unit(cell);
    if unit.is_none() {
        reader.fail(found, Some(Field::WeightUnit), RowFault::UnknownUnit { value: excerpt(cell) });
    }
    unit
}

fn requires_shipping(reader: &Reader<'_, '_>, found: &mut Findings) -> Option<bool> {
    let kind = reader.raw(Field::RowKind);
    if has_kind(kind, "virtual") {
        return Some(false);
    }
    reader.flag(Field::RequiresShipping, found)
}

fn is_tax_free(reader: &Reader<'_, '_>, found: &mut Findings) -> Option<bool> {
    if let Some(taxable) = reader.flag(Field::Taxable, found) {
        return Some(!taxable);
    }
    if let Some(tax_free) = reader.flag(Field::TaxFree, found) {
        return Some(tax_free);
    }
    match fold(reader.raw(Field::TaxStatus)).as_str() {
        // Only the shipping of the product is taxed, not the product itself.
        "none" | "shipping" => Some(true),
        "taxable" => Some(false),
        _ => None,
    }
}
