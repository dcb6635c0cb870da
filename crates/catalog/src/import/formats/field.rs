//! Our fields, as the target of a column, and what the mapping screen calls them. Their keys are read and written in [`super::field_key`].

use kernel::Lang;

use super::model::DynamicFieldType;

/// The language of a text column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TextIn {
    /// The column names none: the language of the file.
    Store,
    /// Arabic.
    Ar,
    /// English.
    En,
}

impl TextIn {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Store, Self::Ar, Self::En];

    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Self::Store => "",
            Self::Ar => "_ar",
            Self::En => "_en",
        }
    }

    fn note(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Self::Store, _) => "",
            (Self::Ar, Lang::Ar) => " (عربي)",
            (Self::Ar, Lang::En) => " (Arabic)",
            (Self::En, Lang::Ar) => " (إنجليزي)",
            (Self::En, Lang::En) => " (English)",
        }
    }
}

/// A part of a field that the shopper fills in, as Zid spreads it over columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputPart {
    /// Whether the product has it.
    Has,
    /// Whether the shopper must fill it in.
    Required,
    /// Label.
    Name(TextIn),
    /// Added to the price.
    Price,
    /// Label of a choice, from 1.
    Choice(u8, TextIn),
    /// Price of a choice, from 1.
    ChoicePrice(u8),
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The source's own id of the row.
    PlatformId,
    /// What the row is: a product, a variant (Salla, WooCommerce).
    RowKind,
    /// SKU or id of the product that a variant belongs to (WooCommerce).
    Parent,
    /// Rows with the same handle are one product (Shopify).
    Handle,
    /// The slug asked for.
    PageLink,
    /// A slug of its own in a language; never [`TextIn::Store`].
    PageLinkIn(TextIn),
    /// The id of the row's product in the store (our own export).
    OwnId,
    /// Name.
    Name(TextIn),
    /// Short description.
    ShortDescription(TextIn),
    /// Description, HTML.
    Description(TextIn),
    /// Category paths.
    Category(TextIn),
    /// One category level, used when there is no path (Shopify's Type).
    CategoryName,
    /// Tags, comma separated.
    Tags,
    /// Price without a sale.
    RegularPrice,
    /// Price in a sale.
    SalePrice,
    /// What the shopper pays, sale or not (Shopify); goes with [`Field::CompareAtPrice`].
    SellingPrice,
    /// The struck-through price (Shopify).
    CompareAtPrice,
    /// First day of the sale.
    SaleStarts,
    /// Last day of the sale.
    SaleEnds,
    /// What it costs the merchant.
    CostPrice,
    /// SKU.
    Sku,
    /// Barcode.
    Barcode,
    /// Who makes it (Shopify's Vendor).
    Brand,
    /// Pieces in stock.
    Quantity,
    /// Who counts the stock; blank is nobody (Shopify).
    StockTracker,
    /// From how many pieces on the stock is low.
    LowStockAt,
    /// Whether nothing is counted.
    Unlimited,
    /// Whether it is in stock when nothing is counted (WooCommerce).
    InStock,
    /// Whether it sells on below zero: yes/no, continue/deny, notify.
    Backorders,
    /// Weight in the unit of [`Field::WeightUnit`] or of the mapping.
    Weight,
    /// Weight in grams whatever the unit column says (Shopify).
    Grams,
    /// Unit of weight.
    WeightUnit,
    /// Whether it is sent.
    RequiresShipping,
    /// Whether VAT is charged.
    Taxable,
    /// Whether no VAT is charged.
    TaxFree,
    /// taxable, shipping or none (WooCommerce).
    TaxStatus,
    /// Shown in the shop: a yes or no, ظاهر/مخفي, or WooCommerce's 1, 0, -1.
    Published,
    /// active, draft or archived (Shopify).
    Status,
    /// Whether it can be bought.
    Active,
    /// When it is shown by itself.
    PublishAt,
    /// When it was put away.
    ArchivedAt,
    /// Whether sending it costs nothing.
    FreeShipping,
    /// What the shopper fills in, one field a line (our own export).
    DynamicFields,
    /// Ids of the products shown beside it (our own export).
    Related,
    /// Picture addresses.
    Images,
    /// Place of the row's picture (Shopify).
    ImagePosition,
    /// Alternative text of the row's picture.
    ImageAlt,
    /// Picture of the row's variant.
    VariantImage,
    /// Title for search engines.
    MetaTitle(TextIn),
    /// Description for search engines.
    MetaDescription(TextIn),
    /// Keywords.
    Keywords(TextIn),
    /// Least quantity per order.
    MinPerOrder,
    /// Most quantity per order.
    MaxPerOrder,
    /// One per order and no more (WooCommerce).
    SoldIndividually,
    /// Whether variant rows follow (Zid).
    HasVariants,
    /// Name of an option, from 1.
    OptionName(u8, TextIn),
    /// Value of an option, from 1.
    OptionValue(u8, TextIn),
    /// Colour or picture of an option's value, from 1.
    OptionVisual(u8),
    /// Part of a field that the shopper fills in.
    Input(DynamicFieldType, InputPart),
}

/// Fields without a parameter: key, Arabic label, English label. The order is the mapping screen's.
pub(super) const PLAIN: &[(Field, &str, &str, &str)] = &[
    (Field::Sku, "sku", "رمز المنتج (SKU)", "SKU"),
    (Field::RegularPrice, "regular_price", "السعر الأساسي", "Regular price"),
    (Field::SalePrice, "sale_price", "سعر التخفيض", "Sale price"),
    (Field::SaleStarts, "sale_starts", "بداية التخفيض", "Sale starts"),
    (Field::SaleEnds, "sale_ends", "نهاية التخفيض", "Sale ends"),
    (Field::SellingPrice, "selling_price", "سعر البيع", "Selling price"),
    (Field::CompareAtPrice, "compare_at_price", "السعر قبل التخفيض", "Compare-at price"),
    (Field::CostPrice, "cost_price", "سعر التكلفة", "Cost price"),
    (Field::Quantity, "qty", "الكمية", "Quantity"),
    (Field::Barcode, "barcode", "الباركود", "Barcode"),
    (Field::Brand, "brand", "الماركة", "Brand"),
    (Field::Weight, "weight", "الوزن", "Weight"),
    (Field::WeightUnit, "weight_unit", "وحدة الوزن", "Weight unit"),
    (Field::Grams, "grams", "الوزن بالجرام", "Weight in grams"),
    (Field::RequiresShipping, "requires_shipping", "يتطلب شحنًا", "Requires shipping"),
    (Field::Taxable, "taxable", "خاضع للضريبة", "Taxable"),
    (Field::TaxFree, "is_tax_free", "معفى من الضريبة", "Tax free"),
    (Field::TaxStatus, "tax_status", "حالة الضريبة", "Tax status"),
    (Field::Images, "images", "الصور", "Images"),
    (Field::ImagePosition, "image_position", "ترتيب الصورة", "Image position"),
    (Field::ImageAlt, "image_alt", "وصف الصورة", "Image alt text"),
    (Field::VariantImage, "variant_image", "صورة الصنف", "Variant image"),
    (Field::CategoryName, "category_name", "اسم التصنيف", "Category name"),
    (Field::Tags, "tags", "الوسوم", "Tags"),
    (Field::PageLink, "page_link", "رابط الصفحة", "Page link"),
    (Field::PageLinkIn(TextIn::Ar), "page_link_ar", "رابط الصفحة (عربي)", "Page link (Arabic)"),
    (Field::PageLinkIn(TextIn::En), "page_link_en", "رابط الصفحة (إنجليزي)", "Page link (English)"),
    (Field::Published, "is_published", "منشور", "Published"),
    (Field::Active, "is_active", "مفعّل", "Active"),
    (Field::Status, "status", "الحالة", "Status"),
    (Field::PublishAt, "publish_at", "موعد النشر", "Publish at"),
    (Field::ArchivedAt, "archived_at", "تاريخ الأرشفة", "Archived at"),
    (Field::FreeShipping, "has_free_shipping", "شحن مجاني", "Free shipping"),
    (Field::LowStockAt, "low_stock_at", "حد المخزون المنخفض", "Low-stock threshold"),
    (Field::Unlimited, "has_unlimited_qty", "كمية غير محدودة", "Unlimited quantity"),
    (Field::DynamicFields, "dynamic_fields", "حقول يملؤها المتسوق", "Fields for the shopper"),
    (Field::Related, "related", "منتجات ذات صلة", "Related products"),
    (Field::OwnId, "id", "معرّف رواج", "Rawaj ID"),
    (Field::MinPerOrder, "min_per_order", "أقل كمية في الطلب", "Minimum per order"),
    (Field::MaxPerOrder, "max_per_order", "أكثر كمية في الطلب", "Maximum per order"),
    (Field::SoldIndividually, "sold_individually", "قطعة واحدة في الطلب", "Sold individually"),
    (Field::StockTracker, "stock_tracker", "تتبع المخزون", "Inventory tracker"),
    (Field::InStock, "in_stock", "متوفر", "In stock"),
    (Field::Backorders, "backorders", "البيع بعد نفاد الكمية", "Sell when out of stock"),
    (Field::PlatformId, "platform_id", "المعرّف في المنصة السابقة", "Id on the former platform"),
    (Field::Handle, "handle", "المعرّف النصي (handle)", "Handle"),
    (Field::RowKind, "row_kind", "نوع الصف", "Row type"),
    (Field::Parent, "parent", "المنتج الأصل", "Parent product"),
    (Field::HasVariants, "has_variants", "له خيارات", "Has variants"),
];

/// Key stem, Arabic label, English label, constructor.
pub(super) type TextRow = (&'static str, &'static str, &'static str, fn(TextIn) -> Field);

/// Fields of text in a language.
pub(super) const TEXTS: &[TextRow] = &[
    ("name", "اسم المنتج", "Product name", Field::Name),
    ("short_description", "الوصف المختصر", "Short description", Field::ShortDescription),
    ("description", "الوصف", "Description", Field::Description),
    ("categories", "التصنيفات", "Categories", Field::Category),
    ("meta_title", "عنوان محركات البحث", "SEO title", Field::MetaTitle),
    ("meta_description", "وصف محركات البحث", "SEO description", Field::MetaDescription),
    ("keywords", "الكلمات المفتاحية", "Keywords", Field::Keywords),
];

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

/// Options that a product may have.
pub const MAX_OPTIONS: u8 = 3;
/// Attribute columns of WooCommerce that are looked at.
pub(super) const MAX_ATTRIBUTES: u8 = 50;

impl Field {
    /// The fields that the mapping screen offers, in its order.
    #[must_use]
    pub fn offered() -> Vec<Self> {
        let mut fields = Vec::with_capacity(100);
        for (_, _, _, of) in TEXTS {
            fields.extend(TextIn::ALL.map(of));
        }
        fields.extend(PLAIN.iter().map(|(field, ..)| *field).filter(|field| !field.is_of_own_file()));
        for number in 1..=MAX_OPTIONS {
            fields.extend(TextIn::ALL.map(|text| Self::OptionName(number, text)));
            fields.extend(TextIn::ALL.map(|text| Self::OptionValue(number, text)));
            fields.push(Self::OptionVisual(number));
        }
        fields
    }

    /// What the field belongs to, for the mapping screen.
    #[must_use]
    pub const fn group(self) -> &'static str {
        match self {
            Self::Name(_)
            | Self::ShortDescription(_)
            | Self::Description(_)
            | Self::Category(_)
            | Self::CategoryName
            | Self::Tags
            | Self::Brand
            | Self::Published
            | Self::Active
            | Self::Status
            | Self::PublishAt
            | Self::ArchivedAt
            | Self::Related => "product",
            Self::RegularPrice
            | Self::SalePrice
            | Self::SellingPrice
            | Self::CompareAtPrice
            | Self::SaleStarts
            | Self::SaleEnds
            | Self::CostPrice
            | Self::Taxable
            | Self::TaxFree
            | Self::TaxStatus => "price",
            Self::Sku
            | Self::Barcode
            | Self::Quantity
            | Self::Unlimited
            | Self::LowStockAt
            | Self::StockTracker
            | Self::InStock
            | Self::Backorders
            | Self::MinPerOrder
            | Self::MaxPerOrder
            | Self::SoldIndividually => "stock",
            Self::OptionName(..) | Self::OptionValue(..) | Self::OptionVisual(_) | Self::HasVariants => "variant",
            Self::Weight | Self::WeightUnit | Self::Grams | Self::RequiresShipping | Self::FreeShipping => "shipping",
            Self::Images | Self::ImagePosition | Self::ImageAlt | Self::VariantImage => "images",
            Self::MetaTitle(_) | Self::MetaDescription(_) | Self::Keywords(_) | Self::PageLink | Self::PageLinkIn(_) => "seo",
            Self::DynamicFields | Self::Input(..) => "fields",
            Self::OwnId | Self::PlatformId | Self::Handle | Self::RowKind | Self::Parent => "source",
        }
    }

    /// Only our own product file gives it: other files have no form for it.
    const fn is_of_own_file(self) -> bool {
        matches!(
            self,
            Self::ArchivedAt | Self::LowStockAt | Self::PublishAt | Self::Related | Self::DynamicFields | Self::PageLinkIn(_)
        )
    }

    /// What the merchant calls it.
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
                if let Some((_, _, ar, en)) = PLAIN.iter().find(|row| row.0 == self) {
                    return pick(ar, en);
                }
                let (stem, text) = self.text_stem().unwrap_or(("", TextIn::Store));
                let label = TEXTS.iter().find(|row| row.0 == stem).map_or_else(String::new, |row| pick(row.1, row.2));
                label + text.note(lang)
            }
        }
    }

    /// Whether a product cannot do without it: a name in some language and some price.
    #[must_use]
    pub const fn is_name(self) -> bool {
        matches!(self, Self::Name(_))
    }

    /// Whether the column gives what a shopper pays.
    #[must_use]
    pub const fn is_price(self) -> bool {
        matches!(self, Self::RegularPrice | Self::SellingPrice)
    }

    /// Whether the column gives a text and does not say in which language.
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

    pub(super) fn text_stem(self) -> Option<(&'static str, TextIn)> {
        TEXTS
            .iter()
            .flat_map(|(stem, _, _, of)| TextIn::ALL.map(|text| (of(text), *stem, text)))
            .find(|(field, ..)| *field == self)
            .map(|(_, stem, text)| (stem, text))
    }
}
