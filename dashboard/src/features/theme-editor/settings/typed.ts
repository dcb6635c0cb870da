import type { Language } from '@/shared/i18n/language';

/** Where something was typed. */
export interface FieldAddress {
  /** The id of a block; null for the section's own settings. */
  block: string | null;
  setting: string;
  language: Language | null;
}

/** What was typed in a field. */
export interface Typed {
  at: FieldAddress;
  value: unknown;
  /** The section's value when this was entered, printed. */
  seen: string;
  /** What was reported, printed; null for a value that is wrong. */
  sent: string | null;
}

/** What was typed in the fields of a section, by their addresses. */
export type TypedFields = ReadonlyMap<string, Typed>;

export const nothingTyped: TypedFields = new Map();

/** What is wrong, and therefore in its field alone. */
export function wrongOf(fields: TypedFields): TypedFields {
  const wrong = [...fields].filter(([, { sent }]) => sent === null);
  return wrong.length === 0 ? nothingTyped : new Map(wrong);
}

/** The path of a field as its input names it. */
export function pathOfField({ block, setting, language }: FieldAddress, blocks: readonly { id: string }[]): string {
  const whole = `${block === null ? '' : `blocks.${blocks.findIndex(({ id }) => id === block)}.`}settings.${setting}`;
  return language ? `${whole}.${language}` : whole;
}
