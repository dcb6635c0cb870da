//! The states of a product by which lists are filtered and counted. Pure.

use serde::{Deserialize, Serialize};

use super::product::ProductDraft;

/// The states by which lists are filtered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// Active and published.
    Published,
    /// Active, unpublished.
    Unpublished,
    /// Active, to be published at a set time.
    Scheduled,
    /// Not for sale.
    Inactive,
    /// Archived: in no list and not in the store, until it is restored as it was.
    Archived,
}

impl State {
    /// The state that follows from a product's flags and times.
    #[must_use]
    pub const fn from_flags(is_active: bool, is_published: bool, is_scheduled: bool, is_archived: bool) -> Self {
        match (is_archived, is_active, is_published, is_scheduled) {
            (true, ..) => Self::Archived,
            (_, false, ..) => Self::Inactive,
            (_, _, true, _) => Self::Published,
            (_, _, _, true) => Self::Scheduled,
            _ => Self::Unpublished,
        }
    }

    /// The value in the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Unpublished => "unpublished",
            Self::Scheduled => "scheduled",
            Self::Inactive => "inactive",
            Self::Archived => "archived",
        }
    }

    /// Parses the API value.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Published, Self::Unpublished, Self::Scheduled, Self::Inactive, Self::Archived]
            .into_iter()
            .find(|state| state.as_str() == word)
    }

    /// The state as an SQL condition on `products`; every state but `Archived` excludes archived products.
    pub(crate) const fn condition(self) -> &'static str {
        match self {
            Self::Published => "(archived_at IS NULL AND is_active AND is_published)",
            Self::Unpublished => "(archived_at IS NULL AND is_active AND NOT is_published AND publish_at IS NULL)",
            Self::Scheduled => "(archived_at IS NULL AND is_active AND NOT is_published AND publish_at IS NOT NULL)",
            Self::Inactive => "(archived_at IS NULL AND NOT is_active)",
            Self::Archived => "archived_at IS NOT NULL",
        }
    }
}

impl ProductDraft {
    /// The state by which lists are filtered.
    #[must_use]
    pub fn state(&self) -> State {
        State::from_flags(self.is_active, self.is_published, self.publish_at.is_some(), self.archived_at.is_some())
    }

    /// Whether shoppers see it in the store.
    #[must_use]
    pub fn is_shown(&self) -> bool {
        self.state() == State::Published
    }
}

db::stored_words! {
    State, "status_counts" "status";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pr_03_a_product_is_in_one_state() {
        let draft = |is_active, is_published, publish_at, archived_at| ProductDraft {
            is_active,
            is_published,
            publish_at,
            archived_at,
            ..ProductDraft::default()
        };
        assert_eq!(draft(true, true, None, None).state(), State::Published);
        assert_eq!(draft(true, false, None, None).state(), State::Unpublished);
        assert_eq!(draft(true, false, Some(1), None).state(), State::Scheduled);
        assert_eq!(draft(false, false, Some(1), None).state(), State::Inactive);
        assert_eq!(draft(true, true, None, Some(1)).state(), State::Archived);
        assert!(!draft(true, true, None, Some(1)).is_shown());
        for state in [State::Published, State::Unpublished, State::Scheduled, State::Inactive, State::Archived] {
            assert_eq!(State::parse(state.as_str()), Some(state));
        }
    }
}
