//! Sections that show data of the store, or take something from shoppers: what each shows in both languages, and what it leaves out
//! (TH-03, TH-04; CU-01 for consents).

use serde_json::{Value, json};
use testkit::{Merchant, PageReply};

use super::{at, frame, setup};

/// Adds a section to a page and publishes it.
async fn publish(me: &Merchant, page: &str, section: Value) -> Value {
    let added = me.create(&format!("/themes/one/{page}"), json!({"sections": [section]})).await[0].clone();
    let (status, published) = me.post("/themes/one/publication", json!({})).await;
    assert_eq!(status, 200, "{published}");
    added
}

/// What stands between two texts of a page, the first of them included.
fn part<'p>(page: &'p PageReply, from: &str, to: &str) -> &'p str {
    let start = page.body.find(from).unwrap_or_else(|| panic!("{from}: {}", page.body));
    page.body[start..].split(to).next().unwrap()
}

fn policy(page: &PageReply) -> &str {
    page.headers["content-security-policy"].to_str().unwrap()
}

async fn perfume(me: &Merchant, link: &str, more: Value) -> Value {
    let mut body = json!({
        "name": {"ar": "عطر العود الملكي", "en": "Royal oud"}, "page_link": link,
        "short_description": {"ar": "عود كمبودي معتّق", "en": "Aged Cambodian oud"},
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    me.product(body).await
}

#[tokio::test]
async fn th_03_one_product_is_bought_where_it_is_shown_and_leaves_when_it_is_gone() {
    let (_shop, me, shopper) = setup().await;
    let sizes = json!({
        "product_type": "multi",
        "options": [{"name": "Size", "values": ["50", "100"]}],
        "variants": [
            {"option_values": ["50"], "regular_price": "90.00", "qty": 5},
            {"option_values": ["100"], "regular_price": "150.00", "qty": 0, "has_unlimited_qty": false},
        ],
    });
    let oud = perfume(&me, "oud", sizes).await;
    let musk = perfume(&me, "musk", json!({"name": {"ar": "مسك", "en": "Musk"}})).await;
    let engraved = json!({"field_type": "text", "field_label": {"ar": "النقش", "en": "Engraving"}, "field_required": true});
    let asks = perfume(&me, "ring", json!({"name": {"ar": "خاتم", "en": "Ring"}, "dynamic_fields": [engraved]})).await;
    for product in [&oud, &musk] {
        let section = json!({"section": "featured_product", "settings": {"product": product["id"]}});
        me.create("/themes/one/index", json!({"sections": [section]})).await;
    }
    let last = publish(&me, "index", json!({"section": "featured_product", "settings": {"product": asks["id"]}})).await;
    for (path, name, words) in [("/", "عطر العود الملكي", "عود كمبودي معتّق"), ("/en/", "Royal oud", "Aged Cambodian oud")]
    {
        let page = shopper.get(path).await;
        let spot = part(&page, "<buy-box", "</buy-box>");
        assert!(spot.contains(name) && spot.contains(words) && spot.contains("name=\"option.0\""), "{spot}");
        assert_eq!(spot.matches("data-variants").count(), 1);
        // Three of them on one page, each with ids of its own.
        let ids: Vec<&str> = page.body.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let mut once = ids.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(ids.len(), once.len(), "{ids:?}");
        assert_eq!(page.body.matches("<buy-box").count(), 3);
        // What is asked of it is asked on its own page.
        let ring = page.body.rsplit_once("<buy-box").unwrap().1;
        assert!(ring.contains("/products/ring") && !ring.split("</buy-box>").next().unwrap().contains("<form"), "{ring}");
    }
    let id = oud["id"].as_str().unwrap();
    let bought = shopper.post("/cart", &[("product_id", id), ("option.0", "50"), ("quantity", "2")]).await;
    assert_eq!((bought.status, bought.location()), (303, "/cart"), "{}", bought.body);
    // Unpublished, and deleted: nothing of it is left for shoppers, and the editor shows where it stands.
    let (status, _) = me.put(&format!("/products/{id}"), json!({"is_published": false})).await;
    assert_eq!(status, 200);
    let (status, _) = me.delete(&format!("/products/{}", musk["id"].as_str().unwrap()), json!({})).await;
    assert_eq!(status, 200);
    let page = shopper.get("/").await;
    assert_eq!(page.body.matches("<buy-box").count(), 1, "{}", page.body);
    assert!(!page.body.contains("عطر العود الملكي"));
    assert_eq!(shopper.get(&frame(&me).await).await.body.matches(">منتج واحد</div>").count(), 2);
    let (status, refused) = me.put(&at(&last), json!({"settings": {"product": "prd_0000000000001"}})).await;
    assert!(status == 422 && refused["errors"]["settings.product"].is_array(), "{refused}");
}

#[tokio::test]
async fn th_03_tabs_show_a_row_each_and_none_without_products() {
    let (_shop, me, shopper) = setup().await;
    let category = me.create("/categories", json!({"name": {"ar": "بخور", "en": "Incense"}, "is_active": true})).await;
    let empty = me.create("/categories", json!({"name": {"ar": "فارغ", "en": "Empty"}, "is_active": true})).await;
    perfume(&me, "bakhoor", json!({"name": {"ar": "بخور فاخر", "en": "Fine incense"}, "category_ids": [category["id"]]})).await;
    let oud = perfume(&me, "oud", json!({})).await;
    let tab = |id: &str, settings: Value| json!({"id": id, "type": "tab", "is_active": true, "settings": settings});
    let blocks = json!([
        tab("a", json!({"source": "category", "category": category["id"]})),
        tab("b", json!({"source": "category", "category": empty["id"]})),
        tab("c", json!({"source": "picked", "products": [oud["id"]], "title": {"ar": "اختيارنا", "en": "Our choice"}})),
    ]);
    let section = publish(&me, "index", json!({"section": "collection_tabs", "blocks": blocks})).await;
    for (path, first, other, of_category) in
        [("/", "بخور", "اختيارنا", "بخور فاخر"), ("/en/", "Incense", "Our choice", "Fine incense")]
    {
        let page = shopper.get(path).await;
        let tabs = part(&page, "<product-tabs", "</product-tabs>");
        assert_eq!((tabs.matches("class=\"pill\"").count(), tabs.matches("tabs__panel\"").count()), (2, 2), "{tabs}");
        assert!(tabs.contains(&format!(">{first}</a>")) && tabs.contains(&format!(">{other}</a>")), "{tabs}");
        // Without scripts each tab is a link to its row.
        for n in 1..=3 {
            let panel = format!("-panel-{n}\"");
            assert_eq!(tabs.matches(&panel).count(), if n < 3 { 2 } else { 0 }, "{tabs}");
        }
        assert!(tabs.contains(of_category));
    }
    assert!(shopper.get(&frame(&me).await).await.body.contains("data-block=\"b\""), "the editor shows the empty one");
    let many: Vec<Value> = (0..6).map(|n| tab(&format!("t{n}"), json!({"source": "newest"}))).collect();
    let (status, refused) = me.put(&at(&section), json!({"blocks": many})).await;
    assert!(status == 422 && refused["errors"]["blocks"].is_array(), "{refused}");
}

#[tokio::test]
async fn th_04_a_video_is_loaded_when_it_is_played_and_admitted_only_where_it_is() {
    let (_shop, me, shopper) = setup().await;
    let heading = json!({"ar": "رحلة العود", "en": "The journey of oud"});
    let film = "https://youtu.be/dQw4w9WgXcQ?si=abc";
    let section = publish(&me, "index", json!({"section": "video", "settings": {"video": film, "heading": heading}})).await;
    for (path, name) in [("/", "رحلة العود"), ("/en/", "The journey of oud")] {
        let page = shopper.get(path).await;
        let html = part(&page, "<video-embed", "</video-embed>");
        assert!(html.contains("data-src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"), "{html}");
        assert!(html.contains("href=\"https://www.youtube.com/watch?v=dQw4w9WgXcQ\"") && html.contains(name), "{html}");
        assert!(!page.body.contains("<iframe") && !page.body.contains("ytimg"), "nothing is loaded before it is asked for");
        assert!(!page.body.contains('\u{2}'));
        assert!(
            policy(&page).ends_with("; frame-src https://www.youtube-nocookie.com https://player.vimeo.com"),
            "{}",
            policy(&page)
        );
    }
    for path in ["/collections", "/cart", "/en/collections"] {
        let page = shopper.get(path).await;
        assert!(!policy(&page).contains("frame-src") && !policy(&page).contains("media-src"), "{path}");
    }
    // The editor's frame may show any, because what is chosen next is not known when it is loaded.
    let editor = shopper.get(&frame(&me).await).await;
    assert!(policy(&editor).contains("frame-src") && policy(&editor).contains("media-src"));
    let file = json!({"settings": {"video": "https://cdn.example.com/oud.mp4"}});
    assert_eq!(me.put(&at(&section), file).await.0, 200);
    assert_eq!(me.post("/themes/one/publication", json!({})).await.0, 200);
    let page = shopper.get("/").await;
    assert!(page.body.contains("<source src=\"https://cdn.example.com/oud.mp4\" type=\"video/mp4\">"), "{}", page.body);
    assert!(policy(&page).ends_with("; media-src 'self' https:") && !policy(&page).contains("frame-src"));
    for wrong in ["https://evil.example/watch?v=dQw4w9WgXcQ", "javascript:alert(1)", "https://cdn.example.com/a.avi"] {
        let (status, refused) = me.put(&at(&section), json!({"settings": {"video": wrong}})).await;
        assert!(status == 422 && refused["errors"]["settings.video"].is_array(), "{wrong}: {refused}");
    }
}

/// The consents of the customers of a store by their contact: channel, given or not, how it was learned.
async fn consents(me: &Merchant, contact: &str) -> Vec<(String, Value, Value)> {
    let mut out = Vec::new();
    for row in me.data("/customers").await.as_array().unwrap() {
        let customer = me.data(&format!("/customers/{}", row["id"].as_str().unwrap())).await;
        if customer["email"] != contact && customer["mobile"] != contact {
            continue;
        }
        for consent in customer["consents"].as_array().unwrap().iter().filter(|c| !c["is_granted"].is_null()) {
            out.push((consent["channel"].as_str().unwrap().to_owned(), consent["is_granted"].clone(), consent["source"].clone()));
        }
    }
    out.sort_by(|a, b| a.0.cmp(&b.0));
    out
}

#[tokio::test]
async fn cu_01_a_sign_up_is_the_consent_of_a_customer_and_tells_nobody_who_is_one() {
    let (shop, me, shopper) = setup().await;
    let section = publish(&me, "index", json!({"section": "newsletter"})).await;
    let id = section["id"].as_str().unwrap();
    for (path, action, label) in [("/", "/newsletter", "البريد الإلكتروني"), ("/en/", "/en/newsletter", "Email")]
    {
        let page = shopper.get(path).await;
        let form = part(&page, "data-signup", "</form>");
        assert!(page.body.contains(&format!("action=\"{action}\" data-signup")) && form.contains(label), "{form}");
        assert!(page.body.contains(&format!("id=\"done-{id}\"")));
    }
    let known =
        me.create("/customers", json!({"name": "سارة العتيبي", "mobile": "0551234567", "email": "sara@example.com"})).await;
    let yes = |channel: &str| (channel.to_owned(), json!(true), json!("website"));
    // From the page back to the page, which says so; the same for an address that is known and one that is not.
    let from = format!("{}/en/?page=2", shopper.origin);
    let mut answers = Vec::new();
    for email in ["Sara@Example.com", "new@example.com"] {
        let fields = [("email", email), ("section", id)];
        let answer = shopper.post_with("/en/newsletter", &fields, &[("referer", &from)]).await;
        answers.push((answer.status, answer.location().to_owned(), answer.body));
        assert_eq!(consents(&me, &email.to_lowercase()).await, [yes("email")]);
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!((answers[0].0, answers[0].1.as_str()), (303, format!("/en/?page=2#done-{id}").as_str()));
    // Again, and nothing is written; from elsewhere, and the way back is the front page.
    let again = [("email", "new@example.com"), ("section", "x")];
    let (status, to) = shop
        .assert_unchanged(async {
            let answer = shopper.post_with("/newsletter", &again, &[("referer", "https://evil.example/x")]).await;
            (answer.status, answer.location().to_owned())
        })
        .await;
    assert_eq!((status, to.as_str()), (303, "/"));
    // By script, in the shopper's language.
    let script = [("x-requested-with", "fetch")];
    let answer = shopper.post_with("/en/newsletter", &[("mobile", "0509876543")], &script).await;
    assert_eq!((answer.status, answer.body.contains("subscribed")), (200, true), "{}", answer.body);
    assert_eq!(consents(&me, "+966509876543").await, [yes("sms"), yes("whatsapp")]);
    let customer =
        me.data("/customers").await.as_array().unwrap().iter().find(|c| c["mobile"] == "+966509876543").unwrap().clone();
    let log = me.data(&format!("/customers/{}/activity", customer["id"].as_str().unwrap())).await;
    assert_eq!(log.as_array().unwrap().len(), 3, "one entry for the record and one for each channel: {log}");
    // What a person refused stays refused: nobody proves that an address is their own.
    let path = format!("/customers/{}", known["id"].as_str().unwrap());
    let refusal = json!({"channel": "email", "is_granted": false, "source": "phone"});
    assert_eq!(me.put(&format!("{path}/consents"), refusal).await.0, 200);
    assert_eq!(shopper.post("/newsletter", &[("email", "sara@example.com")]).await.status, 303);
    assert_eq!(consents(&me, "sara@example.com").await, [("email".to_owned(), json!(false), json!("phone"))]);
}

#[tokio::test]
async fn cu_01_a_sign_up_that_is_wrong_foreign_or_one_too_many_changes_nothing() {
    let (shop, me, shopper) = setup().await;
    let script = [("x-requested-with", "fetch")];
    for (fields, field) in [
        (vec![("email", "no address")], "email"),
        (vec![("email", "")], "email"),
        (vec![], "email"),
        (vec![("mobile", "123")], "mobile"),
        (vec![("email", "a\u{202e}b@example.com")], "email"),
    ] {
        let answer = shop.assert_unchanged(shopper.post_with("/newsletter", &fields, &script)).await;
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        assert!(answer.status == 422 && body["fields"][field].is_string(), "{fields:?}: {}", answer.body);
        let page = shopper.post("/en/newsletter", &fields).await;
        assert!(page.status == 422 && page.body.contains("subscribed yet"), "{}", page.body);
    }
    let foreign =
        shop.assert_unchanged(shopper.post_from("/newsletter", &[("email", "a@example.com")], "https://evil.example")).await;
    assert_eq!(foreign.status, 403);
    let mut statuses = Vec::new();
    for _ in 0..7 {
        statuses.push(shopper.post_with("/newsletter", &[("email", "a@example.com")], &script).await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429]);
    let slow = shopper.post("/newsletter", &[("email", "a@example.com")]).await;
    assert!(slow.status == 429 && slow.headers.contains_key("retry-after") && slow.body.contains("<html"), "{}", slow.body);
    assert_eq!(me.data("/customers").await.as_array().unwrap().len(), 1);
    assert_eq!(shopper.get("/newsletter").await.location(), "/");
}

/// The name of a record that a sign-up made is its number, until an order tells a name.
#[tokio::test]
async fn cu_01_who_signed_up_has_their_own_name_with_the_first_order() {
    let (_shop, me, shopper) = setup().await;
    assert_eq!(shopper.post("/newsletter", &[("mobile", "0551234567")]).await.status, 303);
    assert_eq!(me.data("/customers").await[0]["name"], "+966551234567");
    let product = me.product(json!({})).await;
    shopper.post("/cart", &[("product_id", product["id"].as_str().unwrap())]).await;
    let page = shopper.get("/checkout").await;
    let hidden = page.hidden_fields();
    let mut form: Vec<(&str, &str)> = hidden.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    for tag in page.body.split("<input").skip(1).filter_map(|rest| rest.split('>').next()).filter(|tag| tag.contains(" checked"))
    {
        let get = |name: &str| tag.split_once(&format!("{name}=\"")).and_then(|(_, r)| r.split('"').next()).unwrap_or("");
        form.push((get("name"), get("value")));
    }
    form.extend([("name", "سارة العتيبي"), ("mobile", "0551234567")]);
    let placed = shopper.post("/checkout", &form).await;
    assert_eq!(placed.status, 303, "{}", placed.body);
    let customers = me.data("/customers").await;
    assert_eq!((customers.as_array().unwrap().len(), &customers[0]["name"]), (1, &json!("سارة العتيبي")));
    assert_eq!(consents(&me, "+966551234567").await.len(), 2);
}

#[tokio::test]
async fn th_03_branches_are_the_pickup_points_that_have_an_address() {
    let (_shop, me, shopper) = setup().await;
    for method in me.data("/shipping-methods").await.as_array().unwrap().iter().filter(|m| m["provider"] == "PICKUP") {
        let path = format!("/shipping-methods/{}", method["id"].as_str().unwrap());
        assert_eq!(me.put(&path, json!({"is_active": false})).await.0, 200);
    }
    publish(&me, "index", json!({"section": "branches"})).await;
    assert!(!shopper.get("/").await.body.contains("class=\"branch\""), "nothing where there is none");
    let body = json!({
        "provider": "PICKUP", "name": {"ar": "فرع العليا", "en": "Olaya branch"}, "note": {"ar": "من 9 ص إلى 10 م", "en": "9 am to 10 pm"},
        "pickup_address": {"ar": "طريق الملك فهد، الرياض", "en": "King Fahd Road, Riyadh"},
    });
    me.create("/shipping-methods", body).await;
    for (path, texts) in [
        ("/", ["فرع العليا", "طريق الملك فهد، الرياض", "من 9 ص إلى 10 م", "الاتجاهات"]),
        ("/en/", ["Olaya branch", "King Fahd Road, Riyadh", "9 am to 10 pm", "Get directions"]),
    ] {
        let page = shopper.get(path).await;
        let branch = part(&page, "class=\"branch\"", "</ul>");
        assert!(texts.iter().all(|text| branch.contains(text)), "{branch}");
        assert!(branch.contains("href=\"https://maps.google.com/?q=") && !branch.contains("<iframe"), "{branch}");
    }
}

#[tokio::test]
async fn th_03_what_a_browser_has_seen_is_its_own_and_is_asked_for_by_ids() {
    let (_shop, me, shopper) = setup().await;
    let mut ids = Vec::new();
    for (link, name) in [("a", "عطر أ"), ("b", "عطر ب"), ("c", "عطر ج")] {
        let product = perfume(&me, link, json!({"name": {"ar": name, "en": format!("Perfume {link}")}})).await;
        ids.push(product["id"].as_str().unwrap().to_owned());
    }
    publish(&me, "index", json!({"section": "recently_viewed"})).await;
    let page = shopper.get("/").await;
    let section = part(&page, "<recent-products", "</recent-products>");
    assert!(section.contains("data-from=\"/fragments/products\"") && !section.contains("class=\"card\""), "{section}");
    let before = page.body.split("<recent-products").next().unwrap();
    assert!(before.ends_with(" hidden>"), "it takes no room before it is filled");
    // The editor shows an example.
    let editor = shopper.get(&frame(&me).await).await;
    assert!(part(&editor, "<recent-products", "</recent-products>").contains("class=\"card\""));
    // In the order that was asked for, each once, without what shoppers do not see.
    assert_eq!(me.put(&format!("/products/{}", ids[1]), json!({"is_published": false})).await.0, 200);
    let ids_of_query = format!("{},{},{},{},zz,prd_0000000000001", ids[2], ids[1], ids[0], ids[2]);
    for (path, names) in [("/fragments/products", ["عطر ج", "عطر أ"]), ("/en/fragments/products", ["Perfume c", "Perfume a"])]
    {
        let cards = shopper.get(&format!("{path}?ids={ids_of_query}")).await;
        let at = names.map(|name| cards.body.find(name).unwrap());
        assert!(cards.status == 200 && at[0] < at[1] && cards.body.matches("class=\"card\"").count() == 2, "{}", cards.body);
        assert!(!cards.body.contains("<html") && !cards.body.contains("عطر ب"));
        assert_eq!(cards.headers["cache-control"], "public, max-age=60");
        assert_eq!(cards.headers["x-robots-tag"], "noindex");
    }
    for empty in ["", "?ids=", "?ids=x,y", "?ids=prd_0000000000001"] {
        let cards = shopper.get(&format!("/fragments/products{empty}")).await;
        assert_eq!((cards.status, cards.body.trim()), (200, ""), "{empty}");
    }
    let other = shopper.get("/fragments/other").await;
    assert_eq!(other.status, 404);
}

#[tokio::test]
async fn th_03_the_header_has_four_layouts() {
    let (_shop, me, shopper) = setup().await;
    let menu = me.data("/menus").await;
    assert!(menu.is_array(), "{menu}");
    let index = super::page(&me, "index").await;
    let header = super::find(&index["preSections"], "header").clone();
    for (layout, is_sticky) in [("start", true), ("below", false), ("compact", true), ("middle", true)] {
        let body = json!({"settings": {"layout": layout, "is_sticky": is_sticky}});
        assert_eq!(me.put(&at(&header), body).await.0, 200);
        let page = shopper.get(&frame(&me).await).await;
        let head = part(&page, "<header", "</header>");
        assert!(head.contains(&format!("head--{layout}")) && head.contains("head--loose") != is_sticky, "{head}");
        assert_eq!(head.contains("head__field"), layout == "compact", "{head}");
    }
    let (status, refused) = me.put(&at(&header), json!({"settings": {"layout": "other"}})).await;
    assert!(status == 422 && refused["errors"]["settings.layout"].is_array(), "{refused}");
}
