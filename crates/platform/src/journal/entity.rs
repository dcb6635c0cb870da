//! Entity kinds of the journal: for each kind of record the stored word, the id prefix, the subject whose readers may see its
//! entries, and its page in the dashboard. The slice that owns the records declares their kind in its `entities.rs`
//! (docs/decisions/0065); `office::entities` lists all of them, so every reader of the journal knows every kind.

use std::marker::PhantomData;

use kernel::Id;
// Re-exports for the macro's expansion in crates that import neither.
#[doc(hidden)]
pub use kernel::id;
use kernel::id::Kind;
#[doc(hidden)]
pub use web::Subject;

/// A kind of record that entries are about.
#[derive(Debug)]
pub struct EntityKind {
    /// In the journal and on the wire: `order`.
    pub word: &'static str,
    /// The prefix of its ids.
    pub prefix: &'static str,
    /// Readers of this subject may see it in the change feed.
    pub subject: Subject,
    /// The dashboard's page of it; `{id}` stands for the wire's id.
    pub page: Option<&'static str>,
    wire: fn(i64) -> String,
}

impl EntityKind {
    /// A kind with ids of `K`; called by [`entities!`](crate::entities).
    #[doc(hidden)]
    #[must_use]
    pub const fn new<K: Kind>(word: &'static str, subject: Subject, page: Option<&'static str>) -> Self {
        Self { word, prefix: K::PREFIX, subject, page, wire: wire::<K> }
    }

    /// The id as the wire writes it.
    #[must_use]
    pub fn id(&self, raw: i64) -> String {
        (self.wire)(raw)
    }

    /// Its page in the dashboard.
    #[must_use]
    pub fn page_of(&self, raw: i64) -> Option<String> {
        self.page.map(|page| page.replace("{id}", &self.id(raw)))
    }
}

/// A kind together with the type of its ids: an order's id cannot be used as a product's.
pub struct Entity<K> {
    kind: &'static EntityKind,
    id: PhantomData<fn() -> K>,
}

impl<K> Entity<K> {
    /// Wraps a kind that was made for ids of `K`; called by [`entities!`](crate::entities).
    #[doc(hidden)]
    #[must_use]
    pub const fn new(kind: &'static EntityKind) -> Self {
        Self { kind, id: PhantomData }
    }

    /// The kind.
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

/// Declares the entity kinds of a slice, and `ENTITIES`, the list that its crate's `lib.rs` gathers:
///
/// ```ignore
/// platform::entities! {
///     pub(super) ORDER "order" Order Order "/orders/view/{id}";
///     pub(super) ORDER_VIEW "order_view" OrderView Order;
/// }
/// ```
///
/// A line is the constant with its visibility, the word that the journal stores, the kind of the ids ([`kernel::id`]), the
/// subject whose readers may see its entries ([`Subject`]), and its page in the dashboard, where there is one. A stored word is
/// never changed or removed: a kind that is not written any more keeps its line, without visibility.
#[macro_export]
macro_rules! entities {
    (@page) => { None };
    (@page $page:literal) => { Some($page) };
    ($($visible:vis $name:ident $word:literal $id:ident $subject:ident $($page:literal)?;)*) => {
        $(
            #[doc = concat!("`", $word, "`.")]
            $visible const $name: $crate::journal::entity::Entity<$crate::journal::entity::id::$id> = {
                use $crate::journal::entity::{Entity, EntityKind, Subject, id};
                const KIND: &EntityKind = &EntityKind::new::<id::$id>($word, Subject::$subject, $crate::entities!(@page $($page)?));
                Entity::new(KIND)
            };
        )*

        /// The entity kinds that this slice owns.
        pub const ENTITIES: &[&$crate::journal::entity::EntityKind] = &[$($name.kind()),*];
    };
}
