//! Builds one product from its rows.

use std::collections::HashSet;

use kernel::slug::slugify;
use kernel::text_guard::Lines;
use kernel::{Lang, Texts, fold::fold};

use super::cells::{Columns, Findings, Reader};
use super::field::{Field, TextIn};
use super::format::Format;
use super::group::{Draft, Grouping, has_kind};
use super::lists::{is_url, join_paths, split_paths, split_urls};
use super::model::{CategoryPath, ImportImage, ImportProduct, Item, ProductType, Stock, WeightUnit};
use super::notes::RowNote;
use super::row_error::{RowFault, excerpt};
use super::units::read_flag;
use super::{inputs, item, options, values};

const MAX_NAME: usize = 255;
const MAX_SHORT: usize = 5_000;
const MAX_DESCRIPTION: usize = 200_000;
const MAX_META: usize = 1_000;
const MAX_LABEL: usize = 100;

/// Builds the product; its faults are added to `found`. A product with faults must not be used.
pub(super) fn build(columns: &Columns<'_>, grouping: Grouping, draft: &Draft, found: &mut Findings) -> ImportProduct {
    check_width(columns, draft, found);
    let head = Reader::new(columns, draft.head);
    let unit = unit_of_product(columns, draft);
    let base_reader = Reader::new(columns, draft.item);
    let mut base = item::read(&base_reader, unit, found);
    let is_multi = !draft.variants.is_empty();
    let (options, mut variants) = if is_multi {
        let items = variant_items(columns, grouping, draft, &base, unit, found);
        options::build(columns, grouping, draft, items, found)
    } else {
        if is_unsupported(&head) && !base_reader.is_filled(Field::RegularPrice) {
            // A WooCommerce group of products has no price of its own; it is imported inactive.
            base.regular_price = Some(0);
        }
        item::settle(&mut base, &base_reader, found);
        base.stock = base.stock.or(Some(Stock::Unlimited));
        (Vec::new(), Vec::new())
    };
    if is_multi {
        share_stock(&base_reader, &base, &mut variants, found);
        base = base_of_multi(base, draft, &variants);
    }
    let mut product = ImportProduct {
        product_type: if is_multi { ProductType::Multi } else { ProductType::Basic },
        store_id: head.text(Field::OwnId, MAX_NAME, Lines::Single, found),
        handle: head.text(Field::Handle, MAX_NAME, Lines::Single, found),
        name: head.texts(Field::Name, MAX_NAME, Lines::Single, found),
        short_description: long_text(&head, Field::ShortDescription, MAX_SHORT, found),
        description: long_text(&head, Field::Description, MAX_DESCRIPTION, found),
        item: base,
        is_published: true,
        is_active: head.flag(Field::Active, found).unwrap_or(true),
        values: values::read_own(&head, found),
        categories: categories(&head, found),
        images: images(columns, grouping, draft, found),
        meta_title: head.texts(Field::MetaTitle, MAX_META, Lines::Single, found),
        meta_description: head.texts(Field::MetaDescription, MAX_META, Lines::Many, found),
        keywords: head.texts(Field::Keywords, MAX_META, Lines::Many, found),
        page_link: page_link(&head),
        options,
        variants,
        min_per_order: limit(&head, Field::MinPerOrder, found),
        max_per_order: limit(&head, Field::MaxPerOrder, found),
        dynamic_fields: inputs::read(&head, found),
        records: draft.rows.iter().map(|at| columns.row(*at).record).collect(),
        own: None,
    };
    visibility(&head, &mut product, found);
    if read_flag(head.raw(Field::SoldIndividually)) == Some(true) {
        product.max_per_order = Some(1);
    }
    if product.min_per_order.zip(product.max_per_order).is_some_and(|(min, max)| min > max) {
        head.fail(found, Some(Field::MinPerOrder), RowFault::MinAboveMax);
    }
    product
}

/// The label of a failed product for the merchant: its name, else its SKU, else its handle.
pub(super) fn label(columns: &Columns<'_>, draft: &Draft) -> String {
    let row = columns.row(draft.head);
    let name = columns.raw_any(row, Field::Name);
    let label = [name, columns.raw(row, Field::Sku), columns.raw(row, Field::Handle), columns.raw(row, Field::Parent)];
    excerpt(label.into_iter().find(|label| !label.is_empty()).unwrap_or(""))
}

fn check_width(columns: &Columns<'_>, draft: &Draft, found: &mut Findings) {
    let width = columns.table.headers.len();
    for at in &draft.rows {
        let reader = Reader::new(columns, *at);
        if reader.row.overflows(width) {
            reader.fail(found, None, RowFault::TooManyCells { columns: width });
        }
    }
}

/// The weight unit of the first row that names one; a fault of it is reported when that row is read.
fn unit_of_product(columns: &Columns<'_>, draft: &Draft) -> WeightUnit {
    let mut unheard = Findings::default();
    let named = draft.rows.iter().find_map(|at| item::unit_of(&Reader::new(columns, *at), &mut unheard));
    let default = if columns.has(Field::Grams) { WeightUnit::G } else { columns.mapping.weight_unit };
    named.unwrap_or(default)
}

/// The variants' own items and pictures, in row order.
fn variant_items(
    columns: &Columns<'_>,
    grouping: Grouping,
    draft: &Draft,
    base: &Item,
    unit: WeightUnit,
    found: &mut Findings,
) -> Vec<(Item, Option<String>)> {
    let mut items = Vec::with_capacity(draft.variants.len());
    for at in &draft.variants {
        let reader = Reader::new(columns, *at);
        // The row that is also the base was read already; reading it twice would report its faults twice.
        let mut own = if *at == draft.item { base.clone() } else { item::read(&reader, unit, found) };
        // A stock counted on the product is not that of each variant: see `share_stock`.
        let counted_on_parent = *at != draft.item && !draft.variants.contains(&draft.item);
        let base_stock = if counted_on_parent { base.stock.filter(|stock| *stock == Stock::Unlimited) } else { None };
        let inherited = Item { stock: base_stock, ..base.clone() };
        item::inherit(&mut own, &inherited);
        item::settle(&mut own, &reader, found);
        let field = if grouping == Grouping::ByHandle { Field::VariantImage } else { Field::Images };
        let image = split_urls(reader.raw(field)).into_iter().next().filter(|url| keep_image(&reader, field, url, found));
        items.push((own, image));
    }
    items
}

/// Variants without a stock of their own: unlimited, or the product's counted stock, which goes to the first
/// of them so that nothing is sold twice.
fn share_stock(base_reader: &Reader<'_, '_>, base: &Item, variants: &mut [super::model::ImportVariant], found: &mut Findings) {
    let mut shared = match base.stock {
        Some(counted @ Stock::Counted { .. }) => Some(counted),
        _ => None,
    };
    let without = variants.iter().filter(|variant| variant.item.stock.is_none()).count();
    if without > 1 && matches!(shared, Some(Stock::Counted { qty: 1.., .. })) {
        base_reader.note(found, Some(Field::Quantity), RowNote::SharedStock);
    }
    for variant in variants.iter_mut().filter(|variant| variant.item.stock.is_none()) {
        variant.item.stock = Some(shared.unwrap_or(Stock::Unlimited));
        if let Some(Stock::Counted { qty, .. }) = &mut shared {
            *qty = 0;
        }
    }
}

/// The product's own item when it has variants: its price is the lowest of theirs when it states none; codes and stock belong to
/// the variants alone.
fn base_of_multi(base: Item, draft: &Draft, variants: &[super::model::ImportVariant]) -> Item {
    let cheapest = variants.iter().filter_map(|variant| variant.item.regular_price).min();
    let is_own_row = !draft.variants.contains(&draft.item);
    let regular_price = base.regular_price.or(cheapest);
    let sale_price = base.sale_price.filter(|sale| *sale > 0 && regular_price.is_some_and(|regular| *sale < regular));
    Item {
        sku: base.sku.filter(|_| is_own_row),
        barcode: base.barcode.filter(|_| is_own_row),
        platform_id: base.platform_id.filter(|_| is_own_row),
        stock: None,
        sale_starts: base.sale_starts.filter(|_| sale_price.is_some()),
        sale_ends: base.sale_ends.filter(|_| sale_price.is_some()),
        regular_price,
        sale_price,
        ..base
    }
}

/// A text of several lines. WooCommerce writes line breaks as the two characters `\n`.
fn long_text(head: &Reader<'_, '_>, of: fn(TextIn) -> Field, max: usize, found: &mut Findings) -> Texts {
    let mut texts = head.texts(of, max, Lines::Many, found);
    if head.columns.mapping.format == Format::WooCommerce {
        for lang in [Lang::Ar, Lang::En] {
            if texts.exact(lang).contains("\\n") {
                let broken = texts.exact(lang).replace("\\n", "\n");
                texts.set(lang, broken);
            }
        }
    }
    texts
}

fn categories(head: &Reader<'_, '_>, found: &mut Findings) -> Vec<CategoryPath> {
    let format = head.columns.mapping.format;
    let several = !matches!(format, Format::ShopifyClassic | Format::Shopify2025);
    let escaped = format == Format::WooCommerce;
    let lang_of = |text| match text {
        TextIn::Store => head.columns.context.default_lang,
        TextIn::Ar => Lang::Ar,
        TextIn::En => Lang::En,
    };
    let mut by_lang: Vec<(Lang, Vec<Vec<String>>)> = Vec::new();
    for text in [TextIn::Ar, TextIn::En, TextIn::Store] {
        let field = Field::Category(text);
        let mut paths = split_paths(head.raw(field), several, escaped);
        for level in paths.iter_mut().flatten() {
            *level = head.clean(level, field, MAX_LABEL, Lines::Single, found).unwrap_or_default();
        }
        paths.retain(|path| path.iter().all(|level| !level.is_empty()));
        if !paths.is_empty() {
            by_lang.push((lang_of(text), paths));
        }
    }
    if by_lang.is_empty()
        && let Some(name) = head.text(Field::CategoryName, MAX_LABEL, Lines::Single, found)
    {
        by_lang.push((lang_of(TextIn::Store), vec![vec![name]]));
    }
    join_paths(&by_lang)
}

/// The product's pictures: from all its rows by position when rows share a handle, else from its own row.
fn images(columns: &Columns<'_>, grouping: Grouping, draft: &Draft, found: &mut Findings) -> Vec<ImportImage> {
    let is_product_row = |at: &&usize| grouping == Grouping::ByHandle || !draft.variants.contains(at);
    let mut placed: Vec<(i64, ImportImage)> = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    for at in draft.rows.iter().filter(is_product_row) {
        let reader = Reader::new(columns, *at);
        let position = reader.count(Field::ImagePosition, found).unwrap_or(i64::MAX);
        let mut alt = reader.text(Field::ImageAlt, MAX_META, Lines::Single, found);
        for column in columns.columns_of(Field::Images) {
            let cell = reader.row.cell(*column);
            if super::cells::is_blank(cell) {
                continue;
            }
            for url in split_urls(cell) {
                if keep_image(&reader, Field::Images, &url, found) && seen.insert(url.clone()) {
                    placed.push((position, ImportImage { url, alt: alt.take() }));
                }
            }
        }
    }
    // The sort is stable: pictures without a position stay in the order of the file, behind the placed ones.
    placed.sort_by_key(|(position, _)| *position);
    placed.into_iter().map(|(_, image)| image).collect()
}

/// A picture that is not a URL is left out with a note; the product is imported.
pub(super) fn keep_image(reader: &Reader<'_, '_>, field: Field, url: &str, found: &mut Findings) -> bool {
    let keep = is_url(url);
    if !keep {
        reader.note(found, Some(field), RowNote::ImageSkipped { value: excerpt(url) });
    }
    keep
}

/// The slug that the file gives: its own column, else the handle. Of a full URL the last part is used.
fn page_link(head: &Reader<'_, '_>) -> Option<String> {
    let requested_link =
        [Field::PageLink, Field::Handle].into_iter().map(|field| head.raw(field)).find(|cell| !cell.is_empty())?;
    let last = requested_link.split(['?', '#']).next()?.trim_end_matches('/').rsplit('/').next()?;
    slugify(last)
}

fn limit(head: &Reader<'_, '_>, field: Field, found: &mut Findings) -> Option<i64> {
    let count = head.count(field, found)?;
    if count < 0 {
        head.fail(found, Some(field), RowFault::Negative { value: excerpt(head.raw(field)) });
    }
    // Exports write 0 for "no limit".
    (count > 0).then_some(count)
}

/// Published and active. WooCommerce: 1 live, 0 private, -1 draft; unsupported product types are imported inactive.
fn visibility(head: &Reader<'_, '_>, product: &mut ImportProduct, found: &mut Findings) {
    let cell = head.raw(Field::Published);
    if matches!(fold(cell).as_str(), "draft" | "مسوده") || cell == "-1" {
        product.is_published = false;
        product.is_active = false;
    } else {
        product.is_published = head.flag(Field::Published, found).unwrap_or(true);
    }
    match fold(head.raw(Field::Status)).as_str() {
        "draft" | "archived" | "inactive" | "disabled" | "مسوده" | "مؤرشف" | "غير نشط" | "مخفي" | "0" | "false" =>
        {
            product.is_active = false;
        }
        _ => {}
    }
    let kind = head.raw(Field::RowKind);
    if is_unsupported(head) {
        product.is_active = false;
        head.note(found, Some(Field::RowKind), RowNote::UnsupportedType { value: excerpt(kind) });
    }
}

/// WooCommerce types that are not supported here: groups of other products and products of other shops.
fn is_unsupported(head: &Reader<'_, '_>) -> bool {
    let kind = head.raw(Field::RowKind);
    head.columns.mapping.format == Format::WooCommerce && (has_kind(kind, "grouped") || has_kind(kind, "external"))
}
