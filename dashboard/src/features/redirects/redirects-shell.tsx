import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useMayOpen } from '@/modules/screens/screens';
import { saveFile } from '@/shared/api/save-file';
import { useCan } from '@/shared/session/session';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { LinkButton } from '@/shared/ui/link-button';
import { LinkTabs } from '@/shared/ui/link-tabs';
import { PageHeader } from '@/shared/ui/page';
import { useRedirectText } from './i18n';
import { exportFile } from './redirects.api';

const ImportDialog = lazyDialog(() => import('./import-dialog'));

/** The redirects (ST-08) of old links, and the links that visitors tried in vain: two tabs of one place. */
export function RedirectsShell() {
  const t = useRedirectText();
  const [importing, setImporting] = useState(false);
  const mayCreate = useCan('create', 'Page');
  const mayUpdate = useCan('update', 'Page');
  const mayAdd = useMayOpen('/settings/store/redirects/$id') && mayCreate;
  const more: HeaderAction[] = [
    {
      key: 'export',
      label: t('export'),
      icon: IconDownload,
      onClick: () => void saveFile(exportFile).catch(() => undefined),
    },
  ];
  if (mayCreate && mayUpdate) {
    more.unshift({ key: 'import', label: t('import'), icon: IconUpload, onClick: () => setImporting(true) });
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        more={more}
        actions={
          mayAdd && (
            <LinkButton
              to="/settings/store/redirects/$id"
              params={{ id: 'new' }}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              {t('add')}
            </LinkButton>
          )
        }
      />
      <LinkTabs
        label={t('title')}
        tabs={[
          { link: { to: '/settings/store/redirects' }, label: t('tab.list'), isExact: true },
          { link: { to: '/settings/store/redirects/missed' }, label: t('tab.missed') },
        ]}
      />
      <Outlet />
      {importing && (
        <Suspense fallback={null}>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}
