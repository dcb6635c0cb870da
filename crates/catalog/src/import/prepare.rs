//! Decides what a product of the file means for the store, before anything is written: new, changed, unchanged, or refused. A dry
//! run stops here; the run continues in `apply`.

use std::collections::{HashMap, HashSet};

use db::Conn;
use kernel::{CategoryId, ImportId, ProductId, StoreScope, Texts};
use web::message::Message;

use super::convert::{Rules, is_same};
use super::formats::{CategoryPath, ImportProduct};
use super::identity::Identity;
use super::images::{self, ImagePlan};
use super::match_keys_store::{self, Marked};
use super::reading::{Item, of_error};
use crate::categories::MOST_LEVELS;
use crate::model::{Category, Product, ProductInput, ProductType};
use crate::store::{categories, links, products, writes};
use platform::imports::model::{Mode, RowMessage, RowOutcome};
use platform::imports::rows;

const VARIANT_SKU: Message = Message::new(
    "رمز المنتج هذا لمتغير من منتج له خيارات. أضف أعمدة الخيارات إلى الملف.",
    "This SKU belongs to a variant of a product in the store. Add the option columns to the file.",
);
const TWICE: Message = Message::new("صف سابق في الملف له نفس معرّف المنتج.", "An earlier row uses the same product ID.");
const SEVERAL: Message = Message::new(
    "أكثر من منتج له رمز المنتج نفسه. غيّر الرمز أو أضف عمود معرّف رواج.",
    "More than one product has this SKU. Change the SKU or add a Rawaj ID column.",
);
const THERE: Message = Message::new(
    "المنتج موجود في المتجر، والاستيراد ينشئ منتجات جديدة فقط.",
    "This product already exists, and this import only creates new products.",
);
const NOT_THERE: Message = Message::new(
    "المنتج غير موجود في المتجر، والاستيراد يعدّل المنتجات الموجودة فقط.",
    "This product doesn't exist, and this import only updates existing products.",
);
const NOT_RELATED: Message = Message::new(
    "منتجات ذات صلة غير موجودة في متجرك، فتم تخطيها: {ids}.",
    "These related products aren't in your store and were skipped: {ids}.",
);
const CATEGORY_LEVELS: Message = Message::new("التصنيف أعمق من {max} مستويات.", "The category is more than {max} levels deep.");
const CATEGORY_NAME: Message =
    Message::new("اسم التصنيف أطول من {max} حرفًا.", "The category name is longer than {max} characters.");
const CATEGORY_CHARS: usize = 120;

/// A product of the file and what it means for the store.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    pub(super) position: i64,
    pub(super) line: i64,
    pub(super) label: String,
    pub(super) notes: Vec<RowMessage>,
    pub(super) what: RowPlan,
}

/// The planned outcome of a product of the file.
#[derive(Debug, Clone)]
pub(super) enum RowPlan {
    /// A check refuses it.
    Refused(Vec<RowMessage>),
    /// The store's product is equal already.
    Same(ProductId),
    /// The import may not create products, or not change them: the product it would change, and why not.
    Left(Option<ProductId>, Message),
    /// It is new, or differs.
    Write(Box<Change>),
}

/// A product to write.
#[derive(Debug, Clone)]
pub(super) struct Change {
    /// Categories as in `existing`; pictures as planned.
    pub(super) input: ProductInput,
    pub(super) existing: Option<Product>,
    /// `None` when the file has no category column.
    pub(super) paths: Option<Vec<CategoryPath>>,
    pub(super) images: ImagePlan,
    /// The import key to store with the product; `None` when it has a stronger one.
    pub(super) key: Option<String>,
}

impl Prepared {
    /// The outcome that a dry run reports.
    pub(super) fn outcome(&self) -> RowOutcome {
        match &self.what {
            RowPlan::Refused(_) => RowOutcome::Failed,
            RowPlan::Same(..) => RowOutcome::Unchanged,
            RowPlan::Left(..) => RowOutcome::Skipped,
            RowPlan::Write(change) if change.existing.is_some() => RowOutcome::WouldUpdate,
            RowPlan::Write(_) => RowOutcome::WouldCreate,
        }
    }
}

/// The store's rows for the items: products by the items' match keys, with their details.
struct Known {
    by_mark: HashMap<&'static str, HashMap<String, Vec<Marked>>>,
    products: HashMap<i64, Product>,
    taken: HashMap<i64, i64>,
    /// Related products of the items that exist in the store.
    related: HashSet<ProductId>,
}

/// Prepares items in their order. Two products of one file never have the same match keys here: see [`Identity::numbered`].
pub(super) async fn prepare(
    c: Conn<'_>,
    scope: &StoreScope,
    import: ImportId,
    rules: &Rules,
    items: &[Item],
) -> db::Result<Vec<Prepared>> {
    let known = look_up(c, scope, import, items).await?;
    let mode = rules.mode;
    let mut paths = Paths::default();
    if rules.names_every_image() && known.products.values().any(|product| !product.fields.category_ids.is_empty()) {
        let all = categories::list(c, scope).await?;
        let ids = known.products.values().flat_map(|product| product.fields.category_ids.iter().copied());
        paths.placed = ids.map(|id| (id, path_of(&all, id))).collect();
    }
    let pictures = images::look_up(c, scope, items, known.products.values()).await?;
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        let Item { position, line, read, notes } = item;
        let (label, what, mut more) = match read {
            Err(failed) => (failed.label.clone(), RowPlan::Refused(failed.errors.iter().map(of_error).collect()), Vec::new()),
            Ok(read) => {
                let (product, identity) = &**read;
                let label = label(&product.name, product.item.sku.as_deref());
                match known.find(identity, *position, rules) {
                    Match::Twice => (label, RowPlan::Refused(vec![RowMessage::new(rules.caption("id"), &TWICE)]), Vec::new()),
                    Match::Several => {
                        (label, RowPlan::Refused(vec![RowMessage::new(rules.caption("sku"), &SEVERAL)]), Vec::new())
                    }
                    Match::New if mode == Mode::Update => (label, RowPlan::Left(None, NOT_THERE), Vec::new()),
                    Match::Found((found, _)) if mode == Mode::Create => (label, RowPlan::Left(Some(found.id), THERE), Vec::new()),
                    Match::Variant(found, sku) if mode == Mode::Update => {
                        (label, variant(rules, product, found, sku), Vec::new())
                    }
                    Match::OfVariant | Match::Variant(..) => {
                        (label, RowPlan::Refused(vec![RowMessage::new(rules.caption("sku"), &VARIANT_SKU)]), Vec::new())
                    }
                    Match::New => {
                        let (what, notes) =
                            one(c, scope, rules, product, identity, None, &known.related, &pictures, &mut paths).await?;
                        (label, what, notes)
                    }
                    Match::Found(found) => {
                        let (what, notes) =
                            one(c, scope, rules, product, identity, Some(found), &known.related, &pictures, &mut paths).await?;
                        (label, what, notes)
                    }
                }
            }
        };
        more.splice(0..0, notes.iter().cloned());
        out.push(Prepared { position: *position, line: *line, label, notes: more, what });
    }
    Ok(out)
}

fn label(name: &Texts, sku: Option<&str>) -> String {
    let name = name.get(kernel::Lang::Ar);
    if name.is_empty() { sku.unwrap_or_default().to_owned() } else { name.chars().take(200).collect() }
}

/// A row of a file without options changes the fields that it gives of one variant.
fn variant(rules: &Rules, product: &ImportProduct, existing: &Product, sku: &str) -> RowPlan {
    match rules.variant_input(product, &existing.fields, sku) {
        Err(faults) => RowPlan::Refused(rules.messages(&faults)),
        Ok(input) if is_same(&input, &existing.fields) => RowPlan::Same(existing.id),
        Ok(input) => RowPlan::Write(Box::new(Change {
            input,
            existing: Some(existing.clone()),
            paths: None,
            images: ImagePlan::default(),
            key: None,
        })),
    }
}

#[expect(clippy::too_many_arguments, reason = "one private function behind `prepare`")]
async fn one(
    c: Conn<'_>,
    scope: &StoreScope,
    rules: &Rules,
    product: &ImportProduct,
    identity: &Identity,
    found: Option<(&Product, Option<&str>)>,
    related: &HashSet<ProductId>,
    pictures: &images::Known,
    paths: &mut Paths,
) -> db::Result<(RowPlan, Vec<RowMessage>)> {
    let existing = found.map(|(product, _)| product);
    let (mut input, mut notes) = match rules.input(product, existing.map(|e| &e.fields)) {
        Ok(prepared) => prepared,
        Err(faults) => return Ok((RowPlan::Refused(rules.messages(&faults)), Vec::new())),
    };
    notes.extend(drop_foreign_related(rules, &mut input, existing, related));
    let refused: Vec<RowMessage> =
        product.categories.iter().filter_map(path_fault).map(|m| RowMessage::new(rules.caption("category"), &m)).collect();
    if !refused.is_empty() {
        return Ok((RowPlan::Refused(refused), Vec::new()));
    }
    let category_paths = rules.gives_categories().then(|| product.categories.clone());
    let is_placed = match (&category_paths, existing) {
        (Some(requested_paths), Some(existing)) => paths.are(c, scope, requested_paths, &existing.fields.category_ids).await?,
        (None, Some(_)) => true,
        (_, None) => false,
    };
    let images = images::plan(rules, product, &mut input, existing, pictures, &mut notes);
    let what = match existing {
        Some(existing) if is_placed && is_same(&input, &existing.fields) && images.is_same(&input, &existing.fields) => {
            RowPlan::Same(existing.id)
        }
        _ => {
            let import_key = found.and_then(|(_, key)| key);
            let key = (existing.is_none() || identity.replaces(import_key)).then(|| identity.key().to_owned());
            RowPlan::Write(Box::new(Change { input, existing: existing.cloned(), paths: category_paths, images, key }))
        }
    };
    Ok((what, notes))
}

/// Drops related products of a file from another store, which do not exist here, and notes it on the row.
fn drop_foreign_related(
    rules: &Rules,
    input: &mut ProductInput,
    existing: Option<&Product>,
    related: &HashSet<ProductId>,
) -> Option<RowMessage> {
    let had = existing.map_or(&[][..], |e| &e.fields.related_ids);
    let (here, foreign): (Vec<ProductId>, Vec<ProductId>) =
        input.related_ids.iter().partition(|id| related.contains(id) || had.contains(id));
    if foreign.is_empty() {
        return None;
    }
    input.0.related_ids = here;
    let ids: Vec<String> = foreign.iter().map(ToString::to_string).collect();
    Some(RowMessage::new(rules.caption("related_ids"), &NOT_RELATED.with("ids", ids.join(", "))))
}

fn path_fault(path: &CategoryPath) -> Option<Message> {
    if path.len() > MOST_LEVELS {
        return Some(CATEGORY_LEVELS.with("max", MOST_LEVELS));
    }
    let is_long = |name: &Texts| name.ar.chars().count().max(name.en.chars().count()) > CATEGORY_CHARS;
    path.iter().any(is_long).then(|| CATEGORY_NAME.with("max", CATEGORY_CHARS))
}

async fn look_up(c: Conn<'_>, scope: &StoreScope, import: ImportId, items: &[Item]) -> db::Result<Known> {
    let identities: Vec<&Identity> = items.iter().filter_map(|item| item.read.as_ref().ok().map(|read| &read.1)).collect();
    let texts = |of: fn(&Identity) -> Option<&String>| -> Vec<String> {
        let all: HashSet<&String> = identities.iter().filter_map(|identity| of(identity)).collect();
        all.into_iter().cloned().collect()
    };
    let keys: HashSet<&String> = identities.iter().flat_map(|identity| &identity.keys).collect();
    let skus: Vec<String> = {
        let mut all = texts(|i| i.sku.as_ref());
        all.extend(texts(|i| i.variant_sku.as_ref()));
        all
    };
    let found = [
        ("key", match_keys_store::list_by_key(c, scope, keys.into_iter().cloned().collect()).await?),
        ("sku", match_keys_store::list_by_sku(c, scope, texts(|i| i.sku.as_ref())).await?),
        ("variant", match_keys_store::list_by_variant_sku(c, scope, skus).await?),
        ("link", match_keys_store::list_by_link(c, scope, texts(|i| i.link.as_ref())).await?),
    ];
    let mut ids: Vec<ProductId> = found.iter().flat_map(|(_, all)| all.iter().map(|m| m.id)).collect();
    ids.extend(identities.iter().filter_map(|identity| identity.own));
    ids.sort();
    ids.dedup();
    let products = products::list_by_ids(c, scope, &ids).await?;
    let taken = rows::list_claimed(c, scope, import, &ids.iter().map(|id| id.raw()).collect::<Vec<_>>()).await?;
    let own = items.iter().filter_map(|item| item.read.as_ref().ok()).filter_map(|read| read.0.own.as_ref());
    let mut related: Vec<ProductId> = own.flat_map(|own| own.related.iter().filter_map(|id| id.parse().ok())).collect();
    related.sort();
    related.dedup();
    let related = links::list_known_products(c, scope, &related).await?.into_iter().collect();
    let mut by_mark: HashMap<&'static str, HashMap<String, Vec<Marked>>> = HashMap::new();
    for (kind, all) in found {
        let marks = by_mark.entry(kind).or_default();
        for one in all {
            marks.entry(one.mark.clone()).or_default().push(one);
        }
    }
    Ok(Known {
        by_mark,
        related,
        products: products.into_iter().map(|p| (p.id.raw(), p)).collect(),
        taken: taken.into_iter().collect(),
    })
}

enum Match<'a> {
    New,
    /// Another row of the file is the same product.
    Twice,
    /// Its match key is that of several products.
    Several,
    /// A row of a file without options, for the variant of this SKU.
    Variant(&'a Product, &'a str),
    /// An existing product, with its import key of an earlier import.
    Found((&'a Product, Option<&'a str>)),
    /// The SKU is that of several variants: it is ambiguous which of them is meant.
    OfVariant,
}

impl Known {
    fn find<'a>(&'a self, identity: &'a Identity, position: i64, rules: &Rules) -> Match<'a> {
        if identity.is_repeated {
            return Match::Twice;
        }
        let first = |kind: &str, mark: &String| {
            let marked = self.by_mark.get(kind)?.get(mark)?;
            marked.iter().filter(|m| !identity.contradicts(m.import_key.as_deref())).find_map(|m| self.free(m, position))
        };
        // The id of this store is the strongest key of all.
        if let Some(own) = identity.own.and_then(|id| self.products.get(&id.raw())).filter(|p| p.deleted_at.is_none()) {
            let is_taken = self.taken.get(&own.id.raw()).is_some_and(|other| *other != position);
            return if is_taken { Match::Twice } else { Match::Found((own, Some(identity.key()))) };
        }
        let by_keys = identity.keys.iter().find_map(|key| first("key", key));
        if by_keys.is_none() && self.is_of_several(identity, position) {
            return Match::Several;
        }
        let found = by_keys
            .or_else(|| identity.sku.as_ref().and_then(|sku| first("sku", sku)))
            .or_else(|| identity.variant_sku.as_ref().and_then(|sku| first("variant", sku)))
            .or_else(|| identity.link.as_ref().and_then(|link| first("link", link)));
        if let Some(found) = found {
            return Match::Found(found);
        }
        let of_variant = identity.sku.as_ref().and_then(|sku| first("variant", sku));
        // Several rows may each change a variant of one product.
        if let (Some(sku), false) = (&identity.sku, rules.gives_options())
            && let Some(marked) = self.by_mark.get("variant").and_then(|marks| marks.get(sku))
            && let Some(product) = marked.iter().find_map(|m| self.products.get(&m.id.raw()))
            && product.deleted_at.is_none()
            && product.fields.product_type == ProductType::Multi
        {
            return Match::Variant(product, sku);
        }
        // A row without options that has a variant's SKU would overwrite the whole product.
        match of_variant {
            Some((product, _)) if product.fields.product_type == ProductType::Multi && identity.variant_sku.is_none() => {
                Match::OfVariant
            }
            _ => Match::New,
        }
    }

    /// Whether its SKU is that of several products, none of which another row has matched.
    fn is_of_several(&self, identity: &Identity, position: i64) -> bool {
        let of = |kind: &str, mark: &Option<String>| -> usize {
            let Some(marked) = mark.as_ref().and_then(|mark| self.by_mark.get(kind)?.get(mark)) else { return 0 };
            let free = marked.iter().filter(|m| !identity.contradicts(m.import_key.as_deref()));
            let ids: HashSet<i64> = free.filter_map(|m| self.free(m, position)).map(|(product, _)| product.id.raw()).collect();
            ids.len()
        };
        of("sku", &identity.sku) > 1 || (identity.sku.is_none() && of("variant", &identity.variant_sku) > 1)
    }

    fn free<'a>(&'a self, marked: &'a Marked, position: i64) -> Option<(&'a Product, Option<&'a str>)> {
        let product = self.products.get(&marked.id.raw()).filter(|p| p.deleted_at.is_none())?;
        let is_taken = self.taken.get(&marked.id.raw()).is_some_and(|other| *other != position);
        (!is_taken).then_some((product, marked.import_key.as_deref()))
    }
}

/// Existing categories, by path.
#[derive(Default)]
struct Paths {
    found: HashMap<(Option<i64>, String), Option<CategoryId>>,
    /// Paths of the categories that the products are in. Two categories may have the same path: a product that is in one of them
    /// matches the path of our own file.
    placed: HashMap<CategoryId, CategoryPath>,
}

fn path_of(all: &[Category], id: CategoryId) -> CategoryPath {
    let mut path: CategoryPath = Vec::new();
    let mut at = Some(id);
    while let Some(category) = at.and_then(|id| all.iter().find(|category| category.id == id)) {
        path.insert(0, category.name.clone());
        at = category.parent_id.filter(|_| path.len() <= MOST_LEVELS);
    }
    path
}

impl Paths {
    async fn are(
        &mut self,
        c: Conn<'_>,
        scope: &StoreScope,
        category_paths: &[CategoryPath],
        existing: &[CategoryId],
    ) -> db::Result<bool> {
        let is_placed = |(path, id): (&CategoryPath, &CategoryId)| self.placed.get(id) == Some(path);
        if category_paths.len() == existing.len() && category_paths.iter().zip(existing).all(is_placed) {
            return Ok(true);
        }
        let mut found: Vec<CategoryId> = Vec::with_capacity(category_paths.len());
        for path in category_paths {
            match self.find(c, scope, path).await? {
                Some(id) if found.contains(&id) => {}
                Some(id) => found.push(id),
                None => return Ok(false),
            }
        }
        Ok(found == existing)
    }

    async fn find(&mut self, c: Conn<'_>, scope: &StoreScope, path: &[Texts]) -> db::Result<Option<CategoryId>> {
        let mut parent: Option<CategoryId> = None;
        for name in path {
            let key = (parent.map(CategoryId::raw), writes::name_key(name));
            let id = if let Some(known) = self.found.get(&key) {
                *known
            } else {
                let id = categories::find_by_name(c, scope, parent, &key.1).await?;
                self.found.insert(key, id);
                id
            };
            let Some(id) = id else { return Ok(None) };
            parent = Some(id);
        }
        Ok(parent)
    }
}
