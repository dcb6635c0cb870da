//! The pages of a new store and the texts that its policies may begin with, in Arabic and English (decisions §9).
//!
//! The texts make no promises in the owner's name: no deadlines, no sums.

use db::{Conn, Result};
use kernel::slug::uniqueness_key;
use kernel::{ContentPageId, Env, Lang, StoreScope, Texts};
use platform::stores::StoreProfile;

use super::model::{Page, Policy, Status};
use super::{store, write};

/// What the texts say about the store. The merchant's words are escaped when they are filled in: they are text, the pages are HTML.
#[derive(Debug, Clone, Default)]
pub struct StoreData {
    /// Its name.
    pub name: String,
    /// For questions; may be empty.
    pub email: String,
    /// For questions; may be empty.
    pub phone: String,
}

impl StoreData {
    /// From the store's settings.
    #[must_use]
    pub fn from_profile(profile: &StoreProfile) -> Self {
        let settings = &profile.settings;
        Self { name: profile.name.clone(), email: settings.store_email.clone(), phone: settings.store_phone.clone() }
    }

    fn fill(&self, lang: Lang, html: &str) -> String {
        let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        let (mail, phone) = (escape(&self.email), escape(&self.phone));
        let mail = (!mail.is_empty()).then(|| format!("<a href=\"mailto:{mail}\">{mail}</a>"));
        let phone = (!phone.is_empty()).then(|| format!("<span dir=\"ltr\">{phone}</span>"));
        let ways: Vec<String> = [mail, phone].into_iter().flatten().collect();
        let contact = match (lang, ways.is_empty()) {
            (_, true) => String::new(),
            (Lang::Ar, _) => format!("<h2>تواصل معنا</h2><p>{}</p>", ways.join(" · ")),
            (Lang::En, _) => format!("<h2>Contact us</h2><p>{}</p>", ways.join(" · ")),
        };
        // What the sanitiser would add to the link is added here, so that what is stored is what it lets through.
        platform::html::sanitise(&html.replace("{contact}", &contact).replace("{store}", &escape(&self.name)))
    }
}

/// A page of every new store.
struct DefaultPage {
    slug: &'static str,
    policy: Option<Policy>,
    title: (&'static str, &'static str),
    content: (&'static str, &'static str),
}

const PAGES: [DefaultPage; 5] = [
    DefaultPage {
        slug: "about",
        policy: None,
        title: ("من نحن", "About us"),
        content: (
            "<p>أهلًا بك في {store}.</p><p>نختار منتجاتنا بعناية ونجهّز كل طلب كما نحب أن يصلنا. إن كان لديك سؤال عن منتج أو طلب فراسلنا، يسعدنا أن نساعدك.</p>",
            "<p>Welcome to {store}.</p><p>We choose our products with care and prepare every order the way we would like to receive it. If you have a question about a product or an order, write to us: we are glad to help.</p>",
        ),
    },
    DefaultPage {
        slug: "privacy",
        policy: Some(Policy::Privacy),
        title: ("سياسة الخصوصية", "Privacy policy"),
        content: (
            "<p>نطلب منك ما نحتاجه لإتمام طلبك فقط: اسمك ورقم جوالك وعنوان التوصيل، وبريدك الإلكتروني إن أضفته.</p>\
             <h2>كيف نستخدم بياناتك</h2><p>نستخدمها لتجهيز الطلب وتوصيله والتواصل معك بشأنه، ولحفظ السجلات التي يطلبها القانون. نشاركها مع شركة التوصيل ومزوّد الدفع بالقدر اللازم لطلبك، ولا نبيعها لأحد.</p>\
             <h2>ملفات تعريف الارتباط</h2><p>يحفظ المتجر في متصفحك ما يلزم لعمل السلة واختيار اللغة.</p>\
             <h2>حقوقك</h2><p>يمكنك أن تطلب الاطلاع على بياناتك أو تصحيحها أو حذفها بمراسلتنا.</p>{contact}",
            "<p>We ask only for what your order needs: your name, mobile number and delivery address, and your email if you add it.</p>\
             <h2>How we use your data</h2><p>To prepare and deliver your order, contact you about it, and keep records required by law. We share only what your order needs with the courier and payment provider. We never sell it.</p>\
             <h2>Cookies</h2><p>Used for your cart and language preference only.</p>\
             <h2>Your rights</h2><p>Contact us to access, correct, or delete your data.</p>{contact}",
        ),
    },
    DefaultPage {
        slug: "terms",
        policy: Some(Policy::Terms),
        title: ("الشروط والأحكام", "Terms and conditions"),
        content: (
            "<p>بإتمام طلب من {store} فإنك توافق على هذه الشروط.</p>\
             <h2>الأسعار والدفع</h2><p>تظهر الأسعار بعملة المتجر، ويظهر لك المجموع كاملًا مع الضريبة والشحن قبل تأكيد الطلب.</p>\
             <h2>الطلبات</h2><p>نؤكد طلبك حسب توفر المنتجات. إذا تعذر توفير منتج نتواصل معك قبل أي تغيير.</p>\
             <h2>التوصيل</h2><p>تظهر طرق التوصيل المتاحة لعنوانك وتكلفتها أثناء إتمام الطلب.</p>{contact}",
            "<p>By placing an order with {store} you agree to these terms.</p>\
             <h2>Prices and payment</h2><p>Prices are shown in the store's currency, and you see the whole total with tax and shipping before you confirm.</p>\
             <h2>Orders</h2><p>We confirm your order as products are available. If something isn't available, we contact you before changing anything.</p>\
             <h2>Delivery</h2><p>The delivery methods for your address and their cost are shown at checkout.</p>{contact}",
        ),
    },
    DefaultPage {
        slug: "shipping",
        policy: Some(Policy::Shipping),
        title: ("الشحن والتوصيل", "Shipping and delivery"),
        content: (
            "<p>نجهّز طلبك بعد تأكيده ونسلّمه إلى شركة التوصيل التي اخترتها.</p>\
             <h2>طرق التوصيل وتكلفتها</h2><p>تظهر طرق التوصيل المتاحة لعنوانك وتكلفة كل منها أثناء إتمام الطلب وقبل الدفع.</p>\
             <h2>متابعة الطلب</h2><p>تتابع حالة طلبك من صفحة الطلب، ويظهر فيها رقم الشحنة بعد تسليمها لشركة التوصيل.</p>\
             <h2>العنوان ورقم الجوال</h2><p>تأكد من صحة العنوان ورقم الجوال قبل تأكيد الطلب، فمندوب التوصيل يتواصل معك عليهما.</p>{contact}",
            "<p>We prepare your order once it's confirmed and hand it to the delivery method you chose.</p>\
             <h2>Delivery methods and cost</h2><p>The methods available for your address and their cost are shown at checkout, before you pay.</p>\
             <h2>Tracking</h2><p>Follow your order on its order page. The tracking number appears there once the courier has the parcel.</p>\
             <h2>Address and mobile number</h2><p>Check both before you confirm: the courier uses them to reach you.</p>{contact}",
        ),
    },
    DefaultPage {
        slug: "returns",
        policy: Some(Policy::Returns),
        title: ("الاستبدال والإرجاع", "Returns and exchanges"),
        content: (
            "<p>نريد أن تكون راضيًا عن طلبك. إذا وصلك منتج تالف أو مختلف عما طلبت فراسلنا ومعك رقم الطلب وصورة للمنتج.</p>\
             <p>تُقبل طلبات الاستبدال والإرجاع وفق أنظمة حماية المستهلك في بلد المتجر، ويعود المبلغ بوسيلة الدفع نفسها ما أمكن.</p>{contact}",
            "<p>We want you to be happy with your order. If a product arrives damaged or is not what you ordered, write to us with the order number and a photo.</p>\
             <p>Returns and exchanges follow the consumer protection law of the store's country, and refunds go back the way you paid wherever possible.</p>{contact}",
        ),
    },
];

/// Title and text of a policy, filled with the store's data.
#[must_use]
pub(super) fn policy_text(policy: Policy, data: &StoreData) -> (Texts, Texts) {
    let page = PAGES.iter().find(|page| page.policy == Some(policy)).unwrap_or(&PAGES[0]);
    (Texts::new(page.title.0, page.title.1), content(page, data))
}

fn content(page: &DefaultPage, data: &StoreData) -> Texts {
    Texts::new(data.fill(Lang::Ar, page.content.0), data.fill(Lang::En, page.content.1))
}

/// A page that was inserted into a new store.
#[derive(Debug, Clone)]
pub struct InsertedPage {
    /// Its id.
    pub id: ContentPageId,
    /// Its title.
    pub title: Texts,
    /// It states a policy.
    pub is_policy: bool,
}

/// Inserts the pages of a new store, once. The caller's transaction journals the creation of the store.
///
/// # Errors
/// Database errors; a unique violation when they exist already.
pub async fn insert_defaults(c: Conn<'_>, env: &Env, scope: &StoreScope, store_name: &str) -> Result<Vec<InsertedPage>> {
    let data = StoreData { name: store_name.to_owned(), ..StoreData::default() };
    let (now, mut inserted) = (env.now(), Vec::with_capacity(PAGES.len()));
    for default in &PAGES {
        let page = Page {
            title: Texts::new(default.title.0, default.title.1),
            content: content(default, &data),
            policy: default.policy,
            status: Status::Published,
            ..write::blank(env.id(), now)
        };
        store::insert(c, scope, &page).await?;
        for lang in [Lang::Ar, Lang::En] {
            store::set_slug(c, scope, page.id, lang, (default.slug, &uniqueness_key(default.slug)), now).await?;
        }
        inserted.push(InsertedPage { id: page.id, title: page.title, is_policy: default.policy.is_some() });
    }
    c.touch(scope.store(), db::Topics::STOREFRONT);
    Ok(inserted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_page_is_written_in_both_languages_and_survives_the_sanitiser() {
        for page in &PAGES {
            for text in [page.content.0, page.content.1] {
                assert_eq!(platform::html::sanitise(text), text, "{}", page.slug);
            }
            assert!(!page.title.0.is_ascii() && page.title.1.is_ascii());
            assert!(!page.content.0.contains('\u{2014}'));
        }
    }

    #[test]
    fn st_08_a_policy_begins_with_the_stores_own_data_and_none_of_it_becomes_html() {
        let data =
            StoreData { name: "<b>عود</b> & مسك".into(), email: "hi@oud.example".into(), phone: "+966501234567".into() };
        let (_, content) = policy_text(Policy::Terms, &data);
        assert!(content.ar.contains("&lt;b&gt;عود&lt;/b&gt; &amp; مسك") && content.ar.contains("mailto:hi@oud.example"));
        assert!(content.en.contains("+966501234567") && !content.en.contains('{'));
        for policy in Policy::ALL {
            let (title, content) = policy_text(policy, &StoreData { name: "متجر".into(), ..StoreData::default() });
            assert!(!title.is_empty() && !content.ar.contains("تواصل معنا") && !content.en.contains('{'), "{policy:?}");
            assert_eq!(platform::html::sanitise(&content.ar), content.ar);
        }
    }
}
