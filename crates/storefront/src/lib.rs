//! storefront
