//! Groups rows into products. The only place where the platforms truly differ: Shopify repeats a handle, WooCommerce names a
//! parent, Salla and Zid write variants below their product.

use std::collections::HashMap;

use kernel::fold::fold;

use super::cells::Columns;
use super::field::{Field, TextIn};
use super::format::Format;
use super::row_error::RowFault;
use super::units::read_flag;
use platform::imports::sheet::Row;

/// The rows of one product; numbers are indexes into the table's rows.
pub(super) struct Draft {
    /// The row with the product's own fields.
    pub head: usize,
    /// Rows that are variants; empty for a basic product.
    pub variants: Vec<usize>,
    /// The row that holds price and stock of a basic product.
    pub item: usize,
    /// All rows, in the order of the file.
    pub rows: Vec<usize>,
    /// Rows that only carry a picture.
    pub image_only: usize,
    /// Faults of the grouping itself.
    pub faults: Vec<(usize, Option<Field>, RowFault)>,
}

impl Draft {
    fn new(head: usize) -> Self {
        Self { head, variants: Vec::new(), item: head, rows: vec![head], image_only: 0, faults: Vec::new() }
    }

    fn orphan(row: usize, field: Option<Field>, parent: &str) -> Self {
        let fault = RowFault::NoParent { parent: super::row_error::excerpt(parent) };
        Self { faults: vec![(row, field, fault)], ..Self::new(row) }
    }
}

/// How rows are grouped into products.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grouping {
    /// Rows with the same handle, wherever they are.
    ByHandle,
    /// Variants name their parent, wherever it is.
    ByParent,
    /// Variants are below their product.
    Below,
}

impl Grouping {
    pub fn for_columns(columns: &Columns<'_>) -> Self {
        match columns.mapping.format {
            Format::ShopifyClassic | Format::Shopify2025 => Self::ByHandle,
            Format::WooCommerce => Self::ByParent,
            Format::Salla | Format::Zid | Format::Rawaj => Self::Below,
            Format::Unknown if columns.has(Field::Parent) => Self::ByParent,
            Format::Unknown if columns.has(Field::Handle) => Self::ByHandle,
            Format::Unknown => Self::Below,
        }
    }
}

/// Groups all rows of the file, in the order of the products' first rows.
pub(super) fn group(columns: &Columns<'_>, grouping: Grouping) -> Vec<Draft> {
    match grouping {
        Grouping::ByHandle => by_handle(columns),
        Grouping::ByParent => by_parent(columns),
        Grouping::Below => below(columns),
    }
}

fn by_handle(columns: &Columns<'_>) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut by_handle: HashMap<String, usize> = HashMap::new();
    for at in 0..columns.table.rows.len() {
        let row = columns.row(at);
        let handle = columns.raw(row, Field::Handle).to_lowercase();
        let known = by_handle.get(&handle).copied();
        let draft = match known {
            Some(draft) => Some(draft),
            // A row without handle and title continues the product above.
            None if handle.is_empty() && !has_name(columns, row) => drafts.len().checked_sub(1),
            None => None,
        };
        if let Some(draft) = draft {
            drafts[draft].rows.push(at);
            continue;
        }
        if !handle.is_empty() {
            by_handle.insert(handle, drafts.len());
        }
        drafts.push(Draft::new(at));
    }
    for draft in &mut drafts {
        settle_handle_group(columns, draft);
    }
    drafts
}

/// Determines head, variants and pictures of a handle's rows.
fn settle_handle_group(columns: &Columns<'_>, draft: &mut Draft) {
    match draft.rows.iter().find(|at| has_name(columns, columns.row(**at))) {
        Some(head) => draft.head = *head,
        None if columns.context.is_partial => {}
        None => draft.faults.push((draft.head, Some(name_field(columns)), RowFault::Required)),
    }
    let sells = |row| has_price(columns, row) || has_option_value(columns, row);
    for at in &draft.rows {
        let row = columns.row(*at);
        if sells(row) {
            draft.variants.push(*at);
        } else if *at != draft.head && columns.is_filled(row, Field::Images) {
            draft.image_only += 1;
        }
    }
    draft.item = draft.variants.first().copied().unwrap_or(draft.head);
    let is_basic = match draft.variants[..] {
        [] => true,
        [only] => is_default_title(columns, columns.row(only)),
        _ => false,
    };
    if is_basic {
        draft.variants.clear();
    }
}

/// Whether it is Shopify's marker of a product without options: no option value, or the value "Default Title".
fn is_default_title<'t>(columns: &Columns<'t>, row: &'t Row) -> bool {
    let mut values = columns.option_values(row);
    match (values.next(), values.next()) {
        (None, _) => true,
        (Some(only), None) => only.eq_ignore_ascii_case("default title"),
        _ => false,
    }
}

fn by_parent(columns: &Columns<'_>) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut by_sku: HashMap<String, usize> = HashMap::new();
    let mut by_id: HashMap<&str, usize> = HashMap::new();
    let mut variations: Vec<usize> = Vec::new();
    for at in 0..columns.table.rows.len() {
        let row = columns.row(at);
        let kind = columns.raw(row, Field::RowKind);
        let is_variation = if kind.is_empty() { columns.is_filled(row, Field::Parent) } else { has_kind(kind, "variation") };
        if is_variation {
            variations.push(at);
            continue;
        }
        let sku = columns.raw(row, Field::Sku);
        if !sku.is_empty() {
            by_sku.entry(sku.to_lowercase()).or_insert(drafts.len());
        }
        let id = columns.raw(row, Field::PlatformId);
        if !id.is_empty() {
            by_id.entry(id).or_insert(drafts.len());
        }
        drafts.push(Draft::new(at));
    }
    // A parent may come after its variations, so they are assigned in a second pass.
    let mut orphans: Vec<Draft> = Vec::new();
    for at in variations {
        let parent = columns.raw(columns.row(at), Field::Parent);
        let by_number = parent.strip_prefix("id:").map(str::trim).and_then(|id| by_id.get(id));
        let found = by_number.or_else(|| by_sku.get(&parent.to_lowercase())).or_else(|| by_id.get(parent));
        match found {
            Some(draft) => {
                drafts[*draft].variants.push(at);
                drafts[*draft].rows.push(at);
            }
            None => orphans.push(Draft::orphan(at, Some(Field::Parent), parent)),
        }
    }
    for draft in &mut drafts {
        let kind = columns.raw(columns.row(draft.head), Field::RowKind);
        if has_kind(kind, "variable") && draft.variants.is_empty() {
            draft.faults.push((draft.head, None, RowFault::NoVariants));
        }
        require_name(columns, draft);
        draft.rows.sort_unstable();
    }
    drafts.extend(orphans);
    drafts.sort_by_key(|draft| draft.rows[0]);
    drafts
}

fn below(columns: &Columns<'_>) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::new();
    for at in 0..columns.table.rows.len() {
        let row = columns.row(at);
        let kind = fold(columns.raw(row, Field::RowKind));
        let is_variant = match kind.as_str() {
            "خيار" | "option" | "variant" => true,
            "منتج" | "product" => false,
            _ => !has_name(columns, row) && (has_option_value(columns, row) || has_price(columns, row)),
        };
        let is_picture = kind.is_empty() && !has_name(columns, row) && !is_variant && columns.is_filled(row, Field::Images);
        if !is_variant && !is_picture {
            let mut draft = Draft::new(at);
            require_name(columns, &mut draft);
            drafts.push(draft);
            continue;
        }
        match drafts.last_mut().filter(|draft| is_picture || takes_variants(columns, draft)) {
            Some(draft) => {
                draft.rows.push(at);
                if is_picture {
                    draft.image_only += 1;
                } else {
                    draft.variants.push(at);
                }
            }
            // An unnamed row without option values is a product whose name is missing.
            None if kind.is_empty() && !has_option_value(columns, row) => {
                let mut draft = Draft::new(at);
                require_name(columns, &mut draft);
                drafts.push(draft);
            }
            None => drafts.push(Draft::orphan(at, None, "")),
        }
    }
    for draft in &mut drafts {
        let claims = columns.raw(columns.row(draft.head), Field::HasVariants);
        if draft.variants.is_empty() && read_flag(claims) == Some(true) {
            draft.faults.push((draft.head, Some(Field::HasVariants), RowFault::NoVariants));
        }
    }
    drafts
}

/// Whether the product above can have variants: its cell says so, or the file has no such column.
fn takes_variants(columns: &Columns<'_>, draft: &Draft) -> bool {
    let head = columns.row(draft.head);
    let says_no = read_flag(columns.raw(head, Field::HasVariants)) == Some(false);
    let is_orphan = draft.faults.iter().any(|(_, _, fault)| matches!(fault, RowFault::NoParent { .. }));
    let has_options = columns.mapping.format != Format::Unknown || !columns.option_numbers.is_empty();
    !says_no && !is_orphan && has_options
}

fn require_name(columns: &Columns<'_>, draft: &mut Draft) {
    if !columns.context.is_partial && !has_name(columns, columns.row(draft.head)) {
        draft.faults.push((draft.head, Some(name_field(columns)), RowFault::Required));
    }
}

/// The name field that the file has a column for, to name the column in the fault.
fn name_field(columns: &Columns<'_>) -> Field {
    TextIn::ALL.into_iter().map(Field::Name).find(|field| columns.has(*field)).unwrap_or(Field::Name(TextIn::Store))
}

/// Whether WooCommerce's comma-separated list of types contains one.
pub(super) fn has_kind(kinds: &str, kind: &str) -> bool {
    kinds.split(',').any(|one| one.trim().eq_ignore_ascii_case(kind))
}

fn has_name(columns: &Columns<'_>, row: &Row) -> bool {
    TextIn::ALL.into_iter().any(|text| columns.is_filled(row, Field::Name(text)))
}

fn has_price(columns: &Columns<'_>, row: &Row) -> bool {
    columns.is_filled(row, Field::SellingPrice) || columns.is_filled(row, Field::RegularPrice)
}

fn has_option_value<'t>(columns: &Columns<'t>, row: &'t Row) -> bool {
    columns.option_values(row).next().is_some()
}
