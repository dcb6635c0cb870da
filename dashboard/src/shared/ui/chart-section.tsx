import { ActionIcon, Group } from '@mantine/core';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useChartText } from './i18n';
import { csvOf, saveFile } from '../lib/csv';
import classes from './chart-section.module.css';
import { ChartTable } from './chart';
import { Section } from './page';
import { Tip } from './tip';

/** A titled chart with its table view and CSV download. */
export function ChartSection({
  title,
  choice,
  head,
  rows,
  csv,
  file,
  isEmpty,
  isStale = false,
  empty,
  children,
}: {
  title: string;
  /** The choice of metric. */
  choice?: ReactNode;
  /** Header of the table, formatted. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Rows of the CSV, unformatted, with the header. */
  csv: readonly (readonly (string | number)[])[];
  /** File name without extension. */
  file: string;
  isEmpty: boolean;
  /** Shows the period before, while the chosen one loads: its file would be of the wrong days. */
  isStale?: boolean;
  empty: ReactNode;
  children: ReactNode;
}) {
  const t = useChartText();
  const [asTable, setAsTable] = useState(false);
  const view = asTable ? t('asChart') : t('asTable');
  return (
    <Section
      title={title}
      actions={
        !isEmpty && (
          <>
            <Tip label={view}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={view}
                onClick={() => setAsTable(!asTable)}
              >
                {asTable ? <IconChartBar size={18} /> : <IconTable size={18} />}
              </ActionIcon>
            </Tip>
            <Tip label={t('csv')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('csv')}
                disabled={isStale}
                onClick={() => saveFile(`${file}.csv`, csvOf(csv))}
              >
                <IconDownload size={18} />
              </ActionIcon>
            </Tip>
          </>
        )
      }
    >
      {choice && <Group mb={14}>{choice}</Group>}
      <div aria-busy={isStale} className={isStale ? classes.stale : undefined}>
        {isEmpty ? empty : asTable ? <ChartTable label={title} head={head} rows={rows} /> : children}
      </div>
    </Section>
  );
}
