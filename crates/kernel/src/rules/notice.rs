//! The messages that belong to no single field, in both languages (GU-12). The dashboard's catalogues say the same.

use crate::Lang;

/// Messages that belong to no single field (core 5 and 8, editor 5 and 7; GU-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// A request did not succeed.
    OperationFailed,
    /// A request succeeded.
    OperationSucceeded,
    /// A list could not be read.
    ListFailed,
    /// Required fields of a form are empty.
    FillRequiredFields,
    /// The title over the messages of a 422.
    InvalidData,
    /// A delete without an id.
    InvalidItemSelected,
    /// An upload whose answer says it did not succeed.
    UploadFailed,
    /// An upload above 5 242 880 bytes.
    FileTooLarge,
    /// An image above 2800 by 1800.
    ImageTooLarge,
    /// The store is still being built.
    StoreBeingPrepared,
    /// No payment method serves the shopper's country.
    NoPaymentMethods,
    /// A checkout without items.
    CartIsEmpty,
    /// The payment of a purchase did not succeed.
    PurchaseFailed,
    /// The plan does not include the feature.
    FeatureUnavailable,
    /// Fewer of a product than an order must have.
    QuantityBelowMinimum,
    /// More of a product than an order may hold.
    QuantityAboveMaximum,
}

impl Notice {
    /// Every notice, for catalogues.
    pub const ALL: [Self; 16] = [
        Self::OperationFailed,
        Self::OperationSucceeded,
        Self::ListFailed,
        Self::FillRequiredFields,
        Self::InvalidData,
        Self::InvalidItemSelected,
        Self::UploadFailed,
        Self::FileTooLarge,
        Self::ImageTooLarge,
        Self::StoreBeingPrepared,
        Self::NoPaymentMethods,
        Self::CartIsEmpty,
        Self::PurchaseFailed,
        Self::FeatureUnavailable,
        Self::QuantityBelowMinimum,
        Self::QuantityAboveMaximum,
    ];

    /// The message.
    #[must_use]
    pub const fn message(self, lang: Lang) -> &'static str {
        let (arabic, english) = match self {
            Self::OperationFailed => ("فشلت العملية!", "Operation Failed!"),
            Self::OperationSucceeded => ("تمت العملية بنجاح!", "Operation Succeeded!"),
            Self::ListFailed => ("تعذّر جلب القائمة!", "Error fetching list!"),
            Self::FillRequiredFields => ("املأ جميع الحقول المطلوبة", "Fill all required fields"),
            Self::InvalidData => ("البيانات المدخلة غير صحيحة.", "The entered data was invalid."),
            Self::InvalidItemSelected => ("العنصر المحدد غير صالح", "Invalid item selected"),
            Self::UploadFailed => ("فشل رفع الملف", "File upload failed"),
            Self::FileTooLarge => ("حجم الملف أكبر من الحد المسموح به", "File size is larger than allowed limit"),
            Self::ImageTooLarge => (
                "الرجاء اختيار صورة أبعادها أقل من \u{2066}2800×1800\u{2069}",
                "Please select image of dimensions less than 2800×1800",
            ),
            Self::StoreBeingPrepared => ("يجري تجهيز متجرك الآن", "Your store is being prepared"),
            Self::NoPaymentMethods => ("لا توجد طرق دفع متاحة لدولتك", "There are no payment methods for your country"),
            Self::CartIsEmpty => ("لا توجد منتجات في السلة", "The cart has no items"),
            Self::PurchaseFailed => ("عملية شراء غير ناجحة", "Unsuccessful purchase"),
            Self::FeatureUnavailable => {
                ("هذه الميزة غير متاحة في باقتك الحالية!", "This feature isn't available in your current plan!")
            }
            Self::QuantityBelowMinimum => {
                ("الكمية المحددة أقل من الحد الأدنى المسموح به لكل طلب", "Selected Qty less than minimum allowed qty per order")
            }
            Self::QuantityAboveMaximum => (
                "الكمية المحددة أكبر من الحد الأقصى المسموح به لكل طلب",
                "Selected Qty greater than maximum allowed qty per order",
            ),
        };
        match lang {
            Lang::Ar => arabic,
            Lang::En => english,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gu_12_the_stated_notices_are_word_for_word() {
        let stated = [
            (Notice::OperationFailed, "Operation Failed!"),
            (Notice::ListFailed, "Error fetching list!"),
            (Notice::FillRequiredFields, "Fill all required fields"),
            (Notice::InvalidData, "The entered data was invalid."),
            (Notice::InvalidItemSelected, "Invalid item selected"),
            (Notice::UploadFailed, "File upload failed"),
            (Notice::FileTooLarge, "File size is larger than allowed limit"),
            (Notice::ImageTooLarge, "Please select image of dimensions less than 2800×1800"),
            (Notice::PurchaseFailed, "Unsuccessful purchase"),
            (Notice::FeatureUnavailable, "This feature isn't available in your current plan!"),
            (Notice::QuantityBelowMinimum, "Selected Qty less than minimum allowed qty per order"),
            (Notice::QuantityAboveMaximum, "Selected Qty greater than maximum allowed qty per order"),
        ];
        for (notice, message) in stated {
            assert_eq!(notice.message(Lang::En), message);
        }
    }
}
