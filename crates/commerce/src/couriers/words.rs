//! The words of couriers that shipping methods and shipments share.

web::words! {
    /// The provider of a shipping method. Every provider but [`ShippingProvider::Pickup`] is a courier.
    ShippingProvider {
        /// The merchant's own courier, at the merchant's own prices.
        Custom "CUSTOM",
        /// The customer collects the order.
        Pickup "PICKUP",
        /// Bosta, of Egypt.
        Bosta "BOSTA",
        /// Wassalha, of Egypt Post.
        Wassalha "WASSALHA",
    }
}

web::words! {
    /// Size of a parcel.
    Size as PackageSize {
        /// A bag.
        Small "small",
        /// A box that one person carries.
        Medium "medium",
        /// Larger than that.
        Large "large",
    }
}

impl ShippingProvider {
    /// Whether methods of it are offered only with an account: parcels are booked by calls.
    #[must_use]
    pub const fn needs_account(self) -> bool {
        matches!(self, Self::Bosta)
    }
}

db::stored_words! {
    ShippingProvider, "*" "provider";
    Size, "*" "package_size";
}
