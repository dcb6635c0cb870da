import type { Plugin } from 'vite';

export interface Chunk {
  needs: string[];
  modules: string[];
}
export interface BuiltChunk {
  name: string;
  file: string;
  imports: string[];
  modules: string[];
}

export const chunks: Record<string, Chunk>;
export const chunkGroups: {
  name: string;
  test: (id: string) => boolean;
  minSize: number;
  priority: number;
  includeDependenciesRecursively: boolean;
}[];
export function nameOf(id: string): string;
export function faultsOf(built: readonly BuiltChunk[], lists?: Record<string, Chunk>): string[];
export function fixedChunks(): Plugin;
