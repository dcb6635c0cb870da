import { Card } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useStatusText } from '@/modules/status-badge/i18n';
import { useOrderPageText } from './page/i18n';
import type { OrderView } from './orders.api';
import { stagesOf } from './orders.model';
import classes from './order.module.css';

/** Progress of the order through its stages; nothing for an order that left them. */
export function OrderTrack({ order }: { order: OrderView }) {
  const t = useOrderPageText();
  const word = useStatusText();
  const progress = stagesOf(order.status, order.shipping_provider);
  if (!progress) return null;
  const finished = progress.at === progress.stages.length - 1;
  return (
    <Card padding={0}>
      <ol className={classes.track} aria-label={t('track')}>
        {progress.stages.map((stage, index) => {
          const state = index < progress.at || finished ? 'done' : index === progress.at ? 'now' : 'ahead';
          // The exact status is shown at its stage: "out for delivery" at the stage of shipping.
          const shownStatus = index === progress.at ? order.status : stage;
          return (
            <li key={stage} className={classes.stage} data-state={state} aria-current={state === 'now' || undefined}>
              <span className={classes.dot}>{state === 'done' && <IconCheck size={14} stroke={3} aria-hidden />}</span>
              <span className={classes.stageName}>{word(`order.${shownStatus}`)}</span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
