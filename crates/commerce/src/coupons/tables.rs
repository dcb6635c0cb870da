//! The tables of this slice.

use db::Table;

/// Parents first.
pub const TABLES: &[Table] = &[
    Table::of_store("coupons").personal(),
    Table::of_store("coupon_products").references(&["coupons"]),
    Table::of_store("coupon_categories").references(&["coupons"]),
    Table::of_store("coupon_uses")
        .references(&["coupons"])
        .personal_exempt("says which record used a coupon; the record is nobody's then"),
];
