import { Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { MoneyField } from '@/shared/forms/money-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import type { DraftPreview, DraftView } from './draft.api';
import { isZero, type DraftValues } from './draft.model';
import { useOrderDraftText } from './i18n';

// Loaded only when a coupon is used.
const DraftCoupon = lazyPart(() => import('./draft-coupon'));

/** The payment method, among those that the store offers. */
export function DraftPayment({ form, preview }: { form: ApiForm<DraftValues>; preview: DraftPreview | undefined }) {
  const t = useOrderDraftText();
  const { language } = useLanguage();
  const options = preview?.payment_options ?? [];
  return (
    <Section title={t('payment')}>
      {options.length > 0 ? (
        <Radio.Group
          aria-label={t('payment.method')}
          data-path="payment_method_id"
          error={form.errors.payment_method_id}
          value={form.values.payment_method_id ?? ''}
          onChange={(id) => form.setFieldValue('payment_method_id', id)}
        >
          <Stack gap={10}>
            {options.map((option) => (
              <Radio key={option.id} value={option.id} label={<bdi>{textOf(option.name, language)}</bdi>} />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <Text size="sm" c={form.errors.payment_method_id ? 'red' : 'dimmed'} data-path="payment_method_id">
          {form.errors.payment_method_id ?? t('payment.none')}
        </Text>
      )}
    </Section>
  );
}

/** The discount: a coupon, and one by hand with its reason. */
export function DraftDiscount({
  form,
  preview,
  isFresh,
  origin,
  currency,
}: {
  form: ApiForm<DraftValues>;
  preview: DraftPreview | undefined;
  isFresh: boolean;
  origin: DraftView['origin'];
  currency: string;
}) {
  const t = useOrderDraftText();
  const { discount } = form.values;
  return (
    <Section title={t('discount')}>
      <Stack gap={14}>
        <Suspense fallback={<Skeleton h={60} />}>
          <DraftCoupon form={form} preview={preview} isFresh={isFresh} origin={origin} currency={currency} />
        </Suspense>
        <MoneyField
          label={t('discount.amount')}
          currency={currency}
          {...form.getInputProps('discount')}
          value={discount}
        />
        {discount !== '' && !isZero(discount) && (
          <TextInput
            label={t('discount.reason')}
            placeholder={t('discount.placeholder')}
            required
            maxLength={200}
            {...form.getInputProps('discount_reason')}
          />
        )}
      </Stack>
    </Section>
  );
}
