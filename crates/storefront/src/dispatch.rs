//! Finds the page of a path and renders it.

use axum::http::HeaderMap;
use axum::response::Response;

use crate::addresses::segments;
use crate::cache::Cached;
use crate::error::PageError;
use crate::pages::message::see_other;
use crate::pages::{
    Answer, RequestContext, address, cart, cart_drawer, checkout, collection, content, draft, fragments, home, order,
    order_payment, product, restore, search, well_known,
};
use crate::redirects::redirect;

/// The pages that are the same for everybody.
pub(crate) async fn public_page(
    visit: &RequestContext<'_>,
    rest: &str,
    params: &[(String, String)],
) -> Result<Answer, PageError> {
    if rest == "/" {
        return home::show(visit).await;
    }
    let Some(parts) = segments(rest) else { return Ok(trimmed(visit, rest)) };
    let is_default = visit.lang == visit.store.profile.default_language;
    let file = |page: Option<Cached>| page.map_or(Answer::Missing, Answer::Page);
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match parts[..] {
        ["products"] => Ok(Answer::Moved(visit.path("/collections"))),
        ["products", link] => product::show(visit, link, params).await,
        ["collections"] => collection::show(visit, None, params).await,
        ["collections", slug] => collection::show(visit, Some(slug), params).await,
        ["pages", slug] => content::show(visit, slug).await,
        ["search"] => search::show(visit, params).await,
        ["search", "suggest"] => search::suggest(visit, params).await,
        ["fragments", "products"] => fragments::products(visit, params).await,
        ["robots.txt"] if is_default => Ok(Answer::Page(well_known::robots(visit))),
        ["manifest.webmanifest"] if is_default => Ok(Answer::Page(well_known::manifest(visit).await?)),
        ["icon.svg"] if is_default => Ok(Answer::Page(well_known::icon(visit).await?)),
        ["sitemap.xml"] if is_default => Ok(file(well_known::sitemap(visit, None).await?)),
        [name] if is_default => {
            let number = name.strip_prefix("sitemap-").and_then(|n| n.strip_suffix(".xml")).and_then(|n| n.parse().ok());
            match number {
                Some(n) => Ok(file(well_known::sitemap(visit, Some(n)).await?)),
                None => Ok(Answer::Missing),
            }
        }
        _ => Ok(Answer::Missing),
    }
}

/// Redirects `/products/x/` to `/products/x`.
fn trimmed(visit: &RequestContext<'_>, rest: &str) -> Answer {
    let short = rest.trim_end_matches('/');
    if short.len() < rest.len() && !short.is_empty() && segments(short).is_some() && !short.starts_with("//") {
        Answer::Moved(visit.path(short))
    } else {
        Answer::Missing
    }
}

/// The pages of one shopper.
pub(crate) async fn shopper_page(
    visit: &RequestContext<'_>,
    rest: &str,
    (params, ip): (&[(String, String)], &str),
    headers: &HeaderMap,
) -> Result<Option<Response>, PageError> {
    let Some(parts) = segments(rest) else {
        return Ok(match trimmed(visit, rest) {
            Answer::Moved(to) => Some(redirect(&to, None)),
            _ => None,
        });
    };
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    Ok(match parts[..] {
        ["cart"] => Some(cart::show_notices(visit, headers, restore::restored_notices(visit, params)).await?),
        ["cart", "restore", key] => Some(restore::show(visit, headers, key, (params, ip)).await?),
        ["cart", "reminders", key] => restore::show_opt_out(visit, headers, key).await?,
        ["cart", "drawer"] => Some(cart_drawer::show(visit, headers).await?),
        ["cart", "update" | "coupon"] => Some(see_other(&visit.path("/cart"))),
        ["checkout"] => Some(checkout::show(visit, headers, ip).await?),
        ["checkout", step @ ("contact" | "address" | "shipping" | "payment" | "save" | "coupon")] => {
            Some(see_other(&visit.path(&format!("/checkout#{step}"))))
        }
        ["drafts", key] => Some(draft::show(visit, headers, key).await?),
        ["a", token] => Some(address::show_told(visit, headers, token, params.iter().any(|(name, _)| name == "saved")).await?),
        ["orders", key] => order::show(visit, headers, key).await?,
        ["orders", key, "pay"] => order_payment::lead(visit, headers, key, params).await?,
        ["orders", key, "paid"] => order_payment::returned(visit, headers, key, params).await?,
        ["orders", key, "receipt"] => Some(see_other(&visit.path(&format!("/orders/{key}#transfer")))),
        ["orders", key, "invoice.pdf"] => order::invoice(visit, key).await?,
        ["newsletter"] => Some(see_other(&visit.path("/"))),
        ["favicon.ico"] => {
            let layout = visit.layout().await?;
            Some(see_other(layout.favicon.as_ref().map_or("/icon.svg", |f| &f.src)))
        }
        _ => None,
    })
}
