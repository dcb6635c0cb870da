import { Menu } from '@mantine/core';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { useSegmentText } from './i18n';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';

/** What can be done with a segment. */
export default function SegmentItems({ id, onDelete }: { id: string; onDelete: () => void }) {
  const t = useSegmentText();
  const to = '/customers/segments/$segment';
  return (
    <>
      <LinkMenuItem to={to} params={{ segment: id }} leftSection={<IconPencil size={16} aria-hidden />}>
        {t('edit')}
      </LinkMenuItem>
      <LinkMenuItem
        to={to}
        params={{ segment: 'new' }}
        search={{ from: id }}
        leftSection={<IconCopy size={16} aria-hidden />}
      >
        {t('duplicate')}
      </LinkMenuItem>
      <Menu.Item c="var(--bad)" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
        {t('delete')}
      </Menu.Item>
    </>
  );
}
