import { Menu } from '@mantine/core';
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSegmentText } from './i18n';

/** What can be done with a segment. */
export default function SegmentItems({ id, onDelete }: { id: string; onDelete: () => void }) {
  const t = useSegmentText();
  const to = '/customers/segments/$segment';
  return (
    <>
      <Menu.Item
        component={Link}
        {...({ to, params: { segment: id } } as object)}
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {t('edit')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        {...({ to, params: { segment: 'new' }, search: { from: id } } as object)}
        leftSection={<IconCopy size={16} aria-hidden />}
      >
        {t('duplicate')}
      </Menu.Item>
      <Menu.Item c="var(--bad)" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
        {t('delete')}
      </Menu.Item>
    </>
  );
}
