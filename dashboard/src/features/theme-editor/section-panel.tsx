import { ActionIcon, Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconEye, IconEyeClosed, IconPencil, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { BackIcon } from '@/shared/ui/icons';
import { Tip } from '@/shared/ui/tip';
import { useThemeText } from './i18n';
import { Looks } from './looks';
import { SectionSettings } from './settings/section-settings';
import type { Section, SectionOption } from './theme-editor.api';
import classes from './theme-editor.module.css';
import type { SectionActs } from './use-section-acts';
import type { ThemeEditor } from './use-theme-editor';

/** The settings of the selected section. */
export function SectionPanel({
  section,
  editor,
  acts,
  onRename,
}: {
  section: Section;
  editor: ThemeEditor;
  acts: SectionActs;
  onRename: (section: Section) => void;
}) {
  const t = useThemeText();
  const heading = useRef<HTMLHeadingElement>(null);
  const option = editor.optionOf(section.slug);
  const failed = editor.state.unsaved.get(section.id);
  const name = editor.nameOf(section);
  // One page's only section is there from the start: nothing led to it.
  const wasOpened = !editor.isSingle;
  const { focusWanted } = editor;
  useEffect(() => {
    if (focusWanted()) return;
    // The frame keeps the focus when the section was chosen in it.
    if (wasOpened && document.activeElement?.tagName !== 'IFRAME') heading.current?.focus();
  }, [wasOpened, focusWanted]);
  return (
    <section className={classes.section} aria-label={name}>
      <header className={classes.sectionHead}>
        {!editor.isSingle && (
          <ActionIcon aria-label={t('toSections')} onClick={acts.close}>
            <BackIcon size={20} />
          </ActionIcon>
        )}
        <div className={classes.sectionTitle}>
          <h2 ref={heading} tabIndex={-1}>
            <bdi>{name}</bdi>
          </h2>
          {option && editor.nameOf(option) !== name && (
            <Text size="xs" c="dimmed" truncate>
              {editor.nameOf(option)}
            </Text>
          )}
        </div>
        {editor.mayEdit && section.zone !== 'settings' && (
          <SectionTools section={section} acts={acts} onRename={onRename} />
        )}
      </header>
      <div className={classes.sectionBody}>
        {!editor.mayEdit && (
          <Alert color="gray" variant="light" p={12} mb={12}>
            {t('readOnly')}
          </Alert>
        )}
        {failed?.failure === 'refused' && (
          <Alert color="red" p={12} mb={12} icon={<IconAlertTriangle size={18} aria-hidden />}>
            {t('notSavedText')}
          </Alert>
        )}
        {option && editor.mayEdit && section.zone === 'settings' && (
          <Looks section={section} option={option} editor={editor} acts={acts} />
        )}
        <Settings section={section} option={option} editor={editor} acts={acts} />
      </div>
    </section>
  );
}

function SectionTools({
  section,
  acts,
  onRename,
}: {
  section: Section;
  acts: SectionActs;
  onRename: (section: Section) => void;
}) {
  const t = useThemeText();
  const s = useShared();
  const toggle = t(section.is_active ? 'hide' : 'show');
  return (
    <>
      <Tip label={t('rename')}>
        <ActionIcon aria-label={t('rename')} onClick={() => onRename(section)}>
          <IconPencil size={18} stroke={1.6} />
        </ActionIcon>
      </Tip>
      <Tip label={toggle}>
        <ActionIcon aria-label={toggle} onClick={() => acts.toggle(section)}>
          {section.is_active ? <IconEye size={18} stroke={1.6} /> : <IconEyeClosed size={18} stroke={1.6} />}
        </ActionIcon>
      </Tip>
      {section.zone === 'sortable' && (
        <Tip label={s('delete')}>
          <ActionIcon color="red" aria-label={s('delete')} onClick={() => void acts.remove(section)}>
            <IconTrash size={18} stroke={1.6} />
          </ActionIcon>
        </Tip>
      )}
    </>
  );
}

const noErrors = {};

function Settings({
  section,
  option,
  editor,
  acts,
}: {
  section: Section;
  option: SectionOption | undefined;
  editor: ThemeEditor;
  acts: SectionActs;
}) {
  const t = useThemeText();
  if (!option) return <Text c="dimmed">{t('unknownKind')}</Text>;
  if (option.settings.length === 0 && option.blocks.length === 0) return <Text c="dimmed">{t('noSettings')}</Text>;
  return (
    <SectionSettings
      key={section.id}
      option={option}
      section={section}
      errors={editor.state.unsaved.get(section.id)?.errors ?? noErrors}
      isReadOnly={!editor.mayEdit}
      palette={editor.palette}
      theme={editor.theme.theme}
      activeBlock={editor.block}
      onActiveBlock={editor.setBlock}
      onSettings={(patch, label) => acts.settings(section, patch, label)}
      onBlocks={(blocks, label) => acts.blocks(section, blocks, label)}
      typed={editor.session.typedIn(section.id)}
      onTyped={(wrong) => editor.session.setTyped(section, wrong)}
    />
  );
}
