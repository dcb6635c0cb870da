//! Plans the pictures of an imported product: those that were fetched already are placed, the rest is to be fetched.

use std::collections::{HashMap, HashSet};

use db::Conn;
use kernel::{MediaId, ProductId, StoreScope};
use web::message::Message;

use super::store;
use crate::check::MOST_IMAGES;
use crate::import::convert::{Rules, option_values};
use crate::import::formats::ImportProduct;
use crate::import::reading::Item;
use crate::model::{Product, ProductDraft, ProductInput, ProductOption};
use platform::imports::model::RowMessage;

const TOO_MANY: Message = Message::new("تم استيراد أول {max} صورة فقط.", "Only the first {max} images were imported.");

/// What the store has for the pictures that some items name.
#[derive(Default)]
pub(in crate::import) struct Known {
    /// Pictures that were fetched already, by source URL.
    media: HashMap<String, MediaId>,
    /// The source URLs of pictures of the existing products.
    sources: HashMap<i64, String>,
    /// URLs that are pending or failed, by product.
    waiting: HashSet<(i64, String)>,
}

/// The planned pictures of a product.
#[derive(Debug, Clone, Default)]
pub(in crate::import) struct ImagePlan {
    /// `None` when the file has no picture columns.
    pub(super) images: Option<Vec<RequestedImage>>,
    /// Some URL is neither fetched nor pending.
    is_new: bool,
}

#[derive(Debug, Clone)]
pub(super) struct RequestedImage {
    pub(super) url: String,
    pub(super) position: Option<i64>,
    pub(super) variants: Vec<Vec<String>>,
    pub(super) media: Option<MediaId>,
}

impl ImagePlan {
    pub(in crate::import) fn is_same(&self, new: &ProductDraft, old: &ProductDraft) -> bool {
        !self.is_new && new.image_ids == old.image_ids
    }
}

fn urls(product: &ImportProduct) -> impl Iterator<Item = &String> {
    product.images.iter().map(|image| &image.url).chain(product.variants.iter().filter_map(|variant| variant.image.as_ref()))
}

/// Picture URLs of this very store, as our own export writes them: `.../media/{store}/{name}#{id}`.
async fn of_this_store(c: Conn<'_>, scope: &StoreScope, urls: &[String]) -> db::Result<HashMap<String, MediaId>> {
    let of_store = format!("/media/{}/", scope.store());
    let named = urls.iter().filter(|url| url.contains(&of_store));
    let named: Vec<(&String, MediaId)> = named.filter_map(|url| Some((url, url.rsplit_once('#')?.1.parse().ok()?))).collect();
    let mut found = HashMap::new();
    for some in named.chunks(500) {
        let ids: Vec<MediaId> = some.iter().map(|(_, id)| *id).collect();
        let known = store::list_existing(c, scope, ids).await?;
        found.extend(some.iter().filter(|(_, id)| known.contains(id)).map(|(url, id)| ((*url).clone(), *id)));
    }
    Ok(found)
}

pub(in crate::import) async fn look_up<'a>(
    c: Conn<'_>,
    scope: &StoreScope,
    items: &[Item],
    existing: impl Iterator<Item = &'a Product>,
) -> db::Result<Known> {
    let named: HashSet<&String> =
        items.iter().filter_map(|item| item.read.as_ref().ok()).flat_map(|read| urls(&read.0)).collect();
    let (mut shown, mut ids): (Vec<MediaId>, Vec<ProductId>) = (Vec::new(), Vec::new());
    for product in existing {
        shown.extend(images_of(&product.fields));
        ids.push(product.id);
    }
    let mut known = Known::default();
    let named: Vec<String> = named.into_iter().cloned().collect();
    known.media = of_this_store(c, scope, &named).await?;
    for some in named.chunks(500) {
        known.media.extend(store::list_by_source(c, scope, some).await?);
    }
    shown.sort();
    shown.dedup();
    for some in shown.chunks(500) {
        let found = store::list_sources(c, scope, some).await?;
        known.sources.extend(found.into_iter().map(|(id, url)| (id.raw(), url)));
    }
    for some in ids.chunks(500) {
        let found = store::list_unfinished(c, scope, some).await?;
        known.waiting.extend(found.into_iter().map(|(id, url)| (id.raw(), url)));
    }
    Ok(known)
}

/// Sets the pictures that were fetched already and lists those to fetch.
pub(in crate::import) fn plan(
    rules: &Rules,
    product: &ImportProduct,
    input: &mut ProductInput,
    existing: Option<&Product>,
    known: &Known,
    notes: &mut Vec<RowMessage>,
) -> ImagePlan {
    if !rules.gives_images() {
        return ImagePlan::default();
    }
    let mut images: Vec<RequestedImage> = Vec::new();
    let at = |pending_images: &mut Vec<RequestedImage>, url: &String| {
        if let Some(at) = pending_images.iter().position(|w| w.url == *url) {
            at
        } else {
            pending_images.push(RequestedImage {
                url: url.clone(),
                position: None,
                variants: Vec::new(),
                media: known.media.get(url).copied(),
            });
            pending_images.len() - 1
        }
    };
    for image in &product.images {
        let at = at(&mut images, &image.url);
        if images[at].position.is_none() {
            images[at].position = i64::try_from(at).ok();
        }
    }
    if images.len() > MOST_IMAGES {
        images.truncate(MOST_IMAGES);
        notes.push(RowMessage::new(None, &TOO_MANY.with("max", MOST_IMAGES)));
    }
    let options: Vec<ProductOption> = input.options.clone();
    for variant in &product.variants {
        if let Some(url) = &variant.image {
            let values = spelled(option_values(variant, &options), &options);
            let at = at(&mut images, url);
            images[at].variants.push(values);
        }
    }
    let fields = &mut input.0;
    // Fetched pictures are placed at once; pictures without a source URL were uploaded by the merchant and are kept.
    let is_kept = |id: &MediaId| !rules.names_every_image() && !known.sources.contains_key(&id.raw());
    let own = fields.image_ids.iter().copied().filter(is_kept);
    let mut placed: Vec<MediaId> = images.iter().filter(|w| w.position.is_some()).filter_map(|w| w.media).collect();
    for id in own {
        if !placed.contains(&id) {
            placed.push(id);
        }
    }
    placed.truncate(MOST_IMAGES);
    fields.image_ids = placed;
    let is_waiting = |url: &String| existing.is_some_and(|e| known.waiting.contains(&(e.id.raw(), url.clone())));
    let mut is_new = images.iter().any(|w| w.media.is_none() && !is_waiting(&w.url));
    if rules.names_every_image() && rules.gives_variant_images() {
        for variant in fields.variants.iter_mut().filter(|v| !images.iter().any(|w| w.variants.contains(&v.option_values))) {
            is_new |= variant.media_id.take().is_some();
        }
    }
    for want in &images {
        if let Some(media) = want.media {
            for variant in fields.variants.iter_mut().filter(|v| want.variants.contains(&v.option_values)) {
                is_new |= variant.media_id != Some(media);
                variant.media_id = Some(media);
            }
        }
    }
    ImagePlan { images: Some(images), is_new }
}

/// Option values in the spelling of the checked options.
fn spelled(values: Vec<String>, options: &[ProductOption]) -> Vec<String> {
    let find = |(value, option): (String, &ProductOption)| option.values.iter().find(|v| **v == value).cloned().unwrap_or(value);
    values.into_iter().zip(options).map(find).collect()
}

/// The pictures of a product in the store, in their order.
fn images_of(fields: &ProductDraft) -> impl Iterator<Item = MediaId> + '_ {
    fields.image_ids.iter().copied().chain(fields.variants.iter().filter_map(|v| v.media_id))
}
