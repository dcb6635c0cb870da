//! Converts a product of a file to a product of the catalogue. Pure.
//!
//! The overwrite rule (contracts/imports.md §1.3): a field that the file has no column for is unchanged, a column that is there
//! and blank clears it. A page link and pictures that the merchant uploaded are never overwritten, except by our own product file
//! (`own`), which names both.

mod options;
mod own;
mod shopper_fields;

use std::collections::HashSet;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use kernel::slug::slugify;
use kernel::{Currency, Lang, Texts};
use web::message::Message;

use super::formats::{
    Field, Format, ImportProduct, ImportVariant, InputPart, Item, Mapping, ProductType as FileType, Stock, TextIn,
    WeightUnit as FileUnit, values,
};
use crate::check::Faults;
use crate::model::{ProductDraft, ProductInput, ProductOption, ProductType, Seo, VariantDraft, WeightUnit};
use platform::imports::model::{Mode, RowMessage};

const OVERSELL: Message = Message::new(
    "يسمح الملف بالبيع بعد نفاد الكمية، فأصبحت الكمية غير محدودة.",
    "The file allows overselling, so the quantity was set to unlimited.",
);

/// The context of the conversion: file and store.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    fields: HashSet<Field>,
    captions: Vec<(Field, String)>,
    pub(super) format: Format,
    pub(super) mode: Mode,
    lang: Lang,
    pub(super) currency: Currency,
    zone: TimeZone,
}

impl Rules {
    pub(super) fn new(mapping: &Mapping, headers: &[String], lang: Lang, currency: Currency, timezone: &str, mode: Mode) -> Self {
        let captions =
            mapping.columns.iter().zip(headers).filter_map(|(field, caption)| Some(((*field)?, caption.trim().to_owned())));
        Self {
            fields: mapping.columns.iter().flatten().copied().collect(),
            captions: captions.collect(),
            format: mapping.format,
            mode,
            lang,
            currency,
            zone: TimeZone::get(timezone).unwrap_or(TimeZone::UTC),
        }
    }

    fn gives(&self, any: &[Field]) -> bool {
        any.iter().any(|field| self.fields.contains(field))
    }

    /// The file has a column for any language of a text.
    fn gives_text(&self, of: fn(TextIn) -> Field) -> bool {
        TextIn::ALL.into_iter().any(|text| self.fields.contains(&of(text)))
    }

    pub(super) fn gives_options(&self) -> bool {
        self.fields.iter().any(|field| matches!(field, Field::OptionName(..) | Field::OptionValue(..)))
    }

    pub(super) fn gives_categories(&self) -> bool {
        self.gives(&[Field::CategoryName]) || self.gives_text(Field::Category)
    }

    /// The file lists exactly the product's pictures: our own file, which names each of them.
    pub(super) fn names_every_image(&self) -> bool {
        self.format == Format::Rawaj
    }

    pub(super) fn gives_variant_images(&self) -> bool {
        self.gives(&[Field::VariantImage])
    }

    pub(super) fn gives_images(&self) -> bool {
        self.gives(&[Field::Images, Field::VariantImage])
    }

    /// The caption of the column for the field at a path: `variants.3.sale_price`.
    pub(super) fn caption(&self, path: &str) -> Option<String> {
        let is_word =
            |part: &&str| !part.is_empty() && !part.bytes().all(|b| b.is_ascii_digit()) && !matches!(*part, "ar" | "en");
        let last = path.split('.').rfind(is_word)?;
        let is_requested = |field: &Field| match last {
            "name" if path.starts_with("options") => matches!(field, Field::OptionName(..)),
            "name" => field.is_name(),
            "regular_price" => field.is_price(),
            "sale_price" => matches!(field, Field::SalePrice | Field::SellingPrice),
            "id" => *field == Field::OwnId,
            "qty" => *field == Field::Quantity,
            "max_qty" => matches!(field, Field::MaxPerOrder | Field::SoldIndividually),
            "weight_amount" => matches!(field, Field::Weight | Field::Grams),
            "page_link" => matches!(field, Field::PageLink | Field::Handle),
            "related_ids" => *field == Field::Related,
            "dynamic_fields" => *field == Field::DynamicFields,
            "colors" => matches!(field, Field::OptionVisual(_)),
            "category" | "category_ids" => matches!(field, Field::Category(_) | Field::CategoryName),
            "values" | "option_values" | "options" | "variants" => matches!(field, Field::OptionValue(..)),
            "field_label" | "choices" => matches!(field, Field::Input(_, InputPart::Name(_)) | Field::DynamicFields),
            _ => field.wire_name() == Some(last),
        };
        self.captions.iter().find(|(field, _)| is_requested(field)).map(|(_, caption)| caption.clone())
    }

    /// The faults of a product as messages to store with its row.
    pub(super) fn messages(&self, faults: &Faults) -> Vec<RowMessage> {
        faults.0.iter().map(|fault| RowMessage::new(self.caption(&fault.path), &fault.message)).collect()
    }

    /// The resulting product: the store's fields overwritten by the file's. Categories and pictures of `existing` are unchanged;
    /// the caller, which can read the database, sets them.
    pub(super) fn input(
        &self,
        product: &ImportProduct,
        existing: Option<&ProductDraft>,
    ) -> Result<(ProductInput, Vec<RowMessage>), Faults> {
        let mut notes = Vec::new();
        let mut draft = self.draft(product, existing, &mut notes);
        let (categories, images) = (std::mem::take(&mut draft.category_ids), std::mem::take(&mut draft.image_ids));
        let mut input = draft.check(self.currency, self.lang)?;
        (input.0.category_ids, input.0.image_ids) = (categories, images);
        Ok((input, notes))
    }

    /// The store's product with its variant of this SKU changed by a row without options.
    pub(super) fn variant_input(
        &self,
        product: &ImportProduct,
        existing: &ProductDraft,
        sku: &str,
    ) -> Result<ProductInput, Faults> {
        let mut draft = ProductDraft { page_link: None, ..existing.clone() };
        let (categories, images) = (std::mem::take(&mut draft.category_ids), std::mem::take(&mut draft.image_ids));
        for variant in draft.variants.iter_mut().filter(|variant| variant.sku.as_deref() == Some(sku)) {
            *variant = self.item_of(&product.item, variant.clone(), false);
        }
        let mut input = draft.check(self.currency, self.lang)?;
        (input.0.category_ids, input.0.image_ids) = (categories, images);
        Ok(input)
    }

    fn draft(&self, product: &ImportProduct, existing: Option<&ProductDraft>, notes: &mut Vec<RowMessage>) -> ProductDraft {
        if let Some(own) = &product.own {
            return self.own(own, existing);
        }
        let is_new = existing.is_none();
        let mut draft = existing.cloned().unwrap_or_default();
        for slot in values::slots::<ProductDraft>().filter(|slot| self.gives(&[slot.field])) {
            let value = product.values.get(&slot.field).or_else(|| product.item.values.get(&slot.field));
            slot.set(&mut draft, value.cloned());
        }
        self.texts(Field::Name, &product.name, &mut draft.name);
        self.texts(Field::ShortDescription, &plain(&product.short_description), &mut draft.short_description);
        self.texts(Field::Description, &product.description, &mut draft.description);
        let Seo { meta_title, meta_description, keywords } = &mut draft.seo;
        self.texts(Field::MetaTitle, &product.meta_title, meta_title);
        self.texts(Field::MetaDescription, &product.meta_description, meta_description);
        self.texts(Field::Keywords, &product.keywords, keywords);
        if is_new || self.gives(&[Field::Published, Field::Status]) {
            draft.is_published = product.is_published;
        }
        // A product type that is not supported here is imported inactive whatever its columns say.
        if is_new || !product.is_active || self.gives(&[Field::Published, Field::Status]) {
            draft.is_active = product.is_active;
        }
        if self.gives(&[Field::Active]) {
            draft.is_active = product.is_active;
        }
        if self.gives(&[Field::MinPerOrder]) {
            draft.min_qty = product.min_per_order;
        }
        if self.gives(&[Field::MaxPerOrder, Field::SoldIndividually]) {
            draft.max_qty = product.max_per_order;
        }
        if self.fields.iter().any(|field| matches!(field, Field::Input(..))) {
            draft.dynamic_fields = self.dynamic_fields(product, notes);
        }
        self.kind(product, is_new, &mut draft);
        self.own_item(product, is_new, &mut draft);
        if sells_on(product) {
            notes.push(RowMessage::new(self.caption("qty"), &OVERSELL));
        }
        let link = product.page_link.as_deref().or(product.handle.as_deref());
        draft.page_link = if is_new { link.and_then(slugify) } else { None };
        draft
    }

    /// Basic or multi, with options and variants. A file without options leaves both unchanged.
    fn kind(&self, product: &ImportProduct, is_new: bool, draft: &mut ProductDraft) {
        match product.product_type {
            FileType::Multi => {
                let options = self.options(product, &draft.options, &draft.variants);
                let old = std::mem::take(&mut draft.variants);
                draft.variants = product.variants.iter().map(|variant| self.variant(variant, &options, &old)).collect();
                draft.product_type = ProductType::Multi;
                draft.options = options;
            }
            FileType::Basic if is_new || self.gives_options() || draft.product_type == ProductType::Basic => {
                draft.product_type = ProductType::Basic;
                draft.options.clear();
                draft.variants.clear();
            }
            FileType::Basic => {}
        }
    }

    fn variant(&self, variant: &ImportVariant, options: &[ProductOption], old: &[VariantDraft]) -> VariantDraft {
        let option_values = option_values(variant, options);
        match old.iter().find(|v| v.option_values == option_values) {
            Some(existing) => self.item_of(&variant.item, existing.clone(), false),
            None => self.item_of(&variant.item, VariantDraft { option_values, ..VariantDraft::default() }, true),
        }
    }

    fn item_of(&self, item: &Item, mut out: VariantDraft, is_new: bool) -> VariantDraft {
        for slot in values::slots::<VariantDraft>().filter(|slot| self.gives(&[slot.field])) {
            slot.set(&mut out, item.values.get(&slot.field).cloned());
        }
        if is_new || self.gives_price() {
            out.regular_price = item.regular_price;
        }
        if is_new || self.gives_sale() {
            out.sale_price = item.sale_price;
        }
        if is_new || self.gives(&[Field::Sku]) {
            out.sku.clone_from(&item.sku);
        }
        if is_new || self.gives(&[Field::Barcode]) {
            out.barcode.clone_from(&item.barcode);
        }
        if is_new || self.gives_stock() {
            (out.has_unlimited_qty, out.qty) = stock(item);
        }
        if is_new || self.gives_weight() {
            out.weight_grams = item.weight.map(|weight| weight.grams);
        }
        out
    }

    /// Price, stock and the other item fields of the product itself.
    fn own_item(&self, product: &ImportProduct, is_new: bool, draft: &mut ProductDraft) {
        let item = &product.item;
        let first = product.variants.first().map_or(item, |variant| &variant.item);
        if is_new || self.gives_price() {
            draft.regular_price = item.regular_price;
        }
        if is_new || self.gives_sale() {
            draft.sale_price = item.sale_price;
            let has_sale = |i: &&Item| i.sale_price.is_some();
            let window = std::iter::once(item).chain(product.variants.iter().map(|v| &v.item)).find(has_sale);
            if is_new || window.is_none() || self.gives(&[Field::SaleStarts]) {
                draft.sale_from = window.and_then(|i| i.sale_starts).and_then(|t| self.moment(t));
            }
            if is_new || window.is_none() || self.gives(&[Field::SaleEnds]) {
                draft.sale_until = window.and_then(|i| i.sale_ends).and_then(|t| self.moment(t));
            }
        }
        if is_new || self.gives(&[Field::Sku]) {
            draft.sku.clone_from(&item.sku);
        }
        if is_new || self.gives(&[Field::Barcode]) {
            draft.barcode.clone_from(&item.barcode);
        }
        if draft.product_type == ProductType::Basic && (is_new || self.gives_stock()) {
            (draft.has_unlimited_qty, draft.qty) = stock(item);
        }
        if is_new || self.gives_weight() {
            let weight = item.weight.or(first.weight);
            draft.weight_grams = weight.map_or(0, |weight| weight.grams);
            if let Some(weight) = weight {
                draft.weight_unit = if weight.unit == FileUnit::Kg { WeightUnit::Kg } else { WeightUnit::G };
            }
        }
        if is_new || self.gives(&[Field::RequiresShipping, Field::RowKind]) {
            let says = item.requires_shipping.or(first.requires_shipping);
            // The row's type matters here only when it is "virtual".
            if is_new || says.is_some() || self.gives(&[Field::RequiresShipping]) {
                draft.requires_shipping = says.unwrap_or(true);
            }
        }
        if is_new || self.gives(&[Field::Taxable, Field::TaxFree, Field::TaxStatus]) {
            draft.is_tax_free = item.is_tax_free.or(first.is_tax_free).unwrap_or(false);
        }
    }

    fn gives_price(&self) -> bool {
        self.gives(&[Field::RegularPrice, Field::SellingPrice])
    }

    fn gives_sale(&self) -> bool {
        self.gives(&[Field::SalePrice, Field::SellingPrice])
    }

    fn gives_stock(&self) -> bool {
        self.gives(&[Field::Quantity, Field::Unlimited, Field::StockTracker, Field::InStock, Field::Backorders])
    }

    fn gives_weight(&self) -> bool {
        self.gives(&[Field::Weight, Field::Grams])
    }

    fn texts(&self, of: fn(TextIn) -> Field, new: &Texts, out: &mut Texts) {
        for (lang, text) in [(Lang::Ar, TextIn::Ar), (Lang::En, TextIn::En)] {
            if self.gives(&[of(text)]) || (lang == self.lang && self.gives(&[of(TextIn::Store)])) {
                out.set(lang, new.exact(lang));
            }
        }
    }

    /// A local time of the store as an epoch time; `None` outside the calendar's range.
    fn moment(&self, time: DateTime) -> Option<i64> {
        time.to_zoned(self.zone.clone()).ok().map(|zoned| zoned.timestamp().as_millisecond())
    }
}

/// The values of a variant as the options spell them.
pub(super) fn option_values(variant: &ImportVariant, options: &[ProductOption]) -> Vec<String> {
    variant.values.iter().zip(options).map(|(at, option)| option.values.get(*at).cloned().unwrap_or_default()).collect()
}

/// Whether the fields are equal; categories and pictures are compared by the caller that sets them.
pub(super) fn is_same(new: &ProductDraft, old: &ProductDraft) -> bool {
    let bare = |draft: &ProductDraft| {
        let mut draft = ProductDraft { category_ids: Vec::new(), image_ids: Vec::new(), ..draft.clone() };
        // A file without a link leaves the link unchanged.
        draft.page_link.take_if(|_| new.page_link.is_none());
        for variant in &mut draft.variants {
            (variant.id, variant.media_id) = (None, None);
        }
        draft
    };
    bare(new) == bare(old)
}

fn stock(item: &Item) -> (bool, i64) {
    match item.stock {
        None | Some(Stock::Unlimited) => (true, 0),
        Some(Stock::Counted { qty, may_oversell }) => (may_oversell, qty),
    }
}

fn sells_on(product: &ImportProduct) -> bool {
    let sells_on = |item: &Item| matches!(item.stock, Some(Stock::Counted { may_oversell: true, .. }));
    sells_on(&product.item) || product.variants.iter().any(|variant| sells_on(&variant.item))
}

/// Short descriptions are plain text here.
fn plain(texts: &Texts) -> Texts {
    let plain = |text: &str| if text.contains('<') { platform::html::plain(text) } else { text.to_owned() };
    Texts::new(plain(&texts.ar), plain(&texts.en))
}
