import { createRoute } from '@tanstack/react-router';
import { themeEditorSearch } from '@/features/theme-editor/theme-editor.search';
import { lazyPage } from '@/shared/ui/lazy-page';
import { titles } from './i18n';
import { rootRoute } from './root';

const editor = createRoute({
  getParentRoute: () => rootRoute,
  path: '/theme/editor',
  // The page that is edited, and the section whose settings are open.
  validateSearch: themeEditorSearch,
  // No shape: the frame of a list or a form would be drawn where the editor has bars of its own.
  staticData: { layout: 'editor', needs: 'read Theme', shape: 'dialog', title: () => titles.now('themeEditor') },
  component: lazyPage(() => import('@/features/theme-editor/theme-editor-page'), 'ThemeEditorPage'),
});

const gallery = createRoute({
  getParentRoute: () => rootRoute,
  path: '/layout-settings',
  staticData: { needs: 'read Theme', title: () => titles.now('themes') },
  component: lazyPage(() => import('@/features/theme-gallery/theme-gallery-page'), 'ThemeGalleryPage'),
});

export const themeRoutes = [editor, gallery] as const;
