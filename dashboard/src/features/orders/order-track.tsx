import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useStatusText } from '@/modules/status-badge/i18n';
import { formatDate } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { Tip } from '@/shared/ui/tip';
import { useOrderPageText } from './page/i18n';
import { activityQuery, type OrderView } from './orders.api';
import { stagesOf } from './orders.model';
import { stageTimes } from './stage-times';
import classes from './track.module.css';

/** Progress of the order through its stages, as a bar; nothing for an order that left them. */
export function OrderTrack({ order }: { order: OrderView }) {
  const t = useOrderPageText();
  const word = useStatusText();
  const { language } = useLanguage();
  const activity = useQuery(activityQuery(order.id)).data;
  const progress = stagesOf(order.status, order.shipping_provider);
  if (!progress) return null;
  const times = stageTimes(activity ?? []);
  const finished = progress.at === progress.stages.length - 1;
  return (
    <ol className={classes.track} aria-label={t('track')}>
      {progress.stages.map((stage, index) => {
        const state = index < progress.at || finished ? 'done' : index === progress.at ? 'now' : 'ahead';
        // The exact status is shown at its stage: "out for delivery" at the stage of shipping.
        const shownStatus = index === progress.at ? order.status : stage;
        const at = state === 'ahead' ? undefined : (times[stage] ?? (index === 0 ? order.creation_date : undefined));
        const time = at && formatDate(at, 'full', language);
        const name = (
          <span className={classes.name}>
            {word(`order.${shownStatus}`)}
            {time && <VisuallyHidden> {time}</VisuallyHidden>}
          </span>
        );
        return (
          <li
            key={stage}
            className={classes.stage}
            data-state={state}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            {time ? <Tip label={time}>{name}</Tip> : name}
          </li>
        );
      })}
    </ol>
  );
}
