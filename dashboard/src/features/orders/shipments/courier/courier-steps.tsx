import { Text } from '@mantine/core';
import { Time } from '@/shared/ui/time';
import classes from '../shipments.module.css';

/** A step of a shipment or a return: our name of it, and what the courier wrote beside it. */
interface CourierStep {
  step: string;
  label: string;
  words: string | null;
  at: string | null;
}

/** What a courier tells of a parcel, the newest first; `steps` are the oldest first. */
export const CourierSteps = ({ label, steps }: { label: string; steps: readonly CourierStep[] }) => (
  <ol className={classes.history} aria-label={label}>
    {steps.toReversed().map((event, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- the courier gives steps no id, and repeats them
      <li key={`${at} ${event.step}`}>
        <div>
          {event.label}
          {event.at && (
            <Text span size="xs" c="dimmed">
              {' · '}
              <Time value={event.at} style="short" />
            </Text>
          )}
          {event.words && event.words !== event.label && (
            <Text size="xs" component="div" dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {event.words}
            </Text>
          )}
        </div>
      </li>
    ))}
  </ol>
);
