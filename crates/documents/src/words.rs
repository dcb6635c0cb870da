//! The fixed texts of documents, besides those of the merchant and the shopper.

macro_rules! words {
    ($($word:ident $ar:literal $en:literal;)*) => {
        /// A caption.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Word { $($word),* }

        impl Word {
            /// The caption in Arabic and English.
            pub(crate) const fn both(self) -> (&'static str, &'static str) {
                match self { $(Self::$word => ($ar, $en)),* }
            }

            #[cfg(test)]
            pub(crate) const ALL: &'static [Self] = &[$(Self::$word),*];
        }
    };
}

words! {
    SimplifiedTaxInvoice "فاتورة ضريبية مبسطة" "Simplified tax invoice";
    TaxInvoice "فاتورة ضريبية" "Tax invoice";
    Invoice "فاتورة" "Invoice";
    CreditNote "إشعار دائن" "Credit note";
    PackingSlip "قائمة تجهيز" "Packing slip";
    Seller "البائع" "Seller";
    Customer "العميل" "Customer";
    ShipTo "الشحن إلى" "Ship to";
    Recipient "المستلم" "Recipient";
    VatNumber "الرقم الضريبي" "VAT number";
    CommercialRegistration "السجل التجاري" "Commercial registration";
    IssuedOn "تاريخ الإصدار" "Issue date";
    Order "رقم الطلب" "Order";
    OrderedOn "تاريخ الطلب" "Order date";
    Corrects "تصحيح الفاتورة" "Corrects invoice";
    Reason "السبب" "Reason";
    Payment "طريقة الدفع" "Payment";
    Shipping "الشحن" "Shipping";
    Pieces "عدد القطع" "Items";
    Item "المنتج" "Item";
    Sku "رمز المنتج" "SKU";
    Quantity "الكمية" "Qty";
    UnitPrice "سعر الوحدة" "Unit price";
    Discount "الخصم" "Discount";
    Net "قبل الضريبة" "Excl. VAT";
    Vat "الضريبة" "VAT";
    LineTotal "المجموع" "Total";
    Packed "تم التجهيز" "Packed";
    ShippingFees "رسوم الشحن" "Shipping fees";
    PaymentFees "رسوم الدفع" "Payment fees";
    PartOfAmount "جزء من مبلغ الفاتورة" "Partial invoice amount";
    Subtotal "المجموع قبل الخصم" "Subtotal before discount";
    DiscountSum "إجمالي الخصم" "Total discount";
    NetSum "الإجمالي قبل الضريبة" "Total excl. VAT";
    VatSum "ضريبة القيمة المضافة" "VAT";
    Total "الإجمالي شامل الضريبة" "Total incl. VAT";
    PlainTotal "الإجمالي" "Total";
    Paid "المدفوع" "Paid";
    Due "المتبقي" "Amount due";
    Credited "المبلغ المسترد" "Amount credited";
    PricesWithVat "الأسعار شاملة ضريبة القيمة المضافة." "Prices include VAT.";
    PricesWithoutVat "الأسعار لا تشمل ضريبة القيمة المضافة." "Prices exclude VAT.";
    NotRegistered "البائع غير مسجل في ضريبة القيمة المضافة." "The seller is not registered for VAT.";
    Note "ملاحظة العميل" "Customer note";
    ShortAddress "العنوان المختصر" "Short address";
    Collect "المبلغ المطلوب تحصيله" "Cash to collect";
    NothingToCollect "مدفوع، دون تحصيل" "Paid, nothing to collect";
    OpenBox "الفتح قبل الدفع مسموح" "Opening before payment allowed";
    NoOpenBox "الفتح قبل الدفع غير مسموح" "Do not open before payment";
    Exchange "استبدال: استلام طرد من العميل" "Exchange: collect a parcel from the customer";
    PickupHere "استلام من المتجر" "Store pickup";
    Weight "الوزن" "Weight";
    Kilograms "كجم" "kg";
    Color "اللون" "Color";
    Size "المقاس" "Size";
}

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn or_08_every_caption_is_written_in_both_languages() {
        for word in Word::ALL {
            let (ar, en) = word.both();
            assert!(!ar.chars().any(|c| c.is_ascii_alphabetic()), "{ar}");
            assert!(en.is_ascii(), "{en}");
        }
    }
}
