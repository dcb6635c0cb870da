//! Errors in the column mapping of a product file, with messages for merchants in both languages.
//!
//! Three layers: [`FileError`](super::FileError) refuses the whole file, [`MappingError`] the choice of columns, and
//! [`RowError`](super::RowError) one product.

use kernel::Lang;

use super::field::Field;

/// Why a mapping of columns to fields cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MappingError {
    /// No column gives a field that is required of every product.
    #[error("no column is mapped to {0:?}")]
    MissingFields(Vec<Field>),
    /// No column identifies the products.
    #[error("no column tells products apart")]
    NoMark,
    /// The mapping was made for another file: it has another number of columns.
    #[error("the mapping has {mapped} columns and the file has {columns}")]
    OtherFile {
        /// Columns of the mapping.
        mapped: usize,
        /// Columns of the file.
        columns: usize,
    },
}

impl MappingError {
    /// The message for the merchant.
    #[must_use]
    pub fn message(&self, lang: Lang) -> String {
        match (self, lang) {
            (Self::MissingFields(fields), _) => {
                let names: Vec<String> = fields.iter().map(|field| field.label(lang)).collect();
                match lang {
                    Lang::Ar => format!("أعمدة مطلوبة غير موجودة: {}.", names.join("، ")),
                    Lang::En => format!("Required columns are missing: {}.", names.join(", ")),
                }
            }
            (Self::NoMark, Lang::Ar) => "اربط عمودًا يميّز المنتجات: رمز المنتج (SKU) أو معرّف رواج أو الاسم.".to_owned(),
            (Self::NoMark, Lang::En) => "Map a column that identifies products: SKU, Rawaj ID, or name.".to_owned(),
            (Self::OtherFile { .. }, Lang::Ar) => "هذا الربط محفوظ لملف آخر.".to_owned(),
            (Self::OtherFile { .. }, Lang::En) => "This mapping belongs to another file.".to_owned(),
        }
    }
}
