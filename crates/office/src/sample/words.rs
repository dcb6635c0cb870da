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

/// Goods: Arabic, English, category, lowest and highest price in major units, comes in sizes.
pub(super) const GOODS: &[(&str, &str, usize, i64, i64, bool)] = &[
    ("عباية", "Abaya", 0, 180, 690, true),
    ("ثوب", "Thobe", 0, 140, 420, true),
    ("قميص قطن", "Cotton shirt", 0, 79, 240, true),
    ("جلابية", "Jalabiya", 0, 150, 520, true),
    ("شال", "Shawl", 0, 45, 190, false),
    ("حذاء جلد", "Leather shoes", 0, 160, 560, true),
    ("عطر عود", "Oud perfume", 1, 120, 1450, false),
    ("بخور", "Bakhoor", 1, 35, 320, false),
    ("دهن ورد", "Rose oil", 1, 90, 680, false),
    ("مبخرة", "Incense burner", 1, 60, 340, false),
    ("تمر سكري", "Sukkari dates", 2, 25, 140, false),
    ("تمر عجوة", "Ajwa dates", 2, 40, 220, false),
    ("عسل سدر", "Sidr honey", 2, 95, 480, false),
    ("قهوة عربية", "Arabic coffee", 2, 28, 130, false),
    ("زعفران", "Saffron", 2, 30, 210, false),
    ("دلة قهوة", "Coffee pot", 3, 85, 390, false),
    ("طقم فناجين", "Coffee cup set", 3, 49, 260, false),
    ("سجادة صلاة", "Prayer rug", 3, 39, 310, false),
    ("مصباح نحاسي", "Brass lamp", 3, 110, 620, false),
    ("وسادة مطرزة", "Embroidered cushion", 3, 55, 180, false),
    ("خاتم فضة", "Silver ring", 4, 70, 450, true),
    ("سلسال لؤلؤ", "Pearl necklace", 4, 180, 1900, false),
    ("ساعة يد", "Wrist watch", 4, 150, 1600, false),
    ("حقيبة يد", "Handbag", 4, 130, 880, false),
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
