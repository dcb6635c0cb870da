//! A product as rows of our own product file. Pure.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use kernel::{CategoryId, Currency, Lang, MediaId, Texts, money};

use crate::fields::{Draft, FILE_COLUMNS as COLUMNS, Field, Kind, TextIn, Value};
use crate::import::formats::own::{self, Kind as RowKind};
use crate::model::{Product, ProductType, VariantDraft, WeightUnit};
use platform::exports::{Cell, guarded};

/// A spreadsheet cell holds 32 767 UTF-16 units; the apostrophe that guards against a formula is one of them.
const MOST_UNITS: usize = 32_000;

/// The lookups that a product's rows need beside its own fields.
pub(super) struct Names {
    /// The language of captions and words.
    pub(super) lang: Lang,
    pub(super) currency: Currency,
    /// The time zone in which times are written; each names its offset.
    pub(super) zone: TimeZone,
    /// Category paths, from the root.
    pub(super) categories: HashMap<CategoryId, Vec<Texts>>,
    /// Picture URLs.
    pub(super) images: HashMap<MediaId, String>,
}

/// The captions of the file.
pub(super) fn header(lang: Lang) -> Vec<Cell> {
    COLUMNS.iter().map(|field| Cell::Text(field.label(lang))).collect()
}

impl Names {
    /// The rows of a product: its own, continuations of cells that were too long, its variants.
    pub(super) fn rows(&self, product: &Product) -> Vec<Vec<Cell>> {
        let mut rows = Vec::with_capacity(1 + product.fields.variants.len());
        self.push(&mut rows, product, COLUMNS.iter().map(|field| self.of_product(product, *field)).collect());
        for variant in &product.fields.variants {
            let cells = COLUMNS.iter().map(|field| self.of_variant(product, variant, *field)).collect();
            self.push(&mut rows, product, cells);
        }
        rows
    }

    /// Adds a row; a value too long for a cell continues in rows below it.
    fn push(&self, rows: &mut Vec<Vec<Cell>>, product: &Product, cells: Vec<Cell>) {
        let mut rest: Vec<(usize, String)> = Vec::new();
        let head = cells.into_iter().enumerate().map(|(column, cell)| match cell {
            Cell::Text(text) => {
                let cut = cut(&text);
                if cut < text.len() {
                    rest.push((column, text[cut..].to_owned()));
                }
                Cell::Text(guarded(&text[..cut]).into_owned())
            }
            number @ Cell::Number(_) => number,
        });
        rows.push(head.collect());
        while !rest.is_empty() {
            let mut row = vec![Cell::Text(String::new()); COLUMNS.len()];
            for (at, field) in COLUMNS.iter().enumerate() {
                match field {
                    Field::OwnId => row[at] = Cell::Text(product.id.to_string()),
                    Field::RowKind => row[at] = Cell::Text(RowKind::Continued.word(self.lang).to_owned()),
                    _ => {}
                }
            }
            rest.retain_mut(|(column, text)| {
                let cut = cut(text);
                row[*column] = Cell::Text(guarded(&text[..cut]).into_owned());
                text.drain(..cut);
                !text.is_empty()
            });
            rows.push(row);
        }
    }

    fn flag(&self, is_on: bool) -> String {
        own::flag(is_on, self.lang).to_owned()
    }

    fn moment(&self, moment: i64) -> String {
        let Ok(moment) = Timestamp::from_millisecond(moment) else { return String::new() };
        moment.display_with_offset(self.zone.to_offset(moment)).to_string()
    }

    /// A cell formatted by the kind of its field; blank where the draft has no such field.
    fn cell<D: Draft>(&self, draft: &D, field: Field) -> Cell {
        let Some(slot) = field.slot::<D>() else { return blank() };
        match (slot.kind, slot.get(draft)) {
            (_, None) => blank(),
            (Kind::Amount, Some(Value::Number(minor))) => number(money::format(minor, self.currency)),
            (Kind::Moment | Kind::End, Some(Value::Number(at))) => Cell::Text(self.moment(at)),
            (_, Some(Value::Number(n))) => number(n.to_string()),
            (_, Some(Value::Text(text))) => Cell::Text(text),
            (_, Some(Value::Flag(is_on))) => Cell::Text(self.flag(is_on)),
            (_, Some(Value::Words(words))) => Cell::Text(own::list(words.iter().map(String::as_str))),
        }
    }

    fn image(&self, id: MediaId) -> Option<&str> {
        self.images.get(&id).map(String::as_str)
    }

    fn of_product(&self, product: &Product, field: Field) -> Cell {
        let f = &product.fields;
        let is_basic = f.product_type == ProductType::Basic;
        let option = |number: u8| f.options.get(usize::from(number) - 1);
        let text = match field {
            Field::OwnId => product.id.to_string(),
            Field::RowKind => RowKind::Product.word(self.lang).to_owned(),
            Field::PageLink => f.page_link.clone().unwrap_or_default(),
            Field::Quantity if is_basic => return number(f.qty.to_string()),
            Field::Unlimited if is_basic => self.flag(f.has_unlimited_qty),
            Field::Weight => return weight(f.weight_grams, f.weight_unit),
            Field::WeightUnit => f.weight_unit.as_str().to_owned(),
            Field::OptionName(n, text @ (TextIn::Ar | TextIn::En)) => {
                option(n).map(|option| in_language(&option.name_texts, text)).unwrap_or_default()
            }
            Field::OptionValue(n, text @ (TextIn::Ar | TextIn::En)) => match option(n) {
                Some(option) => {
                    let of = |value| option.value_texts.get(value).map(|texts| in_language(texts, text)).unwrap_or_default();
                    let texts: Vec<String> = option.values.iter().map(of).collect();
                    if texts.iter().all(String::is_empty) { String::new() } else { own::list(texts.iter().map(String::as_str)) }
                }
                None => String::new(),
            },
            Field::OptionName(n, _) => option(n).map(|option| option.name.clone()).unwrap_or_default(),
            Field::OptionValue(n, _) => {
                option(n).map(|option| own::list(option.values.iter().map(String::as_str))).unwrap_or_default()
            }
            Field::OptionVisual(n) => match option(n).filter(|option| !option.colors.is_empty()) {
                Some(option) => own::list(option.values.iter().map(|value| option.colors.get(value).map_or("", String::as_str))),
                None => String::new(),
            },
            Field::Category(text) => {
                let paths: Vec<Vec<Texts>> = f.category_ids.iter().filter_map(|id| self.categories.get(id)).cloned().collect();
                own::paths(&paths, if text == TextIn::En { Lang::En } else { Lang::Ar })
            }
            Field::Images => f.image_ids.iter().filter_map(|id| self.image(*id)).collect::<Vec<_>>().join(", "),
            Field::DynamicFields => own::dynamic_fields(&f.dynamic_fields, self.lang),
            Field::Related => {
                let ids: Vec<String> = f.related_ids.iter().map(ToString::to_string).collect();
                own::list(ids.iter().map(String::as_str))
            }
            _ => match field.model_texts() {
                Some((texts, text)) => in_language((texts.get)(f), text),
                None => return self.cell(f, field),
            },
        };
        Cell::Text(text)
    }

    fn of_variant(&self, product: &Product, variant: &VariantDraft, field: Field) -> Cell {
        let text = match field {
            Field::OwnId => product.id.to_string(),
            Field::RowKind => RowKind::Variant.word(self.lang).to_owned(),
            Field::OptionValue(n, TextIn::Store) => variant.option_values.get(usize::from(n) - 1).cloned().unwrap_or_default(),
            Field::Quantity => return number(variant.qty.to_string()),
            Field::Unlimited => self.flag(variant.has_unlimited_qty),
            Field::Weight => {
                return variant.weight_grams.map_or_else(blank, |grams| weight(grams, product.fields.weight_unit));
            }
            Field::VariantImage => variant.media_id.and_then(|id| self.image(id)).unwrap_or_default().to_owned(),
            _ => return self.cell(variant, field),
        };
        Cell::Text(text)
    }
}

fn blank() -> Cell {
    Cell::Text(String::new())
}

/// A spreadsheet keeps fifteen digits; a longer number is written as text, which it leaves unchanged.
fn number(text: String) -> Cell {
    if text.bytes().filter(u8::is_ascii_digit).count() > 15 { Cell::Text(text) } else { Cell::Number(text) }
}

fn in_language(texts: &Texts, text: TextIn) -> String {
    texts.exact(if text == TextIn::En { Lang::En } else { Lang::Ar }).to_owned()
}

fn weight(grams: i64, unit: WeightUnit) -> Cell {
    number(money::format_with(grams, unit.digits()))
}

/// The byte offset at which a cell's text is cut, at most.
fn cut(text: &str) -> usize {
    if text.len() <= MOST_UNITS {
        return text.len();
    }
    let mut units = 0;
    for (at, c) in text.char_indices() {
        units += c.len_utf16();
        if units > MOST_UNITS {
            return at;
        }
    }
    text.len()
}
