//! The journal's entity kinds of this module.

crate::entities! {
    pub(super) PROVIDER_CALL "provider_call" ProviderCall Order;
}
