//! The conditions of a list, and its driving index.

use std::sync::Arc;

use super::cond::Cond;
use crate::purchases::Purchases;

/// Which index finds the customers instead of the index of the sort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DrivingCondition {
    /// That of the condition with this number.
    One(usize),
    /// In each group, that of the condition with this number.
    Any(Vec<usize>),
}

/// The conditions of a list, and its driving index: all of `conds` must hold, and all conditions of at least one group if there
/// are groups.
#[derive(Clone)]
pub(crate) struct CustomerSelection {
    pub(super) purchases: Arc<dyn Purchases>,
    pub(super) conds: Vec<Cond>,
    pub(super) any: Vec<Vec<Cond>>,
    pub(super) driving: Option<DrivingCondition>,
}

impl CustomerSelection {
    /// Every customer of the store.
    pub(crate) fn all(purchases: Arc<dyn Purchases>) -> Self {
        Self { purchases, conds: Vec::new(), any: Vec::new(), driving: None }
    }

    /// Whether a driving index finds the customers, who are then sorted.
    pub(crate) fn is_driven(&self) -> bool {
        self.driving.is_some()
    }
}
