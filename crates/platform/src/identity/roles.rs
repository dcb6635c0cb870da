//! Roles inside a store and what they may do (decisions §2).

use kernel::Texts;
use serde::{Deserialize, Serialize};
use web::{Ability, Action, Subject};

/// A predefined role. Owners may do everything, always.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Everything.
    Owner,
    /// Everything but members, plan and money settings.
    Manager,
    /// Orders, carts, customers.
    OrderDesk,
    /// Products, categories, media.
    CatalogueEditor,
    /// Coupons, campaigns, affiliates.
    Marketer,
    /// Reads everything, changes nothing.
    ReadOnly,
}

impl Role {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Owner, Self::Manager, Self::OrderDesk, Self::CatalogueEditor, Self::Marketer, Self::ReadOnly];

    /// The word in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Manager => "manager",
            Self::OrderDesk => "order_desk",
            Self::CatalogueEditor => "catalogue_editor",
            Self::Marketer => "marketer",
            Self::ReadOnly => "read_only",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }

    /// The name people read.
    #[must_use]
    pub fn name(self) -> Texts {
        match self {
            Self::Owner => Texts::new("المالك", "Owner"),
            Self::Manager => Texts::new("مدير", "Manager"),
            Self::OrderDesk => Texts::new("مسؤول الطلبات", "Order desk"),
            Self::CatalogueEditor => Texts::new("محرر المنتجات", "Catalog editor"),
            Self::Marketer => Texts::new("مسوّق", "Marketer"),
            Self::ReadOnly => Texts::new("اطلاع فقط", "Read-only"),
        }
    }

    /// Its abilities.
    #[must_use]
    pub fn abilities(self) -> Vec<Ability> {
        use Action::{Manage, Read};
        use Subject::{
            Affiliate, All, App, Auth, BankAccount, Campaign, Cart, Category, Coupon, Currency, Customer, Dashboard, Media, Menu,
            Order, Page, Payment, Product, Setting, Shipping, Template, Theme,
        };
        let can =
            |action: Action, subjects: &[Subject]| subjects.iter().map(|s| Ability { action, subject: *s }).collect::<Vec<_>>();
        let parts = match self {
            Self::Owner => vec![can(Manage, &[All])],
            Self::Manager => vec![
                can(
                    Manage,
                    &[
                        Dashboard, Order, Cart, Product, Category, Customer, Affiliate, Coupon, Campaign, Template, Shipping,
                        Menu, Page, Theme, App, Media, Setting,
                    ],
                ),
                can(Read, &[Auth, Payment, BankAccount, Currency]),
            ],
            Self::OrderDesk => vec![
                can(Manage, &[Order, Cart, Customer]),
                can(Read, &[Auth, Dashboard, Product, Category, Shipping, Payment, Setting, Media]),
            ],
            Self::CatalogueEditor => vec![can(Manage, &[Product, Category, Media]), can(Read, &[Auth, Dashboard, Setting])],
            Self::Marketer => vec![
                can(Manage, &[Affiliate, Coupon, Campaign, Template, Media]),
                can(Read, &[Auth, Dashboard, Order, Cart, Product, Category, Customer, Setting]),
            ],
            Self::ReadOnly => vec![can(Read, &[All])],
        };
        parts.concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gu_11_every_role_reads_auth_and_only_the_owner_manages_members() {
        for role in Role::ALL {
            let may = |action, subject| role.abilities().iter().any(|a| a.covers(action, subject));
            assert!(may(Action::Read, Subject::Auth), "{role:?}");
            assert_eq!(may(Action::Update, Subject::Staff), role == Role::Owner, "{role:?}");
            assert_eq!(may(Action::Update, Subject::Payment), role == Role::Owner, "{role:?}");
        }
        assert!(!Role::ReadOnly.abilities().iter().any(|a| a.covers(Action::Update, Subject::Order)));
        assert!(!Role::OrderDesk.abilities().iter().any(|a| a.covers(Action::Update, Subject::Product)));
    }
}
