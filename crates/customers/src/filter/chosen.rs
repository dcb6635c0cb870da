//! The conditions of a list and which of them leads.

use std::sync::Arc;

use super::cond::Cond;
use crate::purchases::Purchases;

/// What finds the customers instead of the order of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DrivingIndex {
    /// The condition of this number.
    One(usize),
    /// Of each group, the condition of this number.
    Any(Vec<usize>),
}

/// The conditions of a list and which of them leads: all of `conds` must hold, and all of one of the groups if there are any.
#[derive(Clone)]
pub(crate) struct Chosen {
    pub(super) purchases: Arc<dyn Purchases>,
    pub(super) conds: Vec<Cond>,
    pub(super) any: Vec<Vec<Cond>>,
    pub(super) lead: Option<DrivingIndex>,
}

impl Chosen {
    /// Every customer of the store.
    pub(crate) fn all(purchases: Arc<dyn Purchases>) -> Self {
        Self { purchases, conds: Vec::new(), any: Vec::new(), lead: None }
    }

    /// The customers are found first and sorted afterwards.
    pub(crate) fn is_led(&self) -> bool {
        self.lead.is_some()
    }
}
