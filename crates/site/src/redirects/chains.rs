//! Where redirects lead in the end, over all of a store at once. Pure.

use std::collections::{HashMap, HashSet};

use super::live::may_be_live;
use super::model::Redirect;

/// An address or the target of one, by its key.
#[derive(Debug, Default)]
struct Node {
    /// The redirect of the address.
    redirect: Option<Redirect>,
    /// Where that leads; none for another host.
    next: Option<usize>,
}

/// The redirects of a store as a graph: each address leads to one other. It has no circles.
#[derive(Debug, Default)]
pub(super) struct Chains {
    by_key: HashMap<String, usize>,
    nodes: Vec<Node>,
    /// How many redirects there are.
    pub(super) count: usize,
}

impl Chains {
    pub(super) fn new(redirects: impl IntoIterator<Item = Redirect>) -> Self {
        let mut chains = Self::default();
        for redirect in redirects {
            chains.set(redirect);
        }
        chains
    }

    fn node(&mut self, key: &str) -> usize {
        if let Some(at) = self.by_key.get(key) {
            return *at;
        }
        self.nodes.push(Node::default());
        self.by_key.insert(key.to_owned(), self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// Where a redirect leads; none for another host.
    fn next_of(&mut self, redirect: &Redirect) -> Option<usize> {
        (!redirect.target_key.is_empty()).then(|| self.node(&redirect.target_key))
    }

    /// The redirect of an address.
    pub(super) fn get(&self, key: &str) -> Option<&Redirect> {
        self.nodes[*self.by_key.get(key)?].redirect.as_ref()
    }

    /// Whether a redirect would lead back to its own address, through however many others and pages that are there now.
    pub(super) fn leads_back(&mut self, redirect: &Redirect) -> bool {
        let own = self.node(&redirect.address_key);
        let mut at = self.next_of(redirect);
        for _ in 0..=self.nodes.len() {
            match at {
                None => return false,
                Some(at) if at == own => return true,
                Some(passed) => at = self.nodes[passed].next,
            }
        }
        true
    }

    /// Puts a redirect in place of the one of its address.
    pub(super) fn set(&mut self, redirect: Redirect) {
        let next = self.next_of(&redirect);
        let at = self.node(&redirect.address_key);
        self.count += usize::from(self.nodes[at].redirect.is_none());
        self.nodes[at] = Node { redirect: Some(redirect), next };
    }

    /// The addresses that others lead to and that may be those of pages: shoppers stop there for as long as the pages are.
    pub(super) fn stops(&self) -> Vec<String> {
        let passed: HashSet<usize> = self.nodes.iter().filter_map(|node| node.next).collect();
        let addresses = passed.into_iter().filter_map(|at| Some(&self.nodes[at].redirect.as_ref()?.address));
        let mut stops: Vec<String> = addresses.filter(|address| may_be_live(address)).cloned().collect();
        stops.sort_unstable();
        stops
    }

    /// The node that follows one: not behind a page.
    fn onward(&self, at: usize, live: &HashSet<String>) -> Option<usize> {
        let next = self.nodes[at].next?;
        let redirect = self.nodes[next].redirect.as_ref()?;
        (!live.contains(&redirect.address)).then_some(next)
    }

    /// Sends every redirect to where it leads in the end, or to the first page on its way: shoppers are sent on once.
    pub(super) fn settle(&mut self, live: &HashSet<String>) {
        // By node, the last one on its way that has a redirect; each is passed once, however long the chains are.
        let mut ends: Vec<Option<usize>> = vec![None; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let (mut at, mut passed) = (start, Vec::new());
            let end = loop {
                if let Some(end) = ends[at] {
                    break end;
                }
                passed.push(at);
                match self.onward(at, live) {
                    Some(next) if passed.len() <= self.nodes.len() => at = next,
                    _ => break at,
                }
            };
            for at in passed {
                ends[at] = Some(end);
            }
        }
        let leads = |end: Option<usize>| {
            let redirect = self.nodes[end?].redirect.as_ref()?;
            Some((redirect.target.clone(), redirect.target_key.clone()))
        };
        let leads: Vec<_> = ends.into_iter().map(leads).collect();
        for (node, leads) in self.nodes.iter_mut().zip(leads) {
            if let (Some(redirect), Some(leads)) = (&mut node.redirect, leads) {
                (redirect.target, redirect.target_key) = leads;
            }
        }
    }

    /// All redirects.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Redirect> {
        self.nodes.iter().filter_map(|node| node.redirect.as_ref())
    }
}
