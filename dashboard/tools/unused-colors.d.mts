import type { Plugin } from 'vite';
export const unusedColors: readonly string[];
export function withoutUnused(code: string): string;
export function withoutUnusedColors(): Plugin;
