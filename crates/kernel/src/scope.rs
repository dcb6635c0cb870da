//! The actor of a change, and the store it happens in.

use crate::id::{StoreId, UserId};

/// The store a caller has proven to belong to. Store functions take this, never a raw id: it is made only by the
/// extractors that check membership, by the storefront's host routing, and by jobs that carry their store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreScope {
    store: StoreId,
    actor: Actor,
}

impl StoreScope {
    /// Opens a scope. Callers: the permission extractor, the storefront's router, the worker, the seeder.
    #[must_use]
    pub fn new(store: StoreId, actor: Actor) -> Self {
        Self { store, actor }
    }

    /// The store that every query must name.
    #[must_use]
    pub fn store(&self) -> StoreId {
        self.store
    }

    /// The actor, for the journal.
    #[must_use]
    pub fn actor(&self) -> &Actor {
        &self.actor
    }
}

/// The actor of a change, as the journal stores it (OR-07).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// Merchant, customer or the system itself.
    pub kind: ActorKind,
    /// The user or customer, where there is one.
    pub id: Option<i64>,
    /// The name at the time of the change.
    pub name: String,
    /// The operator of the platform who impersonates the actor (AU-06).
    pub operator: Option<String>,
    /// The address the request came from.
    pub ip: Option<String>,
}

impl Actor {
    fn new(kind: ActorKind, id: Option<i64>, name: String) -> Self {
        Self { kind, id, name, operator: None, ip: None }
    }

    /// Adds the address of the request and, under impersonation, the operator.
    #[must_use]
    pub fn sent_from(self, ip: String, operator: Option<String>) -> Self {
        Self { ip: Some(ip), operator, ..self }
    }

    /// The program itself: jobs, schedules.
    #[must_use]
    pub fn system() -> Self {
        Self::new(ActorKind::System, None, String::new())
    }

    /// A member of the store's back office.
    #[must_use]
    pub fn merchant(user: UserId, name: impl Into<String>) -> Self {
        Self::new(ActorKind::Merchant, Some(user.raw()), name.into())
    }

    /// A shopper; the id is the customer's once there is one.
    #[must_use]
    pub fn customer(id: Option<i64>, name: impl Into<String>) -> Self {
        Self::new(ActorKind::Customer, id, name.into())
    }
}

/// Actor types of the activity log (core 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActorKind {
    /// A shopper.
    Customer,
    /// A member of the back office.
    Merchant,
    /// The program.
    System,
}

impl ActorKind {
    /// The actor type as the specification writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Customer => "Customer",
            Self::Merchant => "Merchant",
            Self::System => "System",
        }
    }
}
