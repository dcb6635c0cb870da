//! Bad input in the storefront: refused in the shopper's language, with a 4xx, and without changes.

use serde_json::{Value, json};
use testkit::{Merchant, PageReply, Shopper, TestShop};

const FORM: &str = "application/x-www-form-urlencoded";

struct Counter {
    shop: TestShop,
    merchant: Merchant,
    id: String,
}

/// A store with one shirt of five pieces.
async fn counter() -> Counter {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let product = merchant.product(json!({"page_link": "shirt", "qty": 5, "has_unlimited_qty": false})).await;
    let id = product["id"].as_str().unwrap().to_owned();
    Counter { shop, merchant, id }
}

impl Counter {
    fn shopper(&self) -> Shopper {
        self.shop.shopper(&self.merchant.slug)
    }

    async fn with_cart(&self, quantity: &str) -> Shopper {
        let shopper = self.shopper();
        let added = shopper.post("/cart", &[("product_id", &self.id), ("quantity", quantity)]).await;
        assert_eq!(added.status, 303, "{}", added.body);
        shopper
    }

    async fn orders(&self) -> usize {
        self.merchant.data("/orders").await.as_array().unwrap().len()
    }
}

/// The message that a page shows in its alert.
fn alert(page: &PageReply) -> String {
    let text = page.body.split_once("role=\"alert\"").map(|(_, r)| r).unwrap_or_default();
    let text = text.split_once("</svg>").map_or(text, |(_, r)| r);
    let mut out = String::new();
    let mut is_tag = false;
    for c in text.split("</div>").next().unwrap().chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            c if !is_tag => out.push(c),
            _ => {}
        }
    }
    out.trim().to_owned()
}

/// The checkout form as a browser would send it, with fields overridden.
fn filled(page: &PageReply, changes: &[(&str, &str)]) -> Vec<(String, String)> {
    let mut all = page.hidden_fields();
    for tag in page.body.split("<input").skip(1).filter_map(|rest| rest.split('>').next()) {
        if tag.contains("type=\"radio\"") && tag.contains(" checked") {
            let get = |name: &str| {
                tag.split_once(&format!("{name}=\"")).and_then(|(_, r)| r.split('"').next()).unwrap_or("").to_owned()
            };
            all.push((get("name"), get("value")));
        }
    }
    for (name, value) in [("name", "سارة العتيبي"), ("mobile", "0551234567"), ("email", "sara@example.com")].iter().chain(changes)
    {
        all.retain(|(k, _)| k != name);
        all.push(((*name).to_owned(), (*value).to_owned()));
    }
    all
}

async fn place(shopper: &Shopper, form: &[(String, String)]) -> PageReply {
    let form: Vec<(&str, &str)> = form.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    shopper.post("/checkout", &form).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn quantities_that_are_none_are_refused_and_arabic_digits_are_not() {
    let counter = counter().await;
    let shopper = counter.shopper();
    counter
        .shop
        .assert_unchanged(async {
            for quantity in ["0", "-1", "1.5", "٢٫٥", "1e3", "99999999999999999999", "100001", "NaN", "", " ", "<b>1</b>"] {
                for (path, word) in [("/cart", "كمية"), ("/en/cart", "quantity")] {
                    let answer = shopper.post(path, &[("product_id", &counter.id), ("quantity", quantity)]).await;
                    assert_eq!(answer.status, 422, "{quantity}");
                    assert!(alert(&answer).contains(word), "{quantity}: {}", alert(&answer));
                }
            }
            let six = shopper.post("/en/cart", &[("product_id", &counter.id), ("quantity", "6")]).await;
            assert_eq!((six.status, alert(&six).as_str()), (422, "Only 5 left."));
        })
        .await;
    assert_eq!(shopper.post("/cart", &[("product_id", &counter.id), ("quantity", "٣")]).await.status, 303);
    assert_eq!(shopper.post("/cart/update", &[("quantity.1", "۴")]).await.status, 303);
    assert!(shopper.get("/cart").await.body.contains("name=\"quantity.1\" value=\"4\""));
}

/// All quantities of a cart change, or none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cart_change_is_atomic() {
    let counter = counter().await;
    let other = counter.merchant.product(json!({"page_link": "other", "qty": 2, "has_unlimited_qty": false})).await;
    let shopper = counter.with_cart("1").await;
    shopper.post("/cart", &[("product_id", other["id"].as_str().unwrap()), ("quantity", "1")]).await;
    counter
        .shop
        .assert_unchanged(async {
            for wrong in ["3", "-4", "x", "1.5"] {
                let answer = shopper.post("/cart/update", &[("quantity.1", "2"), ("quantity.2", wrong)]).await;
                assert_eq!(answer.status, 422, "{wrong}");
                assert!(!alert(&answer).is_empty());
            }
            // An unknown line is ignored.
            assert_eq!(shopper.post("/cart/update", &[("quantity.99", "2")]).await.status, 303);
            assert_eq!(shopper.post("/cart/update", &[("remove", "99")]).await.status, 303);
        })
        .await;
    assert_eq!(shopper.post("/cart/update", &[("quantity.1", "2"), ("quantity.2", "0")]).await.status, 303);
    let cart = shopper.get("/cart").await;
    assert!(cart.body.contains("name=\"quantity.1\" value=\"2\"") && !cart.body.contains("quantity.2"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_of_this_store_or_product_is_refused() {
    let counter = counter().await;
    let overrides = |size: &str| {
        json!({"product_type": "multi", "regular_price": "100.00", "qty": 0, "page_link": format!("multi-{size}"),
            "options": [{"name": "size", "values": [size]}],
            "variants": [{"option_values": [size], "qty": 3, "has_unlimited_qty": false, "is_active": true}]})
    };
    let one = counter.merchant.product(overrides("S")).await;
    let two = counter.merchant.product(overrides("L")).await;
    let foreign = counter.shop.merchant().await;
    let theirs = foreign.product(json!({"page_link": "theirs"})).await;
    let shopper = counter.shopper();
    let text = |v: &Value, path: &str| v.pointer(path).unwrap().as_str().unwrap().to_owned();
    counter
        .shop
        .assert_unchanged(async {
            let attempts: [(&str, String, String); 6] = [
                ("an unknown product", "prd_0000000000001".into(), String::new()),
                ("no product", "../../etc/passwd".into(), String::new()),
                ("another store's product", text(&theirs, "/id"), String::new()),
                ("another product's variant", text(&one, "/id"), text(&two, "/variants/0/id")),
                ("a variant of a basic product", counter.id.clone(), text(&one, "/variants/0/id")),
                ("no variant", text(&one, "/id"), "<script>".into()),
            ];
            for (label, product, variant) in &attempts {
                let form = [("product_id", product.as_str()), ("variant_id", variant.as_str()), ("quantity", "1")];
                let answer = shopper.post("/cart", &form).await;
                assert_eq!(answer.status, 422, "{label}");
                assert!(!alert(&answer).is_empty() && !answer.body.contains("<script>"), "{label}");
                assert!(alert(&answer).chars().any(|c| ('\u{600}'..'\u{700}').contains(&c)), "{label}: {}", alert(&answer));
            }
        })
        .await;
    // The cart of another store is not found here, whatever its token.
    let elsewhere = counter.shop.shopper(&foreign.slug);
    let added = elsewhere.post("/cart", &[("product_id", theirs["id"].as_str().unwrap()), ("quantity", "1")]).await;
    let cookie = added.headers.get_all("set-cookie").iter().find_map(|c| c.to_str().ok()?.strip_prefix("cart=")).unwrap();
    let token = cookie.split(';').next().unwrap();
    let request = shopper.request("GET", "/cart").header("cookie", format!("cart={token}"));
    assert!(shopper.send(request).await.body.contains("سلتك فارغة"));
    let request = shopper.request("GET", "/checkout").header("cookie", format!("cart={token}"));
    assert_eq!(shopper.send(request).await.location(), "/cart");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forms_that_cannot_be_read_are_refused() {
    let counter = counter().await;
    let shopper = counter.with_cart("1").await;
    counter
        .shop
        .assert_unchanged(async {
            for path in ["/cart", "/cart/update", "/checkout", "/checkout/contact", "/en/checkout/save"] {
                for body in [&b"name=\xff\xfe"[..], b"name=%FF%FE", b"%C3%28=1", b"name=%ED%A0%80"] {
                    let request = shopper.request("POST", path).header("content-type", FORM).body(body.to_vec());
                    let answer = shopper.send(request).await;
                    assert_eq!(answer.status, 400, "{path} {body:?}");
                    assert!(answer.body.contains("<!doctype html>"));
                }
                let huge = shopper.request("POST", path).header("content-type", FORM).body(vec![b'a'; 10 * 1024 * 1024]);
                let reply = shopper.send(huge).await;
                assert_eq!(reply.status, 413, "{path}");
                assert!(reply.body.contains("<!doctype html>"), "{path}");
                let json = shopper.request("POST", path).header("content-type", "application/json").body("{}");
                assert_eq!(shopper.send(json).await.status, 415, "{path}");
                let foreign = shopper.post_from(path, &[("quantity.1", "2")], "https://evil.example").await;
                assert_eq!(foreign.status, 403, "{path}");
            }
            let script =
                shopper.request("POST", "/cart").header("content-type", FORM).header("x-requested-with", "fetch").body("a=%FF");
            let response = shopper.send(script).await;
            assert!(response.status == 400 && response.body.contains("\"message\""), "{}", response.body);
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn texts_that_turn_a_line_around_or_cannot_be_shown_are_refused() {
    let counter = counter().await;
    let long = "x".repeat(5_000);
    for (field, value) in [
        ("name", "سارة\u{202e}gro.live"),
        ("name", "\u{2066}x\u{2069}"),
        ("name", "a\u{0}b"),
        ("name", long.as_str()),
        ("note", "\u{202e}txet"),
        ("note", "a\u{7}b"),
        ("note", long.as_str()),
        ("mobile", "not a number"),
        ("mobile", "<script>"),
        ("email", "a@b@c"),
        ("email", "<script>@example.com"),
    ] {
        for prefix in ["", "/en"] {
            let shopper = counter.with_cart("1").await;
            let form = filled(&shopper.get(&format!("{prefix}/checkout")).await, &[(field, value)]);
            let form: Vec<(&str, &str)> = form.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
            let answer = shopper.post(&format!("{prefix}/checkout"), &form).await;
            assert_eq!(answer.status, 422, "{field} {value:?}");
            let error = answer.body.split_once("class=\"error\"").expect("the field says why").1.split_once('>').unwrap().1;
            let error = error.split('<').next().unwrap();
            let is_arabic = error.chars().any(|c| ('\u{600}'..'\u{700}').contains(&c));
            assert_eq!(is_arabic, prefix.is_empty(), "{field}: {error}");
        }
    }
    assert_eq!(counter.orders().await, 0);
    assert_eq!(counter.merchant.data("/products").await[0]["stock"], 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scripts_in_an_order_stay_text() {
    let counter = counter().await;
    let shopper = counter.with_cart("1").await;
    let checkout = shopper.get("/checkout").await;
    let evil = "<img src=x onerror=alert(1)></script><script>alert(2)</script>";
    let placed = place(&shopper, &filled(&checkout, &[("name", "سارة <script>alert(1)</script>"), ("note", evil)])).await;
    if placed.status == 303 {
        let page = shopper.get(placed.location()).await;
        assert!(page.body.contains("&lt;script&gt;alert(1)") && page.body.contains("&lt;img src=x"), "{}", page.body);
        assert!(!page.body.contains("<script>alert") && !page.body.contains("<img src=x"));
    } else {
        assert_eq!(placed.status, 422, "refused or escaped, nothing else");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn path_traversal_and_open_redirects_are_refused() {
    let counter = counter().await;
    let shopper = counter.shopper();
    let file = |path: &str| format!("{}{path}", shopper.origin);
    for path in [
        "/products/..%2f..%2fetc%2fpasswd",
        "/products/%2e%2e%2f%2e%2e%2fCargo.toml",
        "/collections/..%5c..%5cwin.ini",
        "/pages/%00",
        "/pages/..;/admin",
        "/assets/one/..%2f..%2ftheme.json",
        "/assets/..%2flayout.html",
        "/media/..%2f..%2fdata%2frawaj.db",
        "/products/%E2%80%AEtxt",
        "/products/%ff",
        "//evil.example/products/shirt",
        "/orders/..-..",
    ] {
        let page = shopper.get(&file(path)).await;
        assert!((400..500).contains(&page.status), "{path}: {} {}", page.status, page.location());
        assert!(!page.body.contains("root:") && !page.body.contains("[workspace]"), "{path}");
    }
    // A cursor of a list sorted by name, with a name that no database can store: ["name_key",false,"\u0000",7].
    let made_up = shopper.get("/collections?sort=name&page=2&after=WyJuYW1lX2tleSIsZmFsc2UsIlx1MDAwMCIsN10").await;
    assert!(made_up.status < 500, "{}", made_up.status);
    for path in ["/en//evil.example", "/ar//evil.example", "/products/shirt//"] {
        let page = shopper.get(path).await;
        assert!(!page.location().starts_with("//") && !page.location().contains("://evil"), "{path}: {}", page.location());
    }
    let long = format!("/products/{}", "%D8%A7".repeat(4_000));
    assert!((400..500).contains(&shopper.get(&long).await.status));
}

/// ca-04: the same form sent many times at once is one order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_sent_many_times_is_one_order() {
    let counter = counter().await;
    let shopper = counter.with_cart("2").await;
    let form = filled(&shopper.get("/checkout").await, &[]);
    let answers = futures_util::future::join_all((0..6).map(|_| place(&shopper, &form))).await;
    let places: Vec<(u16, &str)> = answers.iter().map(|a| (a.status, a.location().split('-').next().unwrap())).collect();
    assert!(places.iter().all(|(status, to)| *status == 303 && to.starts_with("/orders/") && *to == places[0].1), "{places:?}");
    assert_eq!(counter.orders().await, 1);
    assert_eq!(counter.merchant.data("/products").await[0]["stock"], 3);
}

/// decisions §6: changes since the review are reported before anything is ordered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unpublished_product_is_reported_in_cart_and_checkout() {
    let counter = counter().await;
    let other = counter.merchant.product(json!({"page_link": "other", "name": {"ar": "حقيبة", "en": "Bag"}})).await;
    let shopper = counter.with_cart("1").await;
    shopper.post("/cart", &[("product_id", other["id"].as_str().unwrap()), ("quantity", "1")]).await;
    let form = filled(&shopper.get("/checkout").await, &[]);
    let inactive = json!({"items": [other["id"]], "is_published": false});
    assert_eq!(counter.merchant.post("/products/publishMany", inactive).await.0, 200);
    let answer = place(&shopper, &form).await;
    assert_eq!(answer.status, 409);
    assert!(answer.body.contains("لم يعد «حقيبة» متوفرًا"), "{}", answer.body);
    assert_eq!(counter.orders().await, 0);
    let placed = place(&shopper, &filled(&answer, &[])).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    assert_eq!(counter.merchant.data("/orders").await[0]["items_count"], 1);
    // Without available products there is nothing to order: the cart says why.
    let shopper = counter.with_cart("1").await;
    let form = filled(&shopper.get("/checkout").await, &[]);
    let inactive = json!({"items": [counter.id], "is_published": false});
    assert_eq!(counter.merchant.post("/products/publishMany", inactive).await.0, 200);
    let reply = place(&shopper, &form).await;
    assert!(matches!(reply.status, 303 | 409), "{}", reply.status);
    assert_eq!(counter.orders().await, 1);
}

/// OR: the last piece is sold once; the other shopper is told, and keeps a cart that can be corrected.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_piece_is_sold_once_and_the_other_order_is_refused() {
    let counter = counter().await;
    let (first, second) = (counter.with_cart("4").await, counter.with_cart("3").await);
    let (one, two) = (filled(&first.get("/checkout").await, &[]), filled(&second.get("/en/checkout").await, &[]));
    let two: Vec<(&str, &str)> = two.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    assert_eq!(place(&first, &one).await.status, 303);
    let answer = second.post("/en/checkout", &two).await;
    assert_eq!(answer.status, 409);
    assert!(answer.body.contains("Only 1 of"), "{}", answer.body);
    assert_eq!(counter.orders().await, 1);
    let again: Vec<(String, String)> = filled(&answer, &[]);
    let again: Vec<(&str, &str)> = again.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    assert_eq!(second.post("/en/checkout", &again).await.status, 303, "one piece is left, and the shopper agreed to it");
    assert_eq!(counter.merchant.data("/products").await[0]["stock"], 0);
}
