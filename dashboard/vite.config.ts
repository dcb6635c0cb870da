import { availableParallelism } from 'node:os';
import { fileURLToPath, URL } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { fontData } from './tools/font-data.mjs';

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

/** What floats above a page: many pages share it and none needs it to be seen (shared/ui/lazy-floating.ts). */
const floats =
  /@floating-ui|components.(ScrollArea|Popover|Overlay|FocusTrap|VisuallyHidden)\b|utils.Floating|use-(long-press|focus-trap|focus-return|click-outside)/;

/** What every list page is made of: one file beside the page's own instead of sixteen small ones. */
const lists =
  /src.shared.table.(list-page|data-table|use-list|use-return-focus|pager|filters|bulk-bar|bulk-buttons)|src.shared.ui.(money|time|row-button|row-checkbox|status-badge|lazy-overlay|copy)\.|src.shared.api.use-api-mutation|src.modules.(person.(person|mobile|i18n)|status-badge)|components.(Checkbox|Pagination|NativeSelect|Indicator)\b|IconAdjustmentsHorizontal|IconArrow(Down|sSort)|IconCopy\.|IconCircle(Check|Dashed)\.|utationObserver|useMutation|react-router.dist.esm.useLocation/;

/** What the sign-in document needs, and every other page as well; what these need comes with them. */
const base =
  /react-dom.client|@mantine.hooks.esm.use-(uncontrolled|disclosure)|@mantine.core.esm.components.(Input|TextInput|Button|ActionIcon|CloseButton|Loader|Text|Title|Stack|Anchor|Alert|Notification)\b|createReactComponent|src.shared.(api.(client|parts)|i18n.(catalogue|use-shared|format|currency|language)|lib.first-touch|forms.decimal|ui.(theme|toast|tip|lazy-floating|illustrations))\.|src.app.(providers|mount|failures|layouts.full-layout)\./;

/**
 * What every page is made of, by name; what these need comes with them. By name and not by how many pages share a file:
 * with that rule every new page moved what others had to load.
 */
const kit =
  /@mantine.core.esm.components.(Group|Paper|VisuallyHidden|Portal)\b|react-query.build.modern.useQuery\.|react-router.dist.esm.link\.|IconAlertTriangle\.|IconDots\.|src.shared.(api.(resource|refresh|params|error|query-client))\./;

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
        if (file.type === 'chunk' && /^(index|base|kit|list|query-client|orders-list-page)$/.test(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
});

export default defineConfig({
  base: '/',
  plugins: [react(), fontData(), stylesBelow(), loginDocument(), compileAhead()],
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
      input: { index: 'index.html', login: 'login.html' },
      output: {
        codeSplitting: {
          minSize: 0,
          // One file each: forty small ones cost a slow machine a tenth of its time to the first rows
          // (e2e/orders-list.speed.js).
          groups: [
            { name: 'base', test: base, minSize: 0, priority: 4 },
            { name: 'kit', test: kit, minSize: 0, priority: 3 },
            { name: 'list', test: lists, minShareCount: 2, minSize: 0, priority: 2 },
            {
              name: 'floating',
              test: floats,
              minShareCount: 24,
              minSize: 0,
              priority: 1,
              includeDependenciesRecursively: false,
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
    testTimeout: 60_000,
    // One fewer by default, which leaves a core of two idle.
    maxWorkers: availableParallelism(),
    setupFiles: ['src/test/setup.ts'],
  },
});
