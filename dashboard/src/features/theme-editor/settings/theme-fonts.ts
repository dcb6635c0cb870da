import cairoArabic from '../../../../../themes/two/assets/cairo-arabic-400.woff2?url';
import cairoLatin from '../../../../../themes/two/assets/cairo-latin-400.woff2?url';
import alexandriaArabic from '../../../../../themes/three/assets/alexandria-arabic-400.woff2?url';
import alexandriaLatin from '../../../../../themes/three/assets/alexandria-latin-400.woff2?url';

const arabic = 'U+0600-06FF, U+200C-200E, U+FB50-FDFF, U+FE70-FEFC';
const latin = 'U+0000-00FF, U+2000-200B, U+200F';

const files = [
  ['Theme cairo', cairoArabic, arabic],
  ['Theme cairo', cairoLatin, latin],
  ['Theme alexandria', alexandriaArabic, arabic],
  ['Theme alexandria', alexandriaLatin, latin],
] as const;

/** The families of the themes' own fonts, by the values of the setting. The dashboard itself is set in Plex. */
const families: Readonly<Record<string, string>> = {
  plex: "'IBM Plex Sans Arabic', sans-serif",
  cairo: "'Theme cairo', sans-serif",
  alexandria: "'Theme alexandria', sans-serif",
  system: "system-ui, 'Segoe UI', Tahoma, 'Geeza Pro', sans-serif",
};

let isAdded = false;

/** The CSS family of a font; undefined for one that the dashboard does not have. The browser fetches a file when it is shown. */
export function themeFamily(font: string): string | undefined {
  // A test's document has no fonts.
  if (!isAdded && typeof FontFace === 'function') {
    isAdded = true;
    for (const [family, url, unicodeRange] of files)
      document.fonts.add(new FontFace(family, `url(${url}) format('woff2')`, { unicodeRange, display: 'swap' }));
  }
  return families[font];
}
