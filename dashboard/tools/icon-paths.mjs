/** Nodes of an icon of `@tabler/icons-react`: `[["path", { d, key }], ...]`. */
const nodes = /const __iconNode = (\[.*\]);/;

const isPath = ([tag, attributes]) =>
  tag === 'path' &&
  Object.keys(attributes).every((name) => ['d', 'key'].includes(name)) &&
  attributes.d.startsWith('M');

/**
 * The source of an icon with its paths joined into one. An outline icon strokes all of them alike, so it looks the same;
 * a row of a list has some ten elements fewer. Filled icons stay: one path would leave holes where two overlap.
 */
export function joinPaths(code) {
  if (!code.includes('createReactComponent("outline"')) return code;
  return code.replace(nodes, (whole, list) => {
    const paths = JSON.parse(list);
    if (paths.length < 2 || !paths.every(isPath)) return whole;
    const d = paths.map(([, attributes]) => attributes.d).join('');
    return `const __iconNode = ${JSON.stringify([['path', { d, key: 'svg-0' }]])};`;
  });
}

/** Joins the paths of every icon in the build. */
export const iconPaths = () => ({
  name: 'icon-paths',
  transform: {
    filter: { id: /@tabler\/icons-react\/dist\/esm\/icons\/Icon\w+\.mjs$/ },
    handler: (code) => ({ code: joinPaths(code), map: null }),
  },
});
