import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import type { BulkResult } from '@/shared/api/wire';
import { useShared } from '@/shared/i18n/use-shared';
import { carts, planQuery, remind, reminders, type CartRemindIn } from './carts.api';
import { useCartText } from './i18n';
import { bodyFor } from './message-coupon';
import { MessageExtras } from './message-extras';

const words = '{{customer_name}} {{store_name}} {{cart_link}}';
const code = ' {{coupon_code}}';

/** CA-03: writes to the shoppers of chosen carts now; the list says what became of each. */
export function RemindDialog({
  ids,
  answer,
  onClose,
}: {
  ids: string[];
  answer: (results: BulkResult[] | null) => void;
  onClose: () => void;
}) {
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
  const fields = isApiError(run.error) ? run.error.fields : {};
  const close = () => {
    answer(null);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={
        <Text fw={600} fz={16}>
          {t('remindTitle', { count: ids.length })}
        </Text>
      }
      closeButtonProps={{ 'aria-label': s('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run.mutate({ items: ids, channel, subject, body, coupon_id: couponId }, { onSuccess: onClose });
        }}
      >
        <Stack gap={14}>
          <Text size="sm" c="dimmed">
            {t('remindText')}
          </Text>
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
            <Button type="submit" loading={run.isPending}>
              {t('send')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
