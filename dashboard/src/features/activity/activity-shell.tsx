import { Outlet } from '@tanstack/react-router';
import { LinkTabs } from '@/shared/ui/link-tabs';
import { useActivityText } from './i18n';
import { useActivityTabs } from './tabs';

/** One place for what happened and what waits for an answer: a tab for each history, above its page. */
export function ActivityShell() {
  const t = useActivityText();
  return (
    <>
      <LinkTabs label={t('title')} tabs={useActivityTabs()} />
      <Outlet />
    </>
  );
}
