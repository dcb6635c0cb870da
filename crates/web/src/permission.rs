//! Abilities: what a membership may do (decisions §2).

use serde::{Deserialize, Serialize};

crate::words! {
    /// What may be done.
    Action {
        /// See it.
        Read "read",
        /// Make a new one.
        Create "create",
        /// Change it.
        Update "update",
        /// Remove it.
        Delete "delete",
        /// Take it out as a file.
        Export "export",
        /// Everything.
        Manage "manage",
    }
}

crate::words! {
    /// The kind of record that an action applies to.
    #[expect(missing_docs, reason = "the words of decisions §2 say it")]
    Subject {
        Auth "Auth", Acl "ACL", Dashboard "Dashboard", Order "Order", Cart "Cart", Product "Product", Category "Category",
        Customer "Customer", Affiliate "Affiliate", Coupon "Coupon", Campaign "Campaign", Template "Template",
        Shipping "Shipping", Payment "Payment", BankAccount "BankAccount", Currency "Currency", Setting "Setting",
        Menu "Menu", Page "Page", Theme "Theme", App "App", Subscription "Subscription", Staff "Staff", Media "Media",
        All "all",
    }
}

/// An action on a subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Ability {
    /// What may be done.
    pub action: Action,
    /// To what.
    pub subject: Subject,
}

impl Ability {
    /// Whether this ability allows `action` on `subject`.
    #[must_use]
    pub fn covers(self, action: Action, subject: Subject) -> bool {
        (self.action == action || self.action == Action::Manage) && (self.subject == subject || self.subject == Subject::All)
    }
}

/// The abilities of a read-only account in any store, whatever its membership says (decisions §2).
pub const CLIENT_ABILITIES: [Ability; 2] =
    [Ability { action: Action::Read, subject: Subject::Auth }, Ability { action: Action::Read, subject: Subject::Acl }];

/// The effective abilities of a membership for an account of this role: `client` accounts read Auth and ACL, everybody else has
/// the membership's own.
#[must_use]
pub fn effective(role: &str, membership: Vec<Ability>) -> Vec<Ability> {
    if role == "client" { CLIENT_ABILITIES.to_vec() } else { membership }
}

/// A permission a handler asks for, as a type: `Allowed<orders::Update>`.
pub trait Permission: Send + Sync + 'static {
    /// The action.
    const ACTION: Action;
    /// The subject.
    const SUBJECT: Subject;
    /// Also open while the store is still being set up; everything else answers 310 then (GU-05).
    const IS_BEFORE_READY: bool = false;
}

/// Declares a slice's permissions: `permissions! { Read = Read Order; Update = Update Order; }`.
/// `Read = Read Setting, before_ready;` is open while the store is being set up.
#[macro_export]
macro_rules! permissions {
    ($($name:ident = $action:ident $subject:ident $(, $flag:ident)?;)*) => {
        $(
            #[doc = concat!(stringify!($action), " on ", stringify!($subject), ".")]
            #[derive(Debug)]
            pub enum $name {}
            impl $crate::Permission for $name {
                const ACTION: $crate::Action = $crate::Action::$action;
                const SUBJECT: $crate::Subject = $crate::Subject::$subject;
                $(const IS_BEFORE_READY: bool = { let $flag = true; $flag };)?
            }
        )*
    };
}
