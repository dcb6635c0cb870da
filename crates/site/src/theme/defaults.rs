//! The theme of a new store: its sections as draft and as version 1, which is published.

use db::{Conn, Result};
use kernel::id::{InstalledTheme as InstalledKind, Section as SectionKind};
use kernel::{Env, Millis, StoreScope};

use super::definition::ThemeDefinition;
use super::kind::Picture;
use super::model::{DEFAULT_THEME, DefaultSection, Section, Version, VersionKind};
use super::{store, version_store};

/// A section of a new store.
pub(super) fn section_of_default(env: &Env, default: DefaultSection, order: i64) -> Section {
    let DefaultSection { page, zone, section, name, settings, blocks } = default;
    Section {
        id: env.id::<SectionKind>(),
        page,
        zone,
        section,
        name,
        is_active: true,
        display_order: order,
        settings: settings.as_object().cloned().unwrap_or_default(),
        blocks: serde_json::from_value(blocks).unwrap_or_default(),
        version: 1,
    }
}

/// The version that an installed theme begins with.
pub(super) fn first_version(created_by: String, now: Millis) -> Version {
    Version {
        number: 1,
        kind: VersionKind::Published,
        note: String::new(),
        based_on: None,
        created_at: now,
        created_by,
        archive: None,
    }
}

/// Inserts the theme of a new store. The caller's transaction journals the creation of the store.
///
/// # Errors
/// Database errors.
pub async fn insert_defaults(c: Conn<'_>, env: &Env, scope: &StoreScope) -> Result<()> {
    let now = env.now();
    // Alternate templates have no rows until they are changed.
    let all = ThemeDefinition::default_theme().default_sections();
    let defaults = (0_i64..).zip(all.into_iter().filter(|default| !default.page.contains('.')));
    let sections: Vec<Section> = defaults.map(|(order, default)| section_of_default(env, default, order)).collect();
    store::insert_installed(c, scope, (env.id::<InstalledKind>(), DEFAULT_THEME, true), now).await?;
    store::insert_sections(c, scope, DEFAULT_THEME, &sections, now).await?;
    version_store::insert_of_draft(c, scope, DEFAULT_THEME, &first_version(String::new(), now)).await?;
    c.touch(scope.store(), db::Topics::STOREFRONT);
    Ok(())
}

/// Shows a picture in the sections of a kind of a store that nobody has changed yet: in the draft and in version 1.
///
/// # Errors
/// Database errors.
pub async fn set_default_picture(c: Conn<'_>, scope: &StoreScope, section: &str, setting: &str, picture: Picture) -> Result<()> {
    for mut row in store::list_draft(c, scope, DEFAULT_THEME).await? {
        if row.section == section {
            row.settings.insert(setting.to_owned(), picture.stored());
            store::set_default_settings(c, scope, row.id, &row.settings).await?;
        }
    }
    c.touch(scope.store(), db::Topics::STOREFRONT);
    Ok(())
}
