import { Alert, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ListQuery } from '@/shared/api/params';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import type { BulkResult } from '@/shared/api/wire';
import { DialogForm } from '@/shared/forms/dialog-form';
import { useApiForm } from '@/shared/forms/use-api-form';
import { formatNumber } from '@/shared/i18n/format';
import { toast } from '@/shared/ui/toast';
import { beginBatch, staleAfterBatch } from './batches/batches.api';
import { carts, planQuery, remind, reminders, type CartRemindIn } from './carts.api';
import { useCartText } from './i18n';
import { bodyFor, type Bilingual } from './message-coupon';
import { MessageExtras } from './message-extras';

const words = '{{customer_name}} {{store_name}} {{cart_link}}';
const code = ' {{coupon_code}}';

export interface RemindQuestion {
  ids: string[];
  /** Called once: the result of each cart, or null when the dialog was cancelled. */
  answer: (results: BulkResult[] | null) => void;
  /**
   * Instead of chosen carts, all that the list matches: its parameters, their count, and a callback when the batch has
   * begun.
   */
  all?: { params: ListQuery; count: number; isCapped: boolean; onBegun: (has: boolean) => void };
}

interface Values {
  channel: CartRemindIn['channel'];
  subject: Bilingual;
  /** Null while the text is the plan's first message. */
  body: Bilingual | null;
  coupon_id: string | null;
}

/** CA-03: reminds shoppers now: of chosen carts, whose results the list shows, or of all that match, as a batch. */
export function RemindDialog({ ids, answer, all, onClose }: RemindQuestion & { onClose: () => void }) {
  const t = useCartText();
  const first = useQuery(planQuery).data?.messages[0];
  const run = useApiMutation({
    run: (request: CartRemindIn) => remind(request),
    invalidates: [carts.key, reminders.key],
    done: answer,
  });
  const begin = useApiMutation({
    run: (message: Omit<CartRemindIn, 'items'>) => beginBatch(all?.params ?? {}, message),
    invalidates: staleAfterBatch,
    done: (begun) => {
      all?.onBegun(true);
      toast.success(t(begun.status === 'running' ? 'batch.begun' : 'batch.over'));
    },
  });
  const form = useApiForm<Values>({
    initialValues: { channel: 'sms', subject: { ar: '', en: '' }, body: null, coupon_id: null },
  });
  const { channel, coupon_id: couponId } = form.values;
  // The plan's first message is the initial text.
  const start = { ar: first?.body.ar ?? '', en: first?.body.en ?? '' };
  // The first message's placeholder for its own coupon does not apply to this one.
  const body = form.values.body ?? (first?.coupon_id ? bodyFor(start, false) : start);
  const send = async (values: Values) => {
    const message = { ...values, body };
    if (all) await begin.mutateAsync(message);
    else await run.mutateAsync({ ...message, items: ids });
  };
  return (
    <DialogForm
      title={
        all?.isCapped
          ? t('remindMoreTitle', { number: formatNumber(all.count) })
          : t('remindTitle', { count: all?.count ?? ids.length })
      }
      size={440}
      isTall={false}
      form={form}
      submit={t('send')}
      // The results are shown by the list, or by the batch.
      done={null}
      onSave={send}
      onClose={onClose}
      onCancel={() => {
        answer(null);
        all?.onBegun(false);
        onClose();
      }}
    >
      <Text size="sm" c="dimmed">
        {t('remindText')}
      </Text>
      {all && <Alert color="yellow">{t('remindAllText')}</Alert>}
      <Alert color="gray" icon={<IconInfoCircle size={18} />}>
        {t('noProvider')}
      </Alert>
      <SegmentedControl
        fullWidth
        data-autofocus
        aria-label={t('channel')}
        value={channel}
        onChange={(value) => form.setFieldValue('channel', value as Values['channel'])}
        data={(['sms', 'email'] as const).map((value) => ({ value, label: t(`channel.${value}`) }))}
      />
      {channel === 'email' &&
        (['ar', 'en'] as const).map((language) => (
          <TextInput
            key={language}
            label={`${t('subject')} · ${t(`textIn.${language}`)}`}
            dir={language === 'ar' ? 'rtl' : 'ltr'}
            maxLength={120}
            {...form.getInputProps(`subject.${language}`)}
            error={form.errors[`subject.${language}`] ?? form.errors.subject}
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
          data-path={`body.${language}`}
          value={body[language]}
          error={form.errors[`body.${language}`] ?? form.errors.body}
          onChange={(event) => {
            form.clearFieldError(`body.${language}`);
            form.setFieldValue('body', { ...body, [language]: event.currentTarget.value });
          }}
        />
      ))}
      <Text size="xs" c="dimmed">
        {t('words', { words: `\u2066${words}${couponId ? code : ''}\u2069` })}
      </Text>
      <MessageExtras
        couponId={couponId}
        path="coupon_id"
        error={form.errors.coupon_id}
        body={body}
        onCoupon={(id) => {
          form.clearFieldError('coupon_id');
          form.setFieldValue('coupon_id', id);
          form.setFieldValue('body', bodyFor(body, id !== null));
        }}
      />
    </DialogForm>
  );
}
