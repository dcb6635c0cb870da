//! Redirects and missed addresses in the API. Times are RFC 3339 in UTC.

use kernel::{Millis, MissedAddressId, RedirectId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::schema;

use super::address::written;
use super::model::{MissedAddress, Redirect};

/// A redirect to create or change; in a change absent fields stay.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RedirectIn {
    /// The old address: a path of the store. A host, a language in front and letter case make no difference; one with a query is refused.
    #[schema(value_type = Option<schema::RequiredLine<500>>)]
    pub address: Option<String>,
    /// Where it leads: a path of the store, or an https address.
    #[schema(value_type = Option<schema::RequiredLine<500>>)]
    pub target: Option<String>,
    /// It is answered with 301, which search engines keep; else with 302. True when absent.
    pub is_permanent: Option<bool>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A redirect, and whether it works.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RedirectView {
    id: RedirectId,
    address: String,
    target: String,
    is_permanent: bool,
    /// How often shoppers were sent on.
    hits: i64,
    /// Null before the first time.
    last_hit_at: Option<String>,
    created_at: String,
    updated_at: String,
    version: i64,
    /// The store has a page at the old address: the redirect works once it does not.
    is_waiting: bool,
}

impl RedirectView {
    /// The redirect in the API.
    pub(super) fn new(redirect: Redirect, is_waiting: bool) -> Self {
        let Redirect { id, address, target, is_permanent, hits, last_hit_at, created_at, updated_at, version, .. } = redirect;
        let (created_at, updated_at) = (created_at.rfc3339(), updated_at.rfc3339());
        Self {
            id,
            address: written(&address),
            target,
            is_permanent,
            hits,
            last_hit_at: last_hit_at.map(Millis::rfc3339),
            created_at,
            updated_at,
            version,
            is_waiting,
        }
    }
}

/// The ids of redirects.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RedirectsIn {
    #[schema(min_items = 1, max_items = 100)]
    pub items: Vec<RedirectId>,
}

/// A file of redirects.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RedirectImportIn {
    /// The file's text: the old address and the new one in each line, below a header or without one. A third column is passed over, the
    /// fourth may say 301 or 302: without it a new redirect is answered with 301. Comma, semicolon or tab; 5,000 rows at most.
    #[schema(value_type = schema::RequiredLongText<900_000>)]
    pub content: String,
    /// Nothing is written: the answer tells what would be.
    #[serde(default)]
    pub is_preview: bool,
}

web::words! {
    /// What happens with a row of a file.
    ImportOutcome as RedirectImportOutcome {
        /// A new redirect.
        Created "created",
        /// The redirect of its address leads elsewhere now.
        Updated "updated",
        /// The store has it already.
        Unchanged "unchanged",
        /// It is left out.
        Failed "failed",
    }
}

/// A row of a file.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RedirectImportRow {
    /// As a spreadsheet numbers it.
    pub(super) line: u32,
    /// As it is stored; as it was written where it fails.
    pub(super) address: String,
    pub(super) target: String,
    pub(super) outcome: ImportOutcome,
    /// Why it fails.
    pub(super) message: Option<String>,
}

/// What a file does, or would do.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RedirectImportView {
    pub(super) created: usize,
    pub(super) updated: usize,
    pub(super) unchanged: usize,
    pub(super) failed: usize,
    /// Those that fail first, then the others; 200 at most.
    pub(super) rows: Vec<RedirectImportRow>,
}

/// What the store knows of an address.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RedirectSuggestion {
    /// A page with a name like it; null when there is none.
    pub(super) target: Option<String>,
    /// The store has a page at the address: a redirect works once it does not.
    pub(super) is_live: bool,
}

/// An address that shoppers asked for in the last 30 days and the store did not have.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MissedAddress)]
pub struct MissedAddressView {
    id: MissedAddressId,
    address: String,
    hits: i64,
    /// The host of the last page that linked to it; empty when none was told.
    referrer: String,
    first_seen_at: String,
    last_seen_at: String,
    is_ignored: bool,
}

impl From<MissedAddress> for MissedAddressView {
    fn from(missed: MissedAddress) -> Self {
        let MissedAddress { id, address, hits, referrer, first_seen_at, last_seen_at, is_ignored } = missed;
        let (first_seen_at, last_seen_at) = (first_seen_at.rfc3339(), last_seen_at.rfc3339());
        Self { id, address: written(&address), hits, referrer, first_seen_at, last_seen_at, is_ignored }
    }
}

/// A change of a missed address.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MissedAddressIn {
    /// It is not listed among those to do something about.
    pub is_ignored: bool,
}
