//! The meaning of figures. Pure.

use std::ops::AddAssign;

use web::Subject;

/// Visitors and their page views.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traffic {
    /// Page views.
    pub views: i64,
    /// Visitors, each once a day.
    pub visitors: i64,
}

impl AddAssign for Traffic {
    fn add_assign(&mut self, other: Self) {
        self.views = self.views.saturating_add(other.views);
        self.visitors = self.visitors.saturating_add(other.visitors);
    }
}

/// The subject of each kind of job: callers who may not read it do not see the job, because its errors name what it worked on.
/// Every kind that has a handler is listed (checked by a test); a kind that is not is shown only to callers who may read
/// everything.
pub const JOB_SUBJECTS: &[(&str, Subject)] = &[
    ("check_customer_import", Subject::Customer),
    ("run_customer_import", Subject::Customer),
    ("undo_customer_import", Subject::Customer),
    ("edit_customers", Subject::Customer),
    ("write_customer_export", Subject::Customer),
    ("write_person_export", Subject::Customer),
    ("erase_files", Subject::Customer),
    ("change_orders", Subject::Order),
    ("write_order_export", Subject::Order),
    ("invoice_due", Subject::Order),
    ("deposit_notice", Subject::Order),
    ("order_mention", Subject::Order),
    ("receipt_sent", Subject::Order),
    ("tell_courier", Subject::Order),
    ("waiting_invoices", Subject::Order),
    ("run_provider_call", Subject::Order),
    ("process_provider_event", Subject::Order),
    ("check_courier_sheet", Subject::Order),
    ("post_courier_sheet", Subject::Order),
    ("undo_courier_sheet", Subject::Order),
    ("write_courier_claim_export", Subject::Order),
    ("write_cart_export", Subject::Cart),
    ("remind_all_carts", Subject::Cart),
    ("check_import", Subject::Product),
    ("run_import", Subject::Product),
    ("undo_import", Subject::Product),
    ("fetch_import_images", Subject::Product),
    ("edit_products", Subject::Product),
    ("write_product_export", Subject::Product),
    ("tell_low_stock", Subject::Product),
    ("sample_picture", Subject::Product),
    ("make_image_sizes", Subject::Media),
    ("make_avif_copies", Subject::Media),
    ("remove_old_images", Subject::Media),
    ("publish_page", Subject::Page),
    ("publish_theme", Subject::Theme),
    ("send_password_reset", Subject::Staff),
    ("fetch_cities_of_account", Subject::Setting),
    ("build_store", Subject::Setting),
    ("reset_demo_store", Subject::Setting),
];
