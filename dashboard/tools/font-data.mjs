/** The weights of the first screen. */
const first = /ibm-plex-sans-arabic-(arabic|latin)-(?:400|600)-normal-[^/]*\.woff2$/;

/** The files of a build that hold the first screen's letters, by language. */
export function fontsOf(files) {
  const of = (script) => files.filter((file) => first.exec(file)?.[1] === script).toSorted();
  return { ar: of('arabic'), en: of('latin') };
}

/**
 * Writes the names of the fonts into the document as data. Which of them are needed only the browser knows (public/boot.js):
 * the language is chosen there, and a policy that allows no inline script allows a `meta`.
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
