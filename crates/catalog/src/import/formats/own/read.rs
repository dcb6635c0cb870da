//! Reading our own product file: rows to products, cells to fields.

use std::collections::{BTreeMap, HashMap};

use kernel::slug::slugify;
use kernel::text_guard::Lines;
use kernel::{Lang, Texts};

use super::super::build;
use super::super::cells::{Columns, Findings, Reader, is_formula};
use super::super::field::{Field, MAX_OPTIONS, TextIn};
use super::super::lists::split_urls;
use super::super::model::{
    CategoryPath, CellTime, FailedProduct, ImportImage, ImportOption, ImportProduct, ImportVariant, Item, OptionKind,
    OptionValue, OwnColumns, ProductType as FileType, ReadProduct, Values,
};
use super::super::row_error::{RowFault, excerpt};
use super::super::units::{read_moment, read_weight_unit};
use super::super::values;
use super::{Kind, parts, read_dynamic_fields, read_paths};
use crate::fields::{self, Draft, Slot, Value};
use crate::model::{ProductDraft, ProductOption, ProductType, VariantDraft, WeightUnit};
use platform::exports::unguarded;
use platform::imports::sheet::caption_key;

/// The rows of a product.
struct Group {
    head: usize,
    variants: Vec<usize>,
    /// The fault of a row that belongs to no product.
    orphan: Option<RowFault>,
    rows: Vec<usize>,
}

/// Continuation rows, by the row that they continue.
type Continued = HashMap<usize, Vec<usize>>;

/// The type of a row: as written, or guessed from its cells.
fn kind_of(columns: &Columns<'_>, at: usize) -> Kind {
    let row = columns.row(at);
    let has_name = TextIn::ALL.into_iter().any(|text| columns.is_filled(row, Field::Name(text)));
    let has_values = columns.option_values(row).next().is_some();
    let looks = if has_name || !has_values { Kind::Product } else { Kind::Variant };
    Kind::parse(columns.raw(row, Field::RowKind)).unwrap_or(looks)
}

/// Groups the rows. A variant that names its product is matched wherever it is: spreadsheets get sorted.
fn group(columns: &Columns<'_>) -> (Vec<Group>, Continued) {
    let kinds: Vec<Kind> = (0..columns.table.rows.len()).map(|at| kind_of(columns, at)).collect();
    let id_of = |at: usize| columns.raw(columns.row(at), Field::OwnId);
    let mut groups: Vec<Group> = Vec::new();
    let mut by_id: HashMap<&str, usize> = HashMap::new();
    for at in (0..kinds.len()).filter(|at| kinds[*at] == Kind::Product) {
        if !id_of(at).is_empty() {
            by_id.entry(id_of(at)).or_insert(groups.len());
        }
        groups.push(Group { head: at, variants: Vec::new(), orphan: None, rows: vec![at] });
    }
    let mut continued = Continued::new();
    let mut products = 0..groups.len();
    // The group of the row above, and the row whose cells may be continued here.
    let mut above: Option<(usize, usize)> = None;
    for (at, kind) in kinds.iter().enumerate() {
        let id = id_of(at);
        let parent = match (kind, id) {
            (Kind::Product, _) => products.next(),
            (Kind::Variant, id) if !id.is_empty() => by_id.get(id).copied(),
            (Kind::Variant | Kind::Continued, _) => above.map(|(group, _)| group),
        };
        match (kind, parent, above) {
            (Kind::Product, Some(group), _) => above = Some((group, at)),
            (Kind::Variant, Some(parent), _) => {
                groups[parent].variants.push(at);
                groups[parent].rows.push(at);
                above = Some((parent, at));
            }
            (Kind::Continued, Some(parent), Some((_, row))) => {
                groups[parent].rows.push(at);
                continued.entry(row).or_default().push(at);
            }
            _ => {
                let fault = RowFault::NoParent { parent: excerpt(id) };
                groups.push(Group { head: at, variants: Vec::new(), orphan: Some(fault), rows: vec![at] });
                above = None;
            }
        }
    }
    groups.sort_by_key(|group| group.head);
    (groups, continued)
}

/// Reads the products of the file one after the other.
pub(in super::super) fn each(columns: &Columns<'_>, mut take: impl FnMut(ReadProduct)) {
    let (groups, continued) = group(columns);
    for group in groups {
        let mut found = Findings::default();
        let product = match &group.orphan {
            Some(fault) => {
                Reader::new(columns, group.head).fail(&mut found, Some(Field::OwnId), fault.clone());
                None
            }
            None => Some(product(columns, &continued, &group, &mut found)),
        };
        let product = if let Some(product) = product.filter(|_| found.errors.is_empty()) {
            Ok(product)
        } else {
            found.errors.dedup();
            let row = columns.row(group.head);
            let name = columns.raw_any(row, Field::Name);
            let label = [name, columns.raw(row, Field::Sku), columns.raw(row, Field::OwnId)];
            Err(FailedProduct {
                label: excerpt(label.into_iter().find(|label| !label.is_empty()).unwrap_or("")),
                records: group.rows.iter().map(|at| columns.row(*at).record).collect(),
                errors: found.errors,
            })
        };
        let line = columns.row(group.head).line;
        take(ReadProduct { product, warnings: found.warnings, image_only_rows: 0, line });
    }
}

/// One row with its continuation rows.
struct Line<'a, 't> {
    reader: Reader<'a, 't>,
    continued: &'a [usize],
}

impl<'a, 't> Line<'a, 't> {
    fn new(columns: &'a Columns<'t>, continued: &'a Continued, at: usize) -> Self {
        Self { reader: Reader::new(columns, at), continued: continued.get(&at).map_or(&[], Vec::as_slice) }
    }

    /// The cell exactly as it was written, with its continuations.
    fn exact(&self, field: Field, lines: Lines, found: &mut Findings) -> String {
        let columns = self.reader.columns;
        let mut text = String::new();
        if let Some(at) = columns.columns_of(field).first() {
            let rows = std::iter::once(self.reader.row).chain(self.continued.iter().map(|row| columns.row(*row)));
            for (i, row) in rows.enumerate() {
                let cell = row.exact(*at);
                if i == 0 && is_formula(cell.trim(), lines) {
                    self.reader.fail(found, Some(field), RowFault::Formula { value: excerpt(cell) });
                }
                text.push_str(unguarded(cell));
            }
        }
        text
    }

    fn text(&self, field: Field, found: &mut Findings) -> String {
        let text = self.exact(field, Lines::Single, found);
        // A name with a line break in its cell is one name.
        if text.contains(['\n', '\r']) { text.split_whitespace().collect::<Vec<_>>().join(" ") } else { text }
    }

    fn code(&self, field: Field, found: &mut Findings) -> Option<String> {
        let text = self.text(field, found).trim().to_owned();
        (!text.is_empty()).then_some(text)
    }

    fn texts(&self, column: fn(TextIn) -> Field, lines: Lines, found: &mut Findings) -> Texts {
        let mut text = |text_in| match lines {
            Lines::Single => self.text(column(text_in), found),
            Lines::Many => self.exact(column(text_in), Lines::Many, found),
        };
        Texts::new(text(TextIn::Ar), text(TextIn::En))
    }

    fn list(&self, field: Field, found: &mut Findings) -> Vec<String> {
        parts(&self.exact(field, Lines::Single, found))
    }

    /// Reads the declared fields of a draft; a blank cell leaves the default. Times are read by [`Self::moments`].
    fn fill<D: Draft>(&self, draft: &mut D, found: &mut Findings) {
        for slot in fields::slots::<D>() {
            let value = match slot.kind {
                fields::Kind::Code => self.code(slot.field, found).map(Value::Text),
                fields::Kind::Words => {
                    let words = self.list(slot.field, found).into_iter();
                    Some(Value::Words(words.filter(|word| !word.is_empty()).collect()))
                }
                kind => values::cell(&self.reader, slot.field, kind, found),
            };
            slot.set(draft, value);
        }
    }

    /// The times that the row gives; the converter, which knows the store's time zone, resolves them.
    fn moments(&self, found: &mut Findings) -> BTreeMap<Field, CellTime> {
        let slots = fields::slots::<ProductDraft>().filter(Slot::is_moment);
        slots.filter_map(|slot| Some((slot.field, self.read_time(slot.field, slot.kind == fields::Kind::End, found)?))).collect()
    }

    fn weight(&self, unit: WeightUnit, found: &mut Findings) -> Option<i64> {
        use super::super::model::WeightUnit as FileUnit;
        let unit = if unit == WeightUnit::Kg { FileUnit::Kg } else { FileUnit::G };
        self.reader.grams(Field::Weight, unit, found)
    }

    fn read_time(&self, field: Field, ends: bool, found: &mut Findings) -> Option<CellTime> {
        let cell = self.reader.raw(field);
        if cell.is_empty() {
            return None;
        }
        if let Ok(moment) = cell.parse::<jiff::Timestamp>() {
            return Some(CellTime::Moment(moment.as_millisecond()));
        }
        let local = read_moment(cell, ends).map(CellTime::Local);
        if local.is_none() {
            self.reader.fail(found, Some(field), RowFault::NotADate { value: excerpt(cell) });
        }
        local
    }
}

fn product(columns: &Columns<'_>, continued: &Continued, group: &Group, found: &mut Findings) -> ImportProduct {
    let head = Line::new(columns, continued, group.head);
    for at in &group.rows {
        let reader = Reader::new(columns, *at);
        if reader.row.overflows(columns.table.headers.len()) {
            reader.fail(found, None, RowFault::TooManyCells { columns: columns.table.headers.len() });
        }
    }
    let unit_cell = head.reader.raw(Field::WeightUnit);
    let weight_unit = match read_weight_unit(unit_cell) {
        Some(super::super::model::WeightUnit::G) => WeightUnit::G,
        Some(super::super::model::WeightUnit::Kg) => WeightUnit::Kg,
        None if unit_cell.is_empty() => WeightUnit::Kg,
        Some(_) | None => {
            head.reader.fail(found, Some(Field::WeightUnit), RowFault::UnknownUnit { value: excerpt(unit_cell) });
            WeightUnit::Kg
        }
    };
    let mut options = options(&head, found);
    let rows: Vec<Line<'_, '_>> = group.variants.iter().map(|at| Line::new(columns, continued, *at)).collect();
    let numbers: Vec<u8> = options.iter().map(|(number, _)| *number).collect();
    let variants: Vec<VariantDraft> = rows.iter().map(|row| variant(row, &numbers, &mut options, weight_unit, found)).collect();
    let options: Vec<ProductOption> = options.into_iter().map(|(_, option)| option).collect();
    let is_multi = !rows.is_empty() || !options.is_empty();
    if rows.is_empty() && !options.is_empty() {
        head.reader.fail(found, None, RowFault::NoVariants);
    }
    let (qty, is_unlimited) = stock(&head, found);
    let fields_cell = head.exact(Field::DynamicFields, Lines::Many, found);
    let dynamic_fields = read_dynamic_fields(&fields_cell).unwrap_or_else(|line| {
        head.reader.fail(found, Some(Field::DynamicFields), RowFault::NotAField { value: excerpt(&line) });
        Vec::new()
    });
    let mut fields = ProductDraft {
        product_type: if is_multi { ProductType::Multi } else { ProductType::Basic },
        has_unlimited_qty: is_unlimited && !is_multi,
        qty: if is_multi { 0 } else { qty },
        weight_grams: head.weight(weight_unit, found).unwrap_or(0),
        weight_unit,
        options,
        variants,
        dynamic_fields,
        page_link: head.code(Field::PageLink, found),
        ..ProductDraft::default()
    };
    for (column, texts) in fields::model_texts() {
        *(texts.get_mut)(&mut fields) = head.texts(column, texts.lines, found);
    }
    head.fill(&mut fields, found);
    let categories: Vec<CategoryPath> = read_paths(
        &head.exact(Field::Category(TextIn::Ar), Lines::Single, found),
        &head.exact(Field::Category(TextIn::En), Lines::Single, found),
    );
    let mut urls = split_urls(&head.exact(Field::Images, Lines::Single, found));
    urls.retain(|url| build::keep_image(&head.reader, Field::Images, url, found));
    let id = Some(head.reader.raw(Field::OwnId).to_owned()).filter(|id| !id.is_empty());
    let own = OwnColumns { moments: head.moments(found), related: head.list(Field::Related, found), fields: Box::new(fields) };
    let images: Vec<ImportImage> = urls.into_iter().map(|url| ImportImage { url, alt: None }).collect();
    let outline = outline(own, categories, images, &rows, group, columns, found);
    ImportProduct { store_id: id, ..outline }
}

/// The fields that are common to all formats: name, identifiers, pictures.
fn outline(
    own: OwnColumns,
    categories: Vec<CategoryPath>,
    images: Vec<ImportImage>,
    rows: &[Line<'_, '_>],
    group: &Group,
    columns: &Columns<'_>,
    found: &mut Findings,
) -> ImportProduct {
    let fields = &own.fields;
    let text = |value: &String| OptionValue { text: Texts::new(value, value), visual: None };
    let options = fields.options.iter().map(|option| ImportOption {
        kind: OptionKind::Other,
        name: Texts::new(&option.name, &option.name),
        values: option.values.iter().map(text).collect(),
    });
    let variants = fields.variants.iter().zip(rows).map(|(variant, row)| {
        let at = |(value, option): (&String, &ProductOption)| option.values.iter().position(|v| v == value).unwrap_or(0);
        let url = split_urls(row.reader.raw(Field::VariantImage)).into_iter().next();
        ImportVariant {
            values: variant.option_values.iter().zip(&fields.options).map(at).collect(),
            item: Item { sku: variant.sku.clone(), ..Item::default() },
            image: url.filter(|url| build::keep_image(&row.reader, Field::VariantImage, url, found)),
            record: row.reader.row.record,
        }
    });
    let variants = variants.collect();
    ImportProduct {
        product_type: if fields.product_type == ProductType::Multi { FileType::Multi } else { FileType::Basic },
        store_id: None,
        handle: None,
        name: fields.name.clone(),
        short_description: Texts::default(),
        description: Texts::default(),
        item: Item { sku: fields.sku.clone(), ..Item::default() },
        is_published: fields.is_published,
        is_active: fields.is_active,
        values: Values::new(),
        categories,
        images,
        meta_title: Texts::default(),
        meta_description: Texts::default(),
        keywords: Texts::default(),
        page_link: fields.page_link.as_deref().and_then(slugify),
        options: options.collect(),
        variants,
        min_per_order: None,
        max_per_order: None,
        dynamic_fields: Vec::new(),
        records: group.rows.iter().map(|at| columns.row(*at).record).collect(),
        own: Some(own),
    }
}

/// The options of the product with the numbers of their columns.
fn options(head: &Line<'_, '_>, found: &mut Findings) -> Vec<(u8, ProductOption)> {
    let mut options = Vec::new();
    for number in 1..=MAX_OPTIONS {
        let name = head.code(Field::OptionName(number, TextIn::Store), found);
        let values = head.list(Field::OptionValue(number, TextIn::Store), found);
        let shown = head.list(Field::OptionVisual(number), found);
        let name_texts = Texts::new(
            head.text(Field::OptionName(number, TextIn::Ar), found),
            head.text(Field::OptionName(number, TextIn::En), found),
        );
        let texts = [TextIn::Ar, TextIn::En].map(|text| head.list(Field::OptionValue(number, text), found));
        match name {
            Some(name) => {
                let colors = values.iter().zip(shown).filter(|(_, color)| !color.is_empty());
                let colors: BTreeMap<String, String> = colors.map(|(value, color)| (value.clone(), color)).collect();
                let text_at = |at: usize, in_language: &[String]| in_language.get(at).map_or("", |text| text.trim()).to_owned();
                let value_texts: BTreeMap<String, Texts> = values
                    .iter()
                    .enumerate()
                    .map(|(at, value)| (value.clone(), Texts::new(text_at(at, &texts[0]), text_at(at, &texts[1]))))
                    .filter(|(_, texts)| !texts.is_empty())
                    .collect();
                options.push((number, ProductOption { name, values, colors, name_texts, value_texts }));
            }
            None if !values.is_empty() => head.reader.fail(found, None, RowFault::MissingOptionName { number }),
            None => {}
        }
    }
    options
}

fn variant(
    row: &Line<'_, '_>,
    numbers: &[u8],
    options: &mut [(u8, ProductOption)],
    unit: WeightUnit,
    found: &mut Findings,
) -> VariantDraft {
    let mut option_values = Vec::with_capacity(numbers.len());
    for (number, option) in options {
        match row.code(Field::OptionValue(*number, TextIn::Store), found) {
            Some(value) => {
                // A value that the merchant wrote only on a variant is added to the option.
                if !option.values.contains(&value) {
                    option.values.push(value.clone());
                }
                option_values.push(value);
            }
            None => row.reader.fail(found, None, RowFault::MissingOptionValue { option: option.name.clone() }),
        }
    }
    if numbers.is_empty() {
        row.reader.fail(found, None, RowFault::MissingOptionName { number: 1 });
    }
    let (qty, has_unlimited_qty) = stock(row, found);
    let weight_grams = row.weight(unit, found);
    let mut variant = VariantDraft { option_values, has_unlimited_qty, qty, weight_grams, ..VariantDraft::default() };
    row.fill(&mut variant, found);
    variant
}

/// The quantity, and whether stock is not counted; not counted when both cells are blank.
fn stock(row: &Line<'_, '_>, found: &mut Findings) -> (i64, bool) {
    let qty = row.reader.count(Field::Quantity, found);
    let is_unlimited = row.reader.flag(Field::Unlimited, found);
    (qty.unwrap_or(0), is_unlimited.unwrap_or(qty.is_none()))
}

/// Whether a header is that of our own file, in either language.
pub(in super::super) fn is_own(keys: &[String]) -> bool {
    let has = |field: Field| [Lang::Ar, Lang::En].iter().any(|lang| keys.contains(&caption_key(&field.label(*lang))));
    has(Field::OwnId) && has(Field::RowKind)
}
