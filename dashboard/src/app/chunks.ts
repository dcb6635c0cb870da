import { mayReload } from '@/shared/api/build';
import { useShared } from '@/shared/i18n/use-shared';
import { confirm } from '@/shared/ui/confirm';
import { useAppText } from './i18n';

/** SH-06: a part of the program that has not arrived after this time is reported. */
export const chunkTimeout = 120_000;

const offerReload = async () => {
  // Without a line a reload ends in the browser's own error page, and over a form it loses what was written.
  if (!mayReload()) return;
  const reload = await confirm({
    title: useAppText.now('chunk.title'),
    text: useAppText.now('chunk.text'),
    confirm: useShared.now('reload'),
  });
  if (reload && mayReload()) location.reload();
};

/** Started when the router waits for a page, stopped when it has it. */
export function watchPending(): () => void {
  const timer = setTimeout(() => void offerReload(), chunkTimeout);
  return () => clearTimeout(timer);
}
