//! Notes about rows of imported products that the merchant should know.

use kernel::Lang;
use serde::{Deserialize, Serialize};

/// A value that was interpreted differently from how the file writes it, or left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RowNote {
    /// The sale price isn't below the regular price. Skipped.
    SaleNotBelowRegular,
    /// Not a URL: the picture was left out, the product is imported.
    ImageSkipped {
        /// The address, shortened.
        value: String,
    },
    /// Negative stock was set to 0.
    NegativeStock,
    /// A variant for any value of an option became one variant per value.
    AnyValueExpanded {
        /// The number of variants created from it.
        variants: usize,
    },
    /// The stock of an expanded variant went to the first of the created ones.
    SharedStock,
    /// An unsupported product type; the product is imported inactive.
    UnsupportedType {
        /// The type as the file writes it.
        value: String,
    },
}

/// A note about one row. The product is imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowWarning {
    /// Data row, from 1.
    pub record: u32,
    /// Line of the file on which the row begins, from 1.
    pub line: u32,
    /// The column's caption as the file writes it.
    pub column: Option<String>,
    /// What was done.
    #[serde(flatten)]
    pub note: RowNote,
}

impl RowWarning {
    /// The message for the merchant; it begins with the column's caption when there is one.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        let text = self.text(lang);
        match &self.column {
            Some(column) => format!("{}: {text}", column.trim()),
            None => text,
        }
    }

    /// The message without the column's caption.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        match (&self.note, lang) {
            (RowNote::SaleNotBelowRegular, Lang::Ar) => "سعر التخفيض ليس أقل من السعر الأساسي، فتم تخطيه.".to_owned(),
            (RowNote::SaleNotBelowRegular, Lang::En) => "The sale price isn't below the regular price. Skipped.".to_owned(),
            (RowNote::ImageSkipped { value }, Lang::Ar) => format!("«{value}» ليس رابط صورة، فتم تخطيه."),
            (RowNote::ImageSkipped { value }, Lang::En) => format!("\"{value}\" isn't an image URL. Skipped."),
            (RowNote::NegativeStock, Lang::Ar) => "الكمية سالبة، فتم ضبطها على 0.".to_owned(),
            (RowNote::NegativeStock, Lang::En) => "Negative stock was set to 0.".to_owned(),
            (RowNote::AnyValueExpanded { variants }, Lang::Ar) => {
                format!("تم إنشاء متغير لكل قيمة، وعددها {variants}.")
            }
            (RowNote::AnyValueExpanded { variants }, Lang::En) => {
                format!("Expanded into {variants} variants, one for each value.")
            }
            (RowNote::SharedStock, Lang::Ar) => "تم تعيين الكمية المشتركة للمتغير الأول. راجع الكميات.".to_owned(),
            (RowNote::SharedStock, Lang::En) => {
                "Shared stock was assigned to the first variant. Check the quantities.".to_owned()
            }
            (RowNote::UnsupportedType { value }, Lang::Ar) => {
                format!("نوع المنتج «{value}» غير مدعوم، فتم استيراده غير مفعّل. راجع السعر قبل التفعيل.")
            }
            (RowNote::UnsupportedType { value }, Lang::En) => {
                format!("Product type \"{value}\" isn't supported. Imported as inactive; check the price before activating.")
            }
        }
    }
}
