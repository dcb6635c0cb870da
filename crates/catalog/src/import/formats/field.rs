//! Labels of our fields on the mapping screen, where they are the targets of columns. They are declared in `crate::fields`, their
//! keys are read and written in [`super::field_key`].

use kernel::Lang;

pub use crate::fields::{DynamicFieldType, Field, InputPart, TextIn};
use crate::fields::{all, all_texts};

/// Fields that the shopper fills in: kind, key, Arabic label, English label. The keys are Zid's own.
pub(super) const INPUTS: &[(DynamicFieldType, &str, &str, &str)] = &[
    (DynamicFieldType::Select, "dropdown", "قائمة اختيار", "Dropdown"),
    (DynamicFieldType::Text, "text_input", "حقل نصي", "Text input"),
    (DynamicFieldType::MultiSelect, "multiple_options", "اختيارات متعددة", "Multiple options"),
    (DynamicFieldType::Number, "numerical_input", "حقل رقمي", "Number input"),
    (DynamicFieldType::Date, "date", "تاريخ", "Date"),
    (DynamicFieldType::Time, "time", "وقت", "Time"),
    (DynamicFieldType::Image, "image_upload", "رفع صورة", "Image upload"),
    (DynamicFieldType::File, "file_upload", "رفع ملف", "File upload"),
];

/// Most options of a product.
pub const MAX_OPTIONS: u8 = 3;
/// Attribute columns of WooCommerce that are read.
pub(super) const MAX_ATTRIBUTES: u8 = 50;

impl Field {
    /// The fields that the mapping screen offers, in its order.
    #[must_use]
    pub fn offered() -> Vec<Self> {
        let mut fields = Vec::with_capacity(100);
        for texts in all_texts().filter(|texts| !texts.is_of_own_file) {
            fields.extend(TextIn::ALL.map(texts.column));
        }
        fields.extend(all().filter(|declared| !declared.is_of_own_file).map(|declared| declared.field));
        for number in 1..=MAX_OPTIONS {
            fields.extend(TextIn::ALL.map(|text| Self::OptionName(number, text)));
            fields.extend(TextIn::ALL.map(|text| Self::OptionValue(number, text)));
            fields.push(Self::OptionVisual(number));
        }
        fields
    }

    /// The label for merchants.
    #[must_use]
    pub fn label(self, lang: Lang) -> String {
        let pick = |ar: &str, en: &str| if lang == Lang::Ar { ar.to_owned() } else { en.to_owned() };
        match self {
            Self::OptionName(number, text) => pick("اسم الخيار", "Option name") + &format!(" {number}") + text.note(lang),
            Self::OptionValue(number, text) => pick("قيمة الخيار", "Option value") + &format!(" {number}") + text.note(lang),
            Self::OptionVisual(number) => pick("لون الخيار أو صورته", "Option colour or image") + &format!(" {number}"),
            Self::Input(kind, part) => {
                let group = INPUTS.iter().find(|row| row.0 == kind).map_or_else(String::new, |row| pick(row.2, row.3));
                let part = match part {
                    InputPart::Has => pick("موجود", "present"),
                    InputPart::Required => pick("مطلوب", "required"),
                    InputPart::Name(text) => pick("الاسم", "name") + text.note(lang),
                    InputPart::Price => pick("السعر", "price"),
                    InputPart::Choice(number, text) => pick("اختيار", "choice") + &format!(" {number}") + text.note(lang),
                    InputPart::ChoicePrice(number) => pick("سعر اختيار", "price of choice") + &format!(" {number}"),
                };
                format!("{group}: {part}")
            }
            _ => {
                let texts = || self.texts().map(|(texts, text)| (texts.labels, text.note(lang)));
                let declared = self.declared().map(|declared| (declared.labels, ""));
                declared.or_else(texts).map_or_else(String::new, |((ar, en), note)| pick(ar, en) + note)
            }
        }
    }

    /// Whether it is a name in some language, which every product requires.
    #[must_use]
    pub const fn is_name(self) -> bool {
        matches!(self, Self::Name(_))
    }

    /// Whether it is a price that a shopper pays, which every product requires.
    #[must_use]
    pub const fn is_price(self) -> bool {
        matches!(self, Self::RegularPrice | Self::SellingPrice)
    }

    /// Whether it is a text column without a language.
    #[must_use]
    pub const fn is_in_no_language(self) -> bool {
        matches!(
            self,
            Self::Name(TextIn::Store)
                | Self::ShortDescription(TextIn::Store)
                | Self::Description(TextIn::Store)
                | Self::Category(TextIn::Store)
                | Self::MetaTitle(TextIn::Store)
                | Self::MetaDescription(TextIn::Store)
                | Self::Keywords(TextIn::Store)
                | Self::OptionName(_, TextIn::Store)
                | Self::OptionValue(_, TextIn::Store)
        )
    }
}
