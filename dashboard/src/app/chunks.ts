import { mayReload } from '@/shared/api/build';
import { useShared } from '@/shared/i18n/use-shared';
import { confirm } from '@/shared/ui/confirm';
import { useAppText } from './i18n';

/** SH-06: a chunk that has not arrived after this time is reported. */
export const chunkTimeout = 120_000;

const offerReload = async () => {
  // Offline, a reload would end in the browser's own error page, and over a form it would lose input.
  if (!mayReload()) return;
  const reload = await confirm({
    title: useAppText.now('chunk.title'),
    text: useAppText.now('chunk.text'),
    confirm: useShared.now('reload'),
  });
  if (reload && mayReload()) location.reload();
};

/** Starts while the router loads a page, stops when it has loaded. */
export function watchPending(): () => void {
  const timer = setTimeout(() => void offerReload(), chunkTimeout);
  return () => clearTimeout(timer);
}
