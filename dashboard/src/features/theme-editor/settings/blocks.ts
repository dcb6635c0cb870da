import type { Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import type { Block, BlockSchema, SectionOption } from '../theme-editor.api';
import { textsOf } from './setting-rules';

/** The server's limit for any section. */
const mostOfAll = 50;

export const mostBlocks = ({ most_blocks }: SectionOption): number => Math.min(most_blocks, mostOfAll);

/** Whether the section has as many blocks of a kind as it may have. */
export function isKindFull({ blocks: kinds }: SectionOption, blocks: readonly Block[], type: string): boolean {
  const most = kinds.find((kind) => kind.type === type)?.most;
  return typeof most === 'number' && blocks.filter((block) => block.type === type).length >= most;
}

/** What the editor says of kinds of which no block is shown. */
export const missingOf = ({ blocks: kinds }: SectionOption, blocks: readonly Block[]) =>
  kinds.flatMap(({ type, missing }) =>
    missing && !blocks.some((block) => block.type === type && block.is_active) ? [{ type, missing }] : [],
  );

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => letters[byte % letters.length]).join('');

/** A block of a kind, with the defaults of its schema. */
export const newBlock = (kind: BlockSchema): Block => ({
  id: newId(),
  type: kind.type,
  is_active: true,
  settings: Object.fromEntries(kind.settings.map((setting) => [setting.id, structuredClone(setting.default)])),
});

export const copyOf = (block: Block): Block => ({ ...structuredClone(block), id: newId() });

/** What a block is called in the list: its first text, or else its kind. */
export function titleOf(block: Block, kind: BlockSchema | undefined, language: Language): string {
  const first = kind?.settings.find((setting) => setting.type === 'text');
  const value = first && block.settings[first.id];
  const text = typeof value === 'string' ? value : textOf(textsOf(value), language);
  return text.trim() || textOf(kind?.name, language) || block.type;
}

/** The blocks with one more at a place. */
export const inserted = (blocks: readonly Block[], block: Block, at: number): Block[] =>
  blocks.toSpliced(Math.min(at, blocks.length), 0, block);
