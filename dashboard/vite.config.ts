import { availableParallelism } from 'node:os';
import { fileURLToPath, URL } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chunkGroups, fixedChunks } from './tools/chunks.mjs';
import { fontData } from './tools/font-data.mjs';
import { iconPaths } from './tools/icon-paths.mjs';
import { withoutUnusedColors } from './tools/unused-colors.mjs';

/** Tests, by the ends of their files' names. */
const tests = 'src/**/*';
const ends = 'test.{ts,tsx}';

const server = process.env.RAWAJ_SERVER ?? 'http://localhost:3000';

/**
 * The program's styles stand below the shape of the page: a stylesheet in the head would hold back the first paint, and
 * the program itself waits for its styles wherever they stand.
 */
const stylesBelow = (): Plugin => ({
  name: 'styles-below',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const links = html.match(/ *<link rel="stylesheet"[^>]*href="\/assets\/[^>]*>\n?/g) ?? [];
      return links
        .reduce((page, link) => page.replace(link, ''), html)
        .replace('  </body>', `${links.join('')}  </body>`);
    },
  },
});

/** The sign-in page is a document of its own; the server's binary does the same (crates/server/src/assets.rs). */
const loginDocument = (): Plugin => ({
  name: 'login-document',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (request.url && /^\/login(\?|$)/.test(request.url)) request.url = request.url.replace('/login', '/login.html');
      next();
    });
  },
});

/**
 * Files that every start runs are compiled whole while they arrive, beside the page's own thread, and not function by
 * function when the page is waiting for each (V8's explicit compile hints; to other engines it is a comment).
 */
const compileAhead = (): Plugin => ({
  name: 'compile-ahead',
  generateBundle: {
    // It must be the first line, above what the bundler itself puts there.
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && /^(index|base|kit|orders|orders-list-page)$/.test(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
});

export default defineConfig({
  base: '/',
  plugins: [
    react(),
    fontData(),
    iconPaths(),
    withoutUnusedColors(),
    stylesBelow(),
    loginDocument(),
    fixedChunks(),
    compileAhead(),
  ],
  resolve: {
    alias: [
      { find: '@', replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      // A stand-in for versions of React before 18, which the router's store asks for.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  server: {
    port: 5173,
    // The theme editor shows the themes' fonts.
    fs: { allow: ['.', '../themes'] },
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
    // Browsers without `modulepreload` load the same files, later.
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: { index: 'index.html', login: 'login.html' },
      output: {
        // The shortest hash that the bundler takes: the shell lists all of them, and nothing compresses a hash.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          minSize: 0,
          // One file each: forty small ones cost a slow machine a tenth of its time to the first rows
          // (e2e/orders-list.speed.js).
          groups: chunkGroups,
        },
      },
    },
  },
  test: {
    // The server's refusals that a test provokes are logged; only those of a failed test are worth reading.
    silent: 'passed-only',
    // Pages in jsdom on a busy machine: slow is not broken.
    testTimeout: 120_000,
    // One fewer by default, which leaves a core of two idle.
    maxWorkers: availableParallelism(),
    setupFiles: ['src/test/setup.ts'],
    // The package's entry for bundlers is 6,000 files, and each worker would read all of them.
    alias: { '@tabler/icons-react': '@tabler/icons-react/dist/cjs/tabler-icons-react.cjs' },
    // The name of a file says where it runs (docs/ci.md). Files of the first and the last share a worker, its packages and
    // its page, which costs more than the tests; src/test/setup.ts ends what a file leaves behind.
    projects: [
      { extends: true, test: { name: 'dom', environment: 'jsdom', isolate: false, include: [`${tests}.dom.${ends}`] } },
      { extends: true, test: { name: 'dom-alone', environment: 'jsdom', include: [`${tests}.alone.${ends}`] } },
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false,
          include: [`${tests}.${ends}`],
          exclude: [`${tests}.{dom,alone}.${ends}`],
        },
      },
    ],
  },
});
