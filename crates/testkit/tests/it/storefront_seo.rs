//! What search engines and link previews read, parsed as they do (contracts/standards.md part 1).

use std::collections::BTreeMap;

use image::ImageFormat;
use serde_json::{Value, json};
use testkit::{PageReply, Shopper, TestShop};

use crate::media::{picture, upload};

type Tag = BTreeMap<String, String>;

/// Every tag of a name in the document, with its attributes unescaped.
fn tags(html: &str, name: &str) -> Vec<Tag> {
    let open = format!("<{name} ");
    html.split(open.as_str())
        .skip(1)
        .map(|rest| {
            let mut tag = Tag::new();
            let mut rest = rest;
            loop {
                rest = rest.trim_start();
                let end = rest.find(['=', ' ', '>', '/']).unwrap_or(rest.len());
                let name = rest[..end].to_owned();
                rest = &rest[end..];
                if name.is_empty() {
                    return tag;
                }
                if let Some(value) = rest.strip_prefix("=\"") {
                    let (value, after) = value.split_once('"').unwrap();
                    tag.insert(name, unescape(value));
                    rest = after;
                } else {
                    tag.insert(name, String::new());
                }
            }
        })
        .collect()
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&")
}

/// The head's meta tags: `name` or `property`, with the contents in order.
fn metas(page: &PageReply) -> BTreeMap<String, Vec<String>> {
    let head = page.body.split("</head>").next().unwrap();
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for tag in tags(head, "meta") {
        if let (Some(name), Some(content)) = (tag.get("name").or(tag.get("property")), tag.get("content")) {
            all.entry(name.clone()).or_default().push(content.clone());
        }
    }
    all
}

fn links(page: &PageReply, rel: &str) -> Vec<Tag> {
    tags(page.body.split("</head>").next().unwrap(), "link")
        .into_iter()
        .filter(|t| t.get("rel").is_some_and(|r| r == rel))
        .collect()
}

/// Structured data (JSON-LD) by type.
fn data(page: &PageReply) -> BTreeMap<String, Value> {
    let blocks = page.body.split("<script type=\"application/ld+json\">").skip(1);
    blocks
        .map(|rest| {
            let json: Value = serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap();
            assert_eq!(json["@context"], "https://schema.org");
            (json["@type"].as_str().unwrap().to_owned(), json)
        })
        .collect()
}

/// Asserts what §1.1 and §1.2 require of every indexable page.
fn is_whole(page: &PageReply, shopper: &Shopper, lang: &str) {
    let html = &page.body;
    let dir = if lang == "ar" { "rtl" } else { "ltr" };
    assert!(html.contains(&format!("<html lang=\"{lang}\" dir=\"{dir}\">")));
    let head = html.split("</head>").next().unwrap();
    assert!(head.find("<meta charset=\"utf-8\">").unwrap() < head.find("<title>").unwrap(), "UTF-8 is said first");
    assert_eq!(head.matches("<title>").count(), 1);
    let title = unescape(head.split_once("<title>").unwrap().1.split("</title>").next().unwrap());
    assert!(!title.is_empty() && title.chars().count() <= 65, "{title}");
    let m = metas(page);
    let one = |name: &str| m.get(name).map_or((0, ""), |all| (all.len(), all[0].as_str()));
    assert!(!m.contains_key("robots"), "only when restricting");
    assert_eq!(one("viewport").0, 1);
    assert_eq!(one("theme-color").0, 1);
    let (n, description) = one("description");
    assert!(n == 1 && !description.trim().is_empty() && description.chars().count() <= 160, "{title}: {description}");
    assert_eq!(one("og:description"), (1, description), "{title}");
    let (n, image) = one("og:image");
    assert!(n >= 1 && image.starts_with(&shopper.origin), "{title}: a preview of its link has a picture: {image}");
    assert!(one("og:image:width").0 >= 1 && one("og:image:height").0 >= 1, "{title}");
    let canonical = links(page, "canonical");
    assert_eq!(canonical.len(), 1);
    let canonical = canonical[0]["href"].clone();
    assert!(canonical.starts_with(&shopper.origin) && canonical.is_ascii(), "{canonical}");
    assert_eq!(one("og:url"), (1, canonical.as_str()));
    assert_eq!(one("og:title").1, title);
    assert_eq!(one("og:site_name"), (1, "متجر الاختبار"));
    let (own, other) = if lang == "ar" { ("ar_AR", "en_US") } else { ("en_US", "ar_AR") };
    assert_eq!((one("og:locale"), one("og:locale:alternate")), ((1, own), (1, other)));
    assert_eq!(one("twitter:card").1, "summary_large_image");
    assert_eq!(links(page, "icon").len(), 1);
    let alternates: BTreeMap<String, String> =
        links(page, "alternate").into_iter().map(|t| (t["hreflang"].clone(), t["href"].clone())).collect();
    assert_eq!(alternates.keys().map(String::as_str).collect::<Vec<_>>(), ["ar", "en", "x-default"]);
    assert_eq!(alternates[lang], canonical, "itself among them");
    assert_eq!(alternates["x-default"], alternates["ar"]);
    let crumbs = data(page).remove("BreadcrumbList");
    if let Some(crumbs) = crumbs {
        for (i, step) in crumbs["itemListElement"].as_array().unwrap().iter().enumerate() {
            assert_eq!(step["position"], json!(i + 1));
            assert!(!step["name"].as_str().unwrap().is_empty());
            assert!(step.get("item").is_none_or(|u| u.as_str().unwrap().starts_with(&shopper.origin)));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_listed_page_has_a_whole_head_in_both_languages() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let category = merchant.create("/categories", json!({"name": {"ar": "عطور شرقية", "en": "Oriental scents"}})).await;
    let until = "2027-02-01T00:00:00Z";
    let image = upload(&merchant, picture(400, 400, ImageFormat::Jpeg)).await;
    shop.drain().await;
    let overrides = json!({"name": {"ar": "عطر \"العود\" <الملكي> & المسك", "en": "Royal oud"}, "page_link": "عطر-العود", "sku": "OUD-1",
        "barcode": "4006381333931", "regular_price": "150.00", "sale_price": "120.00", "sale_until": until, "qty": 3,
        "category_ids": [category["id"]], "image_ids": [image["id"]], "brand": "دار العود", "short_description": {"ar": "عطر شرقي فاخر.", "en": "A fine scent."}});
    merchant.product(overrides).await;
    let shopper = shop.shopper(&merchant.slug);
    let encoded = kernel::slug::percent_encode("عطر-العود");
    let category = kernel::slug::percent_encode(category["slug"].as_str().unwrap());
    let product = format!("/products/{encoded}");
    for path in ["/".to_owned(), "/collections".into(), format!("/collections/{category}"), product.clone()] {
        let ar = shopper.get(&path).await;
        let en = shopper.get(&format!("/en{path}")).await;
        assert_eq!((ar.status, en.status), (200, 200), "{path}");
        is_whole(&ar, &shopper, "ar");
        is_whole(&en, &shopper, "en");
        assert_eq!(links(&ar, "alternate"), links(&en, "alternate"), "{path}: reciprocal");
    }
    // The product: price and availability in meta tags and structured data agree with the page.
    let page = shopper.get(&product).await;
    let m = metas(&page);
    let meta = |name: &str| m[name][0].as_str();
    assert_eq!((meta("og:type"), meta("product:price:amount"), meta("product:price:currency")), ("product", "150.00", "SAR"));
    assert_eq!((meta("product:sale_price:amount"), meta("product:availability")), ("120.00", "in stock"));
    let of = data(&page);
    let p = &of["Product"];
    assert_eq!((p["name"].as_str(), p["sku"].as_str()), (Some("عطر \"العود\" <الملكي> & المسك"), Some("OUD-1")));
    assert_eq!(p["gtin13"], "4006381333931");
    assert_eq!(p["brand"], json!({"@type": "Brand", "name": "دار العود"}));
    let offer = &p["offers"];
    assert_eq!(offer["@type"], "Offer");
    assert_eq!((offer["price"].as_str(), offer["priceCurrency"].as_str()), (Some("120.00"), Some("SAR")));
    assert_eq!(offer["availability"], "https://schema.org/InStock");
    assert_eq!(offer["itemCondition"], "https://schema.org/NewCondition");
    assert_eq!(offer["priceValidUntil"], until);
    assert_eq!(offer["priceSpecification"][0]["priceType"], "https://schema.org/StrikethroughPrice");
    assert_eq!(offer["url"], format!("{}{product}", shopper.origin));
    assert!(page.body.contains("120.00\u{a0}ر.س"), "the data says what the page says");
    let crumbs = of["BreadcrumbList"]["itemListElement"].as_array().unwrap();
    assert_eq!(crumbs.iter().map(|c| c["name"].as_str().unwrap()).collect::<Vec<_>>()[..2], ["الرئيسية", "عطور شرقية"]);
    // The front page: organization, and site search.
    let home = data(&shopper.get("/").await);
    assert_eq!(
        (home["OnlineStore"]["name"].as_str(), home["OnlineStore"]["url"].as_str()),
        (Some("متجر الاختبار"), Some(&*format!("{}/", shopper.origin)))
    );
    assert!(home["WebSite"]["potentialAction"]["target"].as_str().unwrap().contains("/search?q={search_term_string}"));
    let list = data(&shopper.get("/collections").await);
    assert_eq!(list["ItemList"]["itemListElement"][0]["url"], format!("{}{product}", shopper.origin));
}

/// F12 §4: offers state where they are delivered: a courier's price in its countries, or its cities where it serves only some. No
/// price per country is given then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_an_offer_says_where_it_is_delivered() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let proposed = merchant.data("/shipping-methods/proposal").await;
    let mut body = proposed.clone();
    body["provider"] = json!("CUSTOM");
    let method = merchant.create("/shipping-methods", body).await;
    merchant.product(json!({"page_link": "shirt"})).await;
    let offer =
        async |shopper: &Shopper| data(&shopper.get("/products/shirt").await).remove("Product").unwrap()["offers"].clone();
    let shown_offer = offer(&shop.shopper(&merchant.slug)).await;
    let city = json!({"@type": "City", "name": proposed["cities"][0], "containedInPlace": {"@type": "Country", "name": "SA"}});
    assert_eq!(shown_offer["areaServed"][0], city);
    assert_eq!(shown_offer["areaServed"].as_array().map(Vec::len), proposed["cities"].as_array().map(Vec::len));
    assert!(shown_offer.get("shippingDetails").is_none(), "{shown_offer}");
    assert!(shown_offer["hasMerchantReturnPolicy"]["merchantReturnLink"].as_str().unwrap().ends_with("/pages/returns"));
    let path = format!("/shipping-methods/{}", method["id"].as_str().unwrap());
    assert_eq!(merchant.put(&path, json!({"cities": []})).await.0, 200);
    let shopper = shop.shopper(&merchant.slug);
    let mut full_offer = offer(&shopper).await;
    for _ in 0..100 {
        if full_offer.get("areaServed").is_none() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        full_offer = offer(&shopper).await;
    }
    assert!(full_offer.get("areaServed").is_none());
    assert_eq!(full_offer["shippingDetails"][0]["shippingDestination"][0]["addressCountry"], "SA");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_one_shopper_are_not_listed() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({"page_link": "shirt"})).await;
    let shopper = shop.shopper(&merchant.slug);
    shopper.post("/cart", &[("product_id", product["id"].as_str().unwrap()), ("quantity", "1")]).await;
    for path in ["/cart", "/checkout", "/search", "/search?q=x", "/en/cart", "/nope"] {
        let page = shopper.get(path).await;
        assert_eq!(metas(&page).get("robots"), Some(&vec!["noindex".to_owned()]), "{path}");
        assert!(links(&page, "alternate").is_empty(), "{path}");
    }
}

/// contracts/standards.md §1.4: a sitemap index above the limit of one file; every address once, escaped, reachable.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_store_has_an_index_of_sitemaps() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    merchant.product(json!({"page_link": "first"})).await;
    let store = merchant.store;
    let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10050) \
        INSERT INTO products (store_id, id, product_type, name, name_key, short_description, description, has_unlimited_qty, qty, weight_grams, \
        weight_unit, requires_shipping, has_free_shipping, is_tax_free, is_active, is_published, options, dynamic_fields, tags, seo, page_link, \
        page_link_key, list_price, stock, created_at, updated_at, version, seq) \
        SELECT store_id, id + i, product_type, name, name_key, short_description, description, has_unlimited_qty, qty, weight_grams, \
        weight_unit, requires_shipping, has_free_shipping, is_tax_free, is_active, is_published, options, dynamic_fields, tags, seo, \
        'copy-' || i, 'copy-' || i, list_price, stock, created_at, updated_at, version, seq FROM products CROSS JOIN n WHERE store_id = ?1";
    shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
    let shopper = shop.shopper(&merchant.slug);
    let locs = |page: &PageReply| -> Vec<String> {
        page.body.split("<loc>").skip(1).map(|r| unescape(r.split("</loc>").next().unwrap())).collect()
    };
    let index = shopper.get("/sitemap.xml").await;
    assert!(index.headers["content-type"].to_str().unwrap().starts_with("application/xml"));
    assert!(index.body.contains("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"), "{}", index.body);
    let files = locs(&index);
    assert_eq!(files, [format!("{}/sitemap-1.xml", shopper.origin), format!("{}/sitemap-2.xml", shopper.origin)]);
    let mut all = Vec::new();
    for file in &files {
        let part = shopper.get(file).await;
        assert!(part.body.len() < 52_428_800 && part.body.contains("xmlns:xhtml=\"http://www.w3.org/1999/xhtml\""));
        let own = locs(&part);
        assert!(own.len() <= 50_000);
        assert_eq!(part.body.matches("hreflang=\"x-default\"").count(), own.len(), "every address lists its languages");
        all.extend(own);
    }
    let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(distinct.len(), all.len(), "each address once");
    assert_eq!(all.iter().filter(|u| u.contains("/products/")).count(), 10_051 * 2);
    for url in [&all[0], &all[all.len() / 2], &all[all.len() - 1]] {
        assert_eq!(shopper.get(url).await.status, 200, "{url}");
    }
    assert_eq!(shopper.get("/sitemap-3.xml").await.status, 404);
    assert_eq!(shopper.get("/en/sitemap.xml").await.status, 404);
}
