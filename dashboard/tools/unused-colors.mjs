/** Palettes of Mantine's that no part uses: the app's own colours are in `shared/ui/theme.ts`. */
export const unusedColors = ['pink', 'grape', 'violet', 'indigo', 'cyan', 'lime', 'teal'];

const palette = new RegExp(`^\\t(?:${unusedColors.join('|')}): \\[[^\\]]*\\],?\\n`, 'gm');

/** The source of Mantine's palettes without the unused ones, whose variables would be written into every page. */
export function withoutUnused(code) {
  let count = 0;
  const shorter = code.replace(palette, () => {
    count += 1;
    return '';
  });
  if (count !== unusedColors.length) throw new Error(`Mantine's palettes have another form: found ${count}`);
  return shorter;
}

/** Leaves the unused palettes out of the build. */
export const withoutUnusedColors = () => ({
  name: 'unused-colors',
  transform: {
    filter: { id: /@mantine\/core\/esm\/core\/MantineProvider\/default-colors\.mjs$/ },
    handler: (code) => ({ code: withoutUnused(code), map: null }),
  },
});
