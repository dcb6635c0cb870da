import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/shared/api/error';
import type { ListQuery } from '@/shared/api/params';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import type { BulkResult } from '@/shared/api/wire';
import { formatNumber } from '@/shared/i18n/format';
import { useShared } from '@/shared/i18n/use-shared';
import { toast } from '@/shared/ui/toast';
import { beginBatch, staleAfterBatch } from './batches/batches.api';
import { carts, planQuery, remind, reminders, type CartRemindIn } from './carts.api';
import { useCartText } from './i18n';
import { bodyFor } from './message-coupon';
import { MessageExtras } from './message-extras';

const words = '{{customer_name}} {{store_name}} {{cart_link}}';
const code = ' {{coupon_code}}';

export interface RemindQuestion {
  ids: string[];
  /** Called once: what became of each cart, or null when the merchant turned back. */
  answer: (results: BulkResult[] | null) => void;
  /** Every cart that the list matches instead: its parameters, how many they are, and how the answer is told that it began. */
  all?: { params: ListQuery; count: number; isCapped: boolean; began: (has: boolean) => void };
}

/**
 * CA-03: writes to the shoppers of carts now: of chosen ones, and the list says what became of each, or of all that match, in
 * the background.
 */
export function RemindDialog({ ids, answer, all, onClose }: RemindQuestion & { onClose: () => void }) {
  const t = useCartText();
  const s = useShared();
  const first = useQuery(planQuery).data?.messages[0];
  const [channel, setChannel] = useState<CartRemindIn['channel']>('sms');
  const [subject, setSubject] = useState({ ar: '', en: '' });
  const [couponId, setCoupon] = useState<string | null>(null);
  const [typed, setTyped] = useState<{ ar: string; en: string } | null>(null);
  // The first message of the sequence stands there until something else is typed.
  const start = { ar: first?.body.ar ?? '', en: first?.body.en ?? '' };
  // What the first message says of its own coupon is not this one's.
  const body = typed ?? (first?.coupon_id ? bodyFor(start, false) : start);
  const run = useApiMutation({
    run: (sent: CartRemindIn) => remind(sent),
    invalidates: [carts.key, reminders.key],
    done: answer,
  });
  const begin = useApiMutation({
    run: (message: Omit<CartRemindIn, 'items'>) => beginBatch(all?.params ?? {}, message),
    invalidates: staleAfterBatch,
    done: (begun) => {
      all?.began(true);
      toast.success(t(begun.status === 'running' ? 'batch.begun' : 'batch.over'));
      onClose();
    },
  });
  const error = run.error ?? begin.error;
  const fields = isApiError(error) ? error.fields : {};
  const close = () => {
    answer(null);
    all?.began(false);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={
        <Text fw={600} fz={16}>
          {all?.isCapped
            ? t('remindMoreTitle', { number: formatNumber(all.count) })
            : t('remindTitle', { count: all?.count ?? ids.length })}
        </Text>
      }
      closeButtonProps={{ 'aria-label': s('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const message = { channel, subject, body, coupon_id: couponId };
          if (all) begin.mutate(message);
          else run.mutate({ ...message, items: ids }, { onSuccess: onClose });
        }}
      >
        <Stack gap={14}>
          <Text size="sm" c="dimmed">
            {t('remindText')}
          </Text>
          {all && <Alert color="yellow">{t('remindAllText')}</Alert>}
          <Alert color="gray" icon={<IconInfoCircle size={18} />}>
            {t('noProvider')}
          </Alert>
          <SegmentedControl
            fullWidth
            aria-label={t('channel')}
            value={channel}
            onChange={(value) => setChannel(value as CartRemindIn['channel'])}
            data={(['sms', 'email'] as const).map((value) => ({ value, label: t(`channel.${value}`) }))}
          />
          {channel === 'email' &&
            (['ar', 'en'] as const).map((language) => (
              <TextInput
                key={language}
                label={`${t('subject')} · ${t(`textIn.${language}`)}`}
                dir={language === 'ar' ? 'rtl' : 'ltr'}
                maxLength={120}
                value={subject[language]}
                error={fields[`subject.${language}`]?.[0] ?? fields.subject?.[0]}
                onChange={(event) => setSubject({ ...subject, [language]: event.currentTarget.value })}
              />
            ))}
          {(['ar', 'en'] as const).map((language) => (
            <Textarea
              key={language}
              label={`${t('body')} · ${t(`textIn.${language}`)}`}
              dir={language === 'ar' ? 'rtl' : 'ltr'}
              autosize
              minRows={3}
              maxLength={600}
              value={body[language]}
              error={fields[`body.${language}`]?.[0] ?? fields.body?.[0]}
              onChange={(event) => setTyped({ ...body, [language]: event.currentTarget.value })}
            />
          ))}
          <Text size="xs" c="dimmed">
            {t('words', { words: `\u2066${words}${couponId ? code : ''}\u2069` })}
          </Text>
          <MessageExtras
            couponId={couponId}
            path="coupon_id"
            error={fields.coupon_id?.[0]}
            body={body}
            onCoupon={(id) => {
              setCoupon(id);
              setTyped(bodyFor(body, id !== null));
            }}
          />
          <Group justify="flex-end" gap={10}>
            <Button variant="default" onClick={close}>
              {s('cancel')}
            </Button>
            <Button type="submit" loading={run.isPending || begin.isPending}>
              {t('send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
