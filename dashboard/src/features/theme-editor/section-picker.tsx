import { Badge, Button, Loader, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { fold } from '@/shared/lib/fold';
import { Dialog } from '@/shared/ui/dialog';
import { plainPage } from './editor-pages';
import { useThemeText } from './i18n';
import { OptionIcon } from './option-icon';
import type { SectionOption } from './theme-editor.api';
import classes from './theme-editor.module.css';
import type { SectionActs } from './use-section-acts';
import type { ThemeEditor } from './use-theme-editor';

/** The kinds of sections that the page can have, with their presets. */
export default function SectionPicker({
  editor,
  acts,
  before,
  onClose,
}: {
  editor: ThemeEditor;
  acts: SectionActs;
  /** It is added before the section with this id, or at the end. */
  before: string | null;
  onClose: () => void;
}) {
  const t = useThemeText();
  const [search, setSearch] = useState('');
  const [adding, setAdding] = useState<string | null>(null);
  const { nameOf, page, options } = editor;
  const written = fold(search.trim());
  const isFound = (option: SectionOption) =>
    [option.name, option.description, ...option.presets.map(({ name }) => name)].some((texts) =>
      fold(`${texts.ar ?? ''} ${texts.en ?? ''}`).includes(written),
    );
  const all = (options.data ?? []).filter(
    (option) => option.zone === 'sortable' && option.pages.includes(plainPage(page)),
  );
  const found = all.filter(isFound);
  const add = async (option: SectionOption, preset: SectionOption['presets'][number] | undefined) => {
    if (adding) return;
    setAdding(`${option.slug} ${preset?.id ?? ''}`);
    const body = { section: option.slug, preset: preset?.id, before: before ?? undefined };
    const added = await acts.add(body, nameOf(preset ?? option));
    setAdding(null);
    if (added) onClose();
  };
  return (
    <Dialog title={t('addSection')} size={560} tall onClose={onClose}>
      <TextInput
        data-autofocus
        aria-label={t('findSection')}
        placeholder={t('findSection')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        mb={12}
      />
      {found.length === 0 && (
        <Text c="dimmed" ta="center" py={32}>
          {t(all.length === 0 ? 'noOptions' : 'noFound')}
        </Text>
      )}
      <ul className={classes.options}>
        {found.map((option) => (
          <Option key={option.slug} option={option} editor={editor} acts={acts} adding={adding} onPick={add} />
        ))}
      </ul>
    </Dialog>
  );
}

function Option({
  option,
  editor,
  acts,
  adding,
  onPick,
}: {
  option: SectionOption;
  editor: ThemeEditor;
  acts: SectionActs;
  adding: string | null;
  onPick: (option: SectionOption, preset: SectionOption['presets'][number] | undefined) => Promise<void>;
}) {
  const t = useThemeText();
  const { nameOf } = editor;
  const name = nameOf(option);
  const hasRoom = acts.hasRoom(option.slug);
  const [first] = option.presets;
  const text = (
    <>
      <span className={classes.optionIcon}>
        <OptionIcon slug={option.slug} size={22} />
      </span>
      <span className={classes.optionText}>
        <span className={classes.rowTitle}>{name}</span>
        <Text span size="xs" c="dimmed">
          {nameOf({ name: option.description })}
        </Text>
      </span>
      {!hasRoom && (
        <Badge color="gray" variant="light">
          {t('limit', { most: option.most })}
        </Badge>
      )}
      {adding === `${option.slug} ${first?.id ?? ''}` && option.presets.length < 2 && <Loader size={16} />}
    </>
  );
  if (option.presets.length < 2) {
    return (
      <li>
        <button
          type="button"
          className={classes.option}
          disabled={!hasRoom || adding !== null}
          onClick={() => void onPick(option, first)}
        >
          {text}
        </button>
      </li>
    );
  }
  return (
    <li className={classes.option}>
      {text}
      <div className={classes.presets}>
        {option.presets.map((preset) => (
          <Button
            key={preset.id}
            variant="default"
            size="compact-sm"
            disabled={!hasRoom || (adding !== null && adding !== `${option.slug} ${preset.id}`)}
            loading={adding === `${option.slug} ${preset.id}`}
            aria-label={t('addPreset', { name, preset: nameOf(preset) })}
            onClick={() => void onPick(option, preset)}
          >
            {nameOf(preset)}
          </Button>
        ))}
      </div>
    </li>
  );
}
