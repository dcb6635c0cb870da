import { Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { pagesOf, usePageLabel } from './editor-pages';
import { useThemeText } from './i18n';
import type { Change, Theme } from './theme-editor.api';
import classes from './theme-editor.module.css';

/** What differs, page by page. */
export function ChangeList({ theme, changes }: { theme: Theme; changes: readonly Change[] }) {
  const t = useThemeText();
  const pageLabel = usePageLabel(theme);
  const known = pagesOf(theme);
  // A template that the theme had until other files of it were uploaded.
  const former = changes
    .map(({ page }) => page)
    .filter((page) => page !== 'all' && !known.some((each) => each === page));
  const pages = [...known, ...new Set(former), 'all'];
  return (
    <div className={classes.changes}>
      {pages
        .map((page) => ({ page, own: changes.filter((change) => change.page === page) }))
        .filter(({ own }) => own.length > 0)
        .map(({ page, own }) => (
          <section key={page}>
            <h3 className={classes.changesPage}>{page === 'all' ? t('everyPage') : pageLabel(page)}</h3>
            <ul>
              {own.map((change) => (
                <ChangeLine key={`${change.section_id} ${change.kind}`} change={change} />
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

function ChangeLine({ change }: { change: Change }) {
  const t = useThemeText();
  const { language } = useLanguage();
  const what = change.settings.map((label) => textOf(label, language));
  if (change.has_blocks) what.push(t('change.blocks'));
  return (
    <li className={classes.change} data-kind={change.kind}>
      <span className={classes.changeKind}>{t(`change.${change.kind}`)}</span>
      <span>
        <bdi>{textOf(change.name, language)}</bdi>
        {change.kind === 'changed' && (
          <Text span size="xs" c="dimmed" display="block">
            {what.length > 0 ? what.join(t('and')) : t('change.name')}
          </Text>
        )}
      </span>
    </li>
  );
}
