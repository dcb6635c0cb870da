//! The restore link of a cart: signed, and without personal data.

use kernel::{CartId, Lang, Millis, StoreScope};

use super::store;
use commerce::carts::{self, Cart};
use platform::App;
use platform::stores::StoreProfile;

const PURPOSE: &str = "cart restore";
/// How long a link is valid.
const LINK_LIFE: i64 = 14 * Millis::DAY;

/// The page that the link leads to once the lines are restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The cart.
    Cart,
    /// The checkout: a payment link.
    Checkout,
}

impl Goal {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Cart => "c",
            Self::Checkout => "p",
        }
    }
}

/// A link with a valid signature that has not expired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The cart that it restores.
    pub cart: CartId,
    /// The page that it leads to.
    pub goal: Goal,
}

fn signed_text(scope: &StoreScope, cart: CartId, goal: &str, hour: i64) -> String {
    format!("{}.{cart}.{goal}.{hour}", scope.store())
}

/// A path of the store's pages in a language.
pub(super) fn in_language(profile: &StoreProfile, language: Lang, path: &str) -> String {
    let lang = if profile.languages.contains(&language) { language } else { profile.default_language };
    if lang == profile.default_language { path.to_owned() } else { format!("/{}{path}", lang.code()) }
}

/// The URL that restores a cart, and when it expires.
pub(super) async fn address(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: CartId,
    (goal, language): (Goal, Lang),
) -> db::Result<(String, Millis)> {
    // Whole hours, so that a link copied twice is the same one.
    let hour = app.env().now().plus(LINK_LIFE).0.div_euclid(Millis::HOUR);
    let signature = app.signer.sign(app, PURPOSE, &signed_text(scope, cart, goal.as_str(), hour)).await?;
    let path = format!("/cart/restore/{cart}-{}-{hour}-{signature}", goal.as_str());
    let url = format!("{}{}", app.base.store_url(&profile.slug), in_language(profile, language, &path));
    Ok((url, Millis(hour * Millis::HOUR)))
}

/// Reads the last part of a link's URL; none when it is not one of this store's, or has expired.
///
/// # Errors
/// Of the database.
pub async fn read(app: &App, scope: &StoreScope, key: &str) -> db::Result<Option<Link>> {
    let mut parts = key.splitn(4, '-');
    let (Some(cart), Some(goal), Some(hour), Some(signature)) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return Ok(None);
    };
    let (Ok(cart), Ok(hour)) = (cart.parse::<CartId>(), hour.parse::<i64>()) else { return Ok(None) };
    if !app.signer.is_signed(app, PURPOSE, &signed_text(scope, cart, goal, hour), signature).await? {
        return Ok(None);
    }
    let is_over = app.env().now().0.div_euclid(Millis::HOUR) >= hour;
    let goal = if goal == Goal::Checkout.as_str() { Goal::Checkout } else { Goal::Cart };
    Ok(Some(Link { cart, goal }).filter(|_| !is_over))
}

/// The cart of a link, while its lines can still be bought.
///
/// # Errors
/// Of the database.
pub async fn open(app: &App, scope: &StoreScope, link: Link) -> db::Result<Option<Cart>> {
    let c = app.db().conn();
    if !store::is_open(c, scope, link.cart).await? {
        return Ok(None);
    }
    carts::store::find(c, scope, link.cart).await
}
