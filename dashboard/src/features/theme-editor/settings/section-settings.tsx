import { Alert } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FormFocusContext } from '@/shared/forms/form-context';
import { FormLanguageProvider } from '@/shared/forms/form-language';
import { useShared } from '@/shared/i18n/use-shared';
import type { Block, Section, SectionOption, Values } from '../theme-editor.api';
import { BlockList } from './block-list';
import { LanguageSwitch } from './language-switch';
import { groupsOf, messagesElsewhere } from './setting-rules';
import { SettingList } from './setting-list';
import classes from './settings.module.css';
import { nothingTyped, pathOfField, type TypedFields } from './typed';
import { useFields } from './use-fields';

interface Props {
  /** The schema of the section. */
  option: SectionOption;
  /** Its values; the parent changes them at once. */
  section: Section;
  /** The server's messages by path: `settings.heading.ar`, `blocks.0.settings.url`. Others are the parent's to show. */
  errors: Readonly<Record<string, readonly string[]>>;
  isReadOnly: boolean;
  /** The theme's colours, `#rrggbb`. */
  palette: readonly string[];
  /** The theme's slug. */
  theme: string;
  /** Id of the block that is open. */
  activeBlock: string | null;
  onActiveBlock: (id: string | null) => void;
  /** Gets the settings that changed, and what the undo history calls it. */
  onSettings: (patch: Values, label: string) => void;
  /** Gets the whole new list. */
  onBlocks: (blocks: Block[], label: string) => void;
  /** What was typed before the section was left, and is wrong. */
  typed?: TypedFields;
  /** Gets what was typed that is wrong, and therefore is not reported. */
  onTyped?: (wrong: TypedFields) => void;
}

/** The inputs of a section and of its blocks, as the theme's schema has them (TH-04). */
export function SectionSettings(props: Props): ReactNode {
  // What was entered in one section is nothing to another.
  return <SettingsOfSection key={props.section.id} {...props} />;
}

function SettingsOfSection({
  option,
  section,
  errors,
  isReadOnly,
  palette,
  theme,
  activeBlock,
  onActiveBlock,
  onSettings,
  onBlocks,
  typed = nothingTyped,
  onTyped,
}: Props) {
  const s = useShared();
  const fields = useFields({ section, errors, typed, onSettings, onBlocks, onTyped });
  const form = { fields, isReadOnly, palette, theme };
  // Opens in the language of the first error. A later one is marked only: the language does not change while typing.
  const [opening] = useState(() => {
    const wrong = [...typed.values()].map(({ at }) => pathOfField(at, section.blocks));
    const first = [...wrong, ...Object.keys(errors)].find((path) => /^(?:settings|blocks)\..*\.(?:ar|en)$/.test(path));
    return first === undefined ? null : { path: first, at: 1 };
  });
  const shown = groupsOf(option.settings, section.settings).flatMap((group) => group.settings);
  const lost = messagesElsewhere(errors, 'settings', 'settings.', shown);
  return (
    <FormFocusContext value={opening}>
      <FormLanguageProvider>
        <div className={classes.form}>
          {lost.length > 0 && (
            <Alert color="red" role="alert" title={s('error.invalid')}>
              {lost.map((message) => (
                <div key={message}>{message}</div>
              ))}
            </Alert>
          )}
          <LanguageSwitch option={option} section={section} errors={errors} faulty={fields.faulty} />
          <SettingList form={form} block={null} settings={option.settings} values={section.settings} />
          {option.blocks.length > 0 && (
            <BlockList
              option={option}
              blocks={section.blocks}
              errors={errors}
              form={form}
              activeBlock={activeBlock}
              onActiveBlock={onActiveBlock}
              onBlocks={onBlocks}
            />
          )}
        </div>
      </FormLanguageProvider>
    </FormFocusContext>
  );
}
