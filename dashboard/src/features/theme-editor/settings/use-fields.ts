import { useEffect, useRef, useState } from 'react';
import { useLanguage, type Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import type { Block, Section, Setting, Values } from '../theme-editor.api';
import { faultOf, isTranslated, messagesAt, textsOf } from './setting-rules';
import { pathOfField, wrongOf, type FieldAddress, type TypedFields } from './typed';

export type Errors = Readonly<Record<string, readonly string[]>>;

/** One input: a setting of the section or of a block, of a translated one the text in one language. */
export interface Field {
  /** As the server names it: `settings.heading.ar`, `blocks.0.settings.url`. */
  path: string;
  value: unknown;
  /** What is wrong with what was entered; it has not been reported. */
  fault: string | null;
  /** What the server says of it. */
  refusal: string | null;
  set: (value: unknown) => void;
}

const keyOf = ({ block, setting, language }: FieldAddress) => [block ?? '', setting, language ?? ''].join('/');

/** The server trims texts: a space at the end that is being typed is no other value. */
const print = (value: unknown) => JSON.stringify(typeof value === 'string' ? value.trim() : value) ?? '';

function valueAt(section: Section, { block, setting, language }: FieldAddress): unknown {
  const values = block === null ? section.settings : section.blocks.find(({ id }) => id === block)?.settings;
  const value = values?.[setting];
  return language === null ? value : (textsOf(value)[language] ?? '');
}

/** Forgets what was entered where the section has another value since (an undo, a save of somebody else). */
function settled(held: TypedFields, section: Section): TypedFields {
  const next = new Map(held);
  for (const [key, entry] of held) {
    const now = print(valueAt(section, entry.at));
    if (now === entry.seen) continue;
    if (now === entry.sent) next.set(key, { ...entry, seen: now });
    else next.delete(key);
  }
  const isSame = next.size === held.size && [...next].every(([key, entry]) => held.get(key) === entry);
  return isSame ? held : next;
}

/**
 * The fields of a section. What is entered stays in its field as it was entered; it is reported when it is right, and
 * kept here alone until then.
 */
export function useFields({
  section,
  errors,
  typed,
  onSettings,
  onBlocks,
  onTyped,
}: {
  section: Section;
  errors: Errors;
  /** What was typed before the section was left, and is wrong. */
  typed: TypedFields;
  /** Gets what is wrong, and therefore in its field alone. */
  onTyped?: (wrong: TypedFields) => void;
  onSettings: (patch: Values, label: string) => void;
  onBlocks: (blocks: Block[], label: string) => void;
}) {
  const { language: page } = useLanguage();
  const [kept, setHeld] = useState<TypedFields>(typed);
  const held = settled(kept, section);
  if (held !== kept) setHeld(held);
  const tell = useRef(onTyped);
  useEffect(() => {
    tell.current = onTyped;
  });
  useEffect(() => tell.current?.(wrongOf(held)), [held]);
  // An upload ends when the section may have changed: it reports over the section as it then is.
  const latest = useRef({ section, onSettings, onBlocks });
  useEffect(() => {
    latest.current = { section, onSettings, onBlocks };
  });

  const enter = (setting: Setting, at: FieldAddress, value: unknown) => {
    const now = latest.current;
    const fault = faultOf(setting, value, at.language);
    const seen = print(valueAt(now.section, at));
    setHeld((all) => new Map(all).set(keyOf(at), { at, value, seen, sent: fault ? null : print(value) }));
    if (fault) return;
    const patched = (values: Values): Values => ({
      [setting.id]: at.language ? { ...textsOf(values[setting.id]), [at.language]: value } : value,
    });
    const label = textOf(setting.label, page);
    if (at.block === null) now.onSettings(patched(now.section.settings), label);
    else {
      const change = (block: Block) =>
        block.id === at.block ? { ...block, settings: { ...block.settings, ...patched(block.settings) } } : block;
      now.onBlocks(now.section.blocks.map(change), label);
    }
  };

  return {
    /** A field; `language` counts for a translated setting only. */
    of: (setting: Setting, block: Block | null, language: Language): Field => {
      const at = { block: block?.id ?? null, setting: setting.id, language: isTranslated(setting) ? language : null };
      const entry = held.get(keyOf(at));
      const value = entry ? entry.value : valueAt(section, at);
      const whole = pathOfField({ ...at, language: null }, section.blocks);
      const path = pathOfField(at, section.blocks);
      const messages = at.language ? [...(errors[whole] ?? []), ...(errors[path] ?? [])] : messagesAt(errors, whole);
      return {
        path,
        value,
        fault: entry?.sent === null ? faultOf(setting, value, at.language) : null,
        refusal: messages.join(' ') || null,
        set: (next) => enter(setting, at, next),
      };
    },
    /** Languages in which something was entered that is wrong. */
    faulty: new Set([...held.values()].flatMap(({ at, sent }) => (sent === null && at.language ? [at.language] : []))),
  };
}

export type Fields = ReturnType<typeof useFields>;
