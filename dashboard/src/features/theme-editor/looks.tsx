import { Button, Group, Text } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { hasLook } from '@/modules/theme-looks/look';
import { LookSample } from '@/modules/theme-looks/look-sample';
import { announce } from '@/shared/ui/announce';
import { useThemeText } from './i18n';
import classes from './looks.module.css';
import type { Section, SectionOption, Values } from './theme-editor.api';
import type { SectionActs } from './use-section-acts';
import type { ThemeEditor } from './use-theme-editor';

interface Look {
  id: string;
  name: string;
  settings: Values;
}

/** The pause before a look under the pointer is shown, ms: on its way to another it passes over some. */
const pause = 150;

/** The looks of the theme; the first is the one that it begins with. */
const looksOf = (option: SectionOption, editor: ThemeEditor, original: string): Look[] =>
  option.presets.flatMap((preset, index) =>
    preset.settings
      ? [{ id: preset.id, name: index === 0 ? original : editor.nameOf(preset), settings: preset.settings }]
      : [],
  );

/** The theme's looks: one is tried in the preview, where nobody else sees it, and taken as one step. */
export function Looks({
  section,
  option,
  editor,
  acts,
}: {
  section: Section;
  option: SectionOption;
  editor: ThemeEditor;
  acts: SectionActs;
}) {
  const t = useThemeText();
  const heading = useId();
  const list = useRef<HTMLDivElement>(null);
  const [triedId, setTried] = useState<string | null>(null);
  const looks = looksOf(option, editor, t('look.original'));
  const tried = looks.find(({ id }) => id === triedId) ?? null;
  const { hover, show } = useTrial(editor);
  const focusCard = (id: string) =>
    list.current?.querySelector<HTMLElement>(`[data-look="${CSS.escape(id)}"]`)?.focus();
  if (looks.length < 2) return null;
  const end = (look: Look) => {
    focusCard(look.id);
    setTried(null);
  };
  const pick = (look: Look) => {
    setTried(look.id);
    show(look.id);
    announce(t('look.tried', { name: look.name }));
  };
  const apply = (look: Look) => {
    end(look);
    show(null, false);
    acts.settings(section, look.settings, t('look.step', { name: look.name }));
    announce(t('look.applied', { name: look.name }));
  };
  const cancel = (look: Look) => {
    end(look);
    show(null);
    announce(t('look.canceled'));
  };
  return (
    <div className={classes.looks} role="group" aria-labelledby={heading}>
      <Text id={heading} className={classes.title}>
        {t('look.title')}
      </Text>
      <div ref={list} className={classes.cards}>
        {looks.map((look) => (
          <LookCard
            key={look.id}
            look={look}
            isTried={look === tried}
            isCurrent={hasLook(section.settings, look.settings)}
            onPick={() => pick(look)}
            onHover={(isOver) => hover(isOver ? look.id : null, triedId)}
          />
        ))}
      </div>
      {tried && (
        <div className={classes.trial}>
          <Text size="sm">{t('look.tried', { name: tried.name })}</Text>
          <Group gap={8}>
            <Button size="compact-sm" onClick={() => apply(tried)}>
              {t('look.apply')}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => cancel(tried)}>
              {t('look.cancel')}
            </Button>
          </Group>
        </div>
      )}
    </div>
  );
}

/** What the frame shows of the looks; the draft's own again when the panel is left. */
function useTrial({ bridge }: ThemeEditor) {
  const shown = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (look: string | null, isTold = true) => {
    clearTimeout(timer.current);
    if (shown.current === look) return;
    shown.current = look;
    // After a look is taken the saved section tells the frame.
    if (isTold) bridge.post({ type: 'lookTried', look });
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (shown.current !== null) bridge.post({ type: 'lookTried', look: null });
    },
    [bridge],
  );
  return {
    show,
    hover: (look: string | null, tried: string | null) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => show(look ?? tried), pause);
    },
  };
}

function LookCard({
  look,
  isTried,
  isCurrent,
  onPick,
  onHover,
}: {
  look: Look;
  isTried: boolean;
  isCurrent: boolean;
  onPick: () => void;
  onHover: (isOver: boolean) => void;
}) {
  const t = useThemeText();
  return (
    <button
      type="button"
      className={classes.card}
      aria-pressed={isTried}
      data-look={look.id}
      onClick={onPick}
      onMouseEnter={() => onHover(true)}
      onMouseLeave={() => onHover(false)}
    >
      <LookSample settings={look.settings} />
      <span className={classes.name}>
        <bdi>{look.name}</bdi>
        {isCurrent && <span className={classes.current}>{t('look.current')}</span>}
      </span>
    </button>
  );
}
