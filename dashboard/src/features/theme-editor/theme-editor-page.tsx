import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { LinkButton } from '@/shared/ui/link-button';
import { useDelayed } from '@/shared/ui/use-delayed';
import { EditorSkeleton } from './editor-skeleton';
import { useThemeText } from './i18n';
import { ThemeEditorFrame } from './theme-editor';
import { themesQuery } from './theme-editor.api';
import type { ThemeEditorSearch } from './theme-editor.search';

/** TH-01: the editor of a theme: of the one that shoppers see, unless the address names another. */
export function ThemeEditorPage(): ReactNode {
  const t = useThemeText();
  const search: ThemeEditorSearch = useSearch({ from: '/theme/editor' });
  const query = useQuery(themesQuery);
  const isLate = useDelayed(query.isPending);
  if (query.data) {
    const theme =
      query.data.find((each) => each.theme === search.theme) ??
      query.data.find((each) => each.is_live) ??
      query.data[0];
    if (theme) return <ThemeEditorFrame key={theme.theme} theme={theme} />;
    return (
      <EmptyState order={1} illustration="box" title={t('noTheme')} text={t('noThemeText')}>
        <LinkButton to="/" variant="default">
          {t('back')}
        </LinkButton>
      </EmptyState>
    );
  }
  if (query.error) return <ErrorState order={1} error={query.error} onRetry={() => void query.refetch()} />;
  return isLate ? <EditorSkeleton /> : null;
}
