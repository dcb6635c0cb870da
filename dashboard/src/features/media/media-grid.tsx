import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatBytes } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useMediaText } from './i18n';
import type { LibraryItem } from './media.api';
import classes from './media.module.css';

/** The library as a grid of thumbnails. */
export function MediaGrid({
  rows,
  selected,
  onSelect,
}: {
  rows: readonly LibraryItem[];
  selected: ReadonlySet<string>;
  onSelect?: (selected: Set<string>) => void;
}) {
  const t = useMediaText();
  const { language } = useLanguage();
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect?.(next);
  };
  return (
    <ul className={classes.grid}>
      {rows.map(({ picture, size_bytes, is_used }) => (
        <li key={picture.id} className={classes.tile} data-selected={selected.has(picture.id) || undefined}>
          <Link
            to="/media/$id"
            params={{ id: picture.id }}
            search={true}
            className={classes.open}
            aria-label={textOf(picture.alt, language) || picture.file_name}
          >
            <img
              src={picture.urls['320'] ?? picture.url}
              alt=""
              loading="lazy"
              width={picture.width}
              height={picture.height}
            />
          </Link>
          {onSelect && (
            <Checkbox
              className={classes.check}
              aria-label={t('select', { name: picture.file_name })}
              checked={selected.has(picture.id)}
              onChange={() => toggle(picture.id)}
            />
          )}
          <div className={classes.caption}>
            <bdi className={classes.file} title={picture.file_name}>
              {picture.file_name}
            </bdi>
            <span className={classes.line}>
              <span className="num">
                {picture.width}×{picture.height}
              </span>
              <span>{formatBytes(size_bytes)}</span>
            </span>
            {!is_used && <StatusBadge tone="gray">{t('used.no')}</StatusBadge>}
          </div>
        </li>
      ))}
    </ul>
  );
}
