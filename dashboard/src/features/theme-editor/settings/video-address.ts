export type VideoProvider = 'youtube' | 'vimeo' | 'file';

const isYoutube = (id: string | undefined | null) => /^[\w-]{11}$/.test(id ?? '');

/** Where the video of an address comes from, as the server judges it; null for an address that a page can not show. */
export function videoProvider(input: string): VideoProvider | null {
  const text = input.trim();
  if (/[\s"'<>\\]/.test(text)) return null;
  let url: URL;
  try {
    url = new URL(text.includes('://') ? text : `https://${text}`);
  } catch {
    return null;
  }
  if (url.protocol !== 'https:') return null;
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  const parts = url.pathname.split('/').filter(Boolean);
  if (['youtube.com', 'youtube-nocookie.com', 'music.youtube.com'].includes(host)) {
    const [kind, id] = parts;
    if (kind === 'watch') return isYoutube(url.searchParams.get('v')) ? 'youtube' : null;
    return ['embed', 'shorts', 'live', 'v'].includes(kind ?? '') && isYoutube(id) ? 'youtube' : null;
  }
  if (host === 'youtu.be') return isYoutube(parts[0]) ? 'youtube' : null;
  if (host === 'vimeo.com' || host === 'player.vimeo.com')
    return /^\/(?:video\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/)?\d{1,12}(?:\/[a-z\d]{6,20})?\/?$/i.test(
      url.pathname,
    )
      ? 'vimeo'
      : null;
  return host.includes('.') && text.includes('://') && /\.(?:mp4|webm)$/i.test(url.pathname) ? 'file' : null;
}
