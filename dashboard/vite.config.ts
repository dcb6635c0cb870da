import { fileURLToPath, URL } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const server = process.env.RAWAJ_SERVER ?? 'http://localhost:3000';

/** The two Arabic weights of the first screen start to load with the page, before the stylesheet names them. */
const preloadFonts = (): Plugin => ({
  name: 'preload-fonts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /arabic-arabic-(400|600)-normal-[^/]*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
});

export default defineConfig({
  base: '/',
  plugins: [react(), preloadFonts()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      // Pictures lie two levels deep; `/media` and `/media/{id}` are pages of the dashboard.
      ['/dashboard/v1', '/api', '^/media/[^/]+/[^/]+', '/files'].map((path) => [
        path,
        { target: server, changeOrigin: true },
      ]),
    ),
  },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // The budgets script reads the manifest; fonts stay files so that they can be preloaded and cached.
    manifest: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          minSize: 0,
          // What most pages need is one file: forty small ones cost a slow machine a tenth of its time to the first rows
          // (e2e/orders-list.speed.js). Fewer sharers would pull in what the orders list does not need (tools/budgets.mjs).
          groups: [
            {
              name: 'kit',
              test: /@mantine|@tanstack|@tabler|src.shared.(table|ui|lib|i18n|api|forms)/,
              minShareCount: 34,
              minSize: 0,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}'],
    // Pages in jsdom on a busy machine: slow is not broken.
    testTimeout: 30_000,
    setupFiles: ['src/test/setup.ts'],
  },
});
