import { useMemo } from 'react';
import { useLanguage, type Language } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import type { Column } from '@/shared/table/data-table';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import type { PageRow } from './content-pages.api';
import classes from './content-pages.module.css';
import { useContentPageText } from './i18n';
import { PageStatusBadge } from './page-status';

/** The columns of the list of pages. */
export function usePageColumns(): Column<PageRow>[] {
  const t = useContentPageText();
  const { language } = useLanguage();
  return useMemo(
    () => [
      {
        key: 'title',
        header: t('col.page'),
        sort: 'title',
        card: 'title',
        cell: (row) => <PageTitle row={row} language={language} />,
      },
      {
        key: 'address',
        header: t('col.address'),
        card: 'meta',
        cell: (row) => <bdi className={`num ${classes.address}`}>/pages/{textOf(row.slugs, language)}</bdi>,
      },
      {
        key: 'status',
        header: t('col.status'),
        card: 'end',
        cell: (row) => <PageStatusBadge page={row} />,
      },
      {
        key: 'updated',
        header: t('col.updated'),
        sort: 'updated_at',
        card: 'meta',
        cell: (row) => <Time value={row.updated_at} relative />,
      },
    ],
    [t, language],
  );
}

function PageTitle({ row, language }: { row: PageRow; language: Language }) {
  const t = useContentPageText();
  const title = textOf(row.title, language);
  const other = textOf(row.title, language === 'ar' ? 'en' : 'ar');
  return (
    <span className={classes.page}>
      <span className={classes.titleLine}>
        <bdi className={classes.title}>{title}</bdi>
        {/* A page that is named as its policy says it already. */}
        {row.policy && title !== t(`policy.${row.policy}`) && (
          <StatusBadge tone="gray" dot={false}>
            {t(`policy.${row.policy}`)}
          </StatusBadge>
        )}
      </span>
      {other !== title && <bdi className={classes.small}>{other}</bdi>}
    </span>
  );
}
