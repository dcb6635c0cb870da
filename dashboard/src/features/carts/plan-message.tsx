import { ActionIcon, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Suspense } from 'react';
import { NumberField } from '@/shared/forms/number-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { lazyPart } from '@/shared/ui/lazy-part';
import type { ReminderPlanIn } from './carts.api';
import { useCartText } from './i18n';
import { bodyFor } from './message-coupon';

// The list of coupons loads after the texts.
const MessageExtras = lazyPart(() => import('./message-extras').then((module) => ({ default: module.MessageExtras })));

/** One message of the plan: its delay, channel, text and coupon. */
export function PlanMessage({
  form,
  index,
  mayUpdate,
}: {
  form: ApiForm<ReminderPlanIn>;
  index: number;
  mayUpdate: boolean;
}) {
  const t = useCartText();
  const message = form.getValues().messages[index];
  if (!message) return null;
  const at = `messages.${index}`;
  return (
    <Stack gap={12} role="group" aria-label={t('planMessage', { number: index + 1 })}>
      <Group justify="space-between">
        <Text fw={600} size="sm">
          {t('planMessage', { number: index + 1 })}
        </Text>
        {form.getValues().messages.length > 1 && mayUpdate && (
          <ActionIcon
            aria-label={t('planRemove', { number: index + 1 })}
            onClick={() => form.removeListItem('messages', index)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
      <Group align="flex-start" gap={12}>
        <NumberField
          label={t('planDelay')}
          unit={t('planHours')}
          min={1}
          max={168}
          w={180}
          value={message.delay_minutes / 60}
          data-path={`${at}.delay_minutes`}
          error={form.errors[`${at}.delay_minutes`]}
          onChange={(value) => form.setFieldValue(`${at}.delay_minutes`, Math.round((value ?? 0) * 60))}
        />
        <Select
          label={t('channel')}
          w={180}
          allowDeselect={false}
          data={(['sms', 'email'] as const).map((value) => ({ value, label: t(`channel.${value}`) }))}
          value={message.channel}
          onChange={(value) => form.setFieldValue(`${at}.channel`, value)}
        />
      </Group>
      {message.channel === 'email' &&
        (['ar', 'en'] as const).map((language) => (
          <TextInput
            key={language}
            label={`${t('subject')} · ${t(`textIn.${language}`)}`}
            dir={language === 'ar' ? 'rtl' : 'ltr'}
            maxLength={120}
            {...form.getInputProps(`${at}.subject.${language}`)}
            error={form.errors[`${at}.subject.${language}`] ?? form.errors[`${at}.subject`]}
          />
        ))}
      {(['ar', 'en'] as const).map((language) => (
        <Textarea
          key={language}
          label={`${t('body')} · ${t(`textIn.${language}`)}`}
          dir={language === 'ar' ? 'rtl' : 'ltr'}
          autosize
          minRows={2}
          maxLength={600}
          {...form.getInputProps(`${at}.body.${language}`)}
          error={form.errors[`${at}.body.${language}`] ?? form.errors[`${at}.body`]}
        />
      ))}
      <Suspense fallback={null}>
        <MessageExtras
          couponId={message.coupon_id ?? null}
          path={`${at}.coupon_id`}
          // A coupon that starts later may be planned.
          states="active,scheduled"
          disabled={!mayUpdate}
          error={form.errors[`${at}.coupon_id`]}
          body={{ ar: message.body.ar ?? '', en: message.body.en ?? '' }}
          onCoupon={(id) => {
            form.clearFieldError(`${at}.coupon_id`);
            form.setFieldValue(`${at}.coupon_id`, id);
            const body = { ar: message.body.ar ?? '', en: message.body.en ?? '' };
            form.setFieldValue(`${at}.body`, bodyFor(body, id !== null));
          }}
        />
      </Suspense>
    </Stack>
  );
}
