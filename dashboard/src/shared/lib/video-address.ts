export type VideoProvider = 'youtube' | 'vimeo' | 'file';

export interface Video {
  provider: VideoProvider;
  /** The address as the server keeps it. */
  address: string;
}

/**
 * The video of an address as people copy it, as the server reads it (`crates/platform/src/video.rs`); null for an
 * address that a page can not show.
 */
export function readVideo(input: string): Video | null {
  const text = input.trim();
  if (/[\s\p{Cc}"'<>\\]/u.test(text)) return null;
  const scheme = text.indexOf('://');
  // Without a scheme it was typed from a screen.
  if (scheme >= 0 && text.slice(0, scheme) !== 'https') return null;
  const rest = scheme >= 0 ? text.slice(scheme + 3) : text;
  const slash = rest.indexOf('/');
  if (slash < 0) return null;
  const host = rest
    .slice(0, slash)
    .toLowerCase()
    .replace(/^(?:www|m)\./, '');
  const [whole = ''] = rest.slice(slash + 1).split('#');
  const mark = whole.indexOf('?');
  const [path, query] = mark < 0 ? [whole, ''] : [whole.slice(0, mark), whole.slice(mark + 1)];
  const parts = path.split('/').filter(Boolean);
  switch (host) {
    case 'youtube.com':
    case 'youtube-nocookie.com':
    case 'music.youtube.com':
      return youtube(youtubeId(parts, query));
    case 'youtu.be':
      return youtube(parts[0]);
    case 'vimeo.com':
    case 'player.vimeo.com':
      return vimeo(parts, query);
    default:
      return file(text, host, path);
  }
}

const parameter = (query: string, name: string) =>
  query
    .split('&')
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

function youtubeId([kind = '', id]: string[], query: string) {
  if (kind === 'watch') return parameter(query, 'v');
  return ['embed', 'shorts', 'live', 'v'].includes(kind) ? id : undefined;
}

const youtube = (id: string | undefined): Video | null =>
  id && /^[\w-]{11}$/.test(id) ? { provider: 'youtube', address: `https://www.youtube.com/watch?v=${id}` } : null;

function vimeo(parts: string[], query: string): Video | null {
  // One that only its link opens has a key.
  const [, id, key = ''] =
    /^(?:video\/)?(\d{1,12})$/.exec(parts.join('/')) ??
    /^(\d{1,12})\/([^/]+)$/.exec(parts.join('/')) ??
    /^(?:channels\/[^/]+|groups\/[^/]+\/videos)\/(\d{1,12})$/.exec(parts.join('/')) ??
    [];
  if (!id) return null;
  const isPlain = parts.length === 1 || parts[0] === 'video';
  const own = isPlain ? (parameter(query, 'h') ?? '') : key;
  if (own && !/^[a-z\d]{6,20}$/i.test(own)) return null;
  return { provider: 'vimeo', address: `https://vimeo.com/${id}${own && `/${own}`}` };
}

function file(text: string, host: string, path: string): Video | null {
  // A page with a lock shows nothing that comes without one.
  const isFile =
    text.startsWith('https://') && /\.(?:mp4|webm)$/i.test(path) && /^[a-z\d.:-]*\.[a-z\d.:-]*$/.test(host);
  return isFile && isUrl(text) ? { provider: 'file', address: text } : null;
}

function isUrl(text: string) {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}
