//! Creating, changing, removing and restoring products. Each runs inside the caller's transaction, writes the journal last, and
//! invalidates the storefront's pages.

use db::{Conn, Topics};
use kernel::{BatchId, Env, MediaId, Millis, ProductId, StoreScope, Texts, VariantId};
use web::message::Message;

use super::check::Faults;
use super::entities;
use super::errors::{CatalogError, gone_or_stale, no_such};
use super::links;
use super::model::{Links, Product, ProductDraft, ProductInput, Snapshot, State, VariantDraft};
use super::stock::stock_movements;
use super::store::{index, links as link_rows, product_rows, products, writes};
use platform::journal::{self, Act, Entry};

const TOPICS: Topics = Topics::CATALOG.and(Topics::STOREFRONT);

const NOT_TO_COME: Message = Message::new("اختر تاريخًا ووقتًا في المستقبل.", "Choose a future date and time.");
const IS_ITSELF: Message = Message::new("لا يمكن ربط المنتج بنفسه.", "A product can't be related to itself.");
const NOT_A_PHOTO: Message = Message::new("صور المنتج بصيغة JPG أو PNG فقط.", "Product images must be JPG or PNG.");

/// Creates a product; its link is numbered when the requested one is taken.
///
/// # Errors
/// [`CatalogError::Invalid`] when it references rows of another store.
pub async fn create(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    input: &ProductInput,
    batch: Option<BatchId>,
) -> Result<ProductId, CatalogError> {
    make(c, env, scope, input, batch, None).await
}

/// Creates a copy of a product, which may use the same pictures as the original.
pub(super) async fn create_copy(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    input: &ProductInput,
    of: &Product,
) -> Result<ProductId, CatalogError> {
    make(c, env, scope, input, None, Some(of)).await
}

async fn make(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    input: &ProductInput,
    batch: Option<BatchId>,
    of: Option<&Product>,
) -> Result<ProductId, CatalogError> {
    let (id, now) = (env.id(), env.now());
    check_references(c, scope, input, id, now, of).await?;
    let link = links::free_product_link(c, scope, input, id, None).await?;
    let fields: &ProductDraft = input;
    let mut written = fields.clone();
    written.page_link = Some(link.clone());
    written.page_links = links::own_links(c, scope, &fields.page_links, &link, id, batch.is_none()).await?;
    product_rows::insert(c, scope, id, now, &written, &link, fields.listing(now)).await?;
    let variants: Vec<(VariantId, &VariantDraft)> = fields.variants.iter().map(|v| (env.id(), v)).collect();
    if !variants.is_empty() {
        product_rows::replace_variants(c, scope, id, &variants).await?;
        for (v, (variant, _)) in written.variants.iter_mut().zip(&variants) {
            v.id = Some(*variant);
        }
    }
    stock_movements::record_changes(c, env, scope, id, None, &written, batch).await?;
    if !fields.image_ids.is_empty() {
        writes::replace_images(c, scope, id, &fields.image_ids).await?;
    }
    if !fields.category_ids.is_empty() {
        writes::replace_categories(c, scope, id, &fields.category_ids).await?;
    }
    index::insert(c, scope, id, fields).await?;
    links::settle(c, scope, id, None, &written.links(), now).await?;
    let entry = Entry::new(Act::Create, entities::PRODUCT, id).after(&written).batch(batch);
    finish(c, scope, id, now, entry, None, Some(fields.state())).await?;
    Ok(id)
}

/// Writes every field of a product. A changed link leaves a redirect; variants keep their ids when their values are unchanged.
///
/// # Errors
/// [`CatalogError::NotFound`], [`CatalogError::Stale`] when it is not at `expected_version`, [`CatalogError::Invalid`].
pub async fn update(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: ProductId,
    expected_version: Option<i64>,
    input: &ProductInput,
    batch: Option<BatchId>,
) -> Result<(), CatalogError> {
    let before = lock(c, scope, id, expected_version, false).await?;
    check_references(c, scope, input, id, env.now(), Some(&before)).await?;
    let link = links::changed_product_link(c, scope, input, &before).await?;
    write(c, env, scope, &before, input, link, batch, IdRule::Known).await
}

/// Restores a product to a snapshot, removed or not: used by undo. Pictures and categories that no longer exist are left out.
///
/// # Errors
/// As [`update`].
pub async fn restore_snapshot(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: ProductId,
    expected_version: Option<i64>,
    snapshot: &Snapshot,
    batch: Option<BatchId>,
) -> Result<(), CatalogError> {
    let before = lock(c, scope, id, expected_version, true).await?;
    let mut fields = snapshot.clone();
    let known = link_rows::list_known_categories(c, scope, &fields.category_ids).await?;
    fields.category_ids.retain(|id| known.contains(id));
    let images: Vec<MediaId> =
        fields.image_ids.iter().copied().chain(fields.variants.iter().filter_map(|v| v.media_id)).collect();
    let known: Vec<MediaId> = link_rows::list_known_images(c, scope, &images).await?.into_iter().map(|(id, ..)| id).collect();
    fields.image_ids.retain(|id| known.contains(id));
    for variant in &mut fields.variants {
        variant.media_id.take_if(|id| !known.contains(id));
    }
    let input = ProductInput(fields);
    let link = links::free_product_link(c, scope, &input, id, Some(id)).await?;
    write(c, env, scope, &before, &input, link, batch, IdRule::Kept).await
}

/// Removes a product from the store and every list. Its row is kept for the orders that reference it.
///
/// # Errors
/// [`CatalogError::NotFound`], [`CatalogError::Stale`].
pub async fn remove(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: ProductId,
    expected_version: Option<i64>,
    batch: Option<BatchId>,
) -> Result<(), CatalogError> {
    let before = lock(c, scope, id, expected_version, false).await?;
    let now = env.now();
    writes::delete(c, scope, id, now).await?;
    links::leave(c, scope, id, &before.fields.page_links, now).await?;
    index::delete(c, scope, id).await?;
    let entry = Entry::new(Act::Delete, entities::PRODUCT, id).before(&before.fields).batch(batch);
    finish(c, scope, id, now, entry, Some(before.fields.state()), None).await
}

/// Publishes or unpublishes a product; nothing happens when it is in that state already.
///
/// # Errors
/// [`CatalogError::NotFound`].
pub async fn set_published(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: ProductId,
    is_published: bool,
) -> Result<(), CatalogError> {
    let Some(found) = products::find(c, scope, id).await?.filter(|p| p.deleted_at.is_none()) else {
        return Err(CatalogError::NotFound);
    };
    if found.fields.is_published == is_published {
        return Ok(());
    }
    let before = lock(c, scope, id, None, false).await?;
    show(c, scope, &before, is_published, env.now()).await
}

/// Publishes a product whose scheduled time has come: the named transition of `scheduled`. Nothing happens when it was published,
/// archived, removed or rescheduled meanwhile.
pub(super) async fn publish_on_time(c: Conn<'_>, env: &Env, scope: &StoreScope, id: ProductId) -> Result<(), CatalogError> {
    let now = env.now();
    let is_due =
        |p: &Product| p.deleted_at.is_none() && p.fields.archived_at.is_none() && p.fields.publish_at.is_some_and(|t| t <= now.0);
    if !products::find(c, scope, id).await?.is_some_and(|p| is_due(&p)) {
        return Ok(());
    }
    let before = lock(c, scope, id, None, false).await?;
    if is_due(&before) { show(c, scope, &before, true, now).await } else { Ok(()) }
}

/// Shows a picture in a product that has none.
pub(super) async fn show_picture(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ProductId,
    picture: MediaId,
    now: Millis,
) -> Result<(), CatalogError> {
    let before = lock(c, scope, id, None, false).await?;
    let after = ProductDraft { image_ids: vec![picture], ..before.fields.clone() };
    writes::replace_images(c, scope, id, &after.image_ids).await?;
    writes::set_cover(c, scope, id, picture, now).await?;
    let (was, is) = changed(&before.fields, &after, false);
    let entry = Entry::new(Act::Update, entities::PRODUCT, id).before(was).after(is);
    finish(c, scope, id, now, entry, Some(before.fields.state()), Some(after.state())).await
}

async fn show(c: Conn<'_>, scope: &StoreScope, before: &Product, is_published: bool, now: Millis) -> Result<(), CatalogError> {
    let (id, old) = (before.id, &before.fields);
    let new = ProductDraft { is_published, publish_at: None, ..old.clone() };
    writes::set_published(c, scope, id, now, is_published).await?;
    let (was, is) = changed(old, &new, false);
    let entry = Entry::new(Act::Update, entities::PRODUCT, id).before(was).after(is);
    finish(c, scope, id, now, entry, Some(old.state()), Some(new.state())).await
}

/// Archives a product: it is hidden from lists and store. Orders and carts continue to reference it.
///
/// # Errors
/// [`CatalogError::NotFound`].
pub async fn archive(c: Conn<'_>, env: &Env, scope: &StoreScope, id: ProductId) -> Result<(), CatalogError> {
    let now = env.now();
    set_archived(c, scope, id, now, Some(now.0)).await
}

/// Restores a product from the archive, as it was.
///
/// # Errors
/// [`CatalogError::NotFound`].
pub async fn restore(c: Conn<'_>, env: &Env, scope: &StoreScope, id: ProductId) -> Result<(), CatalogError> {
    set_archived(c, scope, id, env.now(), None).await
}

async fn set_archived(c: Conn<'_>, scope: &StoreScope, id: ProductId, now: Millis, to: Option<i64>) -> Result<(), CatalogError> {
    let Some(found) = products::find(c, scope, id).await?.filter(|p| p.deleted_at.is_none()) else {
        return Err(CatalogError::NotFound);
    };
    if found.fields.archived_at.is_some() == to.is_some() {
        return Ok(());
    }
    let before = lock(c, scope, id, None, false).await?.fields;
    let after = ProductDraft { archived_at: to, ..before.clone() };
    writes::set_archived(c, scope, id, now, to).await?;
    let (was, is) = changed(&before, &after, false);
    let entry = Entry::new(Act::Update, entities::PRODUCT, id).before(was).after(is);
    finish(c, scope, id, now, entry, Some(before.state()), Some(after.state())).await
}

/// How a variant id that the product does not have is handled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IdRule {
    /// Refused.
    Known,
    /// Inserted again under the same id.
    Kept,
}

async fn lock(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ProductId,
    expected: Option<i64>,
    with_deleted: bool,
) -> Result<Product, CatalogError> {
    // The lock comes first: on PostgreSQL what is read after it cannot change during this transaction.
    if writes::lock(c, scope, id, expected, with_deleted).await?.is_none() {
        let found = products::find(c, scope, id).await?.filter(|p| with_deleted || p.deleted_at.is_none());
        return Err(gone_or_stale(found.map(|p| p.id)));
    }
    products::find(c, scope, id).await?.ok_or(CatalogError::NotFound)
}

#[expect(clippy::too_many_arguments, reason = "one private function behind two use cases")]
async fn write(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    before: &Product,
    input: &ProductInput,
    link: String,
    batch: Option<BatchId>,
    rule: IdRule,
) -> Result<(), CatalogError> {
    let (id, now) = (before.id, env.now());
    let mut fields: ProductDraft = (**input).clone();
    fields.page_link = Some(link.clone());
    fields.page_links = links::own_links(c, scope, &fields.page_links, &link, id, rule == IdRule::Known).await?;
    fields.related_ids.retain(|other| *other != id);
    settle_variant_ids(env, &before.fields, &mut fields, rule)?;
    let old = &before.fields;
    if fields.variants != old.variants {
        let variants: Vec<(VariantId, &VariantDraft)> = fields.variants.iter().filter_map(|v| v.id.map(|id| (id, v))).collect();
        product_rows::replace_variants(c, scope, id, &variants).await?;
    }
    if fields.image_ids != old.image_ids {
        writes::replace_images(c, scope, id, &fields.image_ids).await?;
    }
    if fields.category_ids != old.category_ids {
        writes::replace_categories(c, scope, id, &fields.category_ids).await?;
    }
    index::replace(c, scope, id, before.deleted_at.is_none().then_some(old), &fields).await?;
    // A removed product's language links were deleted from their table: they are inserted again.
    let left = Links { own: if before.deleted_at.is_some() { Texts::default() } else { old.page_links.clone() }, ..old.links() };
    links::settle(c, scope, id, Some(&left), &fields.links(), now).await?;
    product_rows::update(c, scope, id, now, &fields, &link, fields.listing(now)).await?;
    stock_movements::record_changes(c, env, scope, id, Some(old), &fields, batch).await?;
    let (was, is) = changed(old, &fields, batch.is_some());
    let act = if before.deleted_at.is_some() { Act::Create } else { Act::Update };
    let was_state = before.deleted_at.is_none().then(|| old.state());
    finish(
        c,
        scope,
        id,
        now,
        Entry::new(act, entities::PRODUCT, id).before(was).after(is).batch(batch),
        was_state,
        Some(fields.state()),
    )
    .await
}

async fn finish(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ProductId,
    now: Millis,
    entry: Entry,
    before: Option<State>,
    after: Option<State>,
) -> Result<(), CatalogError> {
    // The store's counter row is hot: it is updated after everything else of the change.
    let seq = journal::write(c, scope, now, TOPICS, entry).await?;
    writes::set_seq(c, scope, id, seq).await?;
    writes::update_state_counts(c, scope, before, after).await?;
    Ok(())
}

/// Assigns an id to every variant: the one it names, else that of the variant with the same values, else a new one.
fn settle_variant_ids(env: &Env, old: &ProductDraft, new: &mut ProductDraft, rule: IdRule) -> Result<(), Faults> {
    let mut faults = Faults::default();
    let named: Vec<VariantId> = new.variants.iter().filter_map(|v| v.id).collect();
    for (i, variant) in new.variants.iter_mut().enumerate() {
        variant.id = match variant.id {
            Some(id) if rule == IdRule::Known && !old.variants.iter().any(|v| v.id == Some(id)) => {
                faults.add(format!("variants.{i}.id"), web::message::common::NO_SUCH);
                None
            }
            Some(id) => Some(id),
            None => {
                let same = old.variants.iter().find(|v| v.option_values == variant.option_values).and_then(|v| v.id);
                Some(same.filter(|id| !named.contains(id)).unwrap_or_else(|| env.id()))
            }
        };
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// What the journal stores of a change: the whole product for a batch, which may be undone, else only the differing fields.
fn changed(old: &ProductDraft, new: &ProductDraft, is_batch: bool) -> (serde_json::Value, serde_json::Value) {
    let (before, after) = (serde_json::to_value(old).unwrap_or_default(), serde_json::to_value(new).unwrap_or_default());
    let (serde_json::Value::Object(mut was), serde_json::Value::Object(mut is)) = (before, after) else {
        return Default::default();
    };
    is.retain(|key, value| was.get(key) != Some(value));
    if !is_batch {
        was.retain(|key, _| is.contains_key(key));
    }
    (was.into(), is.into())
}

/// Checks that every row the input references is the store's; new pictures must be photos (PR-04), unless an import fetched them.
async fn check_references(
    c: Conn<'_>,
    scope: &StoreScope,
    input: &ProductInput,
    id: ProductId,
    now: Millis,
    before: Option<&Product>,
) -> Result<(), CatalogError> {
    let mut faults = Faults::default();
    if input.publish_at.is_some_and(|at| at <= now.0) && before.is_none_or(|b| b.fields.publish_at != input.publish_at) {
        faults.add("publish_at", NOT_TO_COME);
    }
    if before.is_none_or(|b| b.fields.related_ids != input.related_ids) {
        let known = link_rows::list_known_products(c, scope, &input.related_ids).await?;
        let had = before.map_or(&[][..], |b| &b.fields.related_ids);
        for (i, other) in input.related_ids.iter().enumerate() {
            if *other == id {
                faults.add(format!("related_ids.{i}"), IS_ITSELF);
            } else if !known.contains(other) && !had.contains(other) {
                faults.0.extend(no_such(format!("related_ids.{i}")).0);
            }
        }
    }
    if before.is_none_or(|b| b.fields.category_ids != input.category_ids) {
        let known = link_rows::list_known_categories(c, scope, &input.category_ids).await?;
        for (i, _) in input.category_ids.iter().enumerate().filter(|(_, id)| !known.contains(id)) {
            faults.0.extend(no_such(format!("category_ids.{i}")).0);
        }
    }
    let has_image = |id: &MediaId| {
        before.is_some_and(|b| b.fields.image_ids.contains(id) || b.fields.variants.iter().any(|v| v.media_id == Some(*id)))
    };
    let named = input.image_ids.iter().enumerate().map(|(i, id)| (format!("image_ids.{i}"), *id));
    let of_variants =
        input.variants.iter().enumerate().filter_map(|(i, v)| Some((format!("variants.{i}.image_id"), v.media_id?)));
    let used_images: Vec<(String, MediaId)> = named.chain(of_variants).filter(|(_, id)| !has_image(id)).collect();
    let mut ids: Vec<MediaId> = used_images.iter().map(|(_, id)| *id).collect();
    ids.sort();
    ids.dedup();
    let known = link_rows::list_known_images(c, scope, &ids).await?;
    for (path, id) in used_images {
        match known.iter().find(|(known, ..)| *known == id) {
            None => faults.0.extend(no_such(path).0),
            Some((_, kind, source)) if source.is_none() && !matches!(kind.as_str(), "image/jpeg" | "image/png") => {
                faults.add(path, NOT_A_PHOTO);
            }
            Some(_) => {}
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.into()) }
}

/// Updates the list price of a product whose sale started or ended.
pub(super) async fn refresh_price(c: Conn<'_>, scope: &StoreScope, id: ProductId, now: Millis) -> Result<(), CatalogError> {
    let Some(product) = products::find(c, scope, id).await? else { return Ok(()) };
    writes::set_list_price(c, scope, id, product.fields.listing(now)).await?;
    c.touch(scope.store(), TOPICS);
    Ok(())
}
