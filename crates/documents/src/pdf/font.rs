//! From text to glyphs: bidi runs (UAX #9), shaping, and the font subset of a file.
//!
//! Each pair of a glyph and its letter has a code of its own in the file, so that copying and searching always give the original
//! text, also where letters share a glyph or form a ligature.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

use harfrust::{Buffer, BufferFlags, Direction, Font, Script, ShapeOptions, ShapePlan, ShaperFont};
use unicode_bidi::{BidiInfo, Level};

/// Ascent above the base line, in thousandths of the size; the font's own.
pub(super) const ASCENT: f32 = 1085.0;
/// Descent below the base line; see [`ASCENT`].
pub(super) const DESCENT: f32 = -415.0;

/// Font weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Weight {
    Regular,
    SemiBold,
}

impl Weight {
    pub(super) const ALL: [Self; 2] = [Self::Regular, Self::SemiBold];
}

/// Parsed font data; loaded once per process.
pub(super) struct Source {
    pub(super) data: &'static [u8],
    pub(super) name: &'static str,
    font: Font,
    rtl: ShapePlan,
    ltr: ShapePlan,
}

impl Source {
    fn new(data: &'static [u8], name: &'static str) -> Self {
        // The font file is compiled in: a test draws with it.
        let font = Font::new(data.to_vec(), 0).unwrap_or_else(|| unreachable!("the embedded font is whole"));
        let rtl = ShapePlan::new(&font, Direction::RightToLeft, Some(Script::ARABIC), None, &[]);
        let ltr = ShapePlan::new(&font, Direction::LeftToRight, Some(Script::LATIN), None, &[]);
        Self { data, name, font, rtl, ltr }
    }
}

static REGULAR: LazyLock<Source> =
    LazyLock::new(|| Source::new(include_bytes!("../../fonts/IBMPlexSansArabic-Regular.ttf"), "IBMPlexSansArabic"));
static SEMI_BOLD: LazyLock<Source> =
    LazyLock::new(|| Source::new(include_bytes!("../../fonts/IBMPlexSansArabic-SemiBold.ttf"), "IBMPlexSansArabic-SemiBold"));

/// The font of a weight.
pub(super) fn source(weight: Weight) -> &'static Source {
    match weight {
        Weight::Regular => &REGULAR,
        Weight::SemiBold => &SEMI_BOLD,
    }
}

/// A positioned glyph, in thousandths of the size; the glyphs of a line follow each other from left to right.
#[derive(Debug, Clone)]
pub(super) struct Glyph {
    pub(super) id: u16,
    pub(super) advance: i32,
    pub(super) dx: i32,
    pub(super) dy: i32,
    /// The letter that it represents; `None` for a mark on another letter.
    pub(super) letter: Option<char>,
}

/// A shaped line of text.
#[derive(Debug, Default)]
pub(super) struct Shaped {
    pub(super) glyphs: Vec<Glyph>,
    /// In thousandths of the size.
    pub(super) width: i32,
}

/// Direction control characters, which are not drawn.
const fn is_steering(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{061C}' | '\u{FEFF}' | '\u{00AD}')
}

/// The direction of a text's first strong character: true for right-to-left; `None` without one.
fn first_strong(text: &str) -> Option<bool> {
    let mut depth = 0_i32;
    for c in text.chars() {
        match c {
            '\u{2066}'..='\u{2068}' => depth += 1,
            '\u{2069}' => depth -= 1,
            _ if depth > 0 => {}
            _ => match unicode_bidi::bidi_class(c) {
                unicode_bidi::BidiClass::R | unicode_bidi::BidiClass::AL => return Some(true),
                unicode_bidi::BidiClass::L => return Some(false),
                _ => {}
            },
        }
    }
    None
}

/// Shapes lines and caches them: a name on two hundred documents is shaped once.
#[derive(Default)]
pub(super) struct Shaper {
    known: HashMap<(Weight, bool, String), Rc<Shaped>>,
}

impl Shaper {
    /// The direction of a text on a page of direction `is_page_rtl`: that of its own first strong character.
    pub(super) fn direction(text: &str, is_page_rtl: bool) -> bool {
        first_strong(text).unwrap_or(is_page_rtl)
    }

    /// Shapes one line in the given direction.
    pub(super) fn line(&mut self, text: &str, weight: Weight, is_rtl: bool) -> Rc<Shaped> {
        if let Some(known) = self.known.get(&(weight, is_rtl, text.to_owned())) {
            return known.clone();
        }
        let shaped = Rc::new(shape(text, weight, is_rtl));
        self.known.insert((weight, is_rtl, text.to_owned()), shaped.clone());
        shaped
    }

    /// Wraps a text into lines no wider than `width` thousandths of the size. A wider word is broken.
    pub(super) fn wrap(&mut self, text: &str, weight: Weight, is_rtl: bool, width: i32) -> Vec<String> {
        let mut lines = Vec::new();
        for paragraph in text.lines() {
            let mut line = String::new();
            for word in paragraph.split(' ').filter(|w| !w.is_empty()) {
                let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
                if self.line(&longer, weight, is_rtl).width <= width {
                    line = longer;
                    continue;
                }
                if !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                line = self.cut(word, weight, is_rtl, width, &mut lines);
            }
            if !line.is_empty() {
                lines.push(line);
            }
        }
        lines
    }

    /// Breaks a word that is wider than the line; returns the rest.
    fn cut(&mut self, word: &str, weight: Weight, is_rtl: bool, width: i32, lines: &mut Vec<String>) -> String {
        let mut piece = String::new();
        for c in word.chars() {
            piece.push(c);
            if self.line(&piece, weight, is_rtl).width > width && piece.chars().count() > 1 {
                piece.pop();
                lines.push(std::mem::take(&mut piece));
                piece.push(c);
            }
        }
        piece
    }
}

fn shape(text: &str, weight: Weight, is_rtl: bool) -> Shaped {
    let source = source(weight);
    let font = ShaperFont::new(&source.font);
    let level = if is_rtl { Level::rtl() } else { Level::ltr() };
    let info = BidiInfo::new(text, Some(level));
    let mut shaped = Shaped::default();
    for paragraph in &info.paragraphs {
        let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let is_run_rtl = levels[run.start].is_rtl();
            // Characters that the font lacks (mostly emoji) are left out instead of shown as a box.
            let letters: String = text[run]
                .chars()
                .filter(|c| !is_steering(*c))
                .map(|c| if c.is_whitespace() { ' ' } else { c })
                .filter(|c| font.nominal_glyph(u32::from(*c)).is_some())
                .collect();
            shape_run(&font, if is_run_rtl { &source.rtl } else { &source.ltr }, &letters, &mut shaped);
        }
    }
    shaped
}

/// Adds the glyphs of a run of one direction, from left to right.
fn shape_run(font: &ShaperFont<'_, '_>, plan: &ShapePlan, text: &str, out: &mut Shaped) {
    if text.is_empty() {
        return;
    }
    let mut buffer = Buffer::new();
    buffer.push_str(text);
    buffer.set_direction(plan.direction());
    buffer.set_script(plan.script());
    buffer.set_flags(BufferFlags::REMOVE_DEFAULT_IGNORABLES);
    if harfrust::shape(font, &mut buffer, ShapeOptions::new().plan(Some(plan))).is_err() {
        return;
    }
    let mut starts: Vec<usize> = buffer.glyph_infos().iter().map(|g| g.cluster as usize).collect();
    starts.sort_unstable();
    starts.dedup();
    let text_of = |start: usize| {
        let next = starts.partition_point(|s| *s <= start);
        &text[start..starts.get(next).copied().unwrap_or(text.len())]
    };
    let glyphs: Vec<_> = buffer.glyph_infos().iter().zip(buffer.glyph_positions()).collect();
    let blank = font.nominal_glyph(u32::from(' ')).map_or(0, |g| u16::try_from(g.to_u32()).unwrap_or(0));
    for (n, (glyph, at)) in glyphs.iter().enumerate() {
        // The widest glyph of a cluster represents the letter; the others are marks.
        let is_speaker = !glyphs.iter().enumerate().any(|(m, (other, other_glyph))| {
            other.cluster == glyph.cluster
                && (other_glyph.x_advance > at.x_advance || (other_glyph.x_advance == at.x_advance && m < n))
        });
        let mut letters: Vec<char> = if is_speaker { text_of(glyph.cluster as usize).chars().collect() } else { Vec::new() };
        if plan.direction() == Direction::RightToLeft {
            letters.reverse();
        }
        let count = i32::try_from(letters.len()).unwrap_or(1).max(1);
        let share = at.x_advance / count;
        let first = if count > 1 { at.x_advance - share * (count - 1) } else { at.x_advance };
        let mut letters = letters.into_iter();
        out.glyphs.push(Glyph {
            id: u16::try_from(glyph.glyph_id).unwrap_or(0),
            advance: first,
            dx: at.x_offset,
            dy: at.y_offset,
            letter: letters.next(),
        });
        // The letters of a ligature get an empty glyph each with a share of its width: PDF readers extract the letters of one
        // glyph in either order, those of separate glyphs in the right one.
        out.glyphs.extend(letters.map(|letter| Glyph {
            id: blank,
            advance: share,
            dx: 0,
            dy: at.y_offset,
            letter: Some(letter),
        }));
        out.width += at.x_advance;
    }
}

/// The meaning of a character code of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Coded {
    pub(super) glyph: u16,
    pub(super) letter: Option<char>,
    /// In thousandths of the size.
    pub(super) width: i32,
}

/// The character codes of a font in one file.
#[derive(Default)]
pub(super) struct Codes {
    known: HashMap<Coded, u16>,
    /// By code, from 1; code 0 is unused.
    pub(super) list: Vec<Coded>,
}

impl Codes {
    /// The code of a glyph that represents a letter at this width: kerned letters have codes of their own, because PDF readers
    /// take a gap between codes for a space.
    pub(super) fn code_for(&mut self, glyph: &Glyph, width: i32) -> u16 {
        let coded = Coded { glyph: glyph.id, letter: glyph.letter, width };
        *self.known.entry(coded).or_insert_with(|| {
            self.list.push(coded);
            u16::try_from(self.list.len()).unwrap_or(u16::MAX)
        })
    }
}
