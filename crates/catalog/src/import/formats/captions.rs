//! The captions that identify columns, per platform and in merchants' own sheets (contracts/imports.md §1-7). Captions are
//! compared folded, so spelling here is the platform's own.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::field::{Field, MAX_ATTRIBUTES, MAX_OPTIONS, TextIn};
use super::format::Format;
use crate::fields::FILE_COLUMNS;
use platform::imports::sheet::caption_key;

const SHOPIFY: &[(Field, &[&str])] = &[
    (Field::Handle, &["Handle", "URL handle"]),
    (Field::Name(TextIn::Store), &["Title"]),
    (Field::Description(TextIn::Store), &["Body (HTML)", "Body HTML", "Description"]),
    (Field::Category(TextIn::Store), &["Product Category", "Standard Product Type"]),
    (Field::CategoryName, &["Type", "Custom Product Type"]),
    (Field::Tags, &["Tags"]),
    (Field::Brand, &["Vendor"]),
    (Field::Published, &["Published", "Published on online store"]),
    (Field::Status, &["Status"]),
    (Field::Sku, &["Variant SKU", "SKU"]),
    (Field::Barcode, &["Variant Barcode", "Barcode"]),
    (Field::SellingPrice, &["Variant Price", "Price"]),
    (Field::CompareAtPrice, &["Variant Compare At Price", "Compare-at price"]),
    (Field::CostPrice, &["Cost per item"]),
    (Field::Taxable, &["Variant Taxable", "Charge tax"]),
    (Field::StockTracker, &["Variant Inventory Tracker", "Inventory tracker"]),
    (Field::Quantity, &["Variant Inventory Qty", "Inventory quantity"]),
    (Field::Backorders, &["Variant Inventory Policy", "Continue selling when out of stock"]),
    (Field::Grams, &["Variant Grams", "Weight value (grams)"]),
    (Field::WeightUnit, &["Variant Weight Unit", "Weight unit for display"]),
    (Field::RequiresShipping, &["Variant Requires Shipping", "Requires shipping"]),
    (Field::Images, &["Image Src", "Product image URL"]),
    (Field::ImagePosition, &["Image Position"]),
    (Field::ImageAlt, &["Image Alt Text"]),
    (Field::VariantImage, &["Variant Image", "Variant image URL"]),
    (Field::MetaTitle(TextIn::Store), &["SEO Title"]),
    (Field::MetaDescription(TextIn::Store), &["SEO Description"]),
];

const WOOCOMMERCE: &[(Field, &[&str])] = &[
    (Field::PlatformId, &["ID"]),
    (Field::RowKind, &["Type"]),
    (Field::Sku, &["SKU"]),
    (Field::Name(TextIn::Store), &["Name"]),
    (Field::Published, &["Published"]),
    (Field::ShortDescription(TextIn::Store), &["Short description"]),
    (Field::Description(TextIn::Store), &["Description"]),
    (Field::SaleStarts, &["Date sale price starts"]),
    (Field::SaleEnds, &["Date sale price ends"]),
    (Field::TaxStatus, &["Tax status"]),
    (Field::InStock, &["In stock?"]),
    (Field::Quantity, &["Stock"]),
    (Field::Backorders, &["Backorders allowed?"]),
    (Field::SoldIndividually, &["Sold individually?"]),
    (Field::Barcode, &["GTIN, UPC, EAN, or ISBN"]),
    (Field::SalePrice, &["Sale price"]),
    (Field::RegularPrice, &["Regular price"]),
    (Field::Category(TextIn::Store), &["Categories"]),
    (Field::Tags, &["Tags"]),
    (Field::Brand, &["Brands", "Brand"]),
    (Field::Images, &["Images"]),
    (Field::Parent, &["Parent"]),
    (Field::CostPrice, &["Cost of goods"]),
    (Field::MetaTitle(TextIn::Store), &["Meta: _yoast_wpseo_title", "Meta: rank_math_title"]),
    (Field::MetaDescription(TextIn::Store), &["Meta: _yoast_wpseo_metadesc", "Meta: rank_math_description"]),
];

const SALLA: &[(Field, &[&str])] = &[
    (Field::PlatformId, &["No."]),
    (Field::RowKind, &["النوع"]),
    (Field::Name(TextIn::Store), &["أسم المنتج"]),
    (Field::Category(TextIn::Store), &["تصنيف المنتج"]),
    (Field::Images, &["صورة المنتج"]),
    (Field::ImageAlt, &["وصف صورة المنتج"]),
    (Field::RegularPrice, &["سعر المنتج"]),
    (Field::Description(TextIn::Store), &["الوصف"]),
    (Field::RequiresShipping, &["هل يتطلب شحن؟"]),
    (Field::Sku, &["رمز المنتج sku"]),
    (Field::CostPrice, &["سعر التكلفة"]),
    (Field::SalePrice, &["السعر المخفض"]),
    (Field::SaleStarts, &["تاريخ بداية التخفيض"]),
    (Field::SaleEnds, &["تاريخ نهاية التخفيض"]),
    (Field::MaxPerOrder, &["اقصي كمية لكل عميل"]),
    (Field::Weight, &["الوزن"]),
    (Field::WeightUnit, &["وحدة الوزن"]),
    (Field::ShortDescription(TextIn::Store), &["العنوان الترويجي"]),
    (Field::Barcode, &["الباركود", "GTIN"]),
    (Field::Taxable, &["خاضع للضريبة ؟"]),
    (Field::Quantity, &["الكمية"]),
    (Field::Published, &["حالة المنتج"]),
    (Field::Brand, &["الماركة"]),
];

const ZID: &[(Field, &[&str])] = &[
    (Field::PlatformId, &["id"]),
    (Field::Sku, &["sku"]),
    (Field::Name(TextIn::Ar), &["name_ar"]),
    (Field::Name(TextIn::En), &["name_en"]),
    (Field::WeightUnit, &["weight_unit"]),
    (Field::Weight, &["weight"]),
    (Field::RegularPrice, &["price"]),
    (Field::SalePrice, &["sale_price"]),
    (Field::CostPrice, &["cost"]),
    (Field::Quantity, &["quantity"]),
    (Field::Category(TextIn::Ar), &["categories_ar"]),
    (Field::Category(TextIn::En), &["categories_en"]),
    (Field::Published, &["published"]),
    (Field::Images, &["images"]),
    (Field::ImageAlt, &["images_alt_text", "images_alt_text_ar"]),
    (Field::TaxFree, &["vat_free"]),
    (Field::MinPerOrder, &["minimum_quantity_per_order"]),
    (Field::MaxPerOrder, &["maximum_quantity_per_order"]),
    (Field::RequiresShipping, &["shipping_required"]),
    (Field::Barcode, &["barcode"]),
    (Field::Keywords(TextIn::Store), &["keywords"]),
    (Field::Description(TextIn::Ar), &["description_ar"]),
    (Field::Description(TextIn::En), &["description_en"]),
    (Field::ShortDescription(TextIn::Ar), &["short_description_ar"]),
    (Field::ShortDescription(TextIn::En), &["short_description_en"]),
    (Field::MetaTitle(TextIn::Ar), &["product_page_title_ar"]),
    (Field::MetaTitle(TextIn::En), &["product_page_title_en"]),
    (Field::MetaDescription(TextIn::Ar), &["product_page_description_ar"]),
    (Field::MetaDescription(TextIn::En), &["product_page_description_en"]),
    (Field::PageLink, &["product_page_url"]),
    (Field::HasVariants, &["has_variants"]),
];

/// Captions of other platforms and of merchants' own sheets, in both languages.
const OTHERS: &[(Field, &[&str])] = &[
    (Field::PlatformId, &["id", "product_id", "المعرف", "رقم المنتج"]),
    (Field::Handle, &["handle", "url handle", "product_handle"]),
    (Field::PageLink, &["slug", "page_link", "url key", "product_page_url", "الرابط", "رابط المنتج", "رابط الصفحة"]),
    (
        Field::Name(TextIn::Store),
        &[
            "name",
            "title",
            "product",
            "product name",
            "product title",
            "item",
            "item name",
            "الاسم",
            "اسم المنتج",
            "المنتج",
            "اسم الصنف",
            "الصنف",
        ],
    ),
    (
        Field::Name(TextIn::Ar),
        &[
            "name_ar",
            "arabic name",
            "title_ar",
            "الاسم بالعربية",
            "الاسم بالعربي",
            "الاسم العربي",
            "اسم المنتج بالعربي",
            "اسم المنتج بالعربية",
            "اسم المنتج (عربي)",
        ],
    ),
    (
        Field::Name(TextIn::En),
        &[
            "name_en",
            "english name",
            "title_en",
            "الاسم بالإنجليزية",
            "الاسم بالانجليزي",
            "الاسم الإنجليزي",
            "اسم المنتج بالانجليزي",
            "اسم المنتج بالإنجليزية",
            "اسم المنتج (إنجليزي)",
        ],
    ),
    (
        Field::ShortDescription(TextIn::Store),
        &["short description", "summary", "subtitle", "الوصف المختصر", "وصف مختصر", "وصف قصير"],
    ),
    (Field::Description(TextIn::Store), &["description", "body", "body html", "details", "الوصف", "وصف المنتج", "التفاصيل"]),
    (
        Field::Description(TextIn::Ar),
        &["description_ar", "arabic description", "الوصف بالعربية", "الوصف بالعربي", "الوصف العربي"],
    ),
    (
        Field::Description(TextIn::En),
        &["description_en", "english description", "الوصف بالإنجليزية", "الوصف بالانجليزي", "الوصف الإنجليزي"],
    ),
    (
        Field::Category(TextIn::Store),
        &["category", "categories", "product category", "department", "التصنيف", "التصنيفات", "القسم", "الفئة", "تصنيف المنتج"],
    ),
    (Field::CategoryName, &["product type"]),
    (Field::Tags, &["tags", "labels", "الوسوم", "الكلمات الدلالية"]),
    (
        Field::RegularPrice,
        &[
            "price",
            "regular price",
            "unit price",
            "list price",
            "retail price",
            "السعر",
            "سعر المنتج",
            "السعر الأساسي",
            "سعر الوحدة",
        ],
    ),
    (
        Field::SalePrice,
        &[
            "sale price",
            "special price",
            "special",
            "discount price",
            "discounted price",
            "offer price",
            "سعر التخفيض",
            "السعر المخفض",
            "سعر العرض",
            "السعر بعد الخصم",
            "السعر بعد التخفيض",
        ],
    ),
    (Field::CompareAtPrice, &["compare at price", "compare-at price", "was price", "السعر قبل الخصم", "السعر قبل التخفيض"]),
    (
        Field::SaleStarts,
        &["sale start", "sale starts", "sale start date", "special price from", "بداية التخفيض", "تاريخ بداية التخفيض"],
    ),
    (Field::SaleEnds, &["sale end", "sale ends", "sale end date", "special price to", "نهاية التخفيض", "تاريخ نهاية التخفيض"]),
    (Field::CostPrice, &["cost", "cost price", "purchase price", "cost per item", "التكلفة", "سعر التكلفة", "سعر الشراء"]),
    (
        Field::Sku,
        &[
            "sku",
            "model",
            "product code",
            "item code",
            "code",
            "رمز المنتج",
            "كود المنتج",
            "الكود",
            "رمز التخزين",
            "رقم الصنف",
            "كود الصنف",
            "رمز الصنف",
        ],
    ),
    (
        Field::Barcode,
        &["barcode", "ean", "upc", "gtin", "isbn", "الباركود", "باركود", "الباركود الدولي", "باركود دولي", "رقم الباركود"],
    ),
    (
        Field::Brand,
        &[
            "brand",
            "brands",
            "vendor",
            "manufacturer",
            "maker",
            "الماركة",
            "ماركة",
            "العلامة التجارية",
            "الشركة المصنعة",
            "المصنع",
        ],
    ),
    (
        Field::Quantity,
        &[
            "quantity",
            "qty",
            "stock",
            "inventory",
            "inventory quantity",
            "stock quantity",
            "الكمية",
            "المخزون",
            "الكمية المتاحة",
            "الكمية المتوفرة",
        ],
    ),
    (Field::Weight, &["weight", "الوزن", "وزن المنتج"]),
    (Field::Grams, &["grams", "weight (g)", "weight in grams", "الوزن بالجرام", "الوزن (جم)"]),
    (Field::WeightUnit, &["weight unit", "وحدة الوزن"]),
    (Field::RequiresShipping, &["requires shipping", "shipping", "shipping required", "يتطلب شحن", "يحتاج شحن"]),
    (Field::Taxable, &["taxable", "charge tax", "خاضع للضريبة"]),
    (Field::TaxFree, &["tax free", "vat free", "tax exempt", "معفى من الضريبة"]),
    (
        Field::Images,
        &[
            "image",
            "images",
            "image url",
            "image src",
            "image link",
            "picture",
            "photo",
            "image_name",
            "product image",
            "الصورة",
            "الصور",
            "صورة المنتج",
            "صور المنتج",
            "رابط الصورة",
        ],
    ),
    (Field::ImageAlt, &["image alt", "image alt text", "alt text", "وصف الصورة"]),
    (Field::Published, &["published", "visible", "is published", "منشور", "ظاهر", "حالة النشر"]),
    (Field::Status, &["status", "state", "الحالة"]),
    (Field::MetaTitle(TextIn::Store), &["meta title", "seo title", "عنوان السيو", "عنوان محركات البحث"]),
    (Field::MetaDescription(TextIn::Store), &["meta description", "seo description", "وصف السيو", "وصف محركات البحث"]),
    (Field::Keywords(TextIn::Store), &["keywords", "meta keywords", "seo keywords", "الكلمات المفتاحية"]),
    (Field::MinPerOrder, &["minimum", "min qty", "minimum quantity", "minimum per order", "أقل كمية", "الحد الأدنى للطلب"]),
    (Field::MaxPerOrder, &["maximum", "max qty", "maximum quantity", "maximum per order", "أقصى كمية", "الحد الأقصى للطلب"]),
];

type Captions = HashMap<String, Field>;

static SHOPIFY_CAPTIONS: LazyLock<Captions> = LazyLock::new(|| {
    let mut captions = index(SHOPIFY);
    for number in 1..=MAX_OPTIONS {
        captions.insert(caption_key(&format!("Option{number} Name")), Field::OptionName(number, TextIn::Store));
        captions.insert(caption_key(&format!("Option{number} Value")), Field::OptionValue(number, TextIn::Store));
    }
    captions
});

static WOOCOMMERCE_CAPTIONS: LazyLock<Captions> = LazyLock::new(|| {
    let mut captions = index(WOOCOMMERCE);
    for number in 1..=MAX_ATTRIBUTES {
        captions.insert(caption_key(&format!("Attribute {number} name")), Field::OptionName(number, TextIn::Store));
        captions.insert(caption_key(&format!("Attribute {number} value(s)")), Field::OptionValue(number, TextIn::Store));
    }
    for unit in ["kg", "g", "lbs", "lb", "oz"] {
        captions.insert(caption_key(&format!("Weight ({unit})")), Field::Weight);
    }
    captions
});

static SALLA_CAPTIONS: LazyLock<Captions> = LazyLock::new(|| {
    let mut captions = index(SALLA);
    for number in 1..=MAX_OPTIONS {
        captions.insert(caption_key(&format!("[{number}] الاسم")), Field::OptionName(number, TextIn::Store));
        captions.insert(caption_key(&format!("[{number}] القيمة")), Field::OptionValue(number, TextIn::Store));
        captions.insert(caption_key(&format!("[{number}] الصورة / اللون")), Field::OptionVisual(number));
    }
    captions
});

static ZID_CAPTIONS: LazyLock<Captions> = LazyLock::new(|| {
    let mut captions = index(ZID);
    for number in 1..=MAX_OPTIONS {
        for (suffix, text) in [("_ar", TextIn::Ar), ("_en", TextIn::En), ("", TextIn::Store)] {
            captions.insert(caption_key(&format!("option{number}_name{suffix}")), Field::OptionName(number, text));
            captions.insert(caption_key(&format!("option{number}_value{suffix}")), Field::OptionValue(number, text));
        }
        captions.insert(caption_key(&format!("option {number} name")), Field::OptionName(number, TextIn::Store));
        captions.insert(caption_key(&format!("option {number} value")), Field::OptionValue(number, TextIn::Store));
    }
    captions
});

static RAWAJ_CAPTIONS: LazyLock<Captions> = LazyLock::new(|| {
    let mut captions = Captions::new();
    for field in FILE_COLUMNS {
        for caption in [field.label(kernel::Lang::Ar), field.label(kernel::Lang::En), field.to_string()] {
            captions.insert(caption_key(&caption), *field);
        }
    }
    captions
});

static OTHER_CAPTIONS: LazyLock<Captions> = LazyLock::new(|| {
    let mut captions = index(OTHERS);
    for field in Field::offered() {
        // Our own template's captions and keys, in both languages.
        for caption in [field.label(kernel::Lang::Ar), field.label(kernel::Lang::En), field.to_string()] {
            captions.entry(caption_key(&caption)).or_insert(field);
        }
    }
    for format in Format::KNOWN {
        for (caption, field) in captions_of(format) {
            captions.entry(caption.clone()).or_insert(*field);
        }
    }
    captions
});

fn index(rows: &[(Field, &[&str])]) -> Captions {
    rows.iter().flat_map(|(field, captions)| captions.iter().map(|caption| (caption_key(caption), *field))).collect()
}

/// Map of folded caption to field, for a format.
pub(super) fn captions_of(format: Format) -> &'static Captions {
    match format {
        Format::ShopifyClassic | Format::Shopify2025 => &SHOPIFY_CAPTIONS,
        Format::WooCommerce => &WOOCOMMERCE_CAPTIONS,
        Format::Salla => &SALLA_CAPTIONS,
        Format::Zid => &ZID_CAPTIONS,
        Format::Rawaj => &RAWAJ_CAPTIONS,
        Format::Unknown => &OTHER_CAPTIONS,
    }
}

/// The field of a folded caption in a format.
pub(super) fn field_of(format: Format, key: &str, caption: &str) -> Option<Field> {
    if let Some(field) = captions_of(format).get(key) {
        return Some(*field);
    }
    if format == Format::Zid {
        let as_key = caption.trim().to_ascii_lowercase();
        return as_key.parse().ok().filter(|field| matches!(field, Field::Input(..)));
    }
    None
}
