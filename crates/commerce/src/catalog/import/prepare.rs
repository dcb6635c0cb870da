//! Finding out what a product of the file means for the store, before anything is written: new, changed, the same, or
//! refused. The dry run stops here; the run goes on in `apply`.

use std::collections::{HashMap, HashSet};

use db::Conn;
use kernel::{CategoryId, ImportId, MediaId, ProductId, StoreScope, Texts};
use web::message::Message;

use super::convert::{Rules, is_same};
use super::formats::{CategoryPath, FailedProduct, ImportProduct};
use super::identity::Identity;
use super::images::{self, ImagePlan};
use super::model::{RowMessage, RowOutcome};
use super::store::{self, Marked};
use crate::catalog::categories::MOST_LEVELS;
use crate::catalog::store::{categories, products, writes};
use crate::catalog::{Product, ProductDraft, ProductInput, ProductType};

const VARIANT_SKU: Message = Message::new(
    "رمز المنتج هذا لصنف من منتج له خيارات في المتجر. أضف أعمدة الخيارات إلى الملف.",
    "This SKU belongs to a variant of a product in the store. Add the option columns to the file.",
);
const CATEGORY_LEVELS: Message = Message::new("التصنيف أعمق من {max} مستويات.", "The category is more than {max} levels deep.");
const CATEGORY_NAME: Message =
    Message::new("اسم التصنيف أطول من {max} حرفًا.", "The name of the category is longer than {max} characters.");
const CATEGORY_CHARS: usize = 120;

/// A product of the file, read, with its place.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// Its first record.
    pub(super) position: i64,
    pub(super) read: Result<Box<(ImportProduct, Identity)>, FailedProduct>,
    pub(super) notes: Vec<RowMessage>,
}

/// A product of the file and what it means for the store.
#[derive(Debug, Clone)]
pub(super) struct Prepared {
    pub(super) position: i64,
    pub(super) label: String,
    pub(super) notes: Vec<RowMessage>,
    pub(super) what: What,
}

/// What a product of the file means for the store.
#[derive(Debug, Clone)]
pub(super) enum What {
    /// It is refused.
    Refused(Vec<RowMessage>),
    /// The store says the same.
    Same(ProductId),
    /// It is new, or differs.
    Write(Box<Change>),
}

/// A product to write.
#[derive(Debug, Clone)]
pub(super) struct Change {
    /// Categories as in `existing`; pictures as planned.
    pub(super) input: ProductInput,
    pub(super) existing: Option<Product>,
    /// None when the file says nothing of categories.
    pub(super) paths: Option<Vec<CategoryPath>>,
    pub(super) images: ImagePlan,
    /// The mark to keep with the product; none when it has a surer one.
    pub(super) key: Option<String>,
}

impl Prepared {
    /// What a dry run says of it.
    pub(super) fn outcome(&self) -> RowOutcome {
        match &self.what {
            What::Refused(_) => RowOutcome::Failed,
            What::Same(..) => RowOutcome::Unchanged,
            What::Write(change) if change.existing.is_some() => RowOutcome::WouldUpdate,
            What::Write(_) => RowOutcome::WouldCreate,
        }
    }
}

/// What the store has of the items: products by the marks of the items, with what belongs to them.
struct Known {
    by_mark: HashMap<&'static str, HashMap<String, Vec<Marked>>>,
    products: HashMap<i64, Product>,
    taken: HashMap<i64, i64>,
}

/// Prepares items in their order. Two products of one file never meet here under the same marks: see
/// [`Identity::numbered`].
pub(super) async fn prepare(
    c: Conn<'_>,
    scope: &StoreScope,
    import: ImportId,
    rules: &Rules,
    items: &[Item],
) -> db::Result<Vec<Prepared>> {
    let known = look_up(c, scope, import, items).await?;
    let mut paths = Paths::default();
    let pictures = images::look_up(c, scope, items, known.products.values()).await?;
    let mut out = Vec::with_capacity(items.len());
    for item in items {
        let Item { position, read, notes } = item;
        let (label, what, mut more) = match read {
            Err(failed) => {
                (failed.label.clone(), What::Refused(failed.errors.iter().map(RowMessage::of_error).collect()), Vec::new())
            }
            Ok(read) => {
                let (product, identity) = &**read;
                let label = label(&product.name, product.item.sku.as_deref());
                match known.find(identity, *position) {
                    Match::OfVariant => {
                        (label, What::Refused(vec![RowMessage::new(rules.caption("sku"), &VARIANT_SKU)]), Vec::new())
                    }
                    Match::New => {
                        let (what, notes) = one(c, scope, rules, product, identity, None, &pictures, &mut paths).await?;
                        (label, what, notes)
                    }
                    Match::Found(found) => {
                        let (what, notes) = one(c, scope, rules, product, identity, Some(found), &pictures, &mut paths).await?;
                        (label, what, notes)
                    }
                }
            }
        };
        more.splice(0..0, notes.iter().cloned());
        out.push(Prepared { position: *position, label, notes: more, what });
    }
    Ok(out)
}

fn label(name: &Texts, sku: Option<&str>) -> String {
    let name = name.get(kernel::Lang::Ar);
    if name.is_empty() { sku.unwrap_or_default().to_owned() } else { name.chars().take(200).collect() }
}

#[allow(clippy::too_many_arguments, reason = "one private function behind `prepare`")]
async fn one(
    c: Conn<'_>,
    scope: &StoreScope,
    rules: &Rules,
    product: &ImportProduct,
    identity: &Identity,
    found: Option<(&Product, Option<&str>)>,
    pictures: &images::Known,
    paths: &mut Paths,
) -> db::Result<(What, Vec<RowMessage>)> {
    let existing = found.map(|(product, _)| product);
    let (mut input, mut notes) = match rules.input(product, existing.map(|e| &e.fields)) {
        Ok(made) => made,
        Err(faults) => return Ok((What::Refused(rules.messages(&faults)), Vec::new())),
    };
    let refused: Vec<RowMessage> =
        product.categories.iter().filter_map(path_fault).map(|m| RowMessage::new(rules.caption("category"), &m)).collect();
    if !refused.is_empty() {
        return Ok((What::Refused(refused), Vec::new()));
    }
    let wanted = rules.gives_categories().then(|| product.categories.clone());
    let is_placed = match (&wanted, existing) {
        (Some(wanted), Some(existing)) => paths.are(c, scope, wanted, &existing.fields.category_ids).await?,
        (None, Some(_)) => true,
        (_, None) => false,
    };
    let images = images::plan(rules, product, &mut input, existing, pictures, &mut notes);
    let what = match existing {
        Some(existing) if is_placed && is_same(&input, &existing.fields) && images.is_same(&input, &existing.fields) => {
            What::Same(existing.id)
        }
        _ => {
            let import_key = found.and_then(|(_, key)| key);
            let key = (existing.is_none() || identity.replaces(import_key)).then(|| identity.key().to_owned());
            What::Write(Box::new(Change { input, existing: existing.cloned(), paths: wanted, images, key }))
        }
    };
    Ok((what, notes))
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
        ("key", store::by_key(c, scope, keys.into_iter().cloned().collect()).await?),
        ("sku", store::by_sku(c, scope, texts(|i| i.sku.as_ref())).await?),
        ("variant", store::by_variant_sku(c, scope, skus).await?),
        ("link", store::by_link(c, scope, texts(|i| i.link.as_ref())).await?),
    ];
    let mut ids: Vec<ProductId> = found.iter().flat_map(|(_, all)| all.iter().map(|m| m.id)).collect();
    ids.sort();
    ids.dedup();
    let products = products::list_by_ids(c, scope, &ids).await?;
    let taken = store::taken_products(c, scope, import, &ids).await?;
    let mut by_mark: HashMap<&'static str, HashMap<String, Vec<Marked>>> = HashMap::new();
    for (kind, all) in found {
        let marks = by_mark.entry(kind).or_default();
        for one in all {
            marks.entry(one.mark.clone()).or_default().push(one);
        }
    }
    Ok(Known {
        by_mark,
        products: products.into_iter().map(|p| (p.id.raw(), p)).collect(),
        taken: taken.into_iter().map(|(product, position)| (product.raw(), position)).collect(),
    })
}

enum Match<'a> {
    New,
    /// With the mark it has from an earlier import.
    Found((&'a Product, Option<&'a str>)),
    /// The SKU is one of several variants': the row cannot say which fields are meant.
    OfVariant,
}

impl Known {
    fn find<'a>(&'a self, identity: &Identity, position: i64) -> Match<'a> {
        let first = |kind: &str, mark: &String| {
            let marked = self.by_mark.get(kind)?.get(mark)?;
            marked.iter().filter(|m| !identity.contradicts(m.import_key.as_deref())).find_map(|m| self.free(m, position))
        };
        let by_keys = identity.keys.iter().find_map(|key| first("key", key));
        let found = by_keys
            .or_else(|| identity.sku.as_ref().and_then(|sku| first("sku", sku)))
            .or_else(|| identity.variant_sku.as_ref().and_then(|sku| first("variant", sku)))
            .or_else(|| identity.link.as_ref().and_then(|link| first("link", link)));
        if let Some(found) = found {
            return Match::Found(found);
        }
        let of_variant = identity.sku.as_ref().and_then(|sku| first("variant", sku));
        // A row without options that carries a variant's SKU would flatten the whole product.
        match of_variant {
            Some((product, _)) if product.fields.product_type == ProductType::Multi && identity.variant_sku.is_none() => {
                Match::OfVariant
            }
            _ => Match::New,
        }
    }

    fn free<'a>(&'a self, marked: &'a Marked, position: i64) -> Option<(&'a Product, Option<&'a str>)> {
        let product = self.products.get(&marked.id.raw()).filter(|p| p.deleted_at.is_none())?;
        let is_taken = self.taken.get(&marked.id.raw()).is_some_and(|other| *other != position);
        (!is_taken).then_some((product, marked.import_key.as_deref()))
    }
}

/// Categories by path, as far as they exist.
#[derive(Default)]
struct Paths(HashMap<(Option<i64>, String), Option<CategoryId>>);

impl Paths {
    async fn are(
        &mut self,
        c: Conn<'_>,
        scope: &StoreScope,
        wanted: &[CategoryPath],
        existing: &[CategoryId],
    ) -> db::Result<bool> {
        let mut found: Vec<CategoryId> = Vec::with_capacity(wanted.len());
        for path in wanted {
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
            let id = match self.0.get(&key) {
                Some(known) => *known,
                None => {
                    let id = categories::find_by_name(c, scope, parent, &key.1).await?;
                    self.0.insert(key, id);
                    id
                }
            };
            let Some(id) = id else { return Ok(None) };
            parent = Some(id);
        }
        Ok(parent)
    }
}

/// The pictures of a product in the store, in their order.
pub(super) fn images_of(fields: &ProductDraft) -> impl Iterator<Item = MediaId> + '_ {
    fields.image_ids.iter().copied().chain(fields.variants.iter().filter_map(|v| v.media_id))
}
