import type { Plugin } from 'vite';

export function fontsOf(files: readonly string[]): { ar: string[]; en: string[] };
export function fontData(): Plugin;
