import { Menu } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useShared } from '@/shared/i18n/use-shared';
import { useGalleryText } from './i18n';

/** The items of a theme's menu. */
export default function ThemeMenuItems({
  onDownload,
  onDelete,
}: {
  onDownload: () => void;
  /** Absent for the program's themes and the one that shoppers see. */
  onDelete: (() => void) | undefined;
}) {
  const t = useGalleryText();
  const s = useShared();
  return (
    <>
      <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={onDownload}>
        {t('download')}
      </Menu.Item>
      {onDelete && (
        <>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            {s('delete')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
