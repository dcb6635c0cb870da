//! A product of our own product file: what its columns say replaces what the store has, exactly.

use kernel::ProductId;

use super::Rules;
use crate::import::formats::{CellTime, Field, MAX_OPTIONS, OwnColumns, TextIn};
use crate::{ProductDraft, ProductType, VariantDraft};

impl Rules {
    /// The store's product with what the file's columns say. Categories and pictures stay; placing them is for whoever
    /// can ask the database.
    pub(super) fn own(&self, own: &OwnColumns, existing: Option<&ProductDraft>) -> ProductDraft {
        let file = &*own.fields;
        let mut draft = existing.cloned().unwrap_or_default();
        if existing.is_none() {
            // A link of the store is made of the name where the file has none.
            draft.page_link = None;
        }
        for (of, new, out) in [
            (Field::Name as fn(TextIn) -> Field, &file.name, &mut draft.name),
            (Field::ShortDescription, &file.short_description, &mut draft.short_description),
            (Field::Description, &file.description, &mut draft.description),
            (Field::MetaTitle, &file.seo.meta_title, &mut draft.seo.meta_title),
            (Field::MetaDescription, &file.seo.meta_description, &mut draft.seo.meta_description),
            (Field::Keywords, &file.seo.keywords, &mut draft.seo.keywords),
            (Field::PageLinkIn, &file.page_links, &mut draft.page_links),
        ] {
            self.texts(of, new, out);
        }
        macro_rules! take {
            ($($field:expr => $($name:ident),+;)+) => { $(if self.gives(&[$field]) { $(draft.$name = file.$name.clone();)+ })+ };
        }
        take! {
            Field::RegularPrice => regular_price;
            Field::SalePrice => sale_price;
            Field::CostPrice => cost_price;
            Field::Sku => sku;
            Field::Barcode => barcode;
            Field::Brand => brand;
            Field::LowStockAt => low_stock_at;
            Field::MinPerOrder => min_qty;
            Field::MaxPerOrder => max_qty;
            Field::Weight => weight_grams, weight_unit;
            Field::RequiresShipping => requires_shipping;
            Field::FreeShipping => has_free_shipping;
            Field::TaxFree => is_tax_free;
            Field::Active => is_active;
            Field::Published => is_published;
            Field::Tags => tags;
            Field::DynamicFields => dynamic_fields;
        }
        for (field, when, out) in [
            (Field::SaleStarts, own.sale_from, &mut draft.sale_from),
            (Field::SaleEnds, own.sale_until, &mut draft.sale_until),
            (Field::PublishAt, own.publish_at, &mut draft.publish_at),
            (Field::ArchivedAt, own.archived_at, &mut draft.archived_at),
        ] {
            if self.gives(&[field]) {
                *out = when.and_then(|when| self.instant(when));
            }
        }
        if self.gives(&[Field::Related]) {
            draft.related_ids = own.related.iter().filter_map(|id| id.parse::<ProductId>().ok()).collect();
        }
        // A blank link keeps the one that is there: a page never loses its address.
        draft.page_link = if self.gives(&[Field::PageLink]) { file.page_link.clone() } else { None };
        self.own_kind(file, existing.is_none(), &mut draft);
        draft
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
        // A file of before its options had languages says nothing of them.
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
        macro_rules! take {
            ($($field:expr => $name:ident;)+) => { $(if self.gives(&[$field]) { out.$name = file.$name.clone(); })+ };
        }
        take! {
            Field::RegularPrice => regular_price;
            Field::SalePrice => sale_price;
            Field::CostPrice => cost_price;
            Field::Sku => sku;
            Field::Barcode => barcode;
            Field::Weight => weight_grams;
            Field::Active => is_active;
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
