//! The journal's entity kinds of this slice.

platform::entities! {
    pub(super) PERSON_EXPORT "person_export" PersonExport Customer;
}
