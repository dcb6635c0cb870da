import { latinDigits } from '@/shared/i18n/digits';

/** Longest slug. */
const mostSlug = 80;

/** Preview of the slug that a text gives; the server derives the real one (`kernel::slug`). */
export function slugOf(text: string): string {
  const letters = latinDigits(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[\u064B-\u065F\u0670\u0640'’‘ʼʻ`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+/, '');
  return [...letters].slice(0, mostSlug).join('').replace(/-+$/, '');
}
