//! Converts a product of our own product file: what its columns say replaces the store's values exactly.

use kernel::ProductId;

use super::Rules;
use crate::fields::{self, Draft, Slot, Value};
use crate::import::formats::{CellTime, Field, MAX_OPTIONS, OwnColumns, TextIn};
use crate::model::{ProductDraft, ProductType, VariantDraft};

impl Rules {
    /// The store's product with the file's columns applied. Categories and pictures are unchanged; the caller, which can read the
    /// database, sets them.
    pub(super) fn own(&self, own: &OwnColumns, existing: Option<&ProductDraft>) -> ProductDraft {
        let file = &*own.fields;
        let mut draft = existing.cloned().unwrap_or_default();
        if existing.is_none() {
            // Without a link in the file, one is derived from the name.
            draft.page_link = None;
        }
        for (column, texts) in fields::model_texts() {
            self.texts(column, (texts.get)(file), (texts.get_mut)(&mut draft));
        }
        self.take(file, &mut draft);
        for slot in fields::slots::<ProductDraft>().filter(Slot::is_moment).filter(|slot| self.gives(&[slot.field])) {
            let moment = own.moments.get(&slot.field).and_then(|when| self.instant(*when));
            slot.set(&mut draft, moment.map(Value::Number));
        }
        if self.gives(&[Field::Weight]) {
            (draft.weight_grams, draft.weight_unit) = (file.weight_grams, file.weight_unit);
        }
        if self.gives(&[Field::DynamicFields]) {
            draft.dynamic_fields.clone_from(&file.dynamic_fields);
        }
        if self.gives(&[Field::Related]) {
            draft.related_ids = own.related.iter().filter_map(|id| id.parse::<ProductId>().ok()).collect();
        }
        // A blank link keeps the one that is there: a page never loses its address.
        draft.page_link = if self.gives(&[Field::PageLink]) { file.page_link.clone() } else { None };
        self.own_kind(file, existing.is_none(), &mut draft);
        draft
    }

    /// Replaces every field that the file has a column for.
    fn take<D: Draft>(&self, file: &D, draft: &mut D) {
        for slot in fields::slots::<D>().filter(|slot| !slot.is_moment() && self.gives(&[slot.field])) {
            slot.set(draft, slot.get(file));
        }
    }

    fn instant(&self, when: CellTime) -> Option<i64> {
        match when {
            CellTime::Moment(moment) => Some(moment),
            CellTime::Local(time) => self.moment(time),
        }
    }

    fn own_kind(&self, file: &ProductDraft, is_new: bool, draft: &mut ProductDraft) {
        let gives_options = (1..=MAX_OPTIONS).any(|number| self.gives(&[Field::OptionValue(number, TextIn::Store)]));
        if !gives_options && !is_new {
            if draft.product_type == ProductType::Basic {
                self.own_stock(file.qty, file.has_unlimited_qty, &mut draft.qty, &mut draft.has_unlimited_qty);
            }
            return;
        }
        draft.product_type = file.product_type;
        let old_options = std::mem::replace(&mut draft.options, file.options.clone());
        if !(1..=MAX_OPTIONS).any(|number| self.gives(&[Field::OptionVisual(number)])) {
            for option in &mut draft.options {
                let old = old_options.iter().find(|old| old.name == option.name);
                option.colors = old.map(|old| old.colors.clone()).unwrap_or_default();
                option.colors.retain(|value, _| option.values.contains(value));
            }
        }
        // A file exported before options had translations leaves them unchanged.
        if !(1..=MAX_OPTIONS).any(|n| self.gives(&[Field::OptionValue(n, TextIn::Ar), Field::OptionValue(n, TextIn::En)])) {
            for option in &mut draft.options {
                if let Some(old) = old_options.iter().find(|old| old.name == option.name) {
                    option.name_texts.clone_from(&old.name_texts);
                    option.value_texts.clone_from(&old.value_texts);
                    option.value_texts.retain(|value, _| option.values.contains(value));
                }
            }
        }
        let old = std::mem::take(&mut draft.variants);
        draft.variants = file.variants.iter().map(|variant| self.own_variant(variant, &old)).collect();
        if file.product_type == ProductType::Basic {
            self.own_stock(file.qty, file.has_unlimited_qty, &mut draft.qty, &mut draft.has_unlimited_qty);
        } else {
            draft.qty = 0;
        }
    }

    fn own_variant(&self, file: &VariantDraft, old: &[VariantDraft]) -> VariantDraft {
        let existing = old.iter().find(|variant| variant.option_values == file.option_values);
        let new = || VariantDraft { option_values: file.option_values.clone(), ..VariantDraft::default() };
        let mut out = existing.cloned().unwrap_or_else(new);
        self.take(file, &mut out);
        if self.gives(&[Field::Weight]) {
            out.weight_grams = file.weight_grams;
        }
        self.own_stock(file.qty, file.has_unlimited_qty, &mut out.qty, &mut out.has_unlimited_qty);
        out
    }

    fn own_stock(&self, qty: i64, is_unlimited: bool, to: &mut i64, to_unlimited: &mut bool) {
        if self.gives(&[Field::Quantity]) {
            *to = qty;
        }
        if self.gives(&[Field::Unlimited]) {
            *to_unlimited = is_unlimited;
        }
    }
}
