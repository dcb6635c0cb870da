//! Names and goods for sample data, in both languages.

pub(super) const FIRST: &[(&str, &str)] = &[
    ("فاطمة", "Fatimah"),
    ("نورة", "Norah"),
    ("هند", "Hind"),
    ("ريم", "Reem"),
    ("سارة", "Sarah"),
    ("مريم", "Maryam"),
    ("ليلى", "Layla"),
    ("أسماء", "Asma"),
    ("عائشة", "Aisha"),
    ("منى", "Mona"),
    ("هدى", "Huda"),
    ("آمنة", "Amna"),
    ("محمد", "Mohammed"),
    ("أحمد", "Ahmed"),
    ("عبدالله", "Abdullah"),
    ("خالد", "Khalid"),
    ("يوسف", "Yousef"),
    ("إبراهيم", "Ibrahim"),
    ("عمر", "Omar"),
    ("علي", "Ali"),
    ("سلطان", "Sultan"),
    ("ماجد", "Majed"),
    ("تركي", "Turki"),
    ("حسن", "Hassan"),
    ("مصطفى", "Mustafa"),
    ("كريم", "Karim"),
];

pub(super) const LAST: &[(&str, &str)] = &[
    ("العتيبي", "Alotaibi"),
    ("القحطاني", "Alqahtani"),
    ("الدوسري", "Aldosari"),
    ("المطيري", "Almutairi"),
    ("الشمري", "Alshammari"),
    ("الحربي", "Alharbi"),
    ("الزهراني", "Alzahrani"),
    ("الغامدي", "Alghamdi"),
    ("السبيعي", "Alsubaie"),
    ("منصور", "Mansour"),
    ("حسن", "Hassan"),
    ("الأنصاري", "Alansari"),
    ("الخطيب", "Alkhatib"),
    ("سليمان", "Suleiman"),
    ("البلوشي", "Albalushi"),
    ("عبدالعزيز", "Abdulaziz"),
];

/// City, district, street.
pub(super) const ADDRESSES: &[(&str, &str, &str)] = &[
    ("الرياض", "حي النرجس", "شارع أنس بن مالك"),
    ("الرياض", "حي الملقا", "طريق الملك فهد"),
    ("الرياض", "حي العليا", "شارع التحلية"),
    ("جدة", "حي الروضة", "شارع الأمير سلطان"),
    ("جدة", "حي الشاطئ", "طريق الكورنيش"),
    ("مكة المكرمة", "حي العزيزية", "شارع الحج"),
    ("المدينة المنورة", "حي قباء", "طريق الهجرة"),
    ("الدمام", "حي الشاطئ", "شارع الخليج"),
    ("الخبر", "حي العقربية", "شارع الملك خالد"),
    ("أبها", "حي المنسك", "طريق الملك عبدالعزيز"),
    ("تبوك", "حي المروج", "شارع الأمير فهد"),
    ("بريدة", "حي الريان", "طريق الملك فيصل"),
];

/// A kind of product of the sample stores.
pub(super) struct Good {
    /// Its name in Arabic.
    pub(super) ar: &'static str,
    /// Its name in English.
    pub(super) en: &'static str,
    /// Its drawing below `pictures/goods`.
    pub(super) drawing: &'static str,
    /// Its place in [`CATEGORIES`].
    pub(super) category: usize,
    /// Lowest and highest price, in major units.
    pub(super) prices: (i64, i64),
    /// Comes in sizes.
    pub(super) has_sizes: bool,
}

const fn good(
    ar: &'static str,
    en: &'static str,
    drawing: &'static str,
    category: usize,
    prices: (i64, i64),
    has_sizes: bool,
) -> Good {
    Good { ar, en, drawing, category, prices, has_sizes }
}

pub(super) const GOODS: &[Good] = &[
    good("عباية", "Abaya", "abaya", 0, (180, 690), true),
    good("ثوب", "Thobe", "thobe", 0, (140, 420), true),
    good("قميص قطن", "Cotton shirt", "cotton-shirt", 0, (79, 240), true),
    good("جلابية", "Jalabiya", "jalabiya", 0, (150, 520), true),
    good("شال", "Shawl", "shawl", 0, (45, 190), false),
    good("حذاء جلد", "Leather shoes", "leather-shoes", 0, (160, 560), true),
    good("عطر عود", "Oud perfume", "oud-perfume", 1, (120, 1450), false),
    good("بخور", "Bakhoor", "bakhoor", 1, (35, 320), false),
    good("دهن ورد", "Rose oil", "rose-oil", 1, (90, 680), false),
    good("مبخرة", "Incense burner", "incense-burner", 1, (60, 340), false),
    good("تمر سكري", "Sukkari dates", "sukkari-dates", 2, (25, 140), false),
    good("تمر عجوة", "Ajwa dates", "ajwa-dates", 2, (40, 220), false),
    good("عسل سدر", "Sidr honey", "sidr-honey", 2, (95, 480), false),
    good("قهوة عربية", "Arabic coffee", "arabic-coffee", 2, (28, 130), false),
    good("زعفران", "Saffron", "saffron", 2, (30, 210), false),
    good("دلة قهوة", "Coffee pot", "coffee-pot", 3, (85, 390), false),
    good("طقم فناجين", "Coffee cup set", "coffee-cups", 3, (49, 260), false),
    good("سجادة صلاة", "Prayer rug", "prayer-rug", 3, (39, 310), false),
    good("مصباح نحاسي", "Brass lamp", "brass-lamp", 3, (110, 620), false),
    good("وسادة مطرزة", "Embroidered cushion", "cushion", 3, (55, 180), false),
    good("خاتم فضة", "Silver ring", "silver-ring", 4, (70, 450), true),
    good("سلسال لؤلؤ", "Pearl necklace", "pearl-necklace", 4, (180, 1900), false),
    good("ساعة يد", "Wrist watch", "wrist-watch", 4, (150, 1600), false),
    good("حقيبة يد", "Handbag", "handbag", 4, (130, 880), false),
];

pub(super) const CATEGORIES: &[(&str, &str)] = &[
    ("أزياء", "Fashion"),
    ("عطور وبخور", "Perfume and incense"),
    ("أطعمة فاخرة", "Fine foods"),
    ("المنزل", "Home"),
    ("إكسسوارات", "Accessories"),
];

pub(super) const QUALITIES: &[(&str, &str)] = &[
    ("فاخر", "Premium"),
    ("كلاسيكي", "Classic"),
    ("يدوي الصنع", "Handmade"),
    ("ملكي", "Royal"),
    ("نجدي", "Najdi"),
    ("حجازي", "Hijazi"),
    ("أندلسي", "Andalusian"),
    ("دمشقي", "Damascene"),
    ("صيفي", "Summer"),
    ("شتوي", "Winter"),
    ("عصري", "Modern"),
    ("أصيل", "Authentic"),
];

pub(super) const COLORS: &[(&str, &str)] = &[
    ("أسود", "Black"),
    ("أبيض", "White"),
    ("كحلي", "Navy"),
    ("بيج", "Beige"),
    ("زيتي", "Olive"),
    ("عنابي", "Burgundy"),
    ("رمادي", "Gray"),
];

pub(super) const SIZES: &[&str] = &["S", "M", "L", "XL"];

pub(super) const STORE_NAMES: &[(&str, &str)] = &[
    ("متجر رواج التجريبي", "demo"),
    ("بيت العود", "bayt-aloud"),
    ("سوق نجد", "souq-najd"),
    ("دار الأناقة", "dar-alanaqa"),
    ("تمور القصيم", "tumoor-qassim"),
    ("ركن القهوة", "rukn-alqahwa"),
];
