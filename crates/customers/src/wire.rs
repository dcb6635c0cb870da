//! Customers as they go over the wire.

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
    /// May not check out.
    is_blocked: bool,
    orders_count: i64,
    /// A decimal in the store's currency; without what was cancelled or returned.
    total_spent: String,
    /// RFC 3339.
    last_order_at: Option<String>,
    /// RFC 3339.
    created_at: String,
    version: i64,
}

impl CustomerRow {
    /// As it goes over the wire.
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

/// What a person said to a channel last.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ConsentView {
    channel: Channel,
    /// They agreed; null when they were never asked.
    is_granted: Option<bool>,
    /// How the store learned it.
    source: Option<Source>,
    /// RFC 3339.
    at: Option<String>,
}

/// Why somebody may not check out.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct BlockView {
    reason: String,
    /// RFC 3339.
    at: String,
}

/// Everything about a customer but orders, addresses and notes.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CustomerDetail {
    #[serde(flatten)]
    row: CustomerRow,
    /// What they read: ar | en.
    #[schema(value_type = String)]
    language: Lang,
    groups: Vec<CustomerGroup>,
    /// Numbers and e-mail addresses of records that were merged into this one; orders under them are this customer's.
    contacts: Vec<Contact>,
    /// One a channel, always in the same order.
    consents: Vec<ConsentView>,
    block: Option<BlockView>,
    /// RFC 3339; since then the record is nobody's, and nothing of it is changed any more.
    erased_at: Option<String>,
    /// RFC 3339.
    first_order_at: Option<String>,
    /// Mean of the orders that `total_spent` is made of; null without one.
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

/// A customer as written by hand. What is absent stays; an empty text is none.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CustomerIn {
    #[schema(value_type = Option<schema::RequiredLine<100>>)]
    pub(super) name: Option<String>,
    /// In any form people write numbers; one customer of the store has it.
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
    /// The one it was read at.
    pub(super) version: Option<i64>,
}

web::schema_types! {
    /// How the staff learnt of a consent; `import` is the word of files.
    ConsentSaidBy => schema::words(["phone", "message", "in_person", "paper", "website"]);
}

/// What a person said to a channel.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ConsentIn {
    pub(super) channel: Channel,
    pub(super) is_granted: bool,
    #[schema(value_type = ConsentSaidBy)]
    pub(super) source: Source,
}

/// Why somebody may not check out.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BlockIn {
    /// For the staff; the shopper is not told.
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
    /// Who wrote it, as they were called then.
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

/// A group with how many customers it has.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CustomerGroupView {
    #[serde(flatten)]
    pub(super) group: CustomerGroup,
    pub(super) customers_count: i64,
}

/// What customers of the store can be chosen by.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CustomerLabels {
    /// 200 at most, in the order of their letters.
    pub(super) tags: Vec<String>,
    pub(super) groups: Vec<CustomerGroup>,
    /// 300 at most, in the order of their letters.
    pub(super) cities: Vec<String>,
    /// ISO codes, 100 at most.
    pub(super) countries: Vec<String>,
}
