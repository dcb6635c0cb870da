import { ActionIcon, Alert, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconEye,
  IconEyeClosed,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import { useId } from 'react';
import type { HandleProps } from '@/shared/dnd/sortable';
import tree from '@/shared/dnd/tree.module.css';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { ForwardIcon } from '@/shared/ui/icons';
import type { Block, BlockSchema } from '../theme-editor.api';
import { titleOf } from './blocks';
import { useSettingsText } from './i18n';
import { groupsOf, messagesAt, messagesElsewhere } from './setting-rules';
import { SettingList, type SettingsForm } from './setting-list';
import classes from './settings.module.css';
import type { BlockActs } from './use-block-acts';
import type { Errors } from './use-fields';

interface RowProps {
  block: Block;
  kind: BlockSchema | undefined;
  /** Shown where there are several kinds. */
  kindName: string;
  place: { index: number; count: number };
  /** None where there is nothing to sort. */
  handle?: HandleProps;
  isOpen: boolean;
  onToggle: () => void;
  acts: BlockActs;
  form: SettingsForm;
  errors: Errors;
}

/** A block: its name opens its settings below. */
export function BlockRow({ block, kind, kindName, place, handle, isOpen, onToggle, acts, form, errors }: RowProps) {
  const t = useSettingsText();
  const { language } = useLanguage();
  const panel = useId();
  const title = titleOf(block, kind, language);
  const path = `blocks.${place.index}`;
  const messages = messagesAt(errors, path);
  const settings = kind?.settings ?? [];
  const shown = groupsOf(settings, block.settings).flatMap((group) => group.settings);
  const lost = messagesElsewhere(errors, path, `${path}.settings.`, shown);
  return (
    <div className={classes.block} data-hidden={!block.is_active || undefined}>
      <div className={classes.blockRow}>
        {handle && (
          <ActionIcon className={tree.grip} size={28} {...handle} aria-label={t('blocks.drag', { name: title })}>
            <IconGripVertical size={16} aria-hidden />
          </ActionIcon>
        )}
        <button
          type="button"
          className={classes.blockName}
          data-block-row={block.id}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={onToggle}
        >
          <span className={classes.blockTitle}>
            <bdi>{title}</bdi>
            {kindName && kindName !== title && <span className={classes.kind}>{kindName}</span>}
          </span>
          {!block.is_active && <span className={classes.kind}>{t('blocks.hidden')}</span>}
          <ForwardIcon size={16} />
        </button>
        {!form.isReadOnly && <BlockTools block={block} title={title} place={place} acts={acts} />}
      </div>
      {messages.length > 0 && !isOpen && (
        <div className={classes.fault}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>{messages.join(' ')}</span>
        </div>
      )}
      {isOpen && (
        <div id={panel} className={classes.blockBody} role="group" aria-label={title}>
          {lost.length > 0 && (
            <Alert color="red" role="alert">
              {lost.map((message) => (
                <div key={message}>{message}</div>
              ))}
            </Alert>
          )}
          <SettingList form={form} block={block} settings={settings} values={block.settings} />
        </div>
      )}
    </div>
  );
}

/** Hides and shows a block; the menu has the rest. */
function BlockTools({ block, title, place, acts }: Pick<RowProps, 'block' | 'place' | 'acts'> & { title: string }) {
  const t = useSettingsText();
  const s = useShared();
  return (
    <>
      <ActionIcon
        size={28}
        aria-label={t(block.is_active ? 'blocks.hide' : 'blocks.show', { name: title })}
        onClick={() => acts.toggle(block)}
      >
        {block.is_active ? <IconEye size={16} aria-hidden /> : <IconEyeClosed size={16} aria-hidden />}
      </ActionIcon>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon size={28} aria-label={t('blocks.actions', { name: title })}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            disabled={acts.isFull(block.type)}
            onClick={() => acts.duplicate(block)}
          >
            {t('blocks.duplicate')}
          </Menu.Item>
          {place.index > 0 && (
            <Menu.Item leftSection={<IconArrowUp size={16} aria-hidden />} onClick={() => acts.move(block, -1)}>
              {t('blocks.moveUp')}
            </Menu.Item>
          )}
          {place.index < place.count - 1 && (
            <Menu.Item leftSection={<IconArrowDown size={16} aria-hidden />} onClick={() => acts.move(block, 1)}>
              {t('blocks.moveDown')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => acts.remove(block)}>
            {s('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
