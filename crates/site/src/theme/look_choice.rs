//! The choice of a theme with one of its looks, as one version (TH-05).

use db::Conn;
use kernel::{Millis, StoreScope};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{ApiError, ApiResult, schema};

use super::draft::{self, StoreTheme};
use super::looks::{find, of, settings_in};
use super::model::{Section, Version, VersionKind};
use super::wire::ThemeView;
use super::{publish, store, version_store};

/// What the choice of a theme with a look replaced in that theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ThemeReplaced)]
pub struct Replaced {
    /// The number of the version that was published before.
    pub(super) published: i64,
    /// The number of a version that is as the draft was.
    pub(super) draft: i64,
}

/// Takes a look in a theme that is installed: what is published gets it as a new version, and so does the draft; unpublished changes stay
/// in the draft. What that replaced, or `None` when both had it.
///
/// # Errors
/// 404; 409 while a version waits for its moment; 422 when the theme has no such look.
pub(super) async fn take(
    c: Conn<'_>,
    scope: &StoreScope,
    found: &StoreTheme,
    id: &str,
    now: Millis,
) -> ApiResult<Option<Replaced>> {
    let look = find(&found.theme, id)?;
    let theme = found.installed.theme.as_str();
    let (drafts, public) = (store::list_draft(c, scope, theme).await?, store::list_published(c, scope, theme).await?);
    let (Some(own), Some(shown)) = (of(&drafts), of(&public)) else { return Err(ApiError::not_found()) };
    let is_taken = |sections: &[Section]| settings_in(&found.theme, sections).is_some_and(|settings| settings == look);
    if is_taken(&drafts) && is_taken(&public) {
        return Ok(None);
    }
    publish::check_none_waits(&found.installed)?;
    let mut installed = found.installed.clone();
    let replaced = Replaced {
        published: installed.published,
        draft: publish::keep_unpublished(c, scope, found, &mut installed, (&public, &drafts), now).await?,
    };
    if !is_taken(&drafts) {
        let mut after = own.clone();
        after.settings.extend(look.clone());
        after.version = store::update_draft_version(c, scope, theme, now).await?;
        store::update_section(c, scope, &after, now).await?;
        draft::log_change(c, scope, now, own, &after).await?;
    }
    let mut settings = shown.settings.clone();
    settings.extend(look);
    installed.last_version += 1;
    let version = Version {
        archive: installed.published_archive.clone(),
        ..publish::new_version(scope, installed.last_version, (VersionKind::Published, String::new()), now)
    };
    version_store::insert_copy(c, scope, theme, &version, installed.published).await?;
    version_store::set_settings(c, scope, theme, (version.number, shown.id), &settings).await?;
    installed.published = version.number;
    publish::finish(c, scope, &installed).await?;
    Ok(Some(replaced))
}

/// A theme to show to shoppers.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ThemeLiveIn)]
pub struct LiveIn {
    /// One of its looks, by id. It takes the place of the theme's colours and type, in what is published and in the draft; they stay
    /// when absent.
    #[serde(default)]
    #[schema(value_type = Option<schema::Line<80>>)]
    pub(super) look: Option<String>,
}

/// The theme that shoppers see now.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ThemeLiveView)]
pub struct LiveView {
    pub(super) theme: ThemeView,
    /// What the look replaced; null without a look, and where the theme had it.
    pub(super) replaced: Option<Replaced>,
}
