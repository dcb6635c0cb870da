//! A store with which the check of a theme draws its sections: an empty one, and one that has everything.

use kernel::Lang;
use minijinja::Value;

use crate::engine::{Context, context};

/// What a section gets beside its settings.
pub(crate) fn section_data(lang: Lang, is_full: bool) -> Value {
    if !is_full {
        let none = Vec::<Value>::new();
        return context! {
            products => none, categories => none, tabs => none, branches => none, product => Value::from(()), more => "/collections",
            is_editing => false,
        };
    }
    let products: Vec<Value> = (0..4).map(|n| card(lang, n)).collect();
    let name = name(lang);
    let categories: Vec<Value> = (0..3)
        .map(|n| context! { name => name, url => "/collections/x", image => (n == 0).then(picture), initial => "ع", tint => n })
        .collect();
    let tab = |id: &str, title: &str, source: &str, products: &[Value]| {
        context! {
            id => id, title => title, source => source, products => products, more => "/collections", mark => "",
        }
    };
    let tabs = [tab("b1", name, "newest", &products), tab("b2", "", "discounted", &products[..1]), tab("b3", "", "picked", &[])];
    let branches = [
        context! { name => name, address => "طريق الملك فهد", note => "9 - 10", map => "https://maps.google.com/?q=x" },
        context! { name => name, address => "جدة", note => "", map => "https://maps.google.com/?q=y" },
    ];
    context! {
        products => products, categories => categories, tabs => tabs, branches => branches, product => product(lang),
        more => "/collections", is_editing => true,
    }
}

/// The store and its addresses, as every template gets them.
pub(crate) fn store_data(is_full: bool) -> Value {
    let text = |text: &'static str| if is_full { text } else { "" };
    let store = context! {
        name => "متجر", phone => text("+966551234567"), email => text("a@example.com"), address => text("الرياض"), vat_rate => 1_500,
        prices_include_vat => true, show_buy_now => is_full, vat_number => text("310122393500003"),
        commercial_registration => text("1010010000"),
    };
    let links = context! {
        home => "/", cart => "/cart", checkout => "/checkout", search => "/search", collections => "/collections", newsletter => "/newsletter",
        cards => "/fragments/products",
    };
    let link = context! { title => "رابط", url => "/collections", links => Vec::<Value>::new() };
    let group = context! { title => "قسم", url => "/collections", is_mega => true, links => [context! { title => "فرع", url => "/x", links => std::slice::from_ref(&link) }] };
    let menus = if is_full {
        context! { main => [link.clone(), group], footer => [link] }
    } else {
        Value::from_object(Context::new())
    };
    let payments: Vec<Value> = if is_full {
        vec![context! { kind => "cod", name => "الدفع عند الاستلام" }, context! { kind => "bank", name => "تحويل بنكي" }]
    } else {
        Vec::new()
    };
    let policies =
        if is_full { vec![context! { title => "سياسة الخصوصية", url => "/pages/privacy" }] } else { Vec::new() };
    let look = context! {
        card_button => is_full, new_days => 14, trust_in_cart => true, trust_icon_1 => "shield", trust_text_1 => text("دفع آمن"),
        social_instagram => text("https://www.instagram.com/store"),
    };
    context! {
        store => store, links => links, menus => menus, year => 2026, policies => policies, payments => payments, look => look, now => 1,
        whatsapp => text("https://wa.me/966551234567"),
    }
}

/// A picture with its sizes.
pub(crate) fn picture() -> Value {
    context! {
        id => "med_0000000000001", src => "/media/a-640.webp", srcset => "/media/a-640.webp 640w", avif => "/media/a-640.avif 640w", w => 640,
        h => 800, alt => "صورة", full => "/media/a.jpg", large => "/media/a.jpg", focus => "",
    }
}

/// A video of a setting.
pub(crate) fn video() -> Value {
    let player = "https://www.youtube-nocookie.com/embed/AAAAAAAAAAA?autoplay=1";
    context! { player => player, mime => "", url => "https://www.youtube.com/watch?v=AAAAAAAAAAA" }
}

const fn name(lang: Lang) -> &'static str {
    match lang {
        Lang::Ar => "عطر العود الملكي",
        Lang::En => "Royal oud perfume",
    }
}

fn card(lang: Lang, n: i64) -> Value {
    context! {
        id => "prd_0000000000001", name => name(lang), parts => Vec::<Value>::new(), url => "/products/x", image => (n != 1).then(picture),
        price => 12_500, was => (n == 2).then_some(15_000), off => (n == 2).then_some(16), is_from => n == 0, is_sold_out => n == 3,
        add_to => if n == 0 { "" } else { "/cart" }, created_at => 0,
        initial => "ع", tint => n,
    }
}

/// A product with options, as a section that shows one gets it.
fn product(lang: Lang) -> Value {
    let value = |value: &str, is_selected: bool| context! { value => value, label => value, swatch => Value::from(()), is_selected => is_selected, is_available => true };
    let options = [
        context! { index => 0, label => "المقاس", values => [value("50", true), value("100", false)], error => "", is_first_fault => false },
    ];
    let variant = context! { id => "var_0000000000001", o => ["50"], now => "125.00", was => Value::from(()), off => Value::from(()), ok => true, few => Value::from(()), img => Value::from(()) };
    context! {
        variants => [variant], options => options, fields => Vec::<Value>::new(), is_asking => false, images => [picture(), picture()], url => "/products/x",
        short_description => "عطر", few => 2, min_qty => 1, max_qty => 5, quantity => 1, limit => Value::from(()), has_file => false,
        has_free_shipping => true, is_tax_free => false, facts => Vec::<Value>::new(), breadcrumb => Vec::<Value>::new(), ..card(lang, 0)
    }
}
