use proptest::prelude::*;

use super::*;
use crate::testing;
use platform::stores::StoreSettings;

const DAY: i64 = Millis::DAY;

fn profile(timezone: &str) -> StoreProfile {
    StoreProfile { timezone: timezone.into(), ..testing::profile("SA", kernel::Currency::SAR, StoreSettings::default()) }
}

fn conds(rule: Rule, profile: &StoreProfile, now: i64) -> Result<Cond, String> {
    let read = conditions(&vec![vec![rule]], &RuleContext { profile, now: Millis(now) });
    read.map(|mut groups| groups.remove(0).remove(0)).map_err(|e| e.iter().map(|(path, _)| path.to_owned()).collect())
}

fn at(cond: &Cond) -> i64 {
    match cond {
        Cond::Number(_, _, n) => *n,
        Cond::Cart { since, .. } => since.0,
        Cond::Bought(bought) => bought.since.unwrap().0,
        other => panic!("{other:?}"),
    }
}

/// CU-01: each field has its own comparisons and values, and an error names the invalid part.
#[test]
fn cu_01_a_rule_that_cannot_be_read_says_which_part() {
    use Compare::*;
    let profile = profile("Asia/Riyadh");
    let product = "prd_0000000000001";
    let goods = |target, times| {
        Ok(Cond::Bought(PurchaseCondition { target, since: None, times, is_not: false, index: BuyerIndex::OrderLines }))
    };
    let cases: Vec<(Rule, Result<Cond, &str>)> = vec![
        (Rule::new(Field::Spent, Gte, &["500.5"]), Ok(Cond::Number(Column::Spent, Op::AtLeast, 50_050))),
        (Rule::new(Field::Spent, Is, &["5"]), Err("op")),
        (Rule::new(Field::Spent, Gte, &["-5"]), Err("values")),
        (Rule::new(Field::Spent, Gte, &["5.123"]), Err("values")),
        (Rule::new(Field::Spent, Gte, &[]), Err("values")),
        (Rule::new(Field::Spent, Gte, &["1", "2"]), Err("values")),
        (Rule::new(Field::Average, Lte, &["5"]), Ok(Cond::Number(Column::Average, Op::AtMost, 500))),
        (Rule::new(Field::Orders, Is, &["1"]), Ok(Cond::Number(Column::Orders, Op::Equal, 1))),
        (Rule::new(Field::Orders, IsNot, &["1"]), Err("op")),
        (Rule::new(Field::Orders, Gte, &["x"]), Err("values")),
        (Rule::new(Field::LastOrder, Never, &[]), Ok(Cond::Number(Column::Orders, Op::Equal, 0))),
        (Rule::new(Field::LastOrder, Never, &["5"]), Err("values")),
        (Rule::new(Field::LastOrder, Within, &["0"]), Err("values")),
        (Rule::new(Field::LastOrder, Within, &["3651"]), Err("values")),
        (Rule::new(Field::LastOrder, Gte, &["2026-02-30"]), Err("values")),
        (Rule::new(Field::Created, Never, &[]), Err("op")),
        (
            Rule::new(Field::City, IsNot, &[" جدة "]),
            Ok(Cond::Address(AddressField::City, OneOf { values: vec!["جدة".into()], is_not: true })),
        ),
        (Rule::new(Field::City, Is, &[" "]), Err("values")),
        (Rule::new(Field::Country, Is, &["sa"]), Err("values")),
        (Rule::new(Field::Tag, Is, &["مُهِمّ"]), Ok(Cond::Tag(OneOf::is(vec!["مهم".into()])))),
        (Rule::new(Field::Group, Is, &["cus_0000000000001"]), Err("values")),
        (Rule::new(Field::Consent, Is, &["sms"]), Ok(Cond::Consent(OneOf::is(vec![Channel::Sms])))),
        (Rule::new(Field::Consent, Is, &["fax"]), Err("values")),
        (Rule::new(Field::Blocked, Is, &["yes"]), Ok(Cond::Blocked(true))),
        (Rule::new(Field::Blocked, IsNot, &["yes"]), Err("op")),
        (Rule::new(Field::Contact, IsNot, &["email"]), Ok(Cond::Has(ContactField::Email, false))),
        (Rule::new(Field::Refused, Gte, &["2"]), Ok(Cond::Refused(Op::AtLeast, 2))),
        (Rule::new(Field::Cart, Gte, &["2026-01-01"]), Err("op")),
        (Rule::new(Field::Product, Is, &[product]), goods(PurchaseTarget::Products(vec![kernel::ProductId::from_raw(1)]), 1)),
        (Rule::new(Field::Product, Is, &["x"]), Err("values")),
        (Rule::new(Field::Product, Is, &[]), Err("values")),
        (Rule::new(Field::Product, Gte, &[product]), Err("op")),
        (Rule::new(Field::Category, Is, &[product]), Err("values")),
        (Rule::new(Field::Coupon, Is, &["any"]), goods(PurchaseTarget::AnyCoupon, 1)),
        (Rule::new(Field::Coupon, Is, &["any", "any"]), Err("values")),
        (Rule { times: Some(3), ..Rule::new(Field::Coupon, Is, &["any"]) }, goods(PurchaseTarget::AnyCoupon, 3)),
        (Rule { times: Some(0), ..Rule::new(Field::Coupon, Is, &["any"]) }, Err("times")),
        (Rule { times: Some(1_001), ..Rule::new(Field::Coupon, Is, &["any"]) }, Err("times")),
        (Rule { times: Some(2), ..Rule::new(Field::Coupon, IsNot, &["any"]) }, Err("times")),
        (Rule { days: Some(0), ..Rule::new(Field::Product, Is, &[product]) }, Err("days")),
        (Rule { days: Some(3_651), ..Rule::new(Field::Product, Is, &[product]) }, Err("days")),
        (Rule { days: Some(30), ..Rule::new(Field::Spent, Gte, &["5"]) }, Err("days")),
        (Rule { times: Some(3), ..Rule::new(Field::Tag, Is, &["vip"]) }, Err("times")),
    ];
    for (rule, expected) in cases {
        let expected = expected.map_err(|part| format!("groups.0.0.{part}"));
        assert_eq!(conds(rule.clone(), &profile, 1_780_000_000_000), expected, "{rule:?}");
    }
    let bounds = |groups: &Groups| conditions(groups, &RuleContext { profile: &profile, now: Millis(0) }).is_ok();
    let rule = Rule::new(Field::Blocked, Is, &["no"]);
    assert!(!bounds(&vec![]) && !bounds(&vec![vec![]]) && !bounds(&vec![vec![rule.clone(); MOST_RULES + 1]]));
    assert!(!bounds(&vec![vec![rule.clone()]; MOST_GROUPS + 1]) && bounds(&vec![vec![rule; MOST_RULES]; MOST_GROUPS]));
}

proptest! {
    /// CU-01: "the last days" begin with a day in the store's time zone, in every zone and across DST changes, and "within" and
    /// "not within" are complements.
    #[test]
    fn cu_01_the_last_days_are_days_of_the_store(
        now in 1_500_000_000_000_i64..1_900_000_000_000,
        days in 1_i64..400,
        zone in prop::sample::select(vec!["Asia/Riyadh", "Africa/Cairo", "Africa/Casablanca", "Asia/Beirut", "UTC"]),
    ) {
        let profile = profile(zone);
        let text = days.to_string();
        let within = conds(Rule::new(Field::LastOrder, Compare::Within, &[&text]), &profile, now).unwrap();
        let without = conds(Rule::new(Field::LastOrder, Compare::NotWithin, &[&text]), &profile, now).unwrap();
        let since = at(&within);
        prop_assert_eq!((&within, &without), (&Cond::Number(Column::LastOrder, Op::AtLeast, since), &Cond::Number(Column::LastOrder, Op::Below, since)));
        prop_assert!(since > now - (days + 1) * DAY - DAY / 8 && since <= now - days * DAY + DAY / 8, "{} {}", since, now);
        let zone = TimeZone::get(zone).unwrap();
        let day = |at: i64| jiff::Timestamp::from_millisecond(at).unwrap().to_zoned(zone.clone()).date();
        prop_assert_eq!(day(since).since(day(since - 1)).unwrap().get_days(), 1);
        prop_assert_eq!((day(now) - day(since)).get_days(), i32::try_from(days).unwrap());
        let bought = Rule { days: Some(days), ..Rule::new(Field::Coupon, Compare::Is, &["any"]) };
        prop_assert_eq!(at(&conds(bought, &profile, now).unwrap()), since);
        // The same day as a calendar date means the same.
        let named = conds(Rule::new(Field::LastOrder, Compare::Gte, &[&day(since).to_string()]), &profile, now).unwrap();
        prop_assert_eq!(at(&named), since);
    }
}
