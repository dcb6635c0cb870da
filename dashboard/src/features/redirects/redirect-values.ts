import type { SchemaIn } from '@/shared/api/wire-schema';
import type { useRedirectText } from './i18n';
import type { RedirectView } from './redirects.api';

/** The form of a redirect. */
export interface RedirectValues {
  address: string;
  target: string;
  kind: 'permanent' | 'temporary';
}

export const valuesOf = (redirect: RedirectView | null, address = ''): RedirectValues => ({
  address: redirect?.address ?? address,
  target: redirect?.target ?? '',
  kind: (redirect?.is_permanent ?? true) ? 'permanent' : 'temporary',
});

export const bodyOf = ({ address, target, kind }: RedirectValues): SchemaIn<'NewRedirect'> => ({
  address: address.trim(),
  target: target.trim(),
  is_permanent: kind === 'permanent',
});

const withoutEnd = (path: string) => path.trim().replace(/\/+$/, '');

/** What is told of a redirect that was saved: that it waits for a page to go, or leads elsewhere than was written. */
export function savedMessage(
  saved: Pick<RedirectView, 'target' | 'is_waiting'>,
  { target }: Pick<RedirectValues, 'target'>,
): Parameters<typeof useRedirectText.now> {
  if (saved.is_waiting) return ['form.savedWaiting'];
  // An address of the store itself is stored as its path, an encoded one as it is read.
  const isWritten = target.startsWith('/') && !target.includes('%') && withoutEnd(saved.target) !== withoutEnd(target);
  return isWritten ? ['form.savedOn', { target: `\u2068${saved.target}\u2069` }] : ['form.saved'];
}
