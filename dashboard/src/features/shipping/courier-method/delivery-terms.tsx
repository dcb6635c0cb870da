import { Paper, SimpleGrid, Switch, Text } from '@mantine/core';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import type { ShippingValues } from '../shipping.model';
import { useCourierMethodText } from './i18n';
import { promiseText } from './promise';

/**
 * SP-01: from which amount on a delivery is free, when it is promised with what the
 * shopper reads of that, and whether the courier is named. */
export function DeliveryTerms({ form }: { form: ApiForm<ShippingValues> }) {
  const t = useCourierMethodText();
  const { values } = form;
  const promise = promiseText(values, t);
  return (
    <>
      <MoneyField
        label={t('freeAbove')}
        description={t('freeAboveHint')}
        {...form.getInputProps('free_above')}
        value={values.free_above}
      />
      <NumberField
        label={t('processing_days')}
        unit={t('daysUnit')}
        min={0}
        max={30}
        {...form.getInputProps('processing_days')}
        value={values.processing_days}
      />
      <SimpleGrid cols={2} spacing={12}>
        {(['delivery_days_min', 'delivery_days_max'] as const).map((name) => (
          <NumberField
            key={name}
            label={t(name)}
            unit={t('daysUnit')}
            min={0}
            max={60}
            {...form.getInputProps(name)}
            value={values[name]}
          />
        ))}
      </SimpleGrid>
      <Paper withBorder radius="md" px={14} py={10} role="status">
        <Text size="xs" c="dimmed">
          {t('promise.preview')}
        </Text>
        <Text size="sm" mt={2} c={promise ? undefined : 'dimmed'}>
          {promise ?? t('promise.none')}
        </Text>
      </Paper>
      <Switch
        label={t('nameVisible')}
        description={t('nameVisibleHint')}
        {...form.getInputProps('is_courier_name_visible', { type: 'checkbox' })}
      />
    </>
  );
}
