//! What [`ProductDraft::check`] accepts and how it normalizes it.

use kernel::text_guard::Lines;
use kernel::{Currency, Lang};
use web::Message;
use web::message::common;

use super::checker::{Checker, Faults, MOST_GRAMS, MOST_QTY, REPEATED, repeated, same, text_message};
use super::options::{check_options, check_variant, settle_values};
use crate::model::{DynamicField, FieldType, ProductDraft, ProductInput, ProductType};

/// The most variants of a product.
pub const MOST_VARIANTS: usize = 250;
/// The most pictures of a product.
pub const MOST_IMAGES: usize = 50;
const MOST_OPTIONS: usize = 3;
const MOST_CATEGORIES: usize = 50;
const MOST_TAGS: usize = 50;
const MOST_FIELDS: usize = 20;
const MOST_CHOICES: usize = 50;
/// The most related products chosen by hand.
pub const MOST_RELATED: usize = 12;
const MOST_DESCRIPTION: usize = 50_000;

const SALE_ENDS_BEFORE: Message = Message::new("نهاية التخفيض يجب أن تكون بعد بدايته.", "The sale must end after it starts.");
const MIN_ABOVE_MAX: Message =
    Message::new("الحد الأدنى للكمية لا يمكن أن يتجاوز الحد الأقصى.", "The minimum can't exceed the maximum.");
const BASIC_HAS_OPTIONS: Message = Message::new(
    "المنتج البسيط ليس له خيارات. غيّر نوعه إلى «منتج بخيارات».",
    "Simple products have no options. Change the type to “Product with options”.",
);
const MULTI_NEEDS_OPTIONS: Message =
    Message::new("أضف خيارًا واحدًا على الأقل، مثل اللون أو المقاس.", "Add at least one option, such as color or size.");
const MULTI_NEEDS_VARIANTS: Message = Message::new("أضف متغيرًا واحدًا على الأقل.", "Add at least one variant.");
const SAME_VARIANT: Message = Message::new("يوجد متغير آخر بالقيم نفسها.", "Another variant has the same values.");
const NEEDS_CHOICES: Message = Message::new("أضف خيارين على الأقل.", "Add at least two choices.");
const NO_CHOICES: Message = Message::new("الخيارات لنوع «اختيار» فقط.", "Only “choice” fields have choices.");
const NO_LETTERS: Message = Message::new("الرابط يجب أن يحتوي على حروف أو أرقام.", "The link must contain letters or digits.");

impl ProductDraft {
    /// Normalizes the fields and checks every rule that needs no other row. `language` is the store's primary one: a name missing
    /// in all languages is reported there.
    ///
    /// # Errors
    /// Every fault, by dotted path.
    pub fn check(mut self, currency: Currency, language: Lang) -> Result<ProductInput, Faults> {
        let mut check = Checker::new();
        self.check_texts(&mut check, language);
        self.check_numbers(&mut check, currency);
        for (i, field) in self.dynamic_fields.iter_mut().enumerate() {
            check_field(&mut check, &format!("dynamic_fields.{i}"), field);
        }
        match self.product_type {
            ProductType::Basic => {
                if !self.options.is_empty() || !self.variants.is_empty() {
                    check.faults.add("options", BASIC_HAS_OPTIONS);
                }
                if self.regular_price.is_none() {
                    check.faults.add("regular_price", common::REQUIRED);
                }
                check.sale("", self.regular_price, self.sale_price);
            }
            ProductType::Multi => self.check_multi(&mut check, currency),
        }
        if check.faults.is_empty() { Ok(ProductInput(self)) } else { Err(check.faults) }
    }

    fn check_texts(&mut self, check: &mut Checker, language: Lang) {
        check.texts("name", &mut self.name, 200, Lines::Single);
        if self.name.is_empty() {
            check.faults.add(format!("name.{}", language.code()), common::REQUIRED);
        }
        check.texts("short_description", &mut self.short_description, 1_000, Lines::Many);
        for (path, html) in [("description.ar", &mut self.description.ar), ("description.en", &mut self.description.en)] {
            match platform::html::clean(html, MOST_DESCRIPTION) {
                Ok(clean) => *html = clean,
                Err(fault) => check.faults.add(path, text_message(fault)),
            }
        }
        check.texts("seo.meta_title", &mut self.seo.meta_title, 200, Lines::Single);
        check.texts("seo.meta_description", &mut self.seo.meta_description, 500, Lines::Single);
        check.texts("seo.keywords", &mut self.seo.keywords, 500, Lines::Single);
        check.codes("", self);
        match web::fields::template(self.template.as_deref()) {
            Ok(template) => self.template = template,
            Err(message) => check.faults.add("template", message),
        }
        if let Some(link) = &mut self.page_link {
            check.text("page_link", link, 200, Lines::Single);
        }
        self.page_link.take_if(|link| link.is_empty());
        if let Some(link) = &mut self.page_link {
            match kernel::slug::slugify(link) {
                Some(slug) => *link = slug,
                None => check.faults.add("page_link", NO_LETTERS),
            }
        }
        for (path, link) in [("page_links.ar", &mut self.page_links.ar), ("page_links.en", &mut self.page_links.en)] {
            check.text(path, link, 200, Lines::Single);
            if !link.is_empty() {
                match kernel::slug::slugify(link) {
                    Some(slug) => *link = slug,
                    None => check.faults.add(path, NO_LETTERS),
                }
            }
        }
        check.count("tags", self.tags.len(), MOST_TAGS);
        for (i, tag) in self.tags.iter_mut().enumerate() {
            check.text(&format!("tags.{i}"), tag, 80, Lines::Single);
        }
        let mut seen = Vec::new();
        self.tags.retain(|tag| {
            let key = same(tag);
            let is_new = !key.is_empty() && !seen.contains(&key);
            seen.push(key);
            is_new
        });
    }

    fn check_numbers(&mut self, check: &mut Checker, currency: Currency) {
        check.amounts("", self, currency);
        if let (Some(from), Some(until)) = (self.sale_from, self.sale_until)
            && until <= from
        {
            check.faults.add("sale_until", SALE_ENDS_BEFORE);
        }
        check.range("qty", self.qty, 0, MOST_QTY);
        check.counts("", self);
        if let (Some(min), Some(max)) = (self.min_qty, self.max_qty)
            && min > max
        {
            check.faults.add("min_qty", MIN_ABOVE_MAX);
        }
        check.range("weight_amount", self.weight_grams, 0, MOST_GRAMS);
        check.count("category_ids", self.category_ids.len(), MOST_CATEGORIES);
        check.count("image_ids", self.image_ids.len(), MOST_IMAGES);
        let mut seen = std::collections::HashSet::new();
        self.category_ids.retain(|id| seen.insert(id.raw()));
        seen.clear();
        self.image_ids.retain(|id| seen.insert(id.raw()));
        check.count("dynamic_fields", self.dynamic_fields.len(), MOST_FIELDS);
        seen.clear();
        self.related_ids.retain(|id| seen.insert(id.raw()));
        check.count("related_ids", self.related_ids.len(), MOST_RELATED);
        // A published product is not scheduled.
        self.publish_at.take_if(|_| self.is_published);
    }

    fn check_multi(&mut self, check: &mut Checker, currency: Currency) {
        if self.options.is_empty() {
            check.faults.add("options", MULTI_NEEDS_OPTIONS);
        }
        let has_few = check.count("options", self.options.len(), MOST_OPTIONS);
        check_options(check, &mut self.options);
        if self.variants.is_empty() {
            check.faults.add("variants", MULTI_NEEDS_VARIANTS);
        }
        check.sale("", self.regular_price, self.sale_price);
        if !check.count("variants", self.variants.len(), MOST_VARIANTS) || !has_few {
            return;
        }
        let mut combinations = std::collections::HashSet::new();
        let mut ids = std::collections::HashSet::new();
        for (i, variant) in self.variants.iter_mut().enumerate() {
            let path = format!("variants.{i}");
            check_variant(check, &path, variant, currency);
            let values = settle_values(check, &path, &self.options, variant);
            if values.is_some_and(|v| !combinations.insert(v)) {
                check.faults.add(format!("{path}.option_values"), SAME_VARIANT);
            }
            if variant.id.is_some_and(|id| !ids.insert(id.raw())) {
                check.faults.add(format!("{path}.id"), REPEATED);
            }
            let regular = variant.regular_price.or(self.regular_price);
            if regular.is_none() {
                check.faults.add(format!("{path}.regular_price"), common::REQUIRED);
            } else {
                check.sale(&format!("{path}."), regular, variant.sale_price);
            }
        }
        self.qty = 0;
        self.has_unlimited_qty = self.variants.iter().any(|v| v.is_active && v.has_unlimited_qty);
    }
}

fn check_field(check: &mut Checker, path: &str, field: &mut DynamicField) {
    check.texts(&format!("{path}.field_label"), &mut field.field_label, 120, Lines::Single);
    if field.field_label.is_empty() {
        check.faults.add(format!("{path}.field_label.ar"), common::REQUIRED);
    }
    check.count(&format!("{path}.choices"), field.choices.len(), MOST_CHOICES);
    for (i, choice) in field.choices.iter_mut().enumerate() {
        let path = format!("{path}.choices.{i}");
        check.text(&path, choice, 120, Lines::Single);
        if choice.is_empty() {
            check.faults.add(path, common::REQUIRED);
        }
    }
    repeated(check, &format!("{path}.choices"), &field.choices);
    match field.field_type {
        FieldType::Choice if field.choices.len() < 2 => check.faults.add(format!("{path}.choices"), NEEDS_CHOICES),
        FieldType::Text | FieldType::Number | FieldType::Date | FieldType::File if !field.choices.is_empty() => {
            check.faults.add(format!("{path}.choices"), NO_CHOICES);
        }
        _ => {}
    }
}
