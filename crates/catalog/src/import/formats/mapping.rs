//! Maps columns to fields: known formats by their captions, everything else by guesses that the merchant can change
//! (contracts/imports.md §1-7).
//!
//! To add a format: its variant, its test in [`detect`], its captions (`captions.rs`), and how its
//! rows group (`group.rs`).

use std::collections::HashSet;

use super::captions::{captions_of, field_of};
use super::errors::MappingError;
use super::field::{Field, TextIn};
use super::format::{Format, Mapping};
use super::model::WeightUnit;
use super::own;
use kernel::Lang;
use platform::imports::sheet::{Table, caption_key};

impl Mapping {
    /// Whether a text column has no language, so that the merchant must be asked for it.
    #[must_use]
    pub fn asks_language(&self) -> bool {
        self.format != Format::Rawaj && self.columns.iter().flatten().any(|field| field.is_in_no_language())
    }

    /// Whether a column identifies products: without one, a product is matched by its name alone.
    #[must_use]
    pub fn has_mark(&self) -> bool {
        let is_mark =
            |field: &Field| matches!(field, Field::Sku | Field::OwnId | Field::PlatformId | Field::Handle | Field::PageLink);
        self.columns.iter().flatten().any(is_mark)
    }

    /// Checks that the mapping fits the file and maps the fields that every product requires; for a change of existing products
    /// (`is_partial`), those that identify them.
    ///
    /// # Errors
    /// See [`MappingError`].
    pub fn check(&self, table: &Table, is_partial: bool) -> Result<(), MappingError> {
        self.check_columns(table.headers.len(), is_partial)
    }

    /// As [`Mapping::check`], for a file of so many columns.
    ///
    /// # Errors
    /// See [`MappingError`].
    pub fn check_columns(&self, columns: usize, is_partial: bool) -> Result<(), MappingError> {
        if self.columns.len() != columns {
            return Err(MappingError::OtherFile { mapped: self.columns.len(), columns });
        }
        let mapped: HashSet<Field> = self.columns.iter().flatten().copied().collect();
        let mut missing = Vec::new();
        if is_partial {
            let is_mark =
                |field: &Field| field.is_name() || matches!(field, Field::Sku | Field::OwnId | Field::PlatformId | Field::Handle);
            return if mapped.iter().any(is_mark) { Ok(()) } else { Err(MappingError::NoMark) };
        }
        if !mapped.iter().any(|field| field.is_name()) {
            missing.push(Field::Name(TextIn::Store));
        }
        if !mapped.iter().any(|field| field.is_price()) {
            missing.push(Field::RegularPrice);
        }
        if missing.is_empty() { Ok(()) } else { Err(MappingError::MissingFields(missing)) }
    }
}

/// Whether a row of folded cells can be the header of a product file: it has a name column and a price column.
pub(super) fn looks_like_header(keys: &[String]) -> bool {
    [Format::Rawaj, Format::ShopifyClassic, Format::WooCommerce, Format::Salla, Format::Zid, Format::Unknown].into_iter().any(
        |format| {
            let captions = captions_of(format);
            let fields: Vec<Field> = keys.iter().filter_map(|key| captions.get(key)).copied().collect();
            fields.iter().any(|field| field.is_name()) && fields.iter().any(|field| field.is_price())
        },
    )
}

/// Detects the platform by captions that only it uses.
#[must_use]
pub fn detect(table: &Table) -> Format {
    let keys: HashSet<&str> = table.keys.iter().map(String::as_str).collect();
    let has = |caption: &str| keys.contains(caption_key(caption).as_str());
    if own::read::is_own(&table.keys) {
        Format::Rawaj
    } else if has("Handle") && has("Title") && has("Variant Price") {
        Format::ShopifyClassic
    } else if has("URL handle") && has("Title") && has("Price") {
        Format::Shopify2025
    } else if has("Type") && has("Name") && has("Regular price") && (has("SKU") || has("Published")) {
        Format::WooCommerce
    } else if has("اسم المنتج") && has("سعر المنتج") && (has("النوع") || has("رمز المنتج sku") || has("نوع المنتج"))
    {
        Format::Salla
    } else if (has("name_ar") || has("name_en"))
        && has("price")
        && (has("has_variants") || has("vat_free") || has("option 1 name") || has("option1_name_ar"))
    {
        Format::Zid
    } else {
        Format::Unknown
    }
}

/// The mapping that follows from the captions: complete for a known format, a guess for another.
#[must_use]
pub fn default_mapping(table: &Table, format: Format) -> Mapping {
    let mut used: HashSet<Field> = HashSet::new();
    let mut columns: Vec<Option<Field>> = table
        .keys
        .iter()
        .zip(&table.headers)
        .map(|(key, caption)| field_of(format, key, caption).filter(|field| used.insert(*field) || may_repeat(*field)))
        .collect();
    if format == Format::Unknown && used.contains(&Field::CompareAtPrice) && used.insert(Field::SellingPrice) {
        // Beside a compare-at price, the price is what the shopper pays.
        for column in columns.iter_mut().flatten() {
            if *column == Field::RegularPrice {
                *column = Field::SellingPrice;
            }
        }
    }
    let mut mapping = Mapping { format, columns, weight_unit: header_weight_unit(table, format), language: None };
    mapping.language = language_of(table, &mapping);
    mapping
}

/// Rows that are examined to detect the language of a file.
const LANGUAGE_ROWS: usize = 2_000;

/// The language of a file's texts: that of most rows, where a row with any Arabic letter counts as Arabic, because brand names in
/// Latin letters are mixed with Arabic words. `None` when there is no text.
#[must_use]
pub fn language_of(table: &Table, mapping: &Mapping) -> Option<Lang> {
    let says = |field: &Field| matches!(field, Field::Name(_) | Field::ShortDescription(_) | Field::Description(_));
    let texts: Vec<usize> = (0..mapping.columns.len()).filter(|at| mapping.columns[*at].as_ref().is_some_and(says)).collect();
    let (mut arabic, mut english) = (0_usize, 0_usize);
    for row in table.rows.iter().take(LANGUAGE_ROWS) {
        let letters = || texts.iter().flat_map(|at| row.cell(*at).chars());
        if letters().any(|c| ('\u{0620}'..='\u{064A}').contains(&c)) {
            arabic += 1;
        } else if letters().any(|c| c.is_ascii_alphabetic()) {
            english += 1;
        }
    }
    match (arabic, english) {
        (0, 0) => None,
        _ if english > arabic => Some(Lang::En),
        _ => Some(Lang::Ar),
    }
}

/// Fields that several columns may give: pictures add up, of the others the first filled cell counts.
#[must_use]
pub const fn may_repeat(field: Field) -> bool {
    matches!(field, Field::Images | Field::Barcode | Field::Category(_))
}

/// The unit that a caption names (`Weight (lbs)`); kilograms when none does.
fn header_weight_unit(table: &Table, format: Format) -> WeightUnit {
    let named = table.keys.iter().find_map(|key| key.strip_prefix("weight "));
    match (format, named) {
        (Format::WooCommerce | Format::Unknown, Some("g")) => WeightUnit::G,
        (Format::WooCommerce | Format::Unknown, Some("lbs" | "lb")) => WeightUnit::Lb,
        (Format::WooCommerce | Format::Unknown, Some("oz")) => WeightUnit::Oz,
        _ => WeightUnit::Kg,
    }
}
