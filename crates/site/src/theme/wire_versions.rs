//! Publications, versions and previews of themes in the API (TH-01, TH-03). Times are RFC 3339 in UTC.

use kernel::{Millis, SectionId, Texts};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::schema;

use super::difference::{Change, ChangeKind};
use super::model::{InstalledTheme, Version, VersionKind};
use super::wire::ThemeView;

/// A publication of a draft.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ThemePublishIn)]
pub struct PublishIn {
    /// What this version is about; 200 characters at most.
    #[serde(default)]
    #[schema(value_type = Option<schema::Line<200>>)]
    pub note: Option<String>,
    /// The moment; now when absent.
    #[serde(default)]
    #[schema(value_type = Option<schema::Line<40>>)]
    pub publish_at: Option<String>,
    /// The draft that was reviewed: another one is a 409.
    #[serde(default)]
    pub draft_version: Option<i64>,
}

/// One difference between two versions, or a version and the draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemeChange)]
pub struct ChangeView {
    kind: ChangeKind,
    section_id: SectionId,
    page: String,
    name: Texts,
    /// The labels of the settings that differ.
    settings: Vec<Texts>,
    /// Its blocks differ.
    has_blocks: bool,
}

impl From<Change> for ChangeView {
    fn from(change: Change) -> Self {
        let Change { kind, section, page, name, settings, has_blocks } = change;
        Self { kind, section_id: section, page, name, settings, has_blocks }
    }
}

/// A version of a theme.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemeVersionView)]
pub struct VersionView {
    number: i64,
    kind: VersionKind,
    note: String,
    /// The version that was published again.
    based_on: Option<i64>,
    created_at: String,
    /// Null for the program.
    created_by: Option<String>,
    /// Shoppers see it.
    is_published: bool,
    /// When it will be published.
    publish_at: Option<String>,
}

impl VersionView {
    /// The version in the API.
    pub(super) fn new(version: Version, installed: &InstalledTheme) -> Self {
        let Version { number, kind, note, based_on, created_at, created_by, archive: _ } = version;
        let publish_at = installed.publish_at.filter(|_| installed.scheduled == Some(number)).map(Millis::rfc3339);
        let created_by = Some(created_by).filter(|name| !name.is_empty());
        let created_at = created_at.rfc3339();
        Self { number, kind, note, based_on, created_at, created_by, is_published: installed.published == number, publish_at }
    }
}

/// A version with what differs from the one that was published before it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemeVersionDetail)]
pub struct VersionDetail {
    version: VersionView,
    changes: Vec<ChangeView>,
}

impl VersionDetail {
    /// The version in the API.
    pub(super) fn new(version: VersionView, changes: Vec<Change>) -> Self {
        Self { version, changes: changes.into_iter().map(ChangeView::from).collect() }
    }
}

/// What a publication would change.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemeChanges)]
pub struct ChangesView {
    /// The draft that was compared.
    pub(super) draft_version: i64,
    /// The draft is drawn with files that were uploaded since.
    pub(super) has_new_files: bool,
    pub(super) changes: Vec<ChangeView>,
}

/// A draft that was replaced.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemeRestored)]
pub struct RestoredView {
    pub(super) theme: ThemeView,
    /// The version that holds the draft before; null when nothing changed.
    pub(super) previous_draft: Option<i64>,
}

/// A preview to open.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewThemePreview)]
pub struct PreviewIn {
    pub kind: super::model::PreviewKind,
}

/// A preview of a draft. Whoever has the session sees the draft.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemePreviewView)]
pub struct PreviewView {
    /// The value of `editor-session` in the address: a random number.
    pub(super) session: String,
    /// The storefront's front page with the session.
    pub(super) url: String,
    /// The storefront's origin, from which the frame sends its messages.
    pub(super) origin: String,
    pub(super) expires_at: String,
}

/// The others who have the same draft open.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemePresence)]
pub struct PresenceView {
    /// Their names.
    pub(super) others: Vec<String>,
}
