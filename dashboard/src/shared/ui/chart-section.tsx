import { ActionIcon, Group } from '@mantine/core';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { csvOf, saveFile } from '../lib/csv';
import { ChartTable } from './chart';
import { Section } from './page';
import { Tip } from './tip';

/** A titled chart that can be read as a table and taken along as a file. */
export function ChartSection({
  title,
  choice,
  head,
  rows,
  csv,
  file,
  isEmpty,
  empty,
  children,
}: {
  title: string;
  /** What the chart shows, to be chosen. */
  choice?: ReactNode;
  /** The table behind the chart, as people read it. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** The same as programs read it, with its first line. */
  csv: readonly (readonly (string | number)[])[];
  /** The file's name, without its end. */
  file: string;
  isEmpty: boolean;
  empty: ReactNode;
  children: ReactNode;
}) {
  const s = useShared();
  const [asTable, setAsTable] = useState(false);
  const view = asTable ? s('chart.asChart') : s('chart.asTable');
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
            <Tip label={s('chart.csv')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={s('chart.csv')}
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
      {isEmpty ? empty : asTable ? <ChartTable label={title} head={head} rows={rows} /> : children}
    </Section>
  );
}
