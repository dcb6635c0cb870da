//! The governorates of Egypt by ISO 3166-2, with the spellings that addresses have: for couriers whose tables name governorates.

/// A governorate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Governorate {
    /// ISO 3166-2.
    pub(super) iso: &'static str,
    /// Arabic.
    pub(super) ar: &'static str,
    /// English.
    pub(super) en: &'static str,
    /// Other spellings, and towns that lie in this governorate alone.
    pub(super) aliases: &'static [&'static str],
}

macro_rules! governorates {
    ($($iso:literal $ar:literal $en:literal [$($alias:literal),*];)*) => {
        /// All 27.
        pub(super) const GOVERNORATES: &[Governorate] =
            &[$(Governorate { iso: $iso, ar: $ar, en: $en, aliases: &[$($alias),*] }),*];
    };
}

governorates! {
    "EG-C" "القاهرة" "Cairo" ["al qahirah", "cairo governorate", "مدينة نصر", "nasr city", "القاهرة الجديدة", "new cairo", "التجمع الخامس", "المعادي", "maadi", "مصر الجديدة", "heliopolis", "حلوان", "helwan", "شبرا", "shubra", "الرحاب", "مدينتي"];
    "EG-GZ" "الجيزة" "Giza" ["al jizah", "gizeh", "6 اكتوبر", "6th of october", "السادس من اكتوبر", "الشيخ زايد", "sheikh zayed", "الدقي", "dokki", "المهندسين", "mohandessin", "الهرم", "haram", "فيصل", "faisal", "امبابة", "imbaba"];
    "EG-ALX" "الإسكندرية" "Alexandria" ["alex", "al iskandariyah", "اسكندرية", "برج العرب", "borg el arab", "العجمي"];
    "EG-KB" "القليوبية" "Qalyubia" ["qaliubia", "qaliubiya", "kalioubia", "kalyoubia", "qalubia", "al qalyubiyah", "بنها", "banha", "benha", "شبرا الخيمة", "shubra el kheima", "قليوب", "الخانكة"];
    "EG-DK" "الدقهلية" "Dakahlia" ["daqahlia", "dakahleya", "ad daqahliyah", "المنصورة", "mansoura", "ميت غمر", "mit ghamr", "طلخا", "السنبلاوين"];
    "EG-SHR" "الشرقية" "Sharqia" ["sharkia", "sharqiya", "ash sharqiyah", "الزقازيق", "zagazig", "العاشر من رمضان", "10th of ramadan", "بلبيس", "فاقوس"];
    "EG-GH" "الغربية" "Gharbia" ["gharbiya", "al gharbiyah", "طنطا", "tanta", "المحلة الكبرى", "المحلة", "mahalla", "زفتى", "كفر الزيات"];
    "EG-MNF" "المنوفية" "Monufia" ["menoufia", "monoufia", "menofia", "al minufiyah", "شبين الكوم", "shebin el kom", "السادات", "sadat city", "منوف", "اشمون"];
    "EG-BH" "البحيرة" "Beheira" ["behira", "behera", "al buhayrah", "دمنهور", "damanhour", "كفر الدوار", "kafr el dawar", "رشيد", "ايتاي البارود"];
    "EG-KFS" "كفر الشيخ" "Kafr El Sheikh" ["kafr alsheikh", "kafr elsheikh", "kafr el-shaikh", "دسوق", "desouk", "بلطيم"];
    "EG-DT" "دمياط" "Damietta" ["domitta", "dumyat", "dumiat", "دمياط الجديدة", "راس البر"];
    "EG-PTS" "بورسعيد" "Port Said" ["بور سعيد", "bur said", "portsaid", "بورفؤاد"];
    "EG-IS" "الإسماعيلية" "Ismailia" ["isamilia", "al ismailiyah", "ismailiya", "اسماعيلية", "فايد", "القنطرة"];
    "EG-SUZ" "السويس" "Suez" ["as suways", "suways"];
    "EG-SIN" "شمال سيناء" "North Sinai" ["nourth sinai", "shamal sina", "العريش", "arish"];
    "EG-JS" "جنوب سيناء" "South Sinai" ["janub sina", "شرم الشيخ", "sharm el sheikh", "دهب", "dahab", "طور سيناء", "نويبع"];
    "EG-FYM" "الفيوم" "Faiyum" ["fayoum", "fayyum", "al fayyum"];
    "EG-BNS" "بني سويف" "Beni Suef" ["bani suif", "bani sweif", "bani suwayf", "beni sweif"];
    "EG-MN" "المنيا" "Minya" ["menia", "menya", "al minya", "المنيه", "ملوي", "بني مزار"];
    "EG-AST" "أسيوط" "Asyut" ["assiut", "assuit", "asiut", "ديروط"];
    "EG-SHG" "سوهاج" "Sohag" ["souhage", "suhag", "سوهاح", "طهطا", "جرجا", "اخميم"];
    "EG-KN" "قنا" "Qena" ["qina", "kena", "نجع حمادي", "قوص"];
    "EG-LX" "الأقصر" "Luxor" ["louxor", "al uqsur", "اسنا", "esna"];
    "EG-ASN" "أسوان" "Aswan" ["assuan", "ادفو", "edfu", "كوم امبو", "kom ombo"];
    "EG-BA" "البحر الأحمر" "Red Sea" ["al bahr al ahmar", "redsea", "الغردقة", "hurghada", "سفاجا", "القصير", "مرسى علم"];
    "EG-WAD" "الوادي الجديد" "New Valley" ["new vallley", "al wadi al jadid", "الخارجة", "kharga", "الداخلة"];
    "EG-MT" "مطروح" "Matrouh" ["marsa matrouh", "matruh", "مرسى مطروح", "سيوة", "siwa", "الضبعة"];
}

/// The governorate with this ISO code.
pub(super) fn governorate(iso: &str) -> Option<&'static Governorate> {
    GOVERNORATES.iter().find(|governorate| governorate.iso == iso)
}

/// A mobile number of Egypt in its national form, `01012345678`, from any way of writing it.
pub(super) fn mobile(text: &str) -> Option<String> {
    let phone = kernel::phone::Phone::parse(text, "EG").ok().filter(|phone| phone.region() == "EG" && phone.is_mobile())?;
    let number = format!("0{}", phone.e164().strip_prefix("+20")?);
    let is_known = number.len() == 11 && ["010", "011", "012", "015"].iter().any(|start| number.starts_with(start));
    is_known.then_some(number)
}
