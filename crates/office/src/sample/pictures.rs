//! Pictures of sample stores, drawn by ourselves as vectors and rendered when a store is filled.
//!
//! `pictures/goods` has an object for each kind of product, `pictures/scenes` what it stands in, `pictures/banners` wide pictures of
//! a category. Colours stand as `{name}` in them; `palettes.json` has their values, `pictures.json` says which picture has which. The
//! media library makes the copies that pages show (WebP, AVIF), as for any picture that a merchant uploads.

use std::collections::BTreeMap;

use bytes::Bytes;
use jobs::{JobResult, Outcome};
use kernel::{Actor, MediaId, StoreScope};
use platform::App;
use platform::media::{self, Purpose};
use resvg::{tiny_skia, usvg};
use rust_embed::RustEmbed;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use web::ApiError;

use super::words::GOODS;
use crate::onboarding::SamplePictureJob;

/// The banner of the front page: calm where the heading stands, and dark enough for it.
const HERO: &str = "perfume-1";

#[derive(RustEmbed)]
#[folder = "src/sample/pictures"]
struct Files;

/// Named colours of a palette.
type Palette = BTreeMap<String, String>;

#[derive(Deserialize)]
struct Index {
    /// The pictures of each kind of product, by its drawing.
    goods: BTreeMap<String, Vec<InScene>>,
    banners: BTreeMap<String, Banner>,
}

#[derive(Deserialize)]
struct InScene {
    scene: String,
    palette: String,
}

#[derive(Deserialize)]
struct Banner {
    palette: String,
}

/// The pictures of a store; none where it was filled without.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    /// By the place of the kind in [`GOODS`].
    goods: Vec<Vec<MediaId>>,
    /// The wide picture of the front page; the other banners are in the library, to choose from.
    hero: Option<MediaId>,
}

impl Pictures {
    /// The pictures of the `nth` product of a kind: another one comes first with each.
    pub(super) fn of_product(&self, kind: usize, nth: usize) -> Vec<MediaId> {
        let mut all = self.goods.get(kind).cloned().unwrap_or_default();
        let by = nth % all.len().max(1);
        all.rotate_left(by);
        all
    }

    /// The picture of a category: that of its first product.
    pub(super) fn of_category(&self, category: usize) -> Option<MediaId> {
        let first = GOODS.iter().position(|good| good.category == category)?;
        self.goods.get(first)?.first().copied()
    }

    /// The wide picture of the front page.
    pub(super) const fn hero(&self) -> Option<MediaId> {
        self.hero
    }
}

/// Renders the pictures that the first `products` products of a store show, and the banners, and adds them to its library.
pub(super) async fn add(app: &App, scope: &StoreScope, products: usize) -> Result<Pictures, ApiError> {
    let index: Index = read_json("pictures.json").map_err(|e| ApiError::internal(&e))?;
    let mut pictures = Pictures::default();
    for good in GOODS.iter().take(products) {
        let mut ids = Vec::new();
        for (n, picture) in (1..).zip(index.goods.get(good.drawing).into_iter().flatten()) {
            let svg = product(good.drawing, picture).map_err(|e| ApiError::internal(&e))?;
            ids.push(add_one(app, scope, &format!("{}-{n}.png", good.drawing), (svg, 1.0), Purpose::Product).await?);
        }
        pictures.goods.push(ids);
    }
    for (name, Banner { palette }) in &index.banners {
        let svg = filled(&format!("banners/{name}.svg"), palette).map_err(|e| ApiError::internal(&e))?;
        let id = add_one(app, scope, &format!("{name}.png"), (svg, 1.0), Purpose::Any).await?;
        if name == HERO {
            pictures.hero = Some(id);
        }
    }
    Ok(pictures)
}

/// The picture of a new store's sample product, a bottle of oud perfume.
const SAMPLE_PRODUCT: &str = "oud-perfume";
/// Its size beside that of the drawing: the fewer pixels, the less work are the copies of every new store.
const SAMPLE_SCALE: f32 = 2.0 / 3.0;

/// Draws the picture of a new store's sample product, unless the merchant has edited or removed it meanwhile.
///
/// # Errors
/// Of the database or the media library, to run again.
pub(super) async fn show_in_sample_product(app: App, job: SamplePictureJob) -> JobResult {
    let (scope, product_id) = (StoreScope::new(job.store, Actor::system()), job.product);
    if !catalog::is_bare_sample(app.db().conn(), &scope, product_id).await? {
        return Ok(Outcome::Done);
    }
    let index: Index = read_json("pictures.json")?;
    let picture = index.goods.get(SAMPLE_PRODUCT).and_then(|all| all.first()).ok_or("the sample product has no drawing")?;
    let svg = product(SAMPLE_PRODUCT, picture)?;
    let name = format!("{SAMPLE_PRODUCT}.png");
    let id = add_one(&app, &scope, &name, (svg, SAMPLE_SCALE), Purpose::Product).await;
    let id = id.map_err(|e| format!("the picture of the sample product could not be added: {}", e.code()))?;
    let env = app.env().clone();
    app.db().tx(async move |c| catalog::show_sample_picture(c, &env, &scope, product_id, id).await).await?;
    Ok(Outcome::Done)
}

async fn add_one(
    app: &App,
    scope: &StoreScope,
    name: &str,
    (svg, scale): (String, f32),
    purpose: Purpose,
) -> Result<MediaId, ApiError> {
    let png = tokio::task::spawn_blocking(move || render(&svg, scale))
        .await
        .map_err(|e| ApiError::internal(&e))?
        .map_err(|e| ApiError::internal(&format!("{name}: {e}")))?;
    media::add_image(app, scope, name, Bytes::from(png), purpose, None).await.map_err(|e| ApiError::internal(&e))
}

fn read(path: &str) -> Result<String, String> {
    let file = Files::get(path).ok_or_else(|| format!("{path} is not there"))?;
    String::from_utf8(file.data.into_owned()).map_err(|e| format!("{path}: {e}"))
}

fn read_json<T: DeserializeOwned>(path: &str) -> Result<T, String> {
    serde_json::from_str(&read(path)?).map_err(|e| format!("{path}: {e}"))
}

/// An object in its scene.
fn product(drawing: &str, InScene { scene, palette }: &InScene) -> Result<String, String> {
    let scene = read(&format!("scenes/{scene}.svg"))?;
    if !scene.contains("<!--goods-->") {
        return Err("the scene has no place for goods".to_owned());
    }
    with_colors(&scene.replace("<!--goods-->", &object(drawing)?), palette)
}

/// A file with the goods that it names, in colour.
fn filled(path: &str, palette: &str) -> Result<String, String> {
    let svg = read(path)?;
    let mut out = String::with_capacity(svg.len());
    let mut rest = svg.as_str();
    while let Some((before, after)) = rest.split_once("<!--goods ") {
        let (drawing, after) = after.split_once("-->").ok_or_else(|| format!("{path}: a comment does not end"))?;
        out.push_str(before);
        out.push_str(&object(drawing.trim())?);
        rest = after;
    }
    out.push_str(rest);
    with_colors(&out, palette)
}

/// What is inside the `svg` element of a drawing.
fn object(drawing: &str) -> Result<String, String> {
    let path = format!("goods/{drawing}.svg");
    let svg = read(&path)?;
    let start = svg.find("<svg").and_then(|at| Some(at + svg[at..].find('>')? + 1));
    match (start, svg.rfind("</svg>")) {
        (Some(start), Some(end)) if start <= end => Ok(svg[start..end].to_owned()),
        _ => Err(format!("{path} has no svg element")),
    }
}

fn with_colors(svg: &str, palette: &str) -> Result<String, String> {
    let palettes: BTreeMap<String, Palette> = read_json("palettes.json")?;
    let colors = palettes.get(palette).ok_or_else(|| format!("there is no palette {palette}"))?;
    Ok(colors.iter().fold(svg.to_owned(), |svg, (name, value)| svg.replace(&format!("{{{name}}}"), value)))
}

/// A drawing as PNG, in the size of its view box or a part of it.
fn render(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|e| e.to_string())?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or("the drawing has no size")?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height()).ok_or("the drawing has no size")?;
    // Without transparency, which every copy would carry on.
    pixels.fill(tiny_skia::Color::WHITE);
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let rgb: Vec<u8> = pixels.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
    let mut png = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut png);
    image::ImageEncoder::write_image(encoder, &rgb, size.width(), size.height(), image::ExtendedColorType::Rgb8)
        .map_err(|e| e.to_string())?;
    Ok(png)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::words::CATEGORIES;

    #[test]
    fn every_kind_has_pictures_and_every_category_banners() {
        let index: Index = read_json("pictures.json").unwrap();
        for good in GOODS {
            assert!(index.goods.get(good.drawing).is_some_and(|all| all.len() == 2), "{}", good.drawing);
        }
        assert_eq!(index.goods.len(), GOODS.len());
        assert!(index.banners.len() >= 10 && index.banners.contains_key(HERO) && index.goods.contains_key(SAMPLE_PRODUCT));
        let of: serde_json::Value = read_json("pictures.json").unwrap();
        let banners = of["banners"].as_object().unwrap();
        for category in 0..CATEGORIES.len() {
            assert!(banners.values().any(|banner| banner["category"] == category), "{category}");
        }
    }

    #[test]
    fn every_picture_is_complete_and_can_be_drawn() {
        let index: Index = read_json("pictures.json").unwrap();
        let goods = index.goods.iter().flat_map(|(name, all)| all.iter().map(move |picture| (name, product(name, picture))));
        let banners = index.banners.iter().map(|(name, banner)| (name, filled(&format!("banners/{name}.svg"), &banner.palette)));
        for (name, svg) in goods.chain(banners) {
            let svg = svg.unwrap();
            assert!(!svg.contains('{') && !svg.contains("<!--goods"), "{name}");
            let size = usvg::Tree::from_str(&svg, &usvg::Options::default()).unwrap().size();
            assert!([(960.0, 1200.0), (1920.0, 900.0)].contains(&(size.width(), size.height())), "{name} {size:?}");
        }
        let (name, all) = index.goods.iter().next().unwrap();
        let width = |scale: f32| {
            let png = render(&product(name, &all[0]).unwrap(), scale).unwrap();
            image::load_from_memory(&png).unwrap().width()
        };
        assert_eq!((width(1.0), width(SAMPLE_SCALE)), (960, 640));
    }

    #[test]
    fn each_product_of_a_kind_shows_another_picture_first() {
        let ids: Vec<MediaId> = [1, 2].map(MediaId::from_raw).into();
        let pictures = Pictures { goods: vec![ids.clone()], hero: None };
        assert_eq!(pictures.of_product(0, 0), ids);
        assert_eq!(pictures.of_product(0, 1), [ids[1], ids[0]]);
        assert_eq!(pictures.of_product(5, 1), []);
    }
}
