//! Errors of one product of a file, with messages for merchants in both languages.

use kernel::Lang;
use serde::{Deserialize, Serialize};

pub(super) use platform::imports::sheet::excerpt;

/// What is wrong with a cell or a product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RowFault {
    /// A required cell is blank.
    Required,
    /// Not a plain number: a unit, letters, two points.
    NotANumber {
        /// The cell, shortened.
        value: String,
    },
    /// More decimals than the store's currency has.
    TooManyDecimals {
        /// The cell, shortened.
        value: String,
        /// Decimals the currency has.
        digits: u32,
    },
    /// Below zero.
    Negative {
        /// The cell, shortened.
        value: String,
    },
    /// Above the largest amount or count.
    TooLarge {
        /// The cell, shortened.
        value: String,
    },
    /// A count with a fraction.
    NotWhole {
        /// The cell, shortened.
        value: String,
    },
    /// Not a yes or no.
    NotABoolean {
        /// The cell, shortened.
        value: String,
    },
    /// Not a date in a known form.
    NotADate {
        /// The cell, shortened.
        value: String,
    },
    /// Not a shopper field in the format of our own export.
    NotAField {
        /// The line, shortened.
        value: String,
    },
    /// A unit of weight that is not g, kg, lb or oz.
    UnknownUnit {
        /// The cell, shortened.
        value: String,
    },
    /// A spreadsheet would evaluate the cell as a formula.
    Formula {
        /// The cell, shortened.
        value: String,
    },
    /// More characters than the field holds.
    TooLong {
        /// The most characters.
        max: usize,
    },
    /// NUL, escape or another control character.
    ControlCharacter,
    /// A character that reverses the reading direction.
    DirectionOverride,
    /// More cells than the header has: usually a comma outside quotation marks.
    TooManyCells {
        /// Columns of the header.
        columns: usize,
    },
    /// An amount in another currency than the store's.
    OtherCurrency {
        /// The cell, shortened.
        value: String,
        /// The store's currency.
        currency: String,
    },
    /// A variant row without a product above it, or with a parent that the file does not hold.
    NoParent {
        /// The parent it names, if it names one.
        parent: String,
    },
    /// A product with options and no variant rows.
    NoVariants,
    /// A variant without a value of an option.
    MissingOptionValue {
        /// The option's name.
        option: String,
    },
    /// Option values without the option's name.
    MissingOptionName {
        /// Which option, from 1.
        number: u8,
    },
    /// More options than a product holds.
    TooManyOptions {
        /// The most options.
        max: usize,
    },
    /// More variants than a product holds.
    TooManyVariants {
        /// The most variants.
        max: usize,
    },
    /// Two variants with the same option values.
    DuplicateVariant {
        /// Row of the first one, as a spreadsheet numbers it.
        first: u32,
    },
    /// The SKU occurs earlier in the file.
    DuplicateSku {
        /// The SKU, shortened.
        value: String,
        /// Row of the first one, as a spreadsheet numbers it.
        first: u32,
    },
    /// The least quantity of an order is above the most.
    MinAboveMax,
}

/// One fault of one product, with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowError {
    /// Data row, from 1, not counting header rows.
    pub record: u32,
    /// The row as a spreadsheet numbers it, from 1.
    pub line: u32,
    /// The column's caption as the file writes it; none when the fault is the row's.
    pub column: Option<String>,
    /// What is wrong.
    #[serde(flatten)]
    pub fault: RowFault,
}

impl RowError {
    /// The message for the merchant; it begins with the column's caption when there is one.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        let text = self.fault.text(lang);
        match &self.column {
            Some(column) => format!("{}: {text}", column.trim()),
            None => text,
        }
    }
}

impl RowFault {
    /// The message without the column's caption.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        match lang {
            Lang::Ar => self.arabic(),
            Lang::En => self.english(),
        }
    }

    fn arabic(&self) -> String {
        match self {
            Self::Required => "هذه الخانة مطلوبة.".to_owned(),
            Self::NotANumber { value } => format!("«{value}» ليس رقمًا. اكتب الرقم وحده بلا عملة أو وحدة."),
            Self::TooManyDecimals { value, digits: 0 } => format!("«{value}» فيه كسور، وعملة المتجر بلا كسور."),
            Self::TooManyDecimals { value, digits } => format!("«{value}» فيه خانات عشرية أكثر من خانات عملة المتجر ({digits})."),
            Self::Negative { value } => format!("«{value}» أقل من صفر."),
            Self::TooLarge { value } => format!("«{value}» أكبر من الحد المسموح."),
            Self::NotWhole { value } => format!("«{value}» ليس عددًا صحيحًا."),
            Self::NotABoolean { value } => format!("«{value}» ليس نعم أو لا."),
            Self::NotADate { value } => format!("«{value}» ليس تاريخًا معروفًا. اكتبه مثل 2026-03-31."),
            Self::NotAField { value } => {
                format!("«{value}» ليس حقلًا معروفًا. اكتبه مثل: نص | مطلوب | الاسم بالعربية | الاسم بالإنجليزية.")
            }
            Self::UnknownUnit { value } => format!("وحدة الوزن «{value}» غير معروفة. استخدم جم أو كجم."),
            Self::Formula { value } => {
                format!("«{value}» معادلة، والمعادلات غير مقبولة. اكتب قيمتها، أو ضع علامة ' قبلها إن كانت نصًا.")
            }
            Self::TooLong { max } => format!("النص أطول من الحد المسموح ({max} حرفًا)."),
            Self::ControlCharacter => "يحتوي النص على رموز تحكم غير مسموح بها.".to_owned(),
            Self::DirectionOverride => "يحتوي النص على رموز تقلب اتجاه الكتابة، وهي غير مسموح بها.".to_owned(),
            Self::TooManyCells { columns } => {
                format!("خانات هذا الصف أكثر من أعمدة الملف ({columns}). ضع النص الذي فيه فاصلة بين علامتي اقتباس.")
            }
            Self::OtherCurrency { value, currency } => {
                format!("«{value}» بعملة غير عملة المتجر ({currency}). حوّل السعر واكتب الرقم وحده.")
            }
            Self::NoParent { parent } if parent.is_empty() => "هذا الصف متغير دون منتج قبله.".to_owned(),
            Self::NoParent { parent } => format!("هذا الصف متغير للمنتج «{parent}» غير الموجود في الملف."),
            Self::NoVariants => "للمنتج خيارات دون صفوف متغيرات.".to_owned(),
            Self::MissingOptionValue { option } => format!("قيمة الخيار «{option}» مفقودة."),
            Self::MissingOptionName { number } => format!("اسم الخيار رقم {number} مفقود."),
            Self::TooManyOptions { max } => format!("خيارات المنتج أكثر من {max}."),
            Self::TooManyVariants { max } => format!("متغيرات المنتج أكثر من {max}."),
            Self::DuplicateVariant { first } => format!("متغير مكرر بقيم الخيارات نفسها في الصف {first}."),
            Self::DuplicateSku { value, first } => format!("رمز المنتج «{value}» مكرر، وقد ورد في الصف {first}."),
            Self::MinAboveMax => "الحد الأدنى للكمية في الطلب أكبر من الحد الأقصى.".to_owned(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::Required => "This cell is required.".to_owned(),
            Self::NotANumber { value } => {
                format!("\"{value}\" isn't a number. Enter digits only, without currency or unit.")
            }
            Self::TooManyDecimals { value, digits } => {
                format!("\"{value}\" has more decimals than the store's currency ({digits}).")
            }
            Self::Negative { value } => format!("\"{value}\" is below zero."),
            Self::TooLarge { value } => format!("\"{value}\" is too large."),
            Self::NotWhole { value } => format!("\"{value}\" isn't a whole number."),
            Self::NotABoolean { value } => format!("\"{value}\" isn't yes or no."),
            Self::NotADate { value } => format!("\"{value}\" isn't a valid date. Use the format 2026-03-31."),
            Self::NotAField { value } => {
                format!("\"{value}\" isn't a valid field. Use: text | required | Arabic label | English label.")
            }
            Self::UnknownUnit { value } => format!("Unknown weight unit \"{value}\". Use g or kg."),
            Self::Formula { value } => {
                format!("\"{value}\" is a formula. Enter its value, or start it with ' if it's text.")
            }
            Self::TooLong { max } => format!("The text is longer than {max} characters."),
            Self::ControlCharacter => "The text contains control characters.".to_owned(),
            Self::DirectionOverride => "The text contains characters that change the writing direction.".to_owned(),
            Self::TooManyCells { columns } => {
                format!("This row has more cells than columns ({columns}). Put text with commas in quotation marks.")
            }
            Self::OtherCurrency { value, currency } => {
                format!("\"{value}\" isn't in the store currency ({currency}). Convert the price and enter digits only.")
            }
            Self::NoParent { parent } if parent.is_empty() => "This row is a variant with no product above it.".to_owned(),
            Self::NoParent { parent } => format!("This row is a variant of \"{parent}\", which isn't in the file."),
            Self::NoVariants => "The product has options but no variant rows.".to_owned(),
            Self::MissingOptionValue { option } => format!("The value of the option \"{option}\" is missing."),
            Self::MissingOptionName { number } => format!("The name of option {number} is missing."),
            Self::TooManyOptions { max } => format!("The product has more than {max} options."),
            Self::TooManyVariants { max } => format!("The product has more than {max} variants."),
            Self::DuplicateVariant { first } => format!("A variant with the same option values is in row {first}."),
            Self::DuplicateSku { value, first } => format!("The SKU \"{value}\" is already in row {first}."),
            Self::MinAboveMax => "The minimum quantity per order is above the maximum.".to_owned(),
        }
    }
}
