//! Options and variants of a product (PR-02).

use std::collections::HashMap;

use kernel::fold::fold;
use kernel::slug::slugify;
use kernel::text_guard::Lines;
use kernel::{Lang, Texts};

use super::cells::{Columns, Findings, Reader};
use super::field::{Field, MAX_OPTIONS, TextIn};
use super::format::Format;
use super::group::{Draft, Grouping};
use super::lists::split_escaped;
use super::model::{ImportOption, ImportVariant, Item, OptionKind, OptionValue, Stock};
use super::notes::RowNote;
use super::row_error::RowFault;

/// Most variants of a product.
pub const MAX_VARIANTS: usize = 1000;
/// Longest option name or value, in characters.
const MAX_TEXT: usize = 100;

/// An option before its values are known.
struct Slot {
    name: Texts,
    kind: OptionKind,
    /// Attribute or option number on the rows that have no option name of their own.
    number: u8,
    /// All values that the parent lists (WooCommerce).
    listed: Vec<String>,
}

/// A variant row with a value per option, or "any value".
struct VariantRow {
    row: usize,
    values: Vec<Option<OptionValue>>,
}

/// Reads the options and variants of a draft. `items` are the variant rows' own items, in their order.
pub(super) fn build(
    columns: &Columns<'_>,
    grouping: Grouping,
    draft: &Draft,
    items: Vec<(Item, Option<String>)>,
    found: &mut Findings,
) -> (Vec<ImportOption>, Vec<ImportVariant>) {
    let (slots, variant_rows) = match grouping {
        Grouping::ByParent => by_attribute_name(columns, draft, found),
        Grouping::ByHandle | Grouping::Below => by_number(columns, draft, found),
    };
    if slots.is_empty() {
        if let Some(first) = draft.variants.first() {
            let reader = Reader::new(columns, *first);
            reader.fail(found, None, RowFault::MissingOptionName { number: 1 });
        }
        return (Vec::new(), Vec::new());
    }
    if slots.len() > usize::from(MAX_OPTIONS) {
        let head = Reader::new(columns, draft.head);
        head.fail(found, None, RowFault::TooManyOptions { max: usize::from(MAX_OPTIONS) });
        return (Vec::new(), Vec::new());
    }
    Assembly::new(columns, slots).finish(variant_rows, items, draft, found)
}

/// Options by number: names once per product, values on each variant row.
fn by_number(columns: &Columns<'_>, draft: &Draft, found: &mut Findings) -> (Vec<Slot>, Vec<VariantRow>) {
    let mut slots: Vec<Slot> = Vec::new();
    for number in 1..=MAX_OPTIONS {
        let is_valued =
            |at: &&usize| TextIn::ALL.iter().any(|text| columns.is_filled(columns.row(**at), Field::OptionValue(number, *text)));
        let Some(first) = draft.variants.iter().find(is_valued) else { continue };
        let named = std::iter::once(&draft.head)
            .chain(&draft.rows)
            .find(|at| TextIn::ALL.iter().any(|text| columns.is_filled(columns.row(**at), Field::OptionName(number, *text))));
        let name = match named {
            Some(at) => Reader::new(columns, *at).texts(|text| option_name(number, text), MAX_TEXT, Lines::Single, found),
            // In a merchant's own sheet the caption of the column is the option's name.
            None if columns.mapping.format == Format::Unknown => caption_name(columns, number),
            None => Texts::default(),
        };
        if name.is_empty() {
            Reader::new(columns, *first).fail(found, None, RowFault::MissingOptionName { number });
        }
        slots.push(Slot { kind: kind_of(&name), name, number, listed: Vec::new() });
    }
    let variant_rows = draft
        .variants
        .iter()
        .map(|at| {
            let reader = Reader::new(columns, *at);
            let values = slots
                .iter()
                .map(|slot| {
                    let text = reader.texts(|text| option_value(slot.number, text), MAX_TEXT, Lines::Single, found);
                    let visual = reader.text(Field::OptionVisual(slot.number), 2000, Lines::Single, found);
                    (!text.is_empty()).then_some(OptionValue { text, visual })
                })
                .collect();
            VariantRow { row: *at, values }
        })
        .collect();
    (slots, variant_rows)
}

/// WooCommerce: attributes are packed from 1 on every row, so they are matched by name.
fn by_attribute_name(columns: &Columns<'_>, draft: &Draft, found: &mut Findings) -> (Vec<Slot>, Vec<VariantRow>) {
    let lang = columns.context.default_lang;
    let attributes = |at: usize, found: &mut Findings| -> Vec<(String, String)> {
        let reader = Reader::new(columns, at);
        (columns.option_numbers.iter().copied())
            .filter_map(|number| {
                let name = reader.text(Field::OptionName(number, TextIn::Store), MAX_TEXT, Lines::Single, found)?;
                Some((name, reader.raw(Field::OptionValue(number, TextIn::Store)).to_owned()))
            })
            .collect()
    };
    let of_variants: Vec<Vec<(String, String)>> = draft.variants.iter().map(|at| attributes(*at, found)).collect();
    let mut slots: Vec<Slot> = Vec::new();
    let mut slot = |name: &str, listed: Vec<String>| {
        let name = text_in(lang, name);
        slots.push(Slot { kind: kind_of(&name), name, number: 0, listed });
    };
    let mut seen: Vec<String> = Vec::new();
    // The parent's order first; an attribute that no variation names is a description, not an option.
    for (name, values) in attributes(draft.head, found) {
        let used = of_variants.iter().flatten().any(|(other, _)| fold(other) == fold(&name));
        if used && !seen.contains(&fold(&name)) {
            seen.push(fold(&name));
            slot(&name, split_escaped(&values));
        }
    }
    for (name, _) in of_variants.iter().flatten() {
        if !seen.contains(&fold(name)) {
            seen.push(fold(name));
            slot(name, Vec::new());
        }
    }
    let variant_rows = draft
        .variants
        .iter()
        .zip(&of_variants)
        .map(|(at, attributes)| {
            let reader = Reader::new(columns, *at);
            let values = seen
                .iter()
                .map(|key| {
                    let (_, value) = attributes.iter().find(|(name, _)| fold(name) == *key)?;
                    let first = split_escaped(value).into_iter().next()?;
                    let text = reader.clean(&first, Field::OptionValue(1, TextIn::Store), MAX_TEXT, Lines::Single, found)?;
                    Some(OptionValue { text: text_in(lang, &text), visual: None })
                })
                .collect();
            VariantRow { row: *at, values }
        })
        .collect();
    (slots, variant_rows)
}

/// Assembles variants: values become indexes, "any value" becomes one variant per value.
struct Assembly<'a, 't> {
    columns: &'a Columns<'t>,
    options: Vec<ImportOption>,
    /// Per option: folded value to index.
    index: Vec<HashMap<String, usize>>,
    listed: Vec<Vec<String>>,
    /// Row of the variant with these values.
    taken: HashMap<Vec<usize>, u32>,
    variants: Vec<ImportVariant>,
}

impl<'a, 't> Assembly<'a, 't> {
    fn new(columns: &'a Columns<'t>, slots: Vec<Slot>) -> Self {
        let index = slots.iter().map(|_| HashMap::new()).collect();
        let listed = slots.iter().map(|slot| slot.listed.clone()).collect();
        let options =
            slots.into_iter().map(|slot| ImportOption { kind: slot.kind, name: slot.name, values: Vec::new() }).collect();
        Self { columns, options, index, listed, taken: HashMap::new(), variants: Vec::new() }
    }

    fn finish(
        mut self,
        variant_rows: Vec<VariantRow>,
        items: Vec<(Item, Option<String>)>,
        draft: &Draft,
        found: &mut Findings,
    ) -> (Vec<ImportOption>, Vec<ImportVariant>) {
        let (exact, any): (Vec<_>, Vec<_>) =
            variant_rows.into_iter().zip(items).partition(|(variant_row, _)| variant_row.values.iter().all(Option::is_some));
        for (variant_row, (item, image)) in exact {
            self.add_exact(&variant_row, item, image, found);
        }
        // Exact variants go first: they take precedence over expanded ones.
        for (variant_row, (item, image)) in any {
            self.add_any(&variant_row, &item, image.as_deref(), found);
            if self.variants.len() > MAX_VARIANTS {
                break;
            }
        }
        if self.variants.len() > MAX_VARIANTS {
            let head = Reader::new(self.columns, draft.head);
            head.fail(found, None, RowFault::TooManyVariants { max: MAX_VARIANTS });
        }
        self.variants.sort_by_key(|variant| variant.record);
        (self.options, self.variants)
    }

    fn add_exact(&mut self, variant_row: &VariantRow, item: Item, image: Option<String>, found: &mut Findings) {
        let reader = Reader::new(self.columns, variant_row.row);
        let values: Vec<usize> =
            variant_row.values.iter().flatten().enumerate().map(|(option, value)| self.value_index(option, value)).collect();
        let (record, line) = (reader.row.record, reader.row.line);
        if let Some(first) = self.taken.get(&values) {
            reader.fail(found, None, RowFault::DuplicateVariant { first: *first });
            return;
        }
        self.taken.insert(values.clone(), line);
        self.variants.push(ImportVariant { values, item, image, record });
    }

    fn add_any(&mut self, variant_row: &VariantRow, item: &Item, image: Option<&str>, found: &mut Findings) {
        let reader = Reader::new(self.columns, variant_row.row);
        let lang = self.columns.context.default_lang;
        let mut choices: Vec<Vec<usize>> = Vec::with_capacity(variant_row.values.len());
        for (option, value) in variant_row.values.iter().enumerate() {
            choices.push(if let Some(value) = value {
                vec![self.value_index(option, value)]
            } else {
                let listed = std::mem::take(&mut self.listed[option]);
                let all = listed.iter().map(|text| OptionValue { text: text_in(lang, text), visual: None });
                let all: Vec<usize> = all.map(|value| self.value_index(option, &value)).collect();
                self.listed[option] = listed;
                if all.is_empty() {
                    let option = self.options[option].name.get(lang).to_owned();
                    reader.fail(found, None, RowFault::MissingOptionValue { option });
                    return;
                }
                all
            });
        }
        let count = choices.iter().map(Vec::len).try_fold(1_usize, usize::checked_mul).unwrap_or(usize::MAX);
        if count > MAX_VARIANTS {
            reader.fail(found, None, RowFault::TooManyVariants { max: MAX_VARIANTS });
            return;
        }
        let free: Vec<Vec<usize>> =
            combinations(&choices).into_iter().filter(|values| !self.taken.contains_key(values)).collect();
        let shares_stock = free.len() > 1 && matches!(item.stock, Some(Stock::Counted { qty: 1.., .. }));
        for (index, values) in free.iter().enumerate() {
            let mut item = item.clone();
            if free.len() > 1 {
                item.sku = item.sku.map(|sku| self.expanded_sku(&sku, variant_row, values));
                item.platform_id = None;
                item.barcode = None;
            }
            if let (true, Some(Stock::Counted { qty, .. })) = (index > 0, &mut item.stock) {
                *qty = 0;
            }
            self.taken.insert(values.clone(), reader.row.line);
            let image = image.map(str::to_owned);
            self.variants.push(ImportVariant { values: values.clone(), item, image, record: reader.row.record });
        }
        if free.len() > 1 {
            reader.note(found, None, RowNote::AnyValueExpanded { variants: free.len() });
        }
        if shares_stock {
            reader.note(found, Some(Field::Quantity), RowNote::SharedStock);
        }
    }

    /// SKUs are unique, so each expanded variant gets its option values appended to the row's SKU.
    fn expanded_sku(&self, sku: &str, variant_row: &VariantRow, values: &[usize]) -> String {
        let mut expanded = sku.to_owned();
        for (option, index) in values.iter().enumerate().filter(|(option, _)| variant_row.values[*option].is_none()) {
            let text = self.options[option].values[*index].text.get(self.columns.context.default_lang);
            expanded.push('-');
            expanded.push_str(&slugify(text).unwrap_or_else(|| (index + 1).to_string()));
        }
        expanded
    }

    fn value_index(&mut self, option: usize, value: &OptionValue) -> usize {
        let values = &mut self.options[option].values;
        let folded = format!("{}|{}", fold(&value.text.ar), fold(&value.text.en));
        // Signs alone fold to nothing: "+" and "-" are still two values.
        let key = if folded == "|" { format!("{}|{}", value.text.ar, value.text.en) } else { folded };
        let index = *self.index[option].entry(key).or_insert(values.len());
        match values.get_mut(index) {
            None => values.push(value.clone()),
            Some(known) => known.visual = known.visual.take().or_else(|| value.visual.clone()),
        }
        index
    }
}

/// The cartesian product of the choices, the last option changing fastest.
fn combinations(choices: &[Vec<usize>]) -> Vec<Vec<usize>> {
    choices.iter().fold(vec![Vec::new()], |combinations, choice| {
        combinations
            .iter()
            .flat_map(|values| {
                choice.iter().map(move |value| {
                    let mut next: Vec<usize> = values.clone();
                    next.push(*value);
                    next
                })
            })
            .collect()
    })
}

/// Maps an option's name to the two kinds of the specification.
fn kind_of(name: &Texts) -> OptionKind {
    let is_one_of = |names: &[&str]| [&name.ar, &name.en].into_iter().any(|text| names.contains(&fold(text).as_str()));
    if is_one_of(&["color", "colour", "colors", "colours", "اللون", "لون", "الالوان"]) {
        OptionKind::Color
    } else if is_one_of(&["size", "sizes", "المقاس", "مقاس", "الحجم", "حجم", "المقاسات"]) {
        OptionKind::Size
    } else {
        OptionKind::Other
    }
}

fn text_in(lang: Lang, text: &str) -> Texts {
    let mut texts = Texts::default();
    texts.set(lang, text);
    texts
}

fn caption_name(columns: &Columns<'_>, number: u8) -> Texts {
    let caption = TextIn::ALL.iter().find_map(|text| columns.caption(Field::OptionValue(number, *text)));
    text_in(columns.context.default_lang, caption.unwrap_or("").trim())
}

const fn option_name(number: u8, text: TextIn) -> Field {
    Field::OptionName(number, text)
}

const fn option_value(number: u8, text: TextIn) -> Field {
    Field::OptionValue(number, text)
}
