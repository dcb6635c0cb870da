import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Section } from '@/shared/ui/page';
import { useCartText } from '../i18n';
import { CartBatchLine } from './batch-line';
import { batchesQuery } from './batches.api';
import classes from './batches.module.css';

const maxBatches = 5;

/** Batches of reminders in the background: the running ones, or the newest of any status. */
export function CartBatchLines({ onlyRunning = false }: { onlyRunning?: boolean }) {
  const t = useCartText();
  const all = useQuery(batchesQuery).data ?? [];
  const shownBatches = onlyRunning ? all.filter((batch) => batch.status === 'running') : all.slice(0, maxBatches);
  if (shownBatches.length === 0) return null;
  return (
    <Box mb={16}>
      <Section title={t('batch.log')}>
        <ul className={classes.lines}>
          {shownBatches.map((batch) => (
            <li key={batch.id}>
              <CartBatchLine batch={batch} />
            </li>
          ))}
        </ul>
      </Section>
    </Box>
  );
}
