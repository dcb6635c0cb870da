//! The default content of a new store: four pages and two menus, in Arabic and English (decisions §9).
//!
//! The texts make no promises in the owner's name: no deadlines, no sums.

use db::{Conn, Result};
use kernel::{Env, MenuId, StoreScope, Texts};

use super::model::{Link, LinkType};
use super::store::{self, NewPage};

/// A default page: slug, title and content; `{store}` stands for the store's name.
struct Default {
    slug: &'static str,
    title: (&'static str, &'static str),
    content: (&'static str, &'static str),
}

const PAGES: [Default; 4] = [
    Default {
        slug: "about",
        title: ("من نحن", "About us"),
        content: (
            "<p>أهلًا بك في {store}.</p><p>نختار منتجاتنا بعناية ونجهّز كل طلب كما نحب أن يصلنا. إن كان لديك سؤال عن منتج أو طلب فراسلنا، يسعدنا أن نساعدك.</p>",
            "<p>Welcome to {store}.</p><p>We choose our products with care and prepare every order the way we would like to receive it. If you have a question about a product or an order, write to us: we are glad to help.</p>",
        ),
    },
    Default {
        slug: "privacy",
        title: ("سياسة الخصوصية", "Privacy policy"),
        content: (
            "<p>نطلب منك ما نحتاجه لإتمام طلبك فقط: اسمك ورقم جوالك وعنوان التوصيل، وبريدك الإلكتروني إن أضفته.</p>\
             <h2>كيف نستخدم بياناتك</h2><p>نستخدمها لتجهيز الطلب وتوصيله والتواصل معك بشأنه، ولحفظ السجلات التي يطلبها القانون. نشاركها مع شركة التوصيل ومزوّد الدفع بالقدر اللازم لطلبك، ولا نبيعها لأحد.</p>\
             <h2>ملفات تعريف الارتباط</h2><p>يحفظ المتجر في متصفحك ما يلزم لعمل السلة واختيار اللغة.</p>\
             <h2>حقوقك</h2><p>يمكنك أن تطلب الاطلاع على بياناتك أو تصحيحها أو حذفها بمراسلتنا.</p>",
            "<p>We ask only for what your order needs: your name, mobile number and delivery address, and your email if you add it.</p>\
             <h2>How we use your data</h2><p>To prepare and deliver your order, contact you about it, and keep records required by law. We share only what your order needs with the courier and payment provider. We never sell it.</p>\
             <h2>Cookies</h2><p>Used for your cart and language preference only.</p>\
             <h2>Your rights</h2><p>Contact us to access, correct, or delete your data.</p>",
        ),
    },
    Default {
        slug: "terms",
        title: ("الشروط والأحكام", "Terms and conditions"),
        content: (
            "<p>بإتمام طلب من {store} فإنك توافق على هذه الشروط.</p>\
             <h2>الأسعار والدفع</h2><p>تظهر الأسعار بعملة المتجر، ويظهر لك المجموع كاملًا مع الضريبة والشحن قبل تأكيد الطلب.</p>\
             <h2>الطلبات</h2><p>نؤكد طلبك حسب توفر المنتجات. إذا تعذر توفير منتج نتواصل معك قبل أي تغيير.</p>\
             <h2>التوصيل</h2><p>تظهر طرق التوصيل المتاحة لعنوانك وتكلفتها أثناء إتمام الطلب.</p>",
            "<p>By placing an order with {store} you agree to these terms.</p>\
             <h2>Prices and payment</h2><p>Prices are shown in the store's currency, and you see the whole total with tax and shipping before you confirm.</p>\
             <h2>Orders</h2><p>We confirm your order as products are available. If something isn't available, we contact you before changing anything.</p>\
             <h2>Delivery</h2><p>The delivery methods for your address and their cost are shown at checkout.</p>",
        ),
    },
    Default {
        slug: "returns",
        title: ("الاستبدال والإرجاع", "Returns and exchanges"),
        content: (
            "<p>نريد أن تكون راضيًا عن طلبك. إذا وصلك منتج تالف أو مختلف عما طلبت فراسلنا ومعك رقم الطلب وصورة للمنتج.</p>\
             <p>تُقبل طلبات الاستبدال والإرجاع وفق أنظمة حماية المستهلك في بلد المتجر، ويعود المبلغ بوسيلة الدفع نفسها ما أمكن.</p>",
            "<p>We want you to be happy with your order. If a product arrives damaged or is not what you ordered, write to us with the order number and a photo.</p>\
             <p>Returns and exchanges follow the consumer protection law of the store's country, and refunds go back the way you paid wherever possible.</p>",
        ),
    },
];

/// Inserts the default pages and menus of a new store, once.
///
/// # Errors
/// Database errors; a unique violation when they exist already.
pub async fn insert_defaults(c: Conn<'_>, env: &Env, scope: &StoreScope, store_name: &str) -> Result<()> {
    let now = env.now();
    // The name is escaped: it is text, the pages are HTML.
    let name = store_name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let main: MenuId = env.id();
    let footer: MenuId = env.id();
    store::insert_menu(c, scope, main, "main", Texts::new("القائمة الرئيسية", "Main menu")).await?;
    store::insert_menu(c, scope, footer, "footer", Texts::new("قائمة التذييل", "Footer menu")).await?;
    let custom = |ar: &str, en: &str, url: &str| Link {
        title: Texts::new(ar, en),
        link_type: LinkType::Custom,
        entity_id: None,
        url: url.to_owned(),
        is_new_tab: false,
    };
    store::insert_link(c, env, scope, main, 1, custom("الرئيسية", "Home", "/")).await?;
    store::insert_link(c, env, scope, main, 2, custom("كل المنتجات", "All products", "/collections")).await?;
    for (order, Default { slug, title, content }) in (1..).zip(PAGES) {
        let (id, title) = (env.id(), Texts::new(title.0, title.1));
        let content = Texts::new(content.0.replace("{store}", &name), content.1.replace("{store}", &name));
        store::insert_page(c, scope, now, NewPage { id, slug, title: title.clone(), content }).await?;
        let link = Link { title, link_type: LinkType::Page, entity_id: Some(id.raw()), url: String::new(), is_new_tab: false };
        store::insert_link(c, env, scope, footer, order, link.clone()).await?;
        if slug == "about" {
            store::insert_link(c, env, scope, main, 3, link).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_page_is_written_in_both_languages_and_survives_the_sanitiser() {
        for page in PAGES {
            for text in [page.content.0, page.content.1] {
                assert_eq!(platform::html::sanitise(text), text, "{}", page.slug);
            }
            assert!(!page.title.0.is_ascii() && page.title.1.is_ascii());
            assert!(!page.content.0.contains('\u{2014}'));
        }
    }
}
