/** Font files of the weights that the first screen uses. */
const first = /ibm-plex-sans-arabic-(arabic|latin)-(?:400|600)-normal-[^/]*\.woff2$/;

/** A build's font files of the first screen, by language. */
export function fontsOf(files) {
  const of = (script) => files.filter((file) => first.exec(file)?.[1] === script).toSorted();
  return { ar: of('arabic'), en: of('latin') };
}

/**
 * Writes the names of the fonts into the document as data. Only the browser knows which of them are needed
 * (public/boot.js): the language is chosen there, and a CSP that forbids inline scripts allows a `meta`.
 */
export const fontData = () => ({
  name: 'font-data',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.entries(fontsOf(Object.keys(bundle ?? {})))
        .filter(([, files]) => files.length > 0)
        .map(([language, files]) => ({
          tag: 'meta',
          attrs: { name: `fonts-${language}`, content: files.map((file) => `/${file}`).join(' ') },
          injectTo: 'head-prepend',
        })),
  },
});
