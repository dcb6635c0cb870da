import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCalendarOff,
  IconDots,
  IconHistory,
  IconCommand,
  IconLink,
  IconLinkOff,
  IconRestore,
} from '@tabler/icons-react';
import { useThemeText } from './i18n';
import type { ThemeEditor } from './use-theme-editor';

/** What the menu of the bar does. */
export interface MoreActs {
  share: () => void;
  stopSharing: () => void;
  versions: () => void;
  discard: () => void;
  cancelSchedule: () => void;
  shortcuts: () => void;
}

/** What is needed less often. */
export function MoreMenu({ editor, acts }: { editor: ThemeEditor; acts: MoreActs }) {
  const t = useThemeText();
  const { mayEdit, theme, state } = editor;
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon size={36} aria-label={t('more')}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEdit && (
          <>
            <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={acts.share}>
              {t('share')}
            </Menu.Item>
            <Menu.Item leftSection={<IconLinkOff size={16} aria-hidden />} onClick={acts.stopSharing}>
              {t('stopSharing')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={acts.versions}>
          {t('versions')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCommand size={16} aria-hidden />} onClick={acts.shortcuts}>
          {t('shortcuts')}
        </Menu.Item>
        {mayEdit && (
          <>
            <Menu.Divider />
            {theme.scheduled !== null && (
              <Menu.Item leftSection={<IconCalendarOff size={16} aria-hidden />} onClick={acts.cancelSchedule}>
                {t('cancelSchedule')}
              </Menu.Item>
            )}
            <Menu.Item
              color="red"
              leftSection={<IconRestore size={16} className="flip" aria-hidden />}
              disabled={!theme.has_changes && state.saveState === 'saved'}
              onClick={acts.discard}
            >
              {t('discard')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
