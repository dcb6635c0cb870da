//! Changing a cart's lines, and reading it against live prices and stock.

use db::Conn;
use kernel::text_guard::{Lines, clean};
use kernel::{CartId, Lang, ProductId, StoreScope, VariantId};
use web::message::common;
use web::{FieldErrors, Message};

use super::changes::CartError;
use super::files::{self, FileKind, SentFile};
use super::model::{Cart, CartLine, CartView, FieldValue, Item, MOST_LINES, Step, check_quantity, evaluate, limits, line_in};
use super::reservations;
use super::store;
use super::totals::{self, FeeRule, VatRule};
use catalog::Sellable;
use catalog::model::{DynamicField, FieldType};
use platform::App;
use platform::stores::StoreProfile;

/// An item to add to a cart.
#[derive(Debug, Clone)]
pub struct AddItem {
    /// Product to add.
    pub product: ProductId,
    /// Variant of a `multi` product.
    pub variant: Option<VariantId>,
    /// Number of pieces.
    pub quantity: i64,
    /// Answers to the product's dynamic fields, in their order; missing ones count as empty.
    pub fields: Vec<String>,
}

/// Where an item was added.
#[derive(Debug, Clone)]
pub struct Added {
    /// The cart it was added to.
    pub cart: CartId,
    /// Token of a cart that was created for it, for the shopper's cookie; returned only once.
    pub token: Option<String>,
    /// Number of its line.
    pub line: i64,
    /// Pieces in the cart afterwards.
    pub items_count: i64,
}

/// How a store taxes its prices (ST-06).
#[must_use]
pub fn vat_rule(profile: &StoreProfile) -> VatRule {
    VatRule { rate: profile.settings.vat_rate_bp, is_included: profile.settings.prices_include_vat }
}

/// The open cart of a cookie's token hash (`web::caller::hash_token`); none when the hash is unknown or the cart became an order.
///
/// # Errors
/// Of the database.
pub async fn find(c: Conn<'_>, scope: &StoreScope, token_hash: &str) -> db::Result<Option<Cart>> {
    store::find_open(c, scope, token_hash).await
}

/// Reads a cart again; none when it became an order meanwhile.
///
/// # Errors
/// Of the database.
pub async fn find_again(c: Conn<'_>, scope: &StoreScope, cart: &Cart) -> db::Result<Option<Cart>> {
    Ok(store::find(c, scope, cart.id).await?.filter(|now| now.order_id.is_none()))
}

/// Creates an empty cart; the second value is the token for the shopper's cookie.
///
/// # Errors
/// Of the database.
pub async fn create(app: &App, scope: &StoreScope, language: Lang) -> db::Result<(CartId, String)> {
    let (id, token, now, at) = (app.env().id(), app.env().token(), app.env().now(), scope.clone());
    let hash = web::caller::hash_token(&token);
    app.db().tx(async move |c| store::insert(c, &at, id, &hash, language, now).await).await?;
    Ok((id, token))
}

/// Adds pieces to a cart, or to a new one; the same product with the same answers shares a line.
///
/// # Errors
/// [`CartError`] with the first refusal; nothing is added then.
pub async fn add_item(
    app: &App,
    scope: &StoreScope,
    language: Lang,
    cart: Option<&Cart>,
    add: AddItem,
) -> Result<Added, CartError> {
    add_item_with(app, scope, language, cart, add, Vec::new(), None).await
}

/// As [`add_item`], with uploaded files as answers to file fields, and the form's idempotency key: a retry of a form whose
/// response was lost adds nothing a second time.
///
/// # Errors
/// [`CartError`] with the first refusal; nothing is added then.
pub async fn add_item_with(
    app: &App,
    scope: &StoreScope,
    language: Lang,
    cart: Option<&Cart>,
    add: AddItem,
    sent: Vec<SentFile>,
    idempotency_key: Option<&str>,
) -> Result<Added, CartError> {
    let AddItem { product, variant, quantity, fields } = add;
    if quantity < 1 {
        return Err(CartError::BadQuantity);
    }
    // Adding an item leaves the checkout: release the reservation.
    reservations::release(app, scope, cart).await?;
    let goods = reservations::sellable(app.db().conn(), scope, app.env().now(), &[(product, variant, quantity)], None)
        .await?
        .pop()
        .ok_or(CartError::Unavailable)?;
    let ReadAnswers { mut answers, files } = read_fields(&goods.dynamic_fields, &fields, sent)?;
    if !files.is_empty() {
        // Before anything is stored: a refused item needs no file.
        check_quantity(&goods, quantity, goods.min_qty.unwrap_or(0))?;
    }
    for (answer, file, kind) in files {
        answers[answer].file = Some(files::store_file(app, scope, file, kind).await?);
    }
    let fields = answers;
    let now = app.env().now();
    let new = match cart {
        Some(_) => None,
        None => Some((app.env().id(), app.env().token())),
    };
    let (cart, token) = match (cart, new) {
        (Some(cart), _) => (cart.id, None),
        (None, Some((id, token))) => (id, Some(token)),
        (None, None) => return Err(CartError::Closed),
    };
    let hash = token.as_deref().map(web::caller::hash_token);
    let at = scope.clone();
    let idempotency_key = idempotency_key.map(str::to_owned);
    let (line, items_count) = app
        .db()
        .tx(async move |c| {
            let mut items = match &hash {
                Some(hash) => {
                    store::insert(c, &at, cart, hash, language, now).await?;
                    Vec::new()
                }
                None if store::lock_open(c, &at, cart, now).await? => store::list_items(c, &at, cart).await?,
                None => return Err(CartError::Closed),
            };
            let same = items.iter().position(|i| i.product_id == product && i.variant_id == variant && i.fields == fields);
            if let Some(key) = &idempotency_key
                && !web::idempotency::claim_first(c, cart.raw(), key, now).await?
            {
                let count = items.iter().fold(0_i64, |n, i| n.saturating_add(i.quantity));
                return Ok((same.map_or(0, |i| items[i].line), count));
            }
            let others = pieces_of(&items, product, same.map(|i| items[i].line));
            let line = if let Some(at_index) = same {
                let item = &mut items[at_index];
                item.quantity = item.quantity.saturating_add(quantity);
                item.unit_price = goods.unit_price;
                check_quantity(&goods, item.quantity, others)?;
                store::update_item(c, &at, cart, item.line, item.quantity, item.unit_price).await?;
                item.line
            } else {
                if items.len() >= MOST_LINES {
                    return Err(CartError::Full);
                }
                check_quantity(&goods, quantity, others)?;
                let line = items.last().map_or(1, |i| i.line + 1);
                let item = Item {
                    line,
                    product_id: product,
                    variant_id: variant,
                    quantity,
                    unit_price: goods.unit_price,
                    fields: fields.clone(),
                    held: 0,
                };
                store::insert_item(c, &at, cart, &item).await?;
                items.push(item);
                line
            };
            Ok((line, keep_sums(c, &at, cart, &items).await?))
        })
        .await?;
    Ok(Added { cart, token, line, items_count })
}

fn pieces_of(items: &[Item], product: ProductId, except: Option<i64>) -> i64 {
    items.iter().filter(|i| i.product_id == product && Some(i.line) != except).map(|i| i.quantity).sum()
}

/// Writes count and amount of the lines to the cart; returns the count.
pub(super) async fn keep_sums(c: Conn<'_>, scope: &StoreScope, cart: CartId, items: &[Item]) -> Result<i64, CartError> {
    let count = kernel::money::sum(items.iter().map(|i| i.quantity)).map_err(|_| CartError::BadQuantity)?;
    let amounts = items.iter().map(|i| kernel::money::times(i.unit_price, i.quantity)).collect::<Result<Vec<_>, _>>();
    let amount = amounts.and_then(kernel::money::sum).map_err(|_| CartError::BadQuantity)?;
    store::update_sums(c, scope, cart, count, amount).await?;
    Ok(count)
}

/// As [`set_quantities`], for one line.
///
/// # Errors
/// [`CartError`] with the first refusal; the line is unchanged then.
pub async fn set_quantity(app: &App, scope: &StoreScope, cart: &Cart, line: i64, quantity: i64) -> Result<i64, CartError> {
    set_quantities(app, scope, cart, &[(line, quantity)]).await
}

/// Sets the quantities of lines, all or none; zero removes a line. Returns the pieces in the cart.
///
/// # Errors
/// [`CartError`] with the first refusal; every line is unchanged then.
pub async fn set_quantities(app: &App, scope: &StoreScope, cart: &Cart, quantities: &[(i64, i64)]) -> Result<i64, CartError> {
    reservations::release(app, scope, Some(cart)).await?;
    let items = store::list_items(app.db().conn(), scope, cart.id).await?;
    let mut requested = Vec::with_capacity(quantities.len());
    for (line, quantity) in quantities {
        let item = items.iter().find(|i| i.line == *line).ok_or(CartError::NoSuchLine)?;
        requested.push((item.product_id, item.variant_id, *quantity));
    }
    let goods = reservations::sellable(app.db().conn(), scope, app.env().now(), &requested, None).await?;
    let (at, id, now, quantities) = (scope.clone(), cart.id, app.env().now(), quantities.to_vec());
    app.db()
        .tx(async move |c| {
            if !store::lock_open(c, &at, id, now).await? {
                return Err(CartError::Closed);
            }
            let mut items = store::list_items(c, &at, id).await?;
            for (line, quantity) in &quantities {
                let index = items.iter().position(|i| i.line == *line).ok_or(CartError::NoSuchLine)?;
                if *quantity == 0 {
                    items.remove(index);
                    store::delete_item(c, &at, id, *line).await?;
                } else {
                    items[index].quantity = *quantity;
                }
            }
            // Limits are checked on the resulting cart: lines of one product share them.
            for (line, _) in quantities.iter().filter(|(_, quantity)| *quantity != 0) {
                let Some(index) = items.iter().position(|i| i.line == *line) else { continue };
                let (product, variant, quantity) = (items[index].product_id, items[index].variant_id, items[index].quantity);
                let found = goods.iter().find(|g| g.product_id == product && g.variant_id == variant);
                let goods = found.ok_or(CartError::Unavailable)?;
                check_quantity(goods, quantity, pieces_of(&items, product, Some(*line)))?;
                items[index].unit_price = goods.unit_price;
                store::update_item(c, &at, id, *line, quantity, goods.unit_price).await?;
            }
            keep_sums(c, &at, id, &items).await
        })
        .await
}

/// Removes a line; returns the remaining pieces.
///
/// # Errors
/// [`CartError`] when there is no such line.
pub async fn remove(app: &App, scope: &StoreScope, cart: &Cart, line: i64) -> Result<i64, CartError> {
    reservations::release(app, scope, Some(cart)).await?;
    let (at, id, now) = (scope.clone(), cart.id, app.env().now());
    app.db()
        .tx(async move |c| {
            if !store::lock_open(c, &at, id, now).await? {
                return Err(CartError::Closed);
            }
            if !store::delete_item(c, &at, id, line).await? {
                return Err(CartError::NoSuchLine);
            }
            let items = store::list_items(c, &at, id).await?;
            keep_sums(c, &at, id, &items).await
        })
        .await
}

/// The cart against live prices and stock, with everything that changed since its shopper last saw it.
///
/// # Errors
/// Of the database.
pub async fn view(app: &App, scope: &StoreScope, profile: &StoreProfile, cart: &Cart) -> db::Result<CartView> {
    view_in(app.db().conn(), scope, profile, cart.id, app.env().now()).await
}

/// As [`view`], inside a transaction: two statements for any number of lines.
///
/// # Errors
/// Of the database.
pub async fn view_in(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: CartId,
    now: kernel::Millis,
) -> db::Result<CartView> {
    let items = store::list_items(c, scope, cart).await?;
    let goods = reservations::of_cart(c, scope, now, cart, &items).await?;
    Ok(look(vat_rule(profile), items, &goods))
}

/// Compares stored lines with live products.
pub fn look(vat: VatRule, items: Vec<Item>, goods: &[Sellable]) -> CartView {
    let mut changes = Vec::new();
    // Lines of one product with different answers share its stock: each takes from what the earlier lines left.
    let mut used_pieces: Vec<(ProductId, Option<VariantId>, i64)> = Vec::new();
    let lines: Vec<CartLine> = items
        .into_iter()
        .map(|item| {
            let (product, variant) = (item.product_id, item.variant_id);
            let used: i64 = used_pieces.iter().filter(|t| (t.0, t.1) == (product, variant)).map(|t| t.2).sum();
            let live = goods.iter().find(|g| g.product_id == product && g.variant_id == variant).cloned();
            let live = live.map(|g| Sellable { stock: g.stock - used, ..g });
            let (line, changed) = evaluate(item, live);
            used_pieces.push((product, variant, line.quantity));
            changes.extend(changed);
            line
        })
        .collect();
    changes.extend(limits(&lines));
    let counted: Vec<_> = lines.iter().filter(|l| l.is_counted()).collect();
    let inputs: Vec<_> = counted.iter().map(|l| line_in(l)).collect();
    // Quantities and prices are bounded, so the sums never overflow; if they did, the cart could not be ordered.
    let totals = totals::compute(&inputs, 0, vat, 0, FeeRule::default()).unwrap_or_default();
    let shipped =
        || counted.iter().filter_map(|l| l.goods.as_ref().map(|g| (g, l.quantity))).filter(|(g, _)| g.requires_shipping);
    let weight_grams = shipped()
        .filter(|(g, _)| !g.has_free_shipping)
        .map(|(g, n)| g.weight_grams.saturating_mul(n))
        .fold(0, i64::saturating_add);
    let (requires_shipping, has_free_shipping) = (shipped().next().is_some(), shipped().all(|(g, _)| g.has_free_shipping));
    let items_count = counted.iter().map(|l| l.quantity).sum();
    CartView { lines, changes, totals, items_count, requires_shipping, weight_grams, has_free_shipping }
}

/// Accepts the changes of `view` in the shopper's name: new prices, reduced quantities, removed lines.
///
/// # Errors
/// [`CartError::Closed`], and of the database.
pub async fn apply_changes(app: &App, scope: &StoreScope, cart: &Cart, view: &CartView) -> Result<(), CartError> {
    if view.changes.is_empty() {
        return Ok(());
    }
    reservations::release(app, scope, Some(cart)).await?;
    let (at, id, now, view) = (scope.clone(), cart.id, app.env().now(), view.clone());
    app.db()
        .tx(async move |c| {
            if !store::lock_open(c, &at, id, now).await? {
                return Err(CartError::Closed);
            }
            write_changes(c, &at, id, &view).await
        })
        .await
}

/// As [`apply_changes`], for a cart that an order has claimed in the caller's transaction: its reservation is released, and the
/// order takes its pieces from the free stock.
///
/// # Errors
/// [`CartError::BadQuantity`] when the sums of the lines leave the range of money; the database failed. Nothing may be committed
/// then.
pub async fn apply_claimed(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: CartId,
    view: &CartView,
) -> Result<(), CartError> {
    reservations::release_pieces(c, scope, profile.settings.low_stock_at, cart).await?;
    write_changes(c, scope, cart, view).await
}

async fn write_changes(c: Conn<'_>, scope: &StoreScope, cart: CartId, view: &CartView) -> Result<(), CartError> {
    for l in &view.lines {
        if l.quantity > 0 {
            let price = l.goods.as_ref().map_or(l.seen_price, |g| g.unit_price);
            store::update_item(c, scope, cart, l.line, l.quantity, price).await?;
        } else {
            store::delete_item(c, scope, cart, l.line).await?;
        }
    }
    let items = store::list_items(c, scope, cart).await?;
    keep_sums(c, scope, cart, &items).await.map(|_| ())
}

const NOT_A_NUMBER: Message = Message::new("اكتب رقمًا.", "Enter a number.");
const NOT_A_DATE: Message = Message::new("اختر تاريخًا صحيحًا.", "Choose a valid date.");

/// Checked answers, and the files that are still to be stored, each with the index of its answer.
struct ReadAnswers {
    answers: Vec<FieldValue>,
    files: Vec<(usize, SentFile, FileKind)>,
}

/// Errors of the answers to a product's fields, by `fields.{place}`, before anything is added; none when they are valid.
#[must_use]
pub fn faults_of_answers(fields: &[DynamicField], answers: &[String], files: &[SentFile]) -> Option<FieldErrors> {
    match read_fields(fields, answers, files.to_vec()) {
        Err(CartError::Fields(faults)) => Some(faults),
        _ => None,
    }
}

/// Checks answers to dynamic fields and drops empty ones. Errors name `fields.0`.
fn read_fields(fields: &[DynamicField], inputs: &[String], mut sent: Vec<SentFile>) -> Result<ReadAnswers, CartError> {
    let mut errors = FieldErrors::new();
    let mut answers = Vec::new();
    let mut files = Vec::new();
    for (i, field) in fields.iter().enumerate() {
        let path = format!("fields.{i}");
        if field.field_type == FieldType::File {
            match sent.iter().position(|f| f.field == i).map(|at| sent.swap_remove(at)) {
                Some(file) => match files::check(&file.bytes) {
                    Ok(kind) => {
                        let value = files::shown_name(&file.name, kind);
                        files.push((answers.len(), file, kind));
                        answers.push(FieldValue { label: field.field_label.clone(), value, file: None });
                    }
                    Err(fault) => errors.add(path, fault),
                },
                None if field.field_required => errors.add(path, common::REQUIRED),
                None => {}
            }
            continue;
        }
        let value = match clean(inputs.get(i).map_or("", String::as_str), 500, Lines::Many) {
            Ok(value) => value,
            Err(fault) => {
                errors.add(path, web::fields::guard_message(fault));
                continue;
            }
        };
        if value.is_empty() {
            if field.field_required {
                errors.add(path, common::REQUIRED);
            }
            continue;
        }
        let fault = match field.field_type {
            FieldType::Text | FieldType::File => None,
            FieldType::Number => kernel::digits::canonical_decimal(&value).is_err().then_some(NOT_A_NUMBER),
            FieldType::Choice => (!field.choices.contains(&value)).then_some(common::NOT_A_CHOICE),
            FieldType::Date => value.parse::<jiff::civil::Date>().is_err().then_some(NOT_A_DATE),
        };
        match fault {
            Some(fault) => errors.add(path, fault),
            None => answers.push(FieldValue { label: field.field_label.clone(), value, file: None }),
        }
    }
    if errors.is_empty() { Ok(ReadAnswers { answers, files }) } else { Err(CartError::Fields(errors)) }
}

/// The later of the cart's step and `step`: a cart never moves back.
pub fn furthest_step(cart: &Cart, step: Step) -> Step {
    cart.step.max(step)
}
