import { Alert, Button, Title } from '@mantine/core';
import { IconClipboard, IconColorSwatch, IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Sortable } from '@/shared/dnd/sortable';
import { BackIcon, ForwardIcon } from '@/shared/ui/icons';
import { useCopiedSection } from './clipboard';
import { useThemeText } from './i18n';
import { SectionRow } from './section-row';
import type { Section, ThemePage } from './theme-editor.api';
import classes from './theme-editor.module.css';
import type { SectionActs } from './use-section-acts';
import type { ThemeEditor } from './use-theme-editor';

interface Parts {
  editor: ThemeEditor;
  acts: SectionActs;
  onRename: (section: Section) => void;
}

/** The sections of the page by their zones. */
export function StructureList({ lists, onAdd, ...parts }: Parts & { lists: ThemePage; onAdd: () => void }) {
  const t = useThemeText();
  const { editor, acts } = parts;
  const [isSettings, setIsSettings] = useState(false);
  const { settingSections } = lists;
  const openSettings = () => {
    const [first] = settingSections;
    if (first && settingSections.length === 1) editor.select(first.id);
    else setIsSettings(true);
  };
  if (isSettings) {
    return (
      <div className={classes.lists}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<BackIcon />}
          onClick={() => setIsSettings(false)}
          mb={8}
        >
          {t('sections')}
        </Button>
        <Zone title={t('themeSettings')}>
          <Fixed sections={settingSections} {...parts} />
        </Zone>
      </div>
    );
  }
  return (
    <div className={classes.lists}>
      {!editor.mayEdit && (
        <Alert color="gray" variant="light" p={12} mb={12}>
          {t('readOnly')}
        </Alert>
      )}
      {lists.preSections.length > 0 && (
        <Zone title={t('zone.pre')}>
          <Fixed sections={lists.preSections} {...parts} />
        </Zone>
      )}
      <Zone title={t('zone.sortable')}>
        <SortableSections sections={lists.sortableSections} {...parts} />
        {editor.mayEdit && <AddArea acts={acts} onAdd={onAdd} />}
      </Zone>
      {lists.postSections.length > 0 && (
        <Zone title={t('zone.post')}>
          <Fixed sections={lists.postSections} {...parts} />
        </Zone>
      )}
      {settingSections.length > 0 && (
        <div className={classes.settingsButton}>
          <Button
            variant="default"
            fullWidth
            classNames={{ label: classes.settingsLabel }}
            leftSection={<IconColorSwatch size={18} stroke={1.5} aria-hidden />}
            rightSection={<ForwardIcon />}
            data-theme-settings
            data-section={settingSections.length === 1 ? settingSections[0]?.id : undefined}
            onClick={openSettings}
          >
            {t('themeSettings')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Zone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.zone} aria-label={title}>
      <Title order={2} className={classes.zoneTitle}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function Fixed({ sections, ...parts }: Parts & { sections: readonly Section[] }) {
  return (
    <ul className={classes.rows}>
      {sections.map((section) => (
        <li key={section.id}>
          <SectionRow section={section} {...parts} />
        </li>
      ))}
    </ul>
  );
}

function SortableSections({ sections, ...parts }: Parts & { sections: Section[] }) {
  const t = useThemeText();
  const { editor, acts } = parts;
  if (sections.length === 0) return <p className={classes.none}>{t('noSections')}</p>;
  if (!editor.mayEdit || sections.length === 1) return <Fixed sections={sections} {...parts} />;
  return (
    <Sortable items={sections} className={classes.rows} onSort={(sorted) => void acts.sort(sorted.map(({ id }) => id))}>
      {(section, handle, _, isHeld) => <SectionRow section={section} handle={handle} isHeld={isHeld} {...parts} />}
    </Sortable>
  );
}

/** What adds a section at the end: a new one, or the one that was copied, here or on another page. */
function AddArea({ acts, onAdd }: { acts: SectionActs; onAdd: () => void }) {
  const t = useThemeText();
  const copied = useCopiedSection();
  const mayPaste = copied !== null && acts.hasRoom(copied.section);
  return (
    <div className={classes.addArea}>
      <Button
        variant="light"
        size="compact-sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        data-add-section
        onClick={onAdd}
      >
        {t('addSection')}
      </Button>
      {mayPaste && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconClipboard size={16} aria-hidden />}
          onClick={() => void acts.add(copied, copied.name?.ar || copied.name?.en || '')}
        >
          {t('paste')}
        </Button>
      )}
    </div>
  );
}
