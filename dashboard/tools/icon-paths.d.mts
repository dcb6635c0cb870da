import type { Plugin } from 'vite';
export function joinPaths(code: string): string;
export function iconPaths(): Plugin;
