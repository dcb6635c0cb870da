import { Chip, Group, Stack, Text, Textarea } from '@mantine/core';
import { Suspense, useState, type FormEvent } from 'react';
import { storeDay } from '@/shared/i18n/format';
import { Dialog } from '@/shared/ui/dialog';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { lazyPart } from '@/shared/ui/lazy-part';
import type { QueueOrder, OutcomeIn } from './confirm.api';
import { dayAfter } from './confirm.model';
import { useConfirmText } from './i18n';

const DateField = lazyPart(() => import('@/shared/forms/date-field').then((m) => ({ default: m.DateField })));

interface DialogRequest {
  order: QueueOrder;
  onRecord: (body: OutcomeIn) => Promise<boolean>;
  onClose: () => void;
}

const quick = [1, 2, 3, 7] as const;

/** Asks for the day to call again. */
export function PostponeDialog({ order, onRecord, onClose }: DialogRequest) {
  const t = useConfirmText();
  const [today] = useState(() => storeDay(new Date()));
  const [day, setDay] = useState(dayAfter(today, 1));
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    if (await onRecord({ outcome: 'postponed', until: day })) onClose();
    setBusy(false);
  };
  return (
    <Dialog title={t('postpone.title', { number: `\u2066#${order.number}\u2069` })} onClose={onClose}>
      <form onSubmit={(event) => void send(event)}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('postpone.text')}
          </Text>
          <Chip.Group value={day} onChange={(value) => setDay(value as string)}>
            <Group gap={8}>
              {quick.map((days) => (
                <Chip key={days} value={dayAfter(today, days)} data-autofocus={days === 1 || undefined}>
                  {days === 1 ? t('postpone.tomorrow') : t('postpone.days', { count: days })}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Suspense fallback={null}>
            <DateField
              label={t('postpone.day')}
              value={day}
              minDate={dayAfter(today, 1)}
              maxDate={dayAfter(today, 60)}
              onChange={(value) => typeof value === 'string' && setDay(value)}
            />
          </Suspense>
          <DialogFoot submit={t('postpone.do')} isBusy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

const reasons = ['r1', 'r2', 'r3', 'r4', 'r5'] as const;

/** Asks for the reason of the cancellation. */
export function CancelDialog({ order, onRecord, onClose }: DialogRequest) {
  const t = useConfirmText();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    if (await onRecord({ outcome: 'cancelled', note: reason.trim() })) onClose();
    setBusy(false);
  };
  return (
    <Dialog title={t('cancel.title', { number: `\u2066#${order.number}\u2069` })} onClose={onClose}>
      <form onSubmit={(event) => void send(event)}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('cancel.text')}
          </Text>
          <Chip.Group value={reason} onChange={(value) => setReason(value as string)}>
            <Group gap={8}>
              {reasons.map((one, at) => (
                <Chip key={one} value={t(`cancel.${one}`)} data-autofocus={at === 0 || undefined}>
                  {t(`cancel.${one}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Textarea
            label={t('cancel.reason')}
            required
            autosize
            minRows={2}
            maxLength={2000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <DialogFoot
            submit={t('cancel.do')}
            cancel={t('cancel.keep')}
            isDanger
            isDisabled={!reason.trim()}
            isBusy={busy}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
