import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconEyeClosed, IconGripVertical } from '@tabler/icons-react';
import type { HandleProps } from '@/shared/dnd/sortable';
import { useThemeText } from './i18n';
import { OptionIcon } from './option-icon';
import { SectionRowMenu } from './section-row-menu';
import type { Section } from './theme-editor.api';
import classes from './theme-editor.module.css';
import type { SectionActs } from './use-section-acts';
import type { ThemeEditor } from './use-theme-editor';

/** One section of the lists: its name opens its settings. */
export function SectionRow({
  section,
  editor,
  acts,
  handle,
  isHeld = false,
  onRename,
}: {
  section: Section;
  editor: ThemeEditor;
  acts: SectionActs;
  /** Where it can be dragged. */
  handle?: HandleProps;
  isHeld?: boolean;
  onRename: (section: Section) => void;
}) {
  const t = useThemeText();
  const name = editor.nameOf(section);
  const kind = editor.optionOf(section.slug);
  const kindName = kind ? editor.nameOf(kind) : '';
  const hasFailed = editor.state.unsaved.get(section.id)?.failure != null;
  const point = (id: string | null) => editor.bridge.post({ type: 'hover', id });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only lights up the section in the preview
    <div
      className={classes.row}
      data-hovered={editor.hovered === section.id || undefined}
      data-hidden={!section.is_active || undefined}
      data-held={isHeld || undefined}
      onMouseEnter={() => point(section.id)}
      onMouseLeave={() => point(null)}
    >
      {handle && (
        <ActionIcon
          {...handle}
          className={classes.grip}
          size={24}
          color="gray"
          aria-label={t('drag', { name })}
          data-move={section.id}
        >
          <IconGripVertical size={16} />
        </ActionIcon>
      )}
      <button
        type="button"
        className={classes.rowName}
        data-section={section.id}
        onClick={() => editor.select(section.id)}
        onFocus={() => point(section.id)}
        onBlur={() => point(null)}
      >
        <span className={classes.rowIcon}>
          <OptionIcon slug={section.slug} />
        </span>
        <span className={classes.rowText}>
          <bdi className={classes.rowTitle}>{name}</bdi>
          {kindName && kindName !== name && <span className={classes.rowKind}>{kindName}</span>}
        </span>
        {!section.is_active && (
          <span className={classes.rowState}>
            <IconEyeClosed size={15} aria-hidden />
            {t('hidden')}
          </span>
        )}
        {hasFailed && (
          <span className={classes.rowState} data-tone="bad">
            <IconAlertTriangle size={15} aria-hidden />
            {t('notSavedShort')}
          </span>
        )}
      </button>
      {editor.mayEdit && <SectionRowMenu section={section} name={name} acts={acts} onRename={onRename} />}
    </div>
  );
}
