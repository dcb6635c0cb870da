//! What the journal calls the things of this slice.

platform::entities! {
    pub(super) PERSON_EXPORT "person_export" PersonExport Customer;
}
