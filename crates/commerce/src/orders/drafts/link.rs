//! The link on which a shopper checks, completes and confirms a draft; then it is an order as from the checkout.
//!
//! The link is signed, not stored: it contains the draft and the link's number, and is valid until its expiry, on any device.
//! Creating another, or withdrawing it, invalidates the earlier ones.

use kernel::{Actor, Millis, OrderId, PaymentMethodId, ShippingMethodId, StoreScope};

use super::build::build;
use super::coupon::DraftCoupon;
use super::model::{Content, Initiator};
use super::place::{PlacementRequest, chose_payment, place_in, store_content};
use super::store;
use crate::carts::Contact;
use crate::orders::error::OrderError;
use crate::orders::model::{Order, OrderItem};
use crate::orders::order_confirmation;
use crate::orders::place::PlaceError;
use crate::orders::retry::release_expired;
use crate::orders::shopper_link;
use crate::orders::status::Status;
use crate::orders::store as orders;
use crate::payments::PaymentOption;
use crate::shipping::ShippingOption;
use customers::{self, Address};
use platform::App;
use platform::stores::StoreProfile;

const PURPOSE: &str = "draft link";

fn signed_text(scope: &StoreScope, id: OrderId, number: i64) -> String {
    format!("{}.{id}.{number}", scope.store())
}

/// The path of a draft's link.
pub(super) async fn path(app: &App, scope: &StoreScope, id: OrderId, number: i64) -> db::Result<String> {
    Ok(format!("/drafts/{id}-{number}-{}", app.signer.sign(app, PURPOSE, &signed_text(scope, id, number)).await?))
}

/// What a link resolves to.
#[derive(Debug)]
pub enum DraftLink {
    /// Not a link of this store.
    Unknown,
    /// The link has expired.
    Expired,
    /// The merchant withdrew it, created another one, or deleted the draft.
    Withdrawn,
    /// The draft was placed: the path of the order's page.
    Placed(String),
    /// The draft, to check and confirm.
    Open(Box<OpenDraft>),
}

/// A draft that a link opened.
#[derive(Debug, Clone)]
pub struct OpenDraft {
    order: Order,
    content: Content,
}

/// The shopper's input, applied over the merchant's draft; none keeps the merchant's value.
#[derive(Debug, Clone, Default)]
pub struct DraftChoice {
    /// Contact of the buyer.
    pub contact: Option<Contact>,
    /// Shipping address.
    pub address: Option<Address>,
    /// Shipping method.
    pub shipping_method_id: Option<ShippingMethodId>,
    /// Payment method.
    pub payment_method_id: Option<PaymentMethodId>,
    /// The shopper's note; an empty one keeps the merchant's.
    pub note: String,
    /// The draft's coupon is not evaluated: too many attempts for different people were made with it.
    pub is_without_coupon: bool,
}

impl OpenDraft {
    /// The draft's order.
    #[must_use]
    pub fn id(&self) -> OrderId {
        self.order.id
    }

    /// The code of its coupon, as written.
    #[must_use]
    pub fn coupon_code(&self) -> Option<&str> {
        self.content.coupon_code.as_deref()
    }

    /// Contact of the buyer, as far as it is known.
    #[must_use]
    pub fn contact(&self) -> Contact {
        let o = &self.order;
        Contact { name: o.sender_name.clone(), mobile: o.mobile.clone(), email: o.email.clone() }
    }

    /// Shipping address, as far as it is known.
    #[must_use]
    pub fn address(&self) -> Option<&Address> {
        self.content.address.as_ref()
    }

    /// The methods that the merchant chose.
    #[must_use]
    pub fn methods(&self) -> (Option<ShippingMethodId>, Option<PaymentMethodId>) {
        (self.content.shipping_method_id, self.content.payment_method_id)
    }

    /// The merchant's note.
    #[must_use]
    pub fn note(&self) -> &str {
        &self.content.note
    }

    /// Version of the draft when it was opened; the form carries it.
    #[must_use]
    pub fn version(&self) -> i64 {
        self.order.version
    }

    fn with_choice(&self, choice: &DraftChoice) -> Content {
        let mut content = self.content.clone();
        let DraftChoice { contact, address, shipping_method_id, payment_method_id, note, is_without_coupon } = choice.clone();
        if is_without_coupon {
            content.coupon_code = None;
        }
        content.contact = contact.or(content.contact);
        content.address = address.or(content.address);
        if shipping_method_id.is_some() && shipping_method_id != content.shipping_method_id {
            content.shipping_method_id = shipping_method_id;
            // A fee set by hand was for the method that the merchant chose.
            content.shipping_fees = None;
        }
        content.payment_method_id = payment_method_id.or(content.payment_method_id);
        if !note.is_empty() {
            content.note = note;
        }
        content
    }
}

/// A draft with the shopper's input, computed exactly as a confirmation computes it.
#[derive(Debug, Clone)]
pub struct DraftReview {
    /// The order with its sums.
    pub order: Order,
    /// Its lines.
    pub items: Vec<OrderItem>,
    /// Shipping methods on offer.
    pub shipping: Vec<ShippingOption>,
    /// Payment methods on offer.
    pub payments: Vec<PaymentOption>,
    /// Something has to be shipped.
    pub requires_shipping: bool,
    /// Names of lines that are not available as they are.
    pub missing: Vec<kernel::Texts>,
    /// The draft's coupon, with or without an effect.
    pub coupon: Option<DraftCoupon>,
    /// The deposit, in minor units; 0 without one.
    pub deposit: i64,
}

/// Resolves a link. `key` is the last segment of its path.
///
/// # Errors
/// Of the database.
pub async fn open_link(app: &App, scope: &StoreScope, key: &str) -> db::Result<DraftLink> {
    let Some((id, number, signature)) = parts(key) else { return Ok(DraftLink::Unknown) };
    if !app.signer.is_signed(app, PURPOSE, &signed_text(scope, id, number), signature).await? {
        return Ok(DraftLink::Unknown);
    }
    let c = app.db().conn();
    let (Some(order), Some(draft)) = (orders::find(c, scope, id).await?, store::find(c, scope, id).await?) else {
        return Ok(DraftLink::Withdrawn);
    };
    if order.status != Status::Draft {
        // Only the link that was valid when it was placed leads to the order: other people may have an earlier one.
        return Ok(match draft.link_until {
            // And only until its expiry.
            Some(until) if draft.link_number == number && app.env().now() >= until => DraftLink::Expired,
            Some(_) if draft.link_number == number && order.status != Status::Cancelled => {
                DraftLink::Placed(shopper_link::path(app, scope, id).await?)
            }
            _ => DraftLink::Withdrawn,
        });
    }
    Ok(match state(&draft, number, app.env().now()) {
        State::Open => DraftLink::Open(Box::new(OpenDraft { order, content: draft.content.0 })),
        State::Expired => DraftLink::Expired,
        State::Withdrawn => DraftLink::Withdrawn,
    })
}

fn parts(key: &str) -> Option<(OrderId, i64, &str)> {
    let (id, rest) = key.split_once('-')?;
    let (number, signature) = rest.split_once('-')?;
    Some((id.parse().ok()?, number.parse().ok()?, signature))
}

enum State {
    Open,
    Expired,
    Withdrawn,
}

fn state(draft: &store::Draft, number: i64, now: Millis) -> State {
    match draft.link_until {
        Some(until) if draft.link_number == number && now < until => State::Open,
        Some(_) if draft.link_number == number => State::Expired,
        _ => State::Withdrawn,
    }
}

/// Computes the draft with the shopper's input; nothing is written.
///
/// # Errors
/// [`OrderError`], of the database or of amounts out of range.
pub async fn review_link(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    open: &OpenDraft,
    choice: &DraftChoice,
) -> Result<DraftReview, OrderError> {
    let content = open.with_choice(choice);
    let built = build(app.db().conn(), scope, profile, open.order.clone(), &content, (app.env().now(), Some(app))).await?;
    let of_line = |field: &str| field.strip_prefix("items.")?.split_once('.')?.0.parse::<usize>().ok();
    let mut short: Vec<usize> = built.problems.iter().filter_map(|p| of_line(&p.field)).collect();
    short.dedup();
    let missing = short.iter().filter_map(|n| built.items.get(*n)).map(|i| i.name.clone()).collect();
    let (order, items, shipping, mut payments) = (built.order, built.items, built.shipping, built.payments);
    // A method that the merchant chose stays on offer; of the others, those that the COD rules allow.
    let verdict = order_confirmation::evaluate::verdict_of(app.db().conn(), scope, profile, &order, app.env().now()).await?;
    payments.retain(|p| verdict.allows(p.provider.as_str()) || Some(p.id) == open.order.payment_method_id);
    let verdict = if chose_payment(&open.order, &order) { verdict.without_deposit() } else { verdict };
    let deposit = verdict.advance(&order.payment_provider, order.total, profile.currency);
    let (requires_shipping, coupon) = (built.requires_shipping, built.coupon);
    Ok(DraftReview { order, items, shipping, payments, requires_shipping, missing, coupon, deposit })
}

/// What the page showed the shopper: the confirmation is accepted while all of it still holds.
#[derive(Debug, Clone, Copy)]
pub struct ShownDraft {
    /// Version of the order.
    pub version: i64,
    /// Total in minor units.
    pub total: i64,
    /// Deposit in minor units; 0 without one.
    pub deposit: i64,
}

/// Places a draft for its shopper; returns the order with the path of its page. Idempotent: a second call finds the same order.
///
/// # Errors
/// [`PlaceError`] for a blocked number or for changes; [`OrderError`] as for other changes. Nothing was written.
pub async fn confirm(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    key: &str,
    shown_draft: ShownDraft,
    choice: DraftChoice,
) -> Result<String, OrderError> {
    let Some((id, number, signature)) = parts(key) else { return Err(OrderError::NotFound) };
    if !app.signer.is_signed(app, PURPOSE, &signed_text(scope, id, number), signature).await? {
        return Err(OrderError::NotFound);
    }
    match confirm_once(app, scope, profile, id, number, shown_draft, &choice).await {
        Err(e) if release_expired(app, scope, &e).await? => {
            confirm_once(app, scope, profile, id, number, shown_draft, &choice).await?;
        }
        answer => answer?,
    }
    Ok(shopper_link::path(app, scope, id).await?)
}

async fn confirm_once(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    id: OrderId,
    number: i64,
    shown_draft: ShownDraft,
    choice: &DraftChoice,
) -> Result<(), OrderError> {
    let (scope, env, profile, choice) = (scope.clone(), app.env().clone(), profile.clone(), choice.clone());
    app.db()
        .tx(async move |c| {
            if !orders::lock(c, &scope, id).await? {
                return Err(OrderError::NotFound);
            }
            let order = orders::find(c, &scope, id).await?.ok_or(OrderError::NotFound)?;
            let draft = store::find(c, &scope, id).await?.ok_or(OrderError::NotFound)?;
            if order.status != Status::Draft {
                let is_own = draft.link_number == number && draft.link_until.is_some() && order.status != Status::Cancelled;
                return if is_own { Ok(()) } else { Err(OrderError::NotFound) };
            }
            if !matches!(state(&draft, number, env.now()), State::Open) {
                return Err(OrderError::NotFound);
            }
            if order.version != shown_draft.version {
                return Err(OrderError::DraftChanged);
            }
            let dropped_code = draft.content.0.coupon_code.clone().filter(|_| choice.is_without_coupon);
            let content = OpenDraft { order: order.clone(), content: draft.content.0 }.with_choice(&choice);
            // Both the number that the merchant wrote and the one that the shopper typed are checked.
            let mut is_blocked = customers::is_blocked(c, &scope, &order.mobile, order.email.as_deref()).await?;
            if let Some(contact) = &content.contact {
                is_blocked |= customers::is_blocked(c, &scope, &contact.mobile, contact.email.as_deref()).await?;
            }
            if is_blocked {
                let errors = web::FieldErrors::one("mobile", PlaceError::Blocked.message());
                return Err(OrderError::Fields(errors));
            }
            let name = content.contact.as_ref().map_or_else(|| order.sender_name.clone(), |k| k.name.clone());
            let by = StoreScope::new(scope.store(), Actor::customer(Some(order.customer_id.raw()), name));
            store_content(c, &by, id, &content).await?;
            let by_shopper = Initiator::Shopper(shown_draft.deposit);
            let dropped_code = dropped_code.as_deref();
            let placing = PlacementRequest {
                to: Status::Pending,
                total: shown_draft.total,
                note: None,
                by: by_shopper,
                despite_block: false,
                dropped_code,
            };
            place_in(c, &env, &by, &profile, order, content, placing).await
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_03_a_link_is_cut_into_its_parts_and_nothing_else() {
        let id = OrderId::from_raw(7);
        assert_eq!(parts(&format!("{id}-3-a-b")), Some((id, 3, "a-b")));
        for bad in ["", "x", "ord_1", &format!("{id}-3"), &format!("{id}-x-y"), &format!("-{id}-3-y")] {
            assert_eq!(parts(bad), None, "{bad}");
        }
    }
}
