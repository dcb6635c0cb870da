//! The columns of product files and of the bulk sheet, each declared once: its labels, its kind, where products and variants
//! store it. The export, the import of every format, the sheet, the rules of `check` and the history of batches follow from it.
//!
//! A line of `fields` is `Name: "key" group "Arabic label" "English label"`, then, unless it is read and written by functions of
//! its own, `= Kind of product.field` and `, variant.field` where variants have one; `, only in our file` where no other
//! platform's file may give it. `texts` are the same in both languages, of a `Single` line or of `Many`. The order is the
//! mapping screen's.
//!
//! Files of other platforms name these fields in `import::formats::captions`.
//!
//! Invariant: every stored field is a column of our own file, so that an export loses nothing (`tests` below).
//!
//! To add a field: its line, then [`FILE_COLUMNS`], and [`SHEET_COLUMNS`] when it should be editable in bulk.

mod declare;
mod parts;

pub use declare::Value;
use declare::{Access, Declaration, ModelField, ModelTexts, ModelValue, TextsDeclaration};
pub(crate) use declare::{Draft, Kind, Slot};
use kernel::text_guard::Lines;
pub use parts::{DynamicFieldType, InputPart, TextIn};

declare::declare! {
    fields {
        /// SKU.
        Sku: "sku" stock "رمز المنتج (SKU)" "SKU" = Code of product.sku, variant.sku;
        /// Price without a sale.
        RegularPrice: "regular_price" price "السعر الأساسي" "Regular price" = Amount of product.regular_price, variant.regular_price;
        /// Price in a sale.
        SalePrice: "sale_price" price "سعر التخفيض" "Sale price" = Amount of product.sale_price, variant.sale_price;
        /// First day of the sale.
        SaleStarts: "sale_starts" price "بداية التخفيض" "Sale starts" = Moment of product.sale_from;
        /// Last day of the sale.
        SaleEnds: "sale_ends" price "نهاية التخفيض" "Sale ends" = End of product.sale_until;
        /// What the shopper pays, sale or not (Shopify); goes with [`Field::CompareAtPrice`].
        SellingPrice: "selling_price" price "سعر البيع" "Selling price";
        /// The struck-through price (Shopify).
        CompareAtPrice: "compare_at_price" price "السعر قبل التخفيض" "Compare-at price";
        /// Cost to the merchant.
        CostPrice: "cost_price" price "سعر التكلفة" "Cost price" = Amount of product.cost_price, variant.cost_price;
        /// Pieces in stock.
        Quantity: "qty" stock "الكمية" "Quantity";
        /// Barcode.
        Barcode: "barcode" stock "الباركود" "Barcode" = Code of product.barcode, variant.barcode;
        /// Manufacturer (Shopify's Vendor).
        Brand: "brand" product "الماركة" "Brand" = Code of product.brand;
        /// Weight in the unit of [`Field::WeightUnit`] or of the mapping.
        Weight: "weight" shipping "الوزن" "Weight";
        /// Unit of weight.
        WeightUnit: "weight_unit" shipping "وحدة الوزن" "Weight unit";
        /// Weight in grams whatever the unit column says (Shopify).
        Grams: "grams" shipping "الوزن بالجرام" "Weight in grams";
        /// Whether it is shipped.
        RequiresShipping: "requires_shipping" shipping "يتطلب شحنًا" "Requires shipping" = Flag of product.requires_shipping;
        /// Whether VAT is charged.
        Taxable: "taxable" price "خاضع للضريبة" "Taxable";
        /// Whether no VAT is charged.
        TaxFree: "is_tax_free" price "معفى من الضريبة" "Tax free" = Flag of product.is_tax_free;
        /// taxable, shipping or none (WooCommerce).
        TaxStatus: "tax_status" price "حالة الضريبة" "Tax status";
        /// Picture addresses.
        Images: "images" images "الصور" "Images";
        /// Place of the row's picture (Shopify).
        ImagePosition: "image_position" images "ترتيب الصورة" "Image position";
        /// Alternative text of the row's picture.
        ImageAlt: "image_alt" images "وصف الصورة" "Image alt text";
        /// Picture of the row's variant.
        VariantImage: "variant_image" images "صورة الصنف" "Variant image";
        /// One category level, used when there is no path (Shopify's Type).
        CategoryName: "category_name" product "اسم التصنيف" "Category name";
        /// Tags, comma separated.
        Tags: "tags" product "الوسوم" "Tags" = Words of product.tags;
        /// The requested slug.
        PageLink: "page_link" seo "رابط الصفحة" "Page link";
        /// Shown in the shop: a yes or no, ظاهر/مخفي, or WooCommerce's 1, 0, -1.
        Published: "is_published" product "منشور" "Published" = Flag of product.is_published;
        /// Whether it can be bought.
        Active: "is_active" product "مفعّل" "Active" = Flag of product.is_active, variant.is_active;
        /// active, draft or archived (Shopify).
        Status: "status" product "الحالة" "Status";
        /// The theme's alternate template that shows it.
        Template: "template" product "قالب العرض" "Template" = Code of product.template, only in our file;
        /// When it is published automatically.
        PublishAt: "publish_at" product "موعد النشر" "Publish at" = Moment of product.publish_at, only in our file;
        /// When it was archived.
        ArchivedAt: "archived_at" product "تاريخ الأرشفة" "Archived at" = Moment of product.archived_at, only in our file;
        /// Whether it ships free of charge.
        FreeShipping: "has_free_shipping" shipping "شحن مجاني" "Free shipping" = Flag of product.has_free_shipping;
        /// Whether stock is not counted.
        Unlimited: "has_unlimited_qty" stock "كمية غير محدودة" "Unlimited quantity";
        /// What the shopper fills in, one field a line (our own export).
        DynamicFields: "dynamic_fields" fields "حقول يملؤها المتسوق" "Fields for the shopper", only in our file;
        /// Ids of the related products (our own export).
        Related: "related" product "منتجات ذات صلة" "Related products", only in our file;
        /// The id of the row's product in this store (our own export).
        OwnId: "id" source "معرّف رواج" "Rawaj ID";
        /// Least quantity per order.
        MinPerOrder: "min_per_order" stock "أقل كمية في الطلب" "Minimum per order" = CountFromOne of product.min_qty;
        /// Most quantity per order.
        MaxPerOrder: "max_per_order" stock "أكثر كمية في الطلب" "Maximum per order" = CountFromOne of product.max_qty;
        /// Low-stock threshold, in pieces.
        LowStockAt: "low_stock_at" stock "حد المخزون المنخفض" "Low-stock threshold" = Count of product.low_stock_at, only in our file;
        /// At most one per order (WooCommerce).
        SoldIndividually: "sold_individually" stock "قطعة واحدة في الطلب" "Sold individually";
        /// The inventory tracker; blank means not tracked (Shopify).
        StockTracker: "stock_tracker" stock "تتبع المخزون" "Inventory tracker";
        /// Whether it is in stock when stock is not counted (WooCommerce).
        InStock: "in_stock" stock "متوفر" "In stock";
        /// Whether it is sold below zero stock: yes/no, continue/deny, notify.
        Backorders: "backorders" stock "البيع بعد نفاد الكمية" "Sell when out of stock";
        /// The source's own id of the row.
        PlatformId: "platform_id" source "المعرّف في المنصة السابقة" "Id on the former platform";
        /// Rows with the same handle are one product (Shopify).
        Handle: "handle" source "المعرّف النصي (handle)" "Handle";
        /// What the row is: a product, a variant (Salla, WooCommerce).
        RowKind: "row_kind" source "نوع الصف" "Row type";
        /// SKU or id of the product that a variant belongs to (WooCommerce).
        Parent: "parent" source "المنتج الأصل" "Parent product";
        /// Whether variant rows follow (Zid).
        HasVariants: "has_variants" variant "له خيارات" "Has variants";
    }
    texts {
        /// Name.
        Name: "name" product "اسم المنتج" "Product name" = Single of product.name;
        /// Short description.
        ShortDescription: "short_description" product "الوصف المختصر" "Short description" = Many of product.short_description;
        /// Description, HTML.
        Description: "description" product "الوصف" "Description" = Many of product.description;
        /// Category paths.
        Category: "categories" product "التصنيفات" "Categories";
        /// Title for search engines.
        MetaTitle: "meta_title" seo "عنوان محركات البحث" "SEO title" = Single of product.seo.meta_title;
        /// Description for search engines.
        MetaDescription: "meta_description" seo "وصف محركات البحث" "SEO description" = Single of product.seo.meta_description;
        /// Keywords.
        Keywords: "keywords" seo "الكلمات المفتاحية" "Keywords" = Single of product.seo.keywords;
        /// A slug for one language; never [`TextIn::Store`].
        PageLinkIn: "page_link" seo "رابط الصفحة" "Page link" = Single of product.page_links, only in our file;
    }
    numbered {
        /// Name of an option, from 1.
        OptionName(u8, TextIn): variant;
        /// Value of an option, from 1.
        OptionValue(u8, TextIn): variant;
        /// Colour or picture of an option's value, from 1.
        OptionVisual(u8): variant;
        /// Part of a field that the shopper fills in.
        Input(DynamicFieldType, InputPart): fields;
    }
}

/// The columns of our own product file, in order.
pub(crate) const FILE_COLUMNS: &[Field] = &[
    Field::OwnId,
    Field::RowKind,
    Field::Name(TextIn::Ar),
    Field::Name(TextIn::En),
    Field::Sku,
    Field::Barcode,
    Field::Brand,
    Field::RegularPrice,
    Field::SalePrice,
    Field::SaleStarts,
    Field::SaleEnds,
    Field::CostPrice,
    Field::Quantity,
    Field::Unlimited,
    Field::LowStockAt,
    Field::MinPerOrder,
    Field::MaxPerOrder,
    Field::Weight,
    Field::WeightUnit,
    Field::OptionName(1, TextIn::Store),
    Field::OptionValue(1, TextIn::Store),
    Field::OptionVisual(1),
    Field::OptionName(1, TextIn::Ar),
    Field::OptionName(1, TextIn::En),
    Field::OptionValue(1, TextIn::Ar),
    Field::OptionValue(1, TextIn::En),
    Field::OptionName(2, TextIn::Store),
    Field::OptionValue(2, TextIn::Store),
    Field::OptionVisual(2),
    Field::OptionName(2, TextIn::Ar),
    Field::OptionName(2, TextIn::En),
    Field::OptionValue(2, TextIn::Ar),
    Field::OptionValue(2, TextIn::En),
    Field::OptionName(3, TextIn::Store),
    Field::OptionValue(3, TextIn::Store),
    Field::OptionVisual(3),
    Field::OptionName(3, TextIn::Ar),
    Field::OptionName(3, TextIn::En),
    Field::OptionValue(3, TextIn::Ar),
    Field::OptionValue(3, TextIn::En),
    Field::Category(TextIn::Ar),
    Field::Category(TextIn::En),
    Field::Tags,
    Field::Images,
    Field::VariantImage,
    Field::Active,
    Field::Published,
    Field::PublishAt,
    Field::ArchivedAt,
    Field::RequiresShipping,
    Field::FreeShipping,
    Field::TaxFree,
    Field::ShortDescription(TextIn::Ar),
    Field::ShortDescription(TextIn::En),
    Field::Description(TextIn::Ar),
    Field::Description(TextIn::En),
    Field::MetaTitle(TextIn::Ar),
    Field::MetaTitle(TextIn::En),
    Field::MetaDescription(TextIn::Ar),
    Field::MetaDescription(TextIn::En),
    Field::Keywords(TextIn::Ar),
    Field::Keywords(TextIn::En),
    Field::PageLink,
    Field::PageLinkIn(TextIn::Ar),
    Field::PageLinkIn(TextIn::En),
    Field::Template,
    Field::DynamicFields,
    Field::Related,
];

/// The columns of the empty template file, in order.
pub(crate) const TEMPLATE_COLUMNS: &[Field] = &[
    Field::Sku,
    Field::Name(TextIn::Ar),
    Field::Name(TextIn::En),
    Field::Category(TextIn::Store),
    Field::RegularPrice,
    Field::SalePrice,
    Field::SaleStarts,
    Field::SaleEnds,
    Field::CostPrice,
    Field::Quantity,
    Field::Barcode,
    Field::Brand,
    Field::Weight,
    Field::WeightUnit,
    Field::RequiresShipping,
    Field::TaxFree,
    Field::Published,
    Field::Images,
    Field::Description(TextIn::Ar),
    Field::Description(TextIn::En),
    Field::OptionName(1, TextIn::Store),
    Field::OptionValue(1, TextIn::Store),
    Field::OptionName(2, TextIn::Store),
    Field::OptionValue(2, TextIn::Store),
];

/// The columns of the bulk sheet, in order; the names are those of `ProductIn`.
pub(crate) const SHEET_COLUMNS: &[&str] = &[
    "name",
    "short_description",
    "sku",
    "barcode",
    "brand",
    "regular_price",
    "sale_price",
    "cost_price",
    "qty",
    "has_unlimited_qty",
    "min_qty",
    "max_qty",
    "weight_amount",
    "weight_unit",
    "is_published",
    "is_active",
    "requires_shipping",
    "has_free_shipping",
    "is_tax_free",
    "category_ids",
    "tags",
    "page_link",
];

/// The declared fields that products or variants store, in the order of the mapping screen.
pub(crate) fn slots<D: Draft>() -> impl Iterator<Item = Slot<D>> {
    all().filter_map(Declaration::slot)
}

/// The stored field of an API name.
pub(crate) fn find_slot<D: Draft>(name: &str) -> Option<Slot<D>> {
    slots().find(|slot| slot.name == name)
}

/// Texts that products store, each with the column of a language.
pub(crate) fn model_texts() -> impl Iterator<Item = (fn(TextIn) -> Field, &'static ModelTexts)> {
    all_texts().filter_map(|texts| Some((texts.column, texts.model.as_ref()?)))
}

impl Field {
    /// The field as it is stored in products or variants.
    pub(crate) fn slot<D: Draft>(self) -> Option<Slot<D>> {
        self.declared()?.slot()
    }

    /// The stored texts of the field's column, and its language.
    pub(crate) fn model_texts(self) -> Option<(&'static ModelTexts, TextIn)> {
        let (texts, text) = self.texts()?;
        Some((texts.model.as_ref()?, text))
    }

    /// The API name of the stored field.
    pub(crate) fn wire_name(self) -> Option<&'static str> {
        let texts = || self.model_texts().map(|(texts, _)| texts.name);
        self.declared().and_then(|declared| Some(declared.model.as_ref()?.name)).or_else(texts)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::model::{ProductDraft, VariantDraft};

    fn sample(kind: Kind) -> Value {
        match kind {
            Kind::Amount | Kind::Count | Kind::CountFromOne | Kind::Moment | Kind::End => Value::Number(7),
            Kind::Code => Value::Text("A-7".into()),
            Kind::Flag => Value::Flag(true),
            Kind::Words => Value::Words(vec!["a".into(), "b".into()]),
        }
    }

    /// A set value is read back, each field has its own slot, and blank is the default.
    #[track_caller]
    fn prove<D: Draft + Default + PartialEq + std::fmt::Debug>() {
        let mut all = D::default();
        for slot in slots::<D>() {
            let mut draft = D::default();
            slot.set(&mut draft, Some(sample(slot.kind)));
            assert_eq!(slot.get(&draft), Some(sample(slot.kind)), "{}: its kind is not that of the model", slot.name);
            slot.set(&mut draft, None);
            assert_eq!(draft, D::default(), "{}", slot.name);
            slot.set(&mut all, Some(sample(slot.kind)));
        }
        for slot in slots::<D>() {
            assert_eq!(slot.get(&all), Some(sample(slot.kind)), "{}", slot.name);
        }
    }

    #[test]
    fn pr_01_kinds_are_those_of_the_model() {
        prove::<ProductDraft>();
        prove::<VariantDraft>();
    }

    #[test]
    fn pr_01_what_is_kept_is_in_our_own_file_and_keys_are_distinct() {
        let columns: HashSet<Field> = FILE_COLUMNS.iter().copied().collect();
        assert_eq!(columns.len(), FILE_COLUMNS.len());
        for slot in slots::<ProductDraft>() {
            assert!(columns.contains(&slot.field), "{} is no column of FILE_COLUMNS", slot.name);
        }
        for (column, texts) in model_texts() {
            assert!(columns.contains(&column(TextIn::Ar)) && columns.contains(&column(TextIn::En)), "{}", texts.name);
        }
        let mut keys = HashSet::new();
        assert!(all().all(|declared| keys.insert(declared.key)));
        for declared in all() {
            assert_eq!(declared.key.parse(), Ok(declared.field));
        }
    }
}
