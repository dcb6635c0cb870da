import { useQuery } from '@tanstack/react-query';
import { download } from '@/shared/api/client';
import { apiQuery } from '@/shared/api/query';
import type { Schema } from '@/shared/api/wire-schema';

type Font = Schema<'ThemeFont'>;

const fontsQuery = (theme: string) => apiQuery('/themes/{theme}/fonts', { path: { theme }, quiet: true });

/**
 * Adds the faces of a font to the document; the family that they have there. The bytes come through the API: the policy of the dashboard
 * admits no font from the store's address, and no address of its own has the files of a theme that was uploaded.
 */
async function addFaces(theme: string, { faces }: Font): Promise<string> {
  const family = `theme-${faces[0]?.file}`;
  const load = async ({ file, unicode_range: unicodeRange }: Font['faces'][number]) => {
    const { blob } = await download('/themes/{theme}/fonts/{file}', { path: { theme, file }, quiet: true });
    const range = unicodeRange === null ? {} : { unicodeRange };
    return new FontFace(family, await blob.arrayBuffer(), { ...range, display: 'swap' }).load();
  };
  for (const face of await Promise.all(faces.map(load))) document.fonts.add(face);
  return family;
}

/** The CSS families that a font of a theme is shown in; undefined until its files are there, and where they cannot be read. */
export function useThemeFont(theme: string, value: string): string | undefined {
  const fonts = useQuery(fontsQuery(theme));
  const font = fonts.data?.find((each) => each.value === value);
  const faces = useQuery({
    // Named by what they hold: those of another theme may be the same.
    queryKey: ['theme-font-faces', font?.faces.map(({ file }) => file)],
    queryFn: () => (font ? addFaces(theme, font) : ''),
    enabled: font !== undefined && font.faces.length > 0,
    staleTime: 'static',
    gcTime: Infinity,
    retry: false,
  });
  if (!font) return undefined;
  if (font.faces.length === 0) return font.family;
  return faces.data && `'${faces.data}', ${font.family}`;
}
