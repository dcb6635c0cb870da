import { fileURLToPath, URL } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const server = process.env.RAWAJ_SERVER ?? 'http://localhost:3000';

export default defineConfig({
  base: '/',
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/dashboard/v1', '/api', '/media', '/files'].map((path) => [path, { target: server, changeOrigin: true }]),
    ),
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // The budgets script reads the manifest; fonts stay files so that they can be preloaded and cached.
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2022',
  },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
  },
});
