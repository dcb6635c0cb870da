//! The journal entity kinds of this crate.

platform::entities! {
    pub CUSTOMER "customer" Customer Customer "/customers/view/{id}";
    pub(crate) CUSTOMER_GROUP "customer_group" CustomerGroup Customer;
    pub(crate) CUSTOMER_SEGMENT "customer_segment" CustomerSegment Customer "/customers/segments/{id}";
    pub(crate) CUSTOMER_IMPORT "customer_import" Import Customer "/customers/import/{id}";
    pub(crate) CUSTOMER_EXPORT "customer_export" Export Customer;
}
