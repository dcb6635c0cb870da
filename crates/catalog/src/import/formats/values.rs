//! Fields that every format writes alike: one cell, parsed by the kind of the field.

use kernel::text_guard::Lines;

use super::cells::{Findings, Reader};
use super::field::Field;
use super::lists::split_words;
use super::model::Values;
use crate::fields::{self, Draft, Kind, Slot, Value};
use crate::model::{ProductDraft, VariantDraft};

/// Longest code or id, in characters.
pub(super) const MAX_CODE: usize = 100;
/// Longest of several words, in characters.
const MAX_WORD: usize = 100;

/// Fields that platforms spread over several columns or write in words of their own, and unique codes: `item` and `build` read
/// them.
const BY_HAND: &[Field] = &[
    Field::Sku,
    Field::Barcode,
    Field::RegularPrice,
    Field::SalePrice,
    Field::SaleStarts,
    Field::SaleEnds,
    Field::RequiresShipping,
    Field::TaxFree,
    Field::Published,
    Field::Active,
    Field::MinPerOrder,
    Field::MaxPerOrder,
];

/// The declared fields of products or variants that every format writes alike. Times are excluded: files write them in the
/// store's local time.
pub(crate) fn slots<D: Draft>() -> impl Iterator<Item = Slot<D>> {
    fields::slots::<D>().filter(|slot| !slot.is_of_own_file && !slot.is_moment() && !BY_HAND.contains(&slot.field))
}

/// The values of fields that variants have.
pub(super) fn read(reader: &Reader<'_, '_>, found: &mut Findings) -> Values {
    slots::<VariantDraft>().filter_map(|slot| Some((slot.field, cell(reader, slot.field, slot.kind, found)?))).collect()
}

/// The values of fields that only products have.
pub(super) fn read_own(reader: &Reader<'_, '_>, found: &mut Findings) -> Values {
    let slots = slots::<ProductDraft>().filter(|slot| slot.field.slot::<VariantDraft>().is_none());
    slots.filter_map(|slot| Some((slot.field, cell(reader, slot.field, slot.kind, found)?))).collect()
}

/// The value of a cell by its kind; `None` when it is blank, or cannot be parsed, which is reported in `found`.
pub(super) fn cell(reader: &Reader<'_, '_>, field: Field, kind: Kind, found: &mut Findings) -> Option<Value> {
    match kind {
        Kind::Amount => reader.price(field, found).map(Value::Number),
        Kind::Count | Kind::CountFromOne => reader.count(field, found).map(Value::Number),
        Kind::Code => reader.text(field, MAX_CODE, Lines::Single, found).map(Value::Text),
        Kind::Flag => reader.flag(field, found).map(Value::Flag),
        Kind::Words => Some(Value::Words(words(reader, field, found))),
        Kind::Moment | Kind::End => None,
    }
}

fn words(reader: &Reader<'_, '_>, field: Field, found: &mut Findings) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in split_words(reader.raw(field)) {
        if let Some(word) = reader.clean(&word, field, MAX_WORD, Lines::Single, found)
            && !words.contains(&word)
        {
            words.push(word);
        }
    }
    words
}
