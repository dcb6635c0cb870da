//! The content security policy of every page of a store: what a page may load and lead to stands on a list, and no page names a payment
//! gateway (PY-03, docs/decisions/0091).

use std::collections::BTreeSet;

use serde_json::json;
use testkit::PageReply;

use crate::online_checkout::{Market, address};

/// The finder of pages: each of its patterns has a path below.
const DISPATCH: &str = include_str!("../../../storefront/src/dispatch.rs");
/// What answers with a file or leads on, and has no page of its own.
const FILES: [&str; 4] = ["application/", "image/", "text/plain", "text/xml"];

/// Directives and their sources that a page may have, beside the hash of its own style.
fn allowed(platform: &str) -> Vec<(&'static str, Vec<String>)> {
    let own = |sources: &[&str]| sources.iter().map(|source| (*source).to_owned()).collect::<Vec<_>>();
    vec![
        ("default-src", own(&["'none'"])),
        ("script-src", own(&["'self'"])),
        ("style-src", own(&["'self'"])),
        // Pictures of texts and products may be anywhere.
        ("img-src", own(&["'self'", "data:", "https:"])),
        ("font-src", own(&["'self'"])),
        ("connect-src", own(&["'self'"])),
        ("manifest-src", own(&["'self'"])),
        ("form-action", own(&["'self'"])),
        // The theme editor of the dashboard shows the store in a frame.
        ("frame-ancestors", vec!["'self'".to_owned(), platform.to_owned()]),
        ("base-uri", own(&["'none'"])),
    ]
}

/// What the policy of a page says beside the list.
fn beyond(page: &PageReply, platform: &str) -> Vec<String> {
    let Some(policy) = page.headers.get("content-security-policy") else { return vec!["no policy".to_owned()] };
    let policy = policy.to_str().unwrap();
    let allowed = allowed(platform);
    let mut found = Vec::new();
    for directive in policy.split(';').map(str::trim).filter(|directive| !directive.is_empty()) {
        let mut words = directive.split_whitespace();
        let name = words.next().unwrap();
        let sources = allowed.iter().find(|(known, _)| *known == name).map(|(_, sources)| sources.as_slice()).unwrap_or_default();
        let is_own_style = |source: &str| name == "style-src" && source.starts_with("'sha256-");
        if sources.is_empty() {
            found.push(directive.to_owned());
        }
        found.extend(words.filter(|w| !sources.iter().any(|s| s == w) && !is_own_style(w)).map(|w| format!("{name} {w}")));
    }
    found
}

/// The patterns of paths in the source: `"orders", key, "pay"`.
fn patterns() -> BTreeSet<String> {
    let arms = DISPATCH.lines().map(str::trim).filter(|line| line.starts_with('[') && line.contains("=>"));
    arms.map(|line| line[1..line.find(']').unwrap()].to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_every_page_of_a_store_keeps_to_the_list_and_names_no_gateway() {
    let market = Market::open("PAYMOB").await;
    let me = &market.me;
    let product = me.product(json!({"page_link": "dress"})).await;
    me.create("/categories", json!({"name": {"ar": "فساتين", "en": "Dresses"}, "slug": "dresses"})).await;
    let text = json!({"ar": "<p>نص</p>", "en": "<p>Text</p>"});
    me.create("/pages", json!({"title": text, "slugs": {"ar": "workshop", "en": "workshop-en"}, "content": text})).await;
    let (waiting, paid) = (market.order(1).await, market.order(2).await);
    market.at_gateway(&paid, "pay").await;
    let form = [("product_id", product["id"].as_str().unwrap()), ("quantity", "1")];
    assert_eq!(market.shopper.post("/cart", &form).await.status, 303);
    let order = address(&waiting);
    let mut paths = vec![
        "/".to_owned(),
        "/products".to_owned(),
        "/products/dress".to_owned(),
        "/products/nothing".to_owned(),
        "/collections".to_owned(),
        "/collections/nothing".to_owned(),
        "/pages/workshop".to_owned(),
        "/search?q=a".to_owned(),
        "/search/suggest?q=a".to_owned(),
        "/fragments/products?ids=1".to_owned(),
        "/robots.txt".to_owned(),
        "/manifest.webmanifest".to_owned(),
        "/icon.svg".to_owned(),
        "/sitemap.xml".to_owned(),
        "/sitemap-1.xml".to_owned(),
        "/cart".to_owned(),
        "/cart/restore/nothing".to_owned(),
        "/cart/reminders/nothing".to_owned(),
        "/cart/drawer".to_owned(),
        "/cart/update".to_owned(),
        "/cart/coupon".to_owned(),
        "/checkout".to_owned(),
        "/checkout/payment".to_owned(),
        "/drafts/nothing".to_owned(),
        "/a/nothing".to_owned(),
        format!("{order}/pay"),
        format!("{order}/paid"),
        format!("{order}/receipt"),
        format!("{order}/invoice.pdf"),
        order,
        address(&paid),
        format!("{}/paid", address(&paid)),
        "/newsletter".to_owned(),
        "/favicon.ico".to_owned(),
        "/no/such/page".to_owned(),
    ];
    // Whatever else the store says that it has.
    let sitemap = market.shopper.get("/sitemap.xml").await.body + &market.shopper.get("/sitemap-1.xml").await.body;
    paths.extend(
        sitemap
            .split("<loc>")
            .skip(1)
            .filter_map(|rest| rest.split("</loc>").next()?.split_once(".localhost"))
            .filter_map(|(_, rest)| Some(format!("/{}", rest.split_once('/')?.1))),
    );
    let walked: Vec<Vec<&str>> = paths
        .iter()
        .map(|path| path.split('?').next().unwrap().split('/').skip(1).filter(|part| !part.is_empty()).collect())
        .collect();
    for pattern in patterns() {
        let parts: Vec<&str> = pattern.split(", ").collect();
        let is_like = |path: &Vec<&str>| {
            let fits = |(part, word): (&&str, &&str)| !part.contains('"') || part.contains(&format!("\"{word}\""));
            path.len() == parts.len() && parts.iter().zip(path).all(fits)
        };
        assert!(walked.iter().any(is_like), "no path of the list is like [{pattern}]");
    }

    let platform = format!("http://localhost:{}", market.shop.addr.port());
    let gateway = market.simulator.base.trim_start_matches("http://");
    let (mut pages, mut faults) = (0, Vec::new());
    for path in paths.iter().cloned().chain(paths.iter().filter(|path| !path.starts_with("/en")).map(|path| format!("/en{path}")))
    {
        let page = market.shopper.get(&path).await;
        let header = |name: &str| page.headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default().to_owned();
        let policy = header("content-security-policy");
        if policy.contains(gateway) || policy.contains("paymob") || policy.contains("paytabs") {
            faults.push(format!("{path} names the gateway: {policy}"));
        }
        if (300..400).contains(&page.status) || FILES.iter().any(|kind| header("content-type").starts_with(kind)) {
            continue;
        }
        pages += 1;
        faults.extend(beyond(&page, &platform).into_iter().map(|what| format!("{path} ({}): {what}", page.status)));
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(pages >= 35, "{pages} pages were read");
}
