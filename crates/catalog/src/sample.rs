//! The sample product of a new store (decisions §9), and what a sample store shows.

use db::Conn;
use kernel::{CategoryId, Currency, Env, Lang, MediaId, ProductId, StoreScope, Texts};

use super::errors::CatalogError;
use super::model::{ProductDraft, Seo, WeightUnit};
use super::store::{products, writes};
use super::write;

/// A plausible price in the currency's country, in major units.
const fn price(currency: Currency) -> i64 {
    match currency {
        Currency::KWD | Currency::BHD | Currency::OMR | Currency::JOD => 12,
        Currency::EUR | Currency::USD => 25,
        Currency::EGP => 950,
        Currency::LYD | Currency::TND => 120,
        Currency::LBP | Currency::SYP => 900_000,
        Currency::YER => 20_000,
        Currency::AED | Currency::MAD | Currency::QAR | Currency::SAR => 149,
    }
}

fn sample(currency: Currency) -> ProductDraft {
    ProductDraft {
        name: Texts::new("عطر العود الشرقي", "Oriental Oud Perfume"),
        short_description: Texts::new(
            "منتج تجريبي يوضح شكل صفحة المنتج. عدّله أو احذفه متى شئت.",
            "A sample product that shows how a product page looks. Edit or delete it whenever you like.",
        ),
        description: Texts::new(
            "<p>عطر شرقي بنفحات العود والعنبر، يدوم طويلًا ويناسب المناسبات.</p><ul><li>الحجم: 100 مل</li><li>التركيز: أو دو بارفان</li></ul>",
            "<p>An oriental perfume with notes of oud and amber, long lasting and made for occasions.</p><ul><li>Size: 100 ml</li><li>Concentration: eau de parfum</li></ul>",
        ),
        regular_price: Some(price(currency) * 10_i64.pow(currency.exponent())),
        sku: Some("OUD-100".to_owned()),
        qty: 25,
        is_published: false,
        weight_grams: 350,
        weight_unit: WeightUnit::G,
        tags: vec!["عطور".to_owned(), "عود".to_owned()],
        seo: Seo {
            meta_title: Texts::new("عطر العود الشرقي", "Oriental Oud Perfume"),
            meta_description: Texts::new(
                "عطر شرقي بنفحات العود والعنبر بحجم 100 مل، يدوم طويلًا ويناسب المناسبات.",
                "An oriental perfume with notes of oud and amber, 100 ml, long lasting and made for occasions.",
            ),
            keywords: Texts::new("عطر، عود، عنبر", "perfume, oud, amber"),
        },
        ..ProductDraft::default()
    }
}

/// Inserts an unpublished product in both languages, marked as a sample until the merchant edits or publishes it; without a picture,
/// which [`show_sample_picture`] adds.
///
/// # Errors
/// Database errors.
pub async fn insert_sample(c: Conn<'_>, env: &Env, scope: &StoreScope, currency: Currency) -> db::Result<ProductId> {
    let input =
        sample(currency).check(currency, Lang::Ar).map_err(|faults| db::Error::Setup(format!("sample product: {faults:?}")))?;
    match write::create(c, env, scope, &input, None).await {
        Ok(id) => writes::set_sample(c, scope, id).await.map(|()| id),
        Err(e) => Err(database_error(e)),
    }
}

/// Whether a sample product still has no picture, and nobody has edited or removed it.
///
/// # Errors
/// Database errors.
pub async fn is_bare_sample(c: Conn<'_>, scope: &StoreScope, id: ProductId) -> db::Result<bool> {
    let has_no_picture = products::find(c, scope, id).await?.is_some_and(|product| product.fields.image_ids.is_empty());
    Ok(has_no_picture && writes::list_samples(c, scope).await?.contains(&id))
}

/// Shows a picture of the library in a sample product; nothing happens when the merchant has edited or removed it meanwhile.
///
/// # Errors
/// Database errors.
pub async fn show_sample_picture(c: Conn<'_>, env: &Env, scope: &StoreScope, id: ProductId, picture: MediaId) -> db::Result<()> {
    if !is_bare_sample(c, scope, id).await? {
        return Ok(());
    }
    write::show_picture(c, scope, id, picture, env.now()).await.map_err(database_error)
}

fn database_error(error: CatalogError) -> db::Error {
    match error {
        CatalogError::Db(e) => e,
        e => db::Error::Setup(format!("sample product: {e}")),
    }
}

/// Sets the picture of a category of a sample store, while the store is filled.
///
/// # Errors
/// Database errors.
pub async fn set_sample_picture(c: Conn<'_>, scope: &StoreScope, category: CategoryId, picture: MediaId) -> db::Result<()> {
    super::store::categories::set_image(c, scope, category, picture).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_satisfies_every_rule_in_every_currency() {
        for currency in Currency::ALL {
            let input = sample(*currency).check(*currency, Lang::Ar).unwrap();
            assert!(!input.name.ar.is_empty() && !input.name.en.is_empty());
        }
    }
}
