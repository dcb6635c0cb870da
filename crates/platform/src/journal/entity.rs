//! What the journal can name: each kind with the word it is stored under, the id the wire writes, the ability that lets
//! somebody hear of it, and where the dashboard shows it. The only table of its sort: an entry cannot be written about
//! anything that is not in it, so whatever reads the journal knows every kind.

use std::marker::PhantomData;

use kernel::Id;
use kernel::id::{self, Kind};
use web::Subject;

/// A kind of thing that entries are about.
#[derive(Debug)]
pub struct EntityKind {
    /// In the journal and on the wire: `order`.
    pub word: &'static str,
    /// What its ids begin with.
    pub prefix: &'static str,
    /// Whoever may read this subject may be told of it.
    pub subject: Subject,
    /// The dashboard's page of it; `{id}` stands for the wire's id.
    pub page: Option<&'static str>,
    wire: fn(i64) -> String,
}

impl EntityKind {
    /// The id as the wire writes it.
    #[must_use]
    pub fn id(&self, raw: i64) -> String {
        (self.wire)(raw)
    }

    /// Where the dashboard shows it.
    #[must_use]
    pub fn page_of(&self, raw: i64) -> Option<String> {
        self.page.map(|page| page.replace("{id}", &self.id(raw)))
    }
}

/// A kind together with the type of its ids: an order's id cannot be written down as a product's.
pub struct Entity<K> {
    kind: &'static EntityKind,
    id: PhantomData<fn() -> K>,
}

impl<K> Entity<K> {
    /// What is known of the kind.
    #[must_use]
    pub const fn kind(self) -> &'static EntityKind {
        self.kind
    }
}

impl<K> Clone for Entity<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for Entity<K> {}
impl<K> std::fmt::Debug for Entity<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind.word)
    }
}

fn wire<K: Kind>(raw: i64) -> String {
    Id::<K>::from_raw(raw).to_string()
}

macro_rules! entities {
    ($($name:ident $word:literal $id:ident $subject:ident $($page:literal)?;)*) => {
        $(
            #[doc = concat!("`", $word, "`.")]
            pub const $name: Entity<id::$id> = Entity {
                kind: &EntityKind {
                    word: $word,
                    prefix: <id::$id as Kind>::PREFIX,
                    subject: Subject::$subject,
                    page: entities!(@page $($page)?),
                    wire: wire::<id::$id>,
                },
                id: PhantomData,
            };
        )*

        /// All of them.
        pub const ALL: &[&EntityKind] = &[$($name.kind),*];
    };
    (@page $page:literal) => { Some($page) };
    (@page) => { None };
}

entities! {
    ORDER "order" Order Order "/orders/view/{id}";
    ORDER_COMMENT "order_comment" OrderComment Order;
    ORDER_BATCH "order_batch" OrderBatch Order "/orders/batches/{id}";
    ORDER_VIEW "order_view" OrderView Order;
    ORDER_EXPORT "order_export" Export Order;
    RETURN_REASON "return_reason" ReturnReason Order "/settings/store/returns";
    CUSTOMER "customer" Customer Customer "/customers/view/{id}";
    CUSTOMER_GROUP "customer_group" CustomerGroup Customer;
    CUSTOMER_SEGMENT "customer_segment" CustomerSegment Customer "/customers/segments/{id}";
    CUSTOMER_IMPORT "customer_import" Import Customer "/customers/import/{id}";
    CUSTOMER_EXPORT "customer_export" Export Customer;
    PERSON_EXPORT "person_export" PersonExport Customer;
    CART "cart" Cart Cart "/carts/view/{id}";
    CART_EXPORT "cart_export" Export Cart;
    CART_REMINDER_PLAN "cart_reminder_plan" Store Cart "/cart-reminders";
    PRODUCT "product" Product Product "/products/edit/{id}";
    VARIANT "variant" Variant Product;
    IMPORT "import" Import Product "/products/import/{id}";
    PRODUCT_EXPORT "product_export" Export Product;
    STOCK_LOCATION "stock_location" StockLocation Product "/settings/store/stock";
    CATEGORY "category" Category Category "/products-categories/list/{id}";
    COUPON "coupon" Coupon Coupon "/coupons/edit/{id}";
    MEDIA "media" Media Media "/media/{id}";
    SHIPPING_METHOD "shipping_method" ShippingMethod Shipping "/shipping-settings/{id}";
    PAYMENT_METHOD "payment_method" PaymentMethod Payment "/payment-settings";
    BANK_ACCOUNT "bank_account" BankAccount BankAccount "/payment-settings";
    SECTION "section" Section Theme;
    PAGE "page" ContentPage Page;
    MENU "menu" Menu Menu;
    USER "user" User Acl "/access-control";
    MEMBER "member" User Acl "/access-control";
    INVITATION "invitation" Invitation Staff "/access-control";
    SESSION "session" Session Staff;
    JOB "job" Job Setting "/failed-work";
    SETTING "setting" Store Setting "/settings/store";
    STORE "store" Store Auth;
}

/// The kind that is stored under a word.
///
/// # Errors
/// Of a word that no version of the program has written.
pub fn find(word: &str) -> db::Result<&'static EntityKind> {
    ALL.iter().copied().find(|kind| kind.word == word).ok_or_else(|| db::Error::stored_word("journal", "subject", word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_word_and_is_found_by_it() {
        for (i, kind) in ALL.iter().enumerate() {
            assert!(ALL[..i].iter().all(|other| other.word != kind.word), "{} stands twice", kind.word);
            assert_eq!(find(kind.word).unwrap().id(5), kind.id(5));
            assert!(kind.id(5).starts_with(&format!("{}_", kind.prefix)), "{kind:?}");
        }
        assert!(find("nothing_of_ours").is_err(), "no default for what is not known");
    }

    /// The audit log's links are pages of the dashboard: each stands in its route files, piece by piece.
    #[test]
    fn every_page_is_a_route_of_the_dashboard() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../dashboard/src/routes");
        let mut routes = String::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "ts") {
                routes += &std::fs::read_to_string(path).unwrap();
            }
        }
        let is_route = |path: &str| routes.contains(&format!("path: '{path}'"));
        for kind in ALL {
            let Some(page) = kind.page else { continue };
            // A page may be the child of a list or of the settings' frame.
            let (parent, last) = page.rsplit_once('/').unwrap();
            let last = last.replace("{id}", "$id");
            let is_child = is_route(parent) && (is_route(&last) || last == "$id" && is_route("$segment"));
            assert!(is_route(&page.replace("{id}", "$id")) || is_child, "{page} of {} leads nowhere", kind.word);
        }
    }
}
