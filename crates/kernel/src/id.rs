//! Prefixed, time-ordered ids with a type each (design/style.md 5).
//!
//! Inside the program and the database an id is a positive `i64`; on the wire it is `ord_` plus 13 characters of
//! Crockford base 32, which sort as the numbers do. They are opaque to clients; people see order *numbers*.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Crockford's base 32, lower case: no i, l, o, u.
pub const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The kind of record that an id names.
pub trait Kind: 'static {
    /// The part before the underscore.
    const PREFIX: &'static str;
}

/// An id of one kind; ids of different kinds do not mix.
pub struct Id<K>(i64, PhantomData<fn() -> K>);

impl<K> Id<K> {
    /// From the number the database holds.
    #[must_use]
    pub const fn from_raw(n: i64) -> Self {
        Self(n, PhantomData)
    }

    /// The number the database holds.
    #[must_use]
    pub const fn raw(self) -> i64 {
        self.0
    }
}

impl<K> Clone for Id<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for Id<K> {}
impl<K> PartialEq for Id<K> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<K> Eq for Id<K> {}
impl<K> PartialOrd for Id<K> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<K> Ord for Id<K> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}
impl<K> Hash for Id<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<K: Kind> fmt::Display for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0u8; 13];
        let mut n = self.0.cast_unsigned();
        for slot in text.iter_mut().rev() {
            *slot = ALPHABET[(n & 31) as usize];
            n >>= 5;
        }
        f.write_str(K::PREFIX)?;
        f.write_str("_")?;
        f.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl<K: Kind> fmt::Debug for Id<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not an id of the expected kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a valid id")]
pub struct InvalidId;

impl<K: Kind> FromStr for Id<K> {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let body = text.strip_prefix(K::PREFIX).and_then(|t| t.strip_prefix('_')).ok_or(InvalidId)?;
        if body.len() != 13 {
            return Err(InvalidId);
        }
        let mut n: u128 = 0;
        for b in body.bytes() {
            let digit = ALPHABET.iter().position(|a| *a == b).ok_or(InvalidId)?;
            n = (n << 5) | digit as u128;
        }
        i64::try_from(n).map(Self::from_raw).map_err(|_| InvalidId)
    }
}

impl<K: Kind> Serialize for Id<K> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de, K: Kind> Deserialize<'de> for Id<K> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(d)?;
        text.parse().map_err(|_| serde::de::Error::custom("invalid_id"))
    }
}

impl<K: Kind> utoipa::PartialSchema for Id<K> {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .pattern(Some(format!("^{}_[0-7][0-9a-hjkmnp-tv-z]{{12}}$", K::PREFIX)))
            .into()
    }
}

impl<K: Kind> utoipa::ToSchema for Id<K> {
    fn name() -> std::borrow::Cow<'static, str> {
        format!("{}_id", K::PREFIX).into()
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $alias:ident $prefix:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Debug)]
            pub enum $kind {}
            impl Kind for $kind { const PREFIX: &'static str = $prefix; }
        )*

        /// A type of ids for each kind; the crate's root has them all.
        pub mod types {
            $(
                $(#[$doc])*
                pub type $alias = crate::id::Id<crate::id::$kind>;
            )*
        }
        pub use types::*;

        /// The prefixes of all kinds: what looks like an id of ours begins with one of them.
        pub const PREFIXES: &[&str] = &[$($prefix),*];
    };
}

kinds! {
    /// A person who signs in to the dashboard.
    User UserId "usr";
    /// A member of the platform's own staff.
    Operator OperatorId "opr";
    /// A signed-in session.
    Session SessionId "ses";
    /// A one-time code sent to a mobile number.
    Otp OtpId "otp";
    /// A counted attempt at signing in or at a code.
    Attempt AttemptId "att";
    /// A registration process; its id is the process number of AU-03.
    Registration RegistrationId "reg";
    /// An invitation into a store's team.
    Invitation InvitationId "inv";
    /// A store.
    Store StoreId "str";
    /// A message in the outbox.
    Message MessageId "msg";
    /// A background job.
    Job JobId "job";
    /// An uploaded picture or file.
    Media MediaId "med";
    /// A product category.
    Category CategoryId "cat";
    /// A product.
    Product ProductId "prd";
    /// A variant of a product.
    Variant VariantId "var";
    /// An import of a file.
    Import ImportId "imp";
    /// An export: a file of the rows of a list.
    Export ExportId "exp";
    /// A customer of a store.
    Customer CustomerId "cus";
    /// A coupon.
    Coupon CouponId "cou";
    /// The use of a coupon by an order.
    CouponUse CouponUseId "cpu";
    /// An address of a customer.
    Address AddressId "adr";
    /// A group of customers.
    CustomerGroup CustomerGroupId "cgr";
    /// A customer segment: a named set of rules.
    CustomerSegment CustomerSegmentId "seg";
    /// A bulk action on all customers that matched.
    CustomerBatch CustomerBatchId "cba";
    /// A note of the staff about a customer.
    CustomerNote CustomerNoteId "cnt";
    /// A file that a shopper uploaded with a product.
    ShopperFile ShopperFileId "fil";
    /// A shopping cart.
    Cart CartId "crt";
    /// A bulk action that sends reminders about all carts that matched.
    CartBatch CartBatchId "cbt";
    /// A reminder about an abandoned cart.
    CartReminder CartReminderId "rmd";
    /// A shipping method.
    ShippingMethod ShippingMethodId "shm";
    /// A store's account at a courier.
    CourierAccount CourierAccountId "cac";
    /// A payment method.
    PaymentMethod PaymentMethodId "pym";
    /// An attempt to pay an order at a payment gateway.
    PaymentAttempt PaymentAttemptId "pat";
    /// A transaction that a payment gateway reported.
    PaymentTransaction PaymentTransactionId "ptx";
    /// Something about a payment that the merchant has to look at.
    PaymentCase PaymentCaseId "pcs";
    /// An order.
    Order OrderId "ord";
    /// An invoice or a credit note.
    Document DocumentId "doc";
    /// A shipment: pieces of an order that are sent together.
    Shipment ShipmentId "shp";
    /// A return parcel: a courier fetches pieces of an order at the customer's.
    ReturnParcel ReturnParcelId "rtp";
    /// A settlement of a courier's cash: a remittance sheet and what it means.
    CourierSettlement CourierSettlementId "stl";
    /// A pickup: a courier comes to a warehouse for parcels.
    CourierPickup CourierPickupId "cpk";
    /// A personal file: an export of everything that a store keeps of a person.
    PersonExport PersonExportId "pex";
    /// A saved view of the orders list.
    OrderView OrderViewId "viw";
    /// A comment of the team on an order.
    OrderComment OrderCommentId "ocm";
    /// A bulk action on all orders that matched a filter.
    OrderBatch OrderBatchId "obt";
    /// A call about an order that waits for confirmation.
    OrderCall OrderCallId "cal";
    /// A refund of an order.
    Refund RefundId "rfn";
    /// A return: goods of an order that came back.
    OrderReturn OrderReturnId "rtn";
    /// A reason for a return, from the merchant's own list.
    ReturnReason ReturnReasonId "rsn";
    /// A bank account of a store.
    BankAccount BankAccountId "bnk";
    /// A receipt of a bank transfer for an order.
    Receipt ReceiptId "rcp";
    /// A content page.
    ContentPage ContentPageId "pag";
    /// A redirect of an old address.
    Redirect RedirectId "rdr";
    /// An address that shoppers asked for and the store did not have.
    MissedAddress MissedAddressId "mis";
    /// A menu.
    Menu MenuId "mnu";
    /// A link in a menu.
    MenuLink MenuLinkId "lnk";
    /// A theme of a store.
    InstalledTheme InstalledThemeId "thm";
    /// A section of a theme page.
    Section SectionId "sec";
    /// A batch: changes that can be undone together.
    Batch BatchId "bat";
    /// A stock location; a store's first one has the store's own number.
    StockLocation StockLocationId "loc";
    /// A stock movement: a change of a quantity.
    StockMovement StockMovementId "mov";
    /// A call to a payment provider or a courier.
    ProviderCall ProviderCallId "pcl";
    /// The address at which a provider reports.
    ProviderEndpoint ProviderEndpointId "pep";
    /// What a provider reported.
    ProviderEvent ProviderEventId "pev";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_round_trip_and_sort_as_their_numbers() {
        let a = OrderId::from_raw(1_234_567_890_123);
        let b = OrderId::from_raw(1_234_567_890_124);
        assert_eq!(a.to_string().parse::<OrderId>(), Ok(a));
        assert!(a.to_string() < b.to_string());
        assert_eq!(OrderId::from_raw(i64::MAX).to_string().parse::<OrderId>(), Ok(OrderId::from_raw(i64::MAX)));
    }

    #[test]
    fn an_id_of_another_kind_or_shape_is_refused() {
        let p = ProductId::from_raw(7).to_string();
        for bad in [p.as_str(), "ord_", "ord_zzzzzzzzzzzzz", "ord_00000000000iI", "7", ""] {
            assert!(bad.parse::<OrderId>().is_err(), "{bad}");
        }
    }

    #[test]
    fn new_ids_grow() {
        let env = crate::Env::fake(crate::Millis(1_800_000_000_000));
        let mut last = env.id::<Order>();
        for _ in 0..1000 {
            let next = env.id::<Order>();
            assert!(next > last);
            last = next;
        }
    }
}
