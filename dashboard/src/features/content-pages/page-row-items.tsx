import { Menu } from '@mantine/core';
import { IconCopyPlus, IconExternalLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMayOpen } from '@/modules/screens/screens';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';
import type { PageRow } from './content-pages.api';
import { storeAddressOf } from './content-pages.model';
import { useContentPageText } from './i18n';
import { useRemovePage } from './use-remove-page';

/** The menu of a page's row. */
export default function PageRowItems({ page }: { page: PageRow }) {
  const t = useContentPageText();
  const s = useShared();
  const { language } = useLanguage();
  const mayCreate = useMayOpen('/settings/store/pages/new');
  const mayUpdate = useCan('update', 'Page');
  const mayDelete = useCan('delete', 'Page');
  const remove = useRemovePage();
  const address = storeAddressOf(page, language);
  return (
    <>
      {address && (
        <Menu.Item
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('view')}
        </Menu.Item>
      )}
      {mayUpdate && (
        <LinkMenuItem
          to="/settings/store/pages/$id"
          params={{ id: page.id }}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {s('edit')}
        </LinkMenuItem>
      )}
      {mayCreate && (
        <LinkMenuItem
          to="/settings/store/pages/new"
          search={{ from: page.id }}
          leftSection={<IconCopyPlus size={16} aria-hidden />}
        >
          {t('duplicate')}
        </LinkMenuItem>
      )}
      {mayDelete && (
        <>
          <Menu.Divider />
          <Menu.Item c="var(--bad)" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void remove(page)}>
            {s('delete')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
