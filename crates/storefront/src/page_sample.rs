//! What the pages of a store show, for the check of a theme: a product with everything that a product may have, one with nothing, and a
//! list. Their shapes are those of `pages::product` and `pages::collection`.

use kernel::Lang;
use minijinja::Value;

use crate::engine::{context, safe};
use crate::view::{CardView, Crumb, Image, PagesView, TileView};

/// A text in the language of the page.
const fn say(lang: Lang, ar: &'static str, en: &'static str) -> &'static str {
    match lang {
        Lang::Ar => ar,
        Lang::En => en,
    }
}

fn picture(n: i64, (w, h): (i64, i64), alt: &str) -> Image {
    Image {
        id: format!("med_000000000000{n}"),
        src: "/media/sample.png".into(),
        srcset: "/media/sample-320.webp 320w".into(),
        avif: String::new(),
        w,
        h,
        alt: alt.to_owned(),
        full: "/media/sample.png".into(),
        large: "/media/sample-1920.webp".into(),
        focus: String::new(),
    }
}

fn crumbs(lang: Lang, name: &str) -> Vec<Crumb> {
    let step = |name: &str, url: Option<&str>| Crumb { name: name.to_owned(), url: url.map(str::to_owned) };
    vec![step(say(lang, "الرئيسية", "Home"), Some("/")), step(name, None)]
}

/// A product in a list, at its place.
fn card(lang: Lang, n: i64) -> CardView {
    let name = say(lang, "ثوب صيفي", "Summer thobe");
    CardView {
        id: format!("prd_000000000000{n}"),
        name: name.to_owned(),
        parts: Vec::new(),
        url: "/products/thobe".into(),
        image: (n == 1).then(|| picture(n, (900, 1_200), name)),
        price: 15_000,
        was: (n == 1).then_some(18_000),
        off: (n == 1).then_some(16),
        is_from: n == 2,
        is_sold_out: n == 3,
        add_to: if n == 2 { String::new() } else { "/cart".into() },
        created_at: 0,
        initial: "ث".into(),
        tint: n % 4,
    }
}

fn fields(lang: Lang) -> Vec<Value> {
    let field = |(index, kind): (usize, &&str)| {
        let choices = if *kind == "choice" { vec![say(lang, "ذهبي", "Gold")] } else { Vec::new() };
        let error = if index == 0 { say(lang, "اكتب الاسم.", "Enter the name.") } else { "" };
        context! {
            index => index, kind => kind, label => say(lang, "الاسم على الهدية", "Name on the gift"), is_required => index == 0,
            choices => choices, value => "", error => error, is_first_fault => index == 0,
        }
    };
    ["text", "number", "choice", "date", "file"].iter().enumerate().map(field).collect()
}

fn options(lang: Lang) -> Vec<Value> {
    let value = |value: &str, swatch: Option<&str>, is_available: bool| {
        context! { value => value, label => value, swatch => swatch, is_selected => is_available, is_available => is_available }
    };
    let colors =
        vec![value(say(lang, "أحمر", "Red"), Some("#c62f2f"), true), value(say(lang, "أزرق", "Blue"), Some("#2b5fb3"), false)];
    let sizes = vec![value("M", None, true), value("L", None, false)];
    vec![
        context! { index => 0, label => say(lang, "اللون", "Color"), error => "", is_first_fault => false, values => colors },
        context! { index => 1, label => say(lang, "المقاس", "Size"), error => say(lang, "اختر المقاس.", "Choose a size."),
        is_first_fault => true, values => sizes },
    ]
}

/// A product as its page gets it: with options of which one value is sold out, fields of every kind, pictures of odd proportions, facts, a
/// discount and low stock; or with neither pictures nor texts, and sold out.
pub(crate) fn product(lang: Lang, is_full: bool) -> Value {
    let name = say(
        lang,
        "ثوب صيفي من القطن المصري طويل التيلة بأكمام واسعة",
        "Summer thobe of long-staple Egyptian cotton with wide sleeves",
    );
    let sizes = if is_full { vec![(900, 1_200), (2_400, 400), (300, 1_600)] } else { Vec::new() };
    let images: Vec<Image> = (1_i64..).zip(sizes).map(|(n, size)| picture(n, size, name)).collect();
    let fact = |kind: &str, value: &str, is_code: bool| context! { kind => kind, value => value, is_code => is_code };
    let facts = vec![fact("sku", "THB-01", true), fact("barcode", "4006381333931", true), fact("weight", "400 g", false)];
    let text = |ar, en| if is_full { say(lang, ar, en) } else { "" };
    let variant = context! {
        id => "var_0000000000001", o => vec!["M"], now => "150.00", was => "180.00", off => "16%", ok => true, few => "",
        img => images.first().map(|i| i.id.clone()),
    };
    let url = "https://store.example/products/thobe";
    context! {
        id => "prd_0000000000001", name => name, initial => "ث", tint => 1, breadcrumb => crumbs(lang, name), images => images,
        price => 15_000, was => is_full.then_some(18_000), off => is_full.then_some(16), is_from => is_full, is_tax_free => !is_full,
        short_description => text("قطن خفيف.\nيُغسل باردًا.", "Light cotton.\nWash cold."), is_sold_out => !is_full,
        few => is_full.then_some(3), min_qty => if is_full { 2 } else { 1 }, max_qty => is_full.then_some(9),
        quantity => if is_full { 2 } else { 1 }, limit => is_full.then_some(9),
        options => if is_full { options(lang) } else { Vec::new() }, fields => if is_full { fields(lang) } else { Vec::new() },
        has_file => is_full, has_free_shipping => is_full, requires_shipping => is_full,
        description => safe(text("<p>قطن خفيف.</p>", "<p>Light cotton.</p>").to_owned()),
        facts => if is_full { facts } else { Vec::new() }, brand => is_full.then(|| say(lang, "دار العود", "Dar Al Oud")),
        category => is_full.then(|| context! { name => say(lang, "ملابس", "Clothes"), url => "/collections/clothes" }),
        share => context! { url => url, whatsapp => "https://wa.me/?text=thobe", x => "https://x.com/intent/post?text=thobe" },
        variants => if is_full { crate::engine::value(&vec![variant]) } else { Value::from(()) },
    }
}

/// A list as its page gets it: full, or narrowed until nothing is left.
pub(crate) fn collection(lang: Lang, is_full: bool) -> Value {
    let name = say(lang, "ملابس", "Clothes");
    let link = |n: i64| Some(format!("?page={n}"));
    let pages = PagesView::new(2, 9, true, link(1), link(3), link);
    let tile = TileView { name: name.to_owned(), url: "/collections/thobes".into(), image: None, initial: "م".into(), tint: 2 };
    let value = |count: Option<i64>| {
        let label = say(lang, "أحمر", "Red");
        context! { value => "red", label => label, count => count, is_chosen => count.is_none(), swatch => "#c62f2f" }
    };
    let facet =
        context! { field => "option.color", name => say(lang, "اللون", "Color"), values => vec![value(Some(4)), value(None)] };
    let choice = context! { value => "thobes", label => name, is_chosen => true };
    let sort = |value: &str| context! { value => value, is_selected => value == "latest" };
    let sorts: Vec<Value> = ["featured", "latest", "price", "-price", "name"].into_iter().map(sort).collect();
    let active = vec![context! { label => name, url => "/collections/clothes" }];
    let list = context! {
        action => "/collections/clothes", q => "", sorts => sorts, min => "10", max => "", unit => say(lang, "ر.س", "SAR"),
        is_in_stock => true, is_on_sale => false, is_narrowed => !is_full, active => active, facets => vec![facet],
        categories => vec![choice], clear => "/collections/clothes", total => if is_full { 120 } else { 0 }, is_capped => is_full,
        is_best => false, pages => pages,
    };
    context! {
        name => name, description => if is_full { say(lang, "كل الملابس.", "All clothes.") } else { "" },
        breadcrumb => crumbs(lang, name), products => if is_full { (1..=4).map(|n| card(lang, n)).collect() } else { Vec::new() },
        children => if is_full { vec![tile] } else { Vec::new() }, list => list, is_all => !is_full,
        image => is_full.then(|| picture(1, (2_400, 900), name)),
    }
}

/// A page of text.
pub(crate) fn page(lang: Lang, is_full: bool) -> Value {
    let title = say(lang, "من نحن", "About us");
    let content = if is_full { say(lang, "<p>متجر صغير.</p>", "<p>A small store.</p>") } else { "" };
    context! { title => title, content => safe(content.to_owned()), breadcrumb => crumbs(lang, title) }
}
