//! Ports (dependency inversion): what a slice needs from slices to its right. It declares a trait, the owner of the tables
//! implements it, and `server::compose::ports` wires the two, so that no statement reads another slice's tables
//! (docs/decisions/0055).
//!
//! To add one: the trait in the calling slice, its implementation beside the tables, a line in `server::compose::ports`.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::sync::Arc;

/// Implementations by trait. Cheap to clone.
#[derive(Clone, Default)]
pub struct Ports(Arc<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl std::fmt::Debug for Ports {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ports({})", self.0.len())
    }
}

/// Builder of [`Ports`].
#[derive(Default)]
pub struct Composition(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl Composition {
    /// Registers an implementation of `T`, replacing an earlier one.
    #[must_use]
    pub fn with<T: ?Sized + Send + Sync + 'static>(mut self, port: Arc<T>) -> Self {
        self.0.insert(TypeId::of::<T>(), Arc::new(port));
        self
    }

    /// All of them.
    #[must_use]
    pub fn build(self) -> Ports {
        Ports(Arc::new(self.0))
    }
}

impl Ports {
    /// These with another implementation of `T`.
    #[must_use]
    pub fn with<T: ?Sized + Send + Sync + 'static>(&self, port: Arc<T>) -> Self {
        Composition((*self.0).clone()).with(port).build()
    }

    /// The implementation of `T`.
    ///
    /// # Errors
    /// `Setup` when the program was composed without it.
    pub fn get<T: ?Sized + Send + Sync + 'static>(&self) -> db::Result<Arc<T>> {
        let found = self.0.get(&TypeId::of::<T>()).and_then(|port| port.downcast_ref::<Arc<T>>());
        found.cloned().ok_or_else(|| db::Error::Setup(format!("the program has no {}", type_name::<T>())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    trait Greets: Send + Sync {
        fn word(&self) -> &'static str;
    }

    struct Arabic;

    impl Greets for Arabic {
        fn word(&self) -> &'static str {
            "مرحبا"
        }
    }

    #[test]
    fn an_implementation_is_found_by_its_trait() {
        let ports = Composition::default().with::<dyn Greets>(Arc::new(Arabic)).build();
        assert_eq!(ports.get::<dyn Greets>().unwrap().word(), "مرحبا");
        assert!(Ports::default().get::<dyn Greets>().is_err());
    }
}
