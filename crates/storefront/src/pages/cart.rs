//! The cart: its page, and the forms that change it. Every form works without a script and redirects.

use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use catalog::{Card, CardQuery};
use commerce::carts::{self, AddItem, CartError, CartLine, SentFile};
use kernel::{Lang, ProductId, VariantId};
use minijinja::Value;

use crate::engine::context;
use serde_json::json;

use super::cart_contents::{CartContents, refusal};
use super::cart_drawer;
use super::cart_view::{LineView, SumView, find, small};
use super::coupon::{remove, try_code};
use super::coupon_view::RejectedCode;
use super::message::{private, see_other};
use super::product::{self, Faults};
use super::{Content, RequestContext};
use crate::cache::Cached;
use crate::error::PageError;
use crate::layout::opens_drawer;
use crate::request::{Form, idempotency_key, is_for_drawer, is_https, parse_integer, remember_cart, wants_json};
use crate::sections::SectionPlacement;
use crate::seo::Head;
use crate::view::{CardView, option_label};

/// `GET /cart`. Shows what changed since the shopper last looked, and marks it as seen.
pub(crate) async fn show(visit: &RequestContext<'_>, headers: &HeaderMap, error: Option<String>) -> Result<Response, PageError> {
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    page(visit, headers, error, Vec::new(), None, status).await
}

/// As [`show`], with a rejected coupon code.
pub(crate) async fn show_rejected(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    rejected_code: RejectedCode,
) -> Result<Response, PageError> {
    let status = rejected_code.status;
    page(visit, headers, None, Vec::new(), Some(rejected_code), status).await
}

/// As [`show`], with notices.
pub(crate) async fn show_notices(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    page_notices: Vec<String>,
) -> Result<Response, PageError> {
    page(visit, headers, None, page_notices, None, StatusCode::OK).await
}

/// Ends a checkout in which nothing is left to sell. The changes are marked as seen by now and a redirect would lose them, so the
/// cart's page is rendered here.
pub(crate) async fn nothing_left(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    page_notices: Vec<String>,
    status: StatusCode,
) -> Result<Response, PageError> {
    if page_notices.is_empty() {
        return Ok(see_other(&visit.path("/cart")));
    }
    page(visit, headers, None, page_notices, None, status).await
}

async fn page(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    error: Option<String>,
    page_notices: Vec<String>,
    rejected_code: Option<RejectedCode>,
    status: StatusCode,
) -> Result<Response, PageError> {
    let found = find(visit, headers).await?.map(|(cart, _)| cart);
    let contents = CartContents::read(visit, found.as_ref(), page_notices, rejected_code.as_ref()).await?;
    let count = contents.count;
    let view = context! { error => error, ..contents.view };
    let page = with_sections(visit, contents.in_cart, &view).await?;
    let mut response = private(&page, status, headers);
    remember_cart(response.headers_mut(), None, count, is_https(visit.store));
    Ok(response)
}

/// The page of a cart: its own section, with those around it.
async fn with_sections(visit: &RequestContext<'_>, in_cart: Vec<ProductId>, view: &Value) -> Result<Cached, PageError> {
    let layout = visit.layout().await?;
    let placement = SectionPlacement { in_cart, ..SectionPlacement::default() };
    let html = visit.sections("cart", &layout, placement, view).await?;
    let head = Head { is_hidden: true, ..visit.head(&visit.say("cart.title"), "") };
    visit.finish(Content::new("cart", Some("/cart".to_owned()), head, html)).await
}

/// A cart for the theme editor, which is nobody's: with the store's newest products, or empty.
pub(crate) async fn example(visit: &RequestContext<'_>, is_filled: bool) -> Result<Cached, PageError> {
    let query = CardQuery { limit: 2, ..CardQuery::default() };
    let (c, scope) = (visit.shop.app.db().conn(), &visit.store.scope);
    let cards = if is_filled { catalog::cards(c, scope, visit.now(), &query).await?.items } else { Vec::new() };
    let lines: Vec<LineView> = (1_i64..).zip(&cards).map(|(line, card)| example_line(visit, line, card)).collect();
    let subtotal = lines.iter().map(|line| line.total).sum();
    let totals = SumView {
        subtotal,
        discount: 0,
        coupon: None,
        shipping: None,
        is_shipping_later: true,
        payment_fees: 0,
        vat: 0,
        vat_rate: String::new(),
        is_vat_included: true,
        total: subtotal,
    };
    let coupon = context! { kept => (), typed => "", error => (), note => (), is_applied => false, is_open => false };
    let nothing: [String; 0] = [];
    let view = context! {
        lines => lines, totals => crate::engine::value(&totals), notices => nothing, error => (), coupon => coupon,
    };
    with_sections(visit, cards.iter().map(|card| card.id).collect(), &view).await
}

fn example_line(visit: &RequestContext<'_>, line: i64, card: &Card) -> LineView {
    let view = CardView::new(visit.store, visit.lang, card);
    LineView {
        line,
        url: view.url,
        image: card.cover.as_ref().map(|m| small(m, visit.lang, &view.name)),
        initial: view.initial,
        tint: view.tint,
        meta: Vec::new(),
        quantity: 1,
        max: None,
        few: None,
        price: view.price,
        total: view.price,
        name: view.name,
    }
}

/// Why nothing was added: a message, and messages by field name of the product's form.
struct Refused {
    message: String,
    fields: Faults,
}

impl From<String> for Refused {
    fn from(message: String) -> Self {
        Self { message, fields: Faults::new() }
    }
}

/// Maps `fields.2` of the cart to `field.2` of the form.
fn of_form(faults: &web::FieldErrors, lang: Lang) -> Faults {
    let named = |path: &str| path.strip_prefix("fields.").map(|at| format!("field.{at}"));
    faults.iter().filter_map(|(path, messages)| Some((named(path)?, messages.first()?.get(lang).to_owned()))).collect()
}

/// `POST /cart`: adds a line. Redirects, or answers JSON to the page's script. Field errors are shown beside their fields, by the
/// script or on the form itself.
pub(crate) async fn add(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    form: &Form,
    files: Vec<SentFile>,
) -> Result<Response, PageError> {
    let settings = &visit.store.profile.settings;
    let is_at_once = form.has("buy_now") || settings.skip_cart_page;
    let to = visit.path(if is_at_once { "/checkout" } else { "/cart" });
    let look = visit.layout().await?.look.clone();
    let goes_on = is_at_once || look.get_attr("after_add").is_ok_and(|v| v.as_str() == Some("cart"));
    let sent: Vec<usize> = files.iter().map(|f| f.field).collect();
    match try_add(visit, headers, form, files).await? {
        Ok((token, count)) => {
            let mut response = if wants_json(headers) {
                let mut body = json!({"message": visit.say("cart.added"), "cart": visit.path("/cart"), "count": count});
                if goes_on {
                    body["go"] = json!(to);
                } else if opens_drawer(&look) {
                    body["drawer"] = json!(cart_drawer::of_added(visit, headers, token.as_deref()).await?);
                }
                axum::Json(body).into_response()
            } else {
                see_other(&to)
            };
            remember_cart(response.headers_mut(), token.as_deref(), count, is_https(visit.store));
            Ok(response)
        }
        Err(Refused { message, fields }) if wants_json(headers) => {
            Ok((StatusCode::UNPROCESSABLE_ENTITY, axum::Json(json!({"message": message, "fields": fields}))).into_response())
        }
        Err(Refused { message, mut fields }) => {
            if !fields.is_empty() {
                // A page cannot put an uploaded file back into its form.
                for at in sent {
                    fields.entry(format!("field.{at}")).or_insert_with(|| visit.say("form.file_again"));
                }
                if let Some(page) = product::refused(visit, form, &fields).await? {
                    return Ok(private(&page, StatusCode::UNPROCESSABLE_ENTITY, headers));
                }
            }
            show(visit, headers, Some(message)).await
        }
    }
}

/// The token of a new cart with the number of pieces, or why nothing was added.
type AddOutcome = Result<(Option<String>, i64), Refused>;

async fn try_add(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    form: &Form,
    files: Vec<SentFile>,
) -> Result<AddOutcome, PageError> {
    let app = &visit.shop.app;
    let Ok(id) = form.get("product_id").parse::<ProductId>() else {
        return Ok(Err(CartError::Unavailable.message().get(visit.lang).to_owned().into()));
    };
    let mut fields: Vec<String> = Vec::new();
    for (i, value) in form.numbered("field").filter(|(i, _)| (0..50).contains(i)) {
        let at = usize::try_from(i).unwrap_or(0);
        if fields.len() <= at {
            fields.resize(at + 1, String::new());
        }
        value.clone_into(&mut fields[at]);
    }
    let (variant, least) = match form.get("variant_id") {
        "" if form.numbered("option").next().is_some() || form.has("product_id") => {
            match chosen(visit, id, form, (fields.as_slice(), files.as_slice())).await? {
                Ok(chosen) => chosen,
                Err(refused) => return Ok(Err(refused)),
            }
        }
        text => match text.parse::<VariantId>() {
            Ok(id) => (Some(id), 1),
            Err(_) => return Ok(Err(visit.say("cart.no_such").into())),
        },
    };
    // A card's button names no quantity: the least that is sold.
    let quantity = if form.has("quantity") { form.number("quantity").unwrap_or(0) } else { least };
    let found = find(visit, headers).await?;
    let add = AddItem { product: id, variant, quantity, fields };
    let cart = found.as_ref().map(|(c, _)| c);
    match carts::add_item_with(app, &visit.store.scope, visit.lang, cart, add, files, idempotency_key(headers)).await {
        Ok(added) => Ok(Ok((added.token, added.items_count))),
        Err(CartError::Db(e)) => Err(e.into()),
        Err(e) => {
            let fields = if let CartError::Fields(faults) = &e { of_form(faults, visit.lang) } else { Faults::new() };
            Ok(Err(Refused { message: refusal(&e, visit.lang), fields }))
        }
    }
}

/// The variant with the chosen option values, `None` for a product without options; and the least quantity that is sold. When a value is missing, all errors of the
/// form are reported at once.
async fn chosen(
    visit: &RequestContext<'_>,
    id: ProductId,
    form: &Form,
    (answers, sent): (&[String], &[SentFile]),
) -> Result<Result<(Option<VariantId>, i64), Refused>, PageError> {
    let product = catalog::find(visit.shop.app.db().conn(), &visit.store.scope, id).await?;
    let least = product.as_ref().and_then(|p| p.fields.min_qty).unwrap_or(1).max(1);
    let Some(product) = product.filter(|p| !p.fields.options.is_empty()) else { return Ok(Ok((None, least))) };
    let f = &product.fields;
    let mut option_values = Vec::with_capacity(f.options.len());
    let mut missing = Vec::new();
    for (i, option) in (0_i64..).zip(&f.options) {
        if let Some((_, value)) = form.numbered("option").find(|(n, v)| *n == i && !v.is_empty()) {
            option_values.push(value.to_owned());
        } else {
            let label = option_label(visit.store, option.name_in(visit.lang), visit.lang);
            missing.push((format!("option.{i}"), visit.say("cart.choose").replace("{name}", &label)));
        }
    }
    if let Some((_, message)) = missing.first() {
        let message = message.clone();
        let mut fields = carts::faults_of_answers(&f.dynamic_fields, answers, sent)
            .map_or_else(Faults::new, |faults| of_form(&faults, visit.lang));
        fields.extend(missing);
        return Ok(Err(Refused { message, fields }));
    }
    let found = f.variants.iter().find(|v| v.is_active && v.option_values == option_values).and_then(|v| v.id);
    Ok(found.map(|id| (Some(id), least)).ok_or_else(|| {
        let message = visit.say("cart.no_such");
        let last = format!("option.{}", f.options.len().saturating_sub(1));
        Refused { fields: Faults::from([(last, message.clone())]), message }
    }))
}

/// `POST /cart/update`: sets quantities, or removes a line. Redirects, or answers the cart over the page.
pub(crate) async fn update(visit: &RequestContext<'_>, headers: &HeaderMap, form: &Form) -> Result<Response, PageError> {
    let is_drawer = is_for_drawer(headers);
    let Some((cart, _)) = find(visit, headers).await? else {
        return if is_drawer { cart_drawer::show(visit, headers).await } else { Ok(see_other(&visit.path("/cart"))) };
    };
    let (app, scope) = (&visit.shop.app, &visit.store.scope);
    let cart_view = carts::view(app, scope, &visit.store.profile, &cart).await?;
    let quantities: Vec<(i64, i64)> = if let Some(line) = form.number("remove") {
        cart_view.lines.iter().filter(|l| l.line == line).map(|l| (l.line, 0)).collect()
    } else {
        let asked_for =
            |line: i64| form.numbered("quantity").find(|(n, _)| *n == line).map(|(_, v)| parse_integer(v).unwrap_or(-1));
        let changed = |l: &CartLine| asked_for(l.line).filter(|n| *n != l.requested).map(|n| (l.line, n));
        cart_view.lines.iter().filter_map(changed).collect()
    };
    let mut count = cart.items_count;
    if !quantities.is_empty() {
        match carts::set_quantities(app, scope, &cart, &quantities).await {
            Ok(n) => count = n,
            Err(CartError::Db(e)) => return Err(e.into()),
            Err(e) if is_drawer => return cart_drawer::refused(visit, headers, &cart, &e).await,
            Err(e) => return show(visit, headers, Some(refusal(&e, visit.lang))).await,
        }
    }
    if is_drawer {
        let gone = cart_view.lines.into_iter().find(|line| quantities.contains(&(line.line, 0)));
        return cart_drawer::changed(visit, headers, &cart, gone).await;
    }
    let mut response = see_other(&visit.path("/cart"));
    remember_cart(response.headers_mut(), None, count, is_https(visit.store));
    Ok(response)
}

/// `POST /cart/coupon`
pub(crate) async fn update_coupon(
    visit: &RequestContext<'_>,
    headers: &HeaderMap,
    form: &Form,
    ip: &str,
) -> Result<Response, PageError> {
    let back = || see_other(&visit.path("/cart#coupon"));
    let Some((cart, _)) = find(visit, headers).await? else { return Ok(back()) };
    if form.has("coupon_off") {
        remove(visit, &cart).await?;
        return Ok(back());
    }
    let view = carts::view(&visit.shop.app, &visit.store.scope, &visit.store.profile, &cart).await?;
    match try_code(visit, &cart, &view, form, ip).await? {
        Ok(()) => Ok(back()),
        Err(rejected_code) => show_rejected(visit, headers, rejected_code).await,
    }
}
