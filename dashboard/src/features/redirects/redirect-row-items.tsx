import { Menu } from '@mantine/core';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { copyText } from '@/shared/ui/copy';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';
import { useRedirectText } from './i18n';
import type { RedirectView } from './redirects.api';
import { useRemoveRedirect } from './use-remove-redirect';

/** The menu of a redirect's row. */
export default function RedirectRowItems({ redirect }: { redirect: RedirectView }) {
  const t = useRedirectText();
  const s = useShared();
  const mayUpdate = useCan('update', 'Page');
  const mayDelete = useCan('delete', 'Page');
  const remove = useRemoveRedirect();
  return (
    <>
      {mayUpdate && (
        <LinkMenuItem
          to="/settings/store/redirects/$id"
          params={{ id: redirect.id }}
          search={true}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {s('edit')}
        </LinkMenuItem>
      )}
      <Menu.Item
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copyText(redirect.address, { done: s('copied') })}
      >
        {t('copy')}
      </Menu.Item>
      {mayDelete && (
        <>
          <Menu.Divider />
          <Menu.Item
            c="var(--bad)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void remove(redirect)}
          >
            {s('delete')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
