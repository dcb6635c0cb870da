import { ActionIcon, Button, SegmentedControl, Select, VisuallyHidden } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDeviceDesktop,
  IconDeviceTablet,
  IconDeviceIpadHorizontal,
  IconUsers,
} from '@tabler/icons-react';
import { formatDate } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { BackIcon } from '@/shared/ui/icons';
import { LinkActionIcon } from '@/shared/ui/link-action-icon';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Tip } from '@/shared/ui/tip';
import { usePageLabel } from './editor-pages';
import { useThemeText } from './i18n';
import { MoreMenu, type MoreActs } from './more-menu';
import type { Device } from './preview-pane';
import { SaveStateLine } from './save-state';
import type { Theme } from './theme-editor.api';
import classes from './theme-editor.module.css';
import type { EditorPage } from './theme-editor.search';
import type { ThemeEditor } from './use-theme-editor';

const devices = { desktop: IconDeviceDesktop, tablet: IconDeviceIpadHorizontal, mobile: IconDeviceTablet };

/** The editor's own bar. */
export function TopBar({
  editor,
  others,
  device,
  onDevice,
  more,
  onPublish,
}: {
  editor: ThemeEditor;
  /** The names of the others who have the draft open. */
  others: readonly string[];
  device: Device;
  onDevice: (device: Device) => void;
  more: MoreActs;
  onPublish: () => void;
}) {
  const t = useThemeText();
  const { theme, page, state, session } = editor;
  const pageLabel = usePageLabel(theme);
  return (
    <header className={classes.bar}>
      <div className={classes.barStart}>
        <Tip label={t('back')}>
          <LinkActionIcon to="/" aria-label={t('back')}>
            <BackIcon size={20} />
          </LinkActionIcon>
        </Tip>
        <div className={classes.barTitle}>
          <div className={classes.barName}>
            <h1>
              <bdi>{editor.nameOf(theme)}</bdi>
            </h1>
            <ThemeState theme={theme} />
          </div>
          {editor.mayEdit && (
            <SaveStateLine
              state={state.saveState}
              wrong={state.wrong}
              onRetry={session.retry}
              onWrong={editor.showWrong}
            />
          )}
        </div>
      </div>
      <div className={classes.barPage}>
        <Select
          className={classes.pageSelect}
          aria-label={t('page')}
          allowDeselect={false}
          value={page}
          onChange={(value) => value && editor.openPage(value as EditorPage)}
          maxDropdownHeight={460}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
          data={editor.pages.map((value) => ({ value, label: pageLabel(value) }))}
        />
        <SegmentedControl
          className={classes.devices}
          aria-label={t('device')}
          value={device}
          onChange={(value) => onDevice(value as Device)}
          data={Object.entries(devices).map(([value, DeviceIcon]) => ({
            value,
            label: (
              <span className={classes.device}>
                <DeviceIcon size={18} stroke={1.6} aria-hidden />
                <VisuallyHidden>{t(`device.${value as Device}`)}</VisuallyHidden>
              </span>
            ),
          }))}
        />
      </div>
      <div className={classes.barEnd}>
        {others.length > 0 && <People names={others} />}
        {editor.mayEdit && <Steps editor={editor} />}
        <MoreMenu editor={editor} acts={more} />
        {editor.mayEdit && (
          <Button onClick={onPublish} disabled={!theme.has_changes && state.saveState === 'saved'}>
            {t('publish')}
          </Button>
        )}
      </div>
    </header>
  );
}

/** Whether shoppers see the draft as it is. */
function ThemeState({ theme }: { theme: Theme }) {
  const t = useThemeText();
  const { language } = useLanguage();
  if (theme.publish_at) {
    const at = formatDate(theme.publish_at, 'short', language);
    return (
      <Tip label={t('scheduledFor', { at })}>
        <span className={classes.badge}>
          <StatusBadge tone="blue">{t('state.scheduled')}</StatusBadge>
          <VisuallyHidden>{at}</VisuallyHidden>
        </span>
      </Tip>
    );
  }
  return (
    <span className={classes.badge}>
      <StatusBadge tone={theme.has_changes ? 'amber' : 'green'}>
        {t(theme.has_changes ? 'state.draft' : 'state.published')}
      </StatusBadge>
    </span>
  );
}

function People({ names }: { names: readonly string[] }) {
  const t = useThemeText();
  const [first = ''] = names;
  const text =
    names.length === 1 ? t('othersOne', { name: first }) : t('othersMore', { name: first, count: names.length - 1 });
  return (
    <Tip label={names.join('، ')}>
      <span className={classes.people} role="status">
        <IconUsers size={17} stroke={1.6} aria-hidden />
        <span className={classes.peopleText}>{text}</span>
      </span>
    </Tip>
  );
}

function Steps({ editor }: { editor: ThemeEditor }) {
  const t = useThemeText();
  const { canUndo, canRedo } = editor.state;
  return (
    <div className={classes.steps} role="group" aria-label={t('history')}>
      <Tip label={t('undo')}>
        <ActionIcon
          size={36}
          aria-label={t('undo')}
          aria-keyshortcuts="Control+Z"
          disabled={!canUndo}
          onClick={() => void editor.step('undo')}
        >
          <IconArrowBackUp size={20} className="flip" />
        </ActionIcon>
      </Tip>
      <Tip label={t('redo')}>
        <ActionIcon
          size={36}
          aria-label={t('redo')}
          aria-keyshortcuts="Control+Shift+Z"
          disabled={!canRedo}
          onClick={() => void editor.step('redo')}
        >
          <IconArrowForwardUp size={20} className="flip" />
        </ActionIcon>
      </Tip>
    </div>
  );
}
