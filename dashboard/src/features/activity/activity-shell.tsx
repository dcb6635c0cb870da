import { Outlet } from '@tanstack/react-router';
import { LinkTabs } from '@/shared/ui/link-tabs';
import { PageHeader } from '@/shared/ui/page';
import { useActivityText } from './i18n';
import { useActivityTabs } from './tabs';

/**
 * One place for what happened and what waits for an answer: a tab for each history. The title is the place's, so that it
 * stays while tabs are changed; the histories have none of their own.
 */
export function ActivityShell() {
  const t = useActivityText();
  return (
    <>
      <PageHeader title={t('title')} />
      <LinkTabs label={t('title')} tabs={useActivityTabs()} />
      <Outlet />
    </>
  );
}
