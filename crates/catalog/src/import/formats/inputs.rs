//! Fields that the shopper fills in (PR-06), as Zid spreads them over columns.

use kernel::text_guard::Lines;

use super::cells::{Findings, Reader};
use super::field::{DynamicFieldType, Field, InputPart, TextIn};
use super::model::{DynamicChoice, DynamicField};
use super::row_error::RowFault;

/// Longest label, in characters.
const MAX_LABEL: usize = 100;
/// Most choices of a select that are read.
const MAX_CHOICES: u8 = 20;

const KINDS: [DynamicFieldType; 8] = [
    DynamicFieldType::Select,
    DynamicFieldType::Text,
    DynamicFieldType::MultiSelect,
    DynamicFieldType::Number,
    DynamicFieldType::Date,
    DynamicFieldType::Time,
    DynamicFieldType::Image,
    DynamicFieldType::File,
];

/// Reads the fields that the row says the product has.
pub(super) fn read(head: &Reader<'_, '_>, found: &mut Findings) -> Vec<DynamicField> {
    KINDS.into_iter().filter_map(|kind| read_kind(head, kind, found)).collect()
}

fn read_kind(head: &Reader<'_, '_>, kind: DynamicFieldType, found: &mut Findings) -> Option<DynamicField> {
    if head.flag(Field::Input(kind, InputPart::Has), found) != Some(true) {
        return None;
    }
    let label = head.texts(|text| Field::Input(kind, InputPart::Name(text)), MAX_LABEL, Lines::Single, found);
    if label.is_empty() {
        let name = TextIn::ALL.into_iter().map(|text| Field::Input(kind, InputPart::Name(text)));
        let column = name.into_iter().find(|field| head.columns.has(*field));
        head.fail(found, column.or(Some(Field::Input(kind, InputPart::Has))), RowFault::Required);
    }
    let is_required = head.flag(Field::Input(kind, InputPart::Required), found).unwrap_or(false);
    let price = head.price(Field::Input(kind, InputPart::Price), found).unwrap_or(0);
    let choices = match kind {
        DynamicFieldType::Select | DynamicFieldType::MultiSelect => choices(head, kind, found),
        _ => Vec::new(),
    };
    Some(DynamicField { label, field_type: kind, is_required, price, choices })
}

fn choices(head: &Reader<'_, '_>, kind: DynamicFieldType, found: &mut Findings) -> Vec<DynamicChoice> {
    (1..=MAX_CHOICES)
        .filter_map(|number| {
            let label = |text| Field::Input(kind, InputPart::Choice(number, text));
            let label = head.texts(label, MAX_LABEL, Lines::Single, found);
            let price = head.price(Field::Input(kind, InputPart::ChoicePrice(number)), found).unwrap_or(0);
            (!label.is_empty()).then_some(DynamicChoice { label, price })
        })
        .collect()
}
