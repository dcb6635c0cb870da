import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useShared } from '@/shared/i18n/use-shared';
import { useMenuText } from './i18n';
import { maxLevels, type LinkRow, type MenuLink } from './menu-tree';

/** What can be done with a link. */
export interface LineActs {
  edit: (link: MenuLink) => void;
  addBelow: (link: MenuLink) => void;
  duplicate: (link: MenuLink) => void;
  /** Whether it can change places with its neighbour of the same level before (-1) or after it (1). */
  canMove: (link: MenuLink, step: -1 | 1) => boolean;
  move: (link: MenuLink, step: -1 | 1) => void;
  remove: (link: MenuLink) => void;
}

/** The actions of a row. */
export function LinkLineMenu({ row, name, acts }: { row: LinkRow; name: string; acts: LineActs }) {
  const t = useMenuText();
  const s = useShared();
  const { link, depth } = row;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={t('rowMenu', { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => acts.edit(link)}>
          {s('edit')}
        </Menu.Item>
        {depth + 1 < maxLevels && (
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => acts.addBelow(link)}>
            {t('addBelow')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => acts.duplicate(link)}>
          {t('duplicate')}
        </Menu.Item>
        {acts.canMove(link, -1) && (
          <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={() => acts.move(link, -1)}>
            {t('moveUp')}
          </Menu.Item>
        )}
        {acts.canMove(link, 1) && (
          <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={() => acts.move(link, 1)}>
            {t('moveDown')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => acts.remove(link)}>
          {s('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
