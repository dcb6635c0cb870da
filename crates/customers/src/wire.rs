//! Customers in the API.

use kernel::{Currency, CustomerGroupId, CustomerId, CustomerNoteId, Lang, money};
use serde::{Deserialize, Serialize};

use super::model::{Channel, Consent, Customer, CustomerGroup, Note, Source};
use super::store::contacts::Contact;
use web::schema;

/// A customer in lists (CU-01).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CustomerRow {
    id: CustomerId,
    name: String,
    /// E.164.
    mobile: Option<String>,
    email: Option<String>,
    city: String,
    country: String,
    tags: Vec<String>,
    /// Blocked from checkout.
    is_blocked: bool,
    orders_count: i64,
    /// A decimal in the store's currency; without cancelled and returned orders.
    total_spent: String,
    /// RFC 3339.
    last_order_at: Option<String>,
    /// RFC 3339.
    created_at: String,
    version: i64,
}

impl CustomerRow {
    /// The API view of a customer.
    pub(super) fn new(customer: &Customer, tags: Vec<String>, currency: Currency) -> Self {
        let c = customer;
        Self {
            id: c.id,
            name: c.name.clone(),
            mobile: c.mobile.clone(),
            email: c.email.clone(),
            city: c.city.clone(),
            country: c.country.clone(),
            tags,
            is_blocked: c.blocked_at.is_some(),
            orders_count: c.orders_count,
            total_spent: money::format(c.total_spent, currency),
            last_order_at: c.last_order_at.map(kernel::Millis::rfc3339),
            created_at: c.created_at.rfc3339(),
            version: c.version,
        }
    }
}

/// The latest consent of a person to a channel.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ConsentView {
    channel: Channel,
    /// Whether consent was granted; null when it was never asked.
    is_granted: Option<bool>,
    /// How the store learned of it.
    source: Option<Source>,
    /// RFC 3339.
    at: Option<String>,
}

/// The block of a customer.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct BlockView {
    reason: String,
    /// RFC 3339.
    at: String,
}

/// A customer without orders, addresses and notes.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CustomerDetail {
    #[serde(flatten)]
    row: CustomerRow,
    /// Their language: ar | en.
    #[schema(value_type = String)]
    language: Lang,
    groups: Vec<CustomerGroup>,
    /// Numbers and e-mail addresses of records that were merged into this one; orders under them are this customer's.
    contacts: Vec<Contact>,
    /// One per channel, always in the same order.
    consents: Vec<ConsentView>,
    block: Option<BlockView>,
    /// RFC 3339: when their personal data was erased; the record cannot be changed since.
    erased_at: Option<String>,
    /// RFC 3339.
    first_order_at: Option<String>,
    /// Mean of the orders in `total_spent`; null without any.
    average_order: Option<String>,
    cancelled_count: i64,
    returned_count: i64,
    /// RFC 3339.
    updated_at: String,
}

impl CustomerDetail {
    pub(super) fn new(
        customer: &Customer,
        tags: Vec<String>,
        groups: Vec<CustomerGroup>,
        contacts: Vec<Contact>,
        consents: &[Consent],
        currency: Currency,
    ) -> Self {
        let consent_view = |channel: Channel| {
            let found = consents.iter().find(|c| c.channel == channel);
            ConsentView {
                channel,
                is_granted: found.map(|c| c.is_granted),
                source: found.map(|c| c.source),
                at: found.map(|c| c.at.rfc3339()),
            }
        };
        Self {
            row: CustomerRow::new(customer, tags, currency),
            language: customer.language(),
            groups,
            contacts,
            consents: Channel::ALL.iter().copied().map(consent_view).collect(),
            block: customer.blocked_at.map(|at| BlockView { reason: customer.block_reason.clone(), at: at.rfc3339() }),
            erased_at: customer.erased_at.map(kernel::Millis::rfc3339),
            first_order_at: customer.first_order_at.map(kernel::Millis::rfc3339),
            average_order: customer.average_order().map(|n| money::format(n, currency)),
            cancelled_count: customer.cancelled_count,
            returned_count: customer.returned_count,
            updated_at: customer.updated_at.rfc3339(),
        }
    }
}

/// A customer as it is sent. Absent fields are unchanged; an empty text clears.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CustomerIn {
    #[schema(value_type = Option<schema::RequiredLine<100>>)]
    pub(super) name: Option<String>,
    /// In any notation of phone numbers; unique in the store.
    #[schema(value_type = Option<schema::Mobile>)]
    pub(super) mobile: Option<String>,
    #[schema(value_type = Option<schema::Email>)]
    pub(super) email: Option<String>,
    /// ar | en.
    #[schema(value_type = Option<kernel::Lang>)]
    pub(super) language: Option<String>,
    /// At most 50.
    #[schema(value_type = Option<Vec<schema::Line<60>>>, max_items = 50)]
    pub(super) tags: Option<Vec<String>>,
    #[schema(max_items = 100)]
    pub(super) group_ids: Option<Vec<CustomerGroupId>>,
    /// The version that was read.
    pub(super) version: Option<i64>,
}

web::schema_types! {
    /// How the staff learned of a consent; `import` is reserved for files.
    ConsentSaidBy => schema::words(["phone", "message", "in_person", "paper", "website"]);
}

/// A consent to record.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ConsentIn {
    pub(super) channel: Channel,
    pub(super) is_granted: bool,
    #[schema(value_type = ConsentSaidBy)]
    pub(super) source: Source,
}

/// The reason to block a customer.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlockIn {
    /// For the staff; the shopper never sees it.
    #[schema(value_type = schema::RequiredLongText<500>)]
    pub(super) reason: String,
}

/// A note of the staff.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NoteIn {
    #[schema(value_type = schema::RequiredLongText<2_000>)]
    pub(super) text: String,
}

/// A note of the staff.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = CustomerNote)]
pub struct NoteView {
    id: CustomerNoteId,
    text: String,
    /// The author's name at that time.
    author: String,
    /// RFC 3339.
    created_at: String,
}

impl NoteView {
    pub(super) fn from_note(note: Note) -> Self {
        let Note { id, text, author_name, created_at } = note;
        Self { id, text, author: author_name, created_at: created_at.rfc3339() }
    }
}

/// A group's name.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CustomerGroupIn {
    #[schema(value_type = schema::RequiredLine<60>)]
    pub(super) name: String,
}

/// A group with its number of customers.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CustomerGroupView {
    #[serde(flatten)]
    pub(super) group: CustomerGroup,
    pub(super) customers_count: i64,
}

/// Values that the store's customers can be filtered by.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CustomerLabels {
    /// 200 at most, in alphabetical order.
    pub(super) tags: Vec<String>,
    pub(super) groups: Vec<CustomerGroup>,
    /// 300 at most, in alphabetical order.
    pub(super) cities: Vec<String>,
    /// ISO codes, 100 at most.
    pub(super) countries: Vec<String>,
}
