// IBM Plex Sans Arabic, only the subsets that the product needs, so that no other file is fetched. The font faces are
// added by a script and not by a stylesheet: whenever the stylesheet of another chunk loads, Chromium rebuilds all font
// faces of stylesheets and fetches them again, and meanwhile the page shows a fallback font, which shifts the layout
// under the pointer.
import arabic400 from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2?url';
import arabic500 from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-500-normal.woff2?url';
import arabic600 from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2?url';
import latin400 from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-400-normal.woff2?url';
import latin500 from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-500-normal.woff2?url';
import latin600 from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-600-normal.woff2?url';

const arabic =
  'U+0600-06FF, U+0750-077F, U+0870-088E, U+0890-0891, U+0898-08E1, U+08E3-08FF, U+200C-200E, U+2010-2011, U+204F, U+2E41, U+FB50-FDFF, U+FE70-FE74, U+FE76-FEFC';
const latin =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';

const faces = [
  [arabic400, '400', arabic],
  [arabic500, '500', arabic],
  [arabic600, '600', arabic],
  [latin400, '400', latin],
  [latin500, '500', latin],
  [latin600, '600', latin],
] as const;

/** Registers the fonts; the browser fetches a file when a page first uses one of its characters. */
export function addFonts(): void {
  for (const [url, weight, unicodeRange] of faces)
    document.fonts.add(
      new FontFace('IBM Plex Sans Arabic', `url(${url}) format('woff2')`, { weight, unicodeRange, display: 'swap' }),
    );
}
