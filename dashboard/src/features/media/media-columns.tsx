import { formatBytes } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import type { Column } from '@/shared/table/data-table';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { useMediaText } from './i18n';
import type { LibraryItem } from './media.api';
import classes from './media.module.css';
import { typeName } from './media.model';

export function useMediaColumns(): Column<LibraryItem>[] {
  const t = useMediaText();
  const { language } = useLanguage();
  return [
    {
      key: 'name',
      header: t('name'),
      card: 'title',
      cell: ({ picture }) => (
        <span className={classes.named}>
          <img src={picture.urls['320'] ?? picture.url} alt="" loading="lazy" className={classes.thumb} />
          <span className={classes.namedText}>
            <bdi className={classes.file}>{picture.file_name}</bdi>
            <bdi className={classes.altLine}>{textOf(picture.alt, language)}</bdi>
          </span>
        </span>
      ),
    },
    { key: 'type', header: t('filter.type'), cell: (row) => <span className="num">{typeName(row.content_type)}</span> },
    {
      key: 'dimensions',
      header: t('dimensions'),
      cell: ({ picture }) => (
        <span className="num">
          {picture.width}×{picture.height}
        </span>
      ),
    },
    { key: 'size', header: t('size'), sort: 'size', cell: (row) => formatBytes(row.size_bytes) },
    { key: 'created_at', header: t('date'), sort: 'created_at', cell: (row) => <Time value={row.created_at} /> },
    {
      key: 'use',
      header: t('use'),
      card: 'end',
      cell: (row) => (
        <StatusBadge tone={row.is_used ? 'green' : 'gray'}>{t(row.is_used ? 'used.yes' : 'used.no')}</StatusBadge>
      ),
    },
  ];
}
