import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconClipboardCopy,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeClosed,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useShared } from '@/shared/i18n/use-shared';
import { useThemeText } from './i18n';
import type { Section } from './theme-editor.api';
import type { SectionActs } from './use-section-acts';

/** The actions of a section; fewer where its place is fixed. */
export function SectionRowMenu({
  section,
  name,
  acts,
  onRename,
}: {
  section: Section;
  name: string;
  acts: SectionActs;
  onRename: (section: Section) => void;
}) {
  const t = useThemeText();
  const s = useShared();
  const isSortable = section.zone === 'sortable';
  const EyeIcon = section.is_active ? IconEyeClosed : IconEye;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon size={30} aria-label={t('rowMenu', { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onRename(section)}>
          {t('rename')}
        </Menu.Item>
        {section.zone !== 'settings' && (
          <Menu.Item leftSection={<EyeIcon size={16} aria-hidden />} onClick={() => acts.toggle(section)}>
            {t(section.is_active ? 'hide' : 'show')}
          </Menu.Item>
        )}
        {isSortable && (
          <>
            <Menu.Item
              leftSection={<IconCopy size={16} aria-hidden />}
              disabled={!acts.hasRoom(section.slug)}
              onClick={() => void acts.duplicate(section)}
            >
              {t('duplicate')}
            </Menu.Item>
            <Menu.Item leftSection={<IconClipboardCopy size={16} aria-hidden />} onClick={() => acts.copy(section)}>
              {t('copy')}
            </Menu.Item>
            {acts.canMove(section, -1) && (
              <Menu.Item
                leftSection={<IconArrowUp size={16} aria-hidden />}
                onClick={() => void acts.move(section, -1)}
              >
                {t('moveUp')}
              </Menu.Item>
            )}
            {acts.canMove(section, 1) && (
              <Menu.Item
                leftSection={<IconArrowDown size={16} aria-hidden />}
                onClick={() => void acts.move(section, 1)}
              >
                {t('moveDown')}
              </Menu.Item>
            )}
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => void acts.remove(section)}
            >
              {s('delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
