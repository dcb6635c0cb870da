import { ActionIcon, Group, Select, SimpleGrid, Switch, TagsInput, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { actions, type Values } from './cod-rules.model';
import { useCodRulesText } from './i18n';
import classes from './rule-row.module.css';

/** One rule: its conditions, and its action. */
export function RuleRow({
  form,
  at,
  count,
  mayUpdate,
}: {
  form: ApiForm<Values>;
  at: number;
  count: number;
  mayUpdate: boolean;
}) {
  const t = useCodRulesText();
  const rule = form.getValues().rules[at];
  if (!rule) return null;
  const name = `\u2068${rule.name || t('rule', { n: at + 1 })}\u2069`;
  const field = (path: string) => ({ ...form.getInputProps(`rules.${at}.${path}`), disabled: !mayUpdate });
  return (
    <section className={classes.rule} data-rule aria-label={t('rule', { n: at + 1 })}>
      <Group justify="space-between" wrap="nowrap" align="flex-end" mb={14}>
        <TextInput style={{ flex: 1 }} label={t('name')} maxLength={60} {...field('name')} />
        {mayUpdate && (
          <Group gap={4} wrap="nowrap" mb={2}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              className={classes.move}
              disabled={at === 0}
              aria-label={t('up', { name })}
              onClick={() => form.reorderListItem('rules', { from: at, to: at - 1 })}
            >
              <IconArrowUp size={18} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              className={classes.move}
              disabled={at === count - 1}
              aria-label={t('down', { name })}
              onClick={() => form.reorderListItem('rules', { from: at, to: at + 1 })}
            >
              <IconArrowDown size={18} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={t('remove', { name })}
              onClick={() => form.removeListItem('rules', at)}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        )}
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing={12}>
        <NumberField label={t('scoreFrom')} min={0} max={100} {...field('score_from')} value={rule.score_from} />
        <NumberField label={t('scoreBelow')} min={1} max={100} {...field('score_below')} value={rule.score_below} />
        <MoneyField label={t('totalFrom')} {...field('total_from')} value={rule.total_from} />
        <MoneyField label={t('totalBelow')} {...field('total_below')} value={rule.total_below} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={12} mt={12}>
        <Select
          label={t('first')}
          allowDeselect={false}
          data={(['any', 'yes', 'no'] as const).map((value) => ({ value, label: t(`first.${value}`) }))}
          {...field('first')}
        />
        <TagsInput
          label={t('cities')}
          placeholder={rule.cities.length > 0 ? '' : t('citiesHint')}
          {...field('cities')}
        />
      </SimpleGrid>
      <Group justify="space-between" align="flex-end" mt={12} gap={16}>
        <Select
          style={{ flex: '1 1 260px' }}
          label={t('action')}
          description={t(`hint.${rule.action}`)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={actions.map((value) => ({ value, label: t(`action.${value}`) }))}
          {...field('action')}
        />
        <Switch
          className={classes.active}
          label={t('active')}
          mb={{ base: 0, sm: 28 }}
          {...form.getInputProps(`rules.${at}.is_active`, { type: 'checkbox' })}
          disabled={!mayUpdate}
        />
        {rule.action === 'deposit' && <Deposit form={form} at={at} mayUpdate={mayUpdate} />}
      </Group>
    </section>
  );
}

/** The deposit: a percentage of the order, or an amount. */
function Deposit({ form, at, mayUpdate }: { form: ApiForm<Values>; at: number; mayUpdate: boolean }) {
  const t = useCodRulesText();
  const rule = form.getValues().rules[at];
  if (!rule) return null;
  const field = (path: string) => ({ ...form.getInputProps(`rules.${at}.${path}`), disabled: !mayUpdate });
  // An error of the deposit as a whole is shown at the visible field.
  const depositError = form.errors[`rules.${at}.deposit_amount`];
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={12} className={classes.deposit}>
      <Select
        label={t('deposit.kind')}
        allowDeselect={false}
        data={(['percent', 'amount'] as const).map((value) => ({ value, label: t(`deposit.${value}`) }))}
        {...field('deposit_kind')}
      />
      {rule.deposit_kind === 'percent' ? (
        <NumberField
          label={t('deposit.percentLabel')}
          unit="%"
          scale={2}
          min={0}
          max={100}
          {...field('deposit_percent')}
          value={rule.deposit_percent}
          error={form.errors[`rules.${at}.deposit_percent`] ?? depositError}
        />
      ) : (
        <MoneyField
          label={t('deposit.amountLabel')}
          description={t('deposit.amountHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('deposit_amount')}
          value={rule.deposit_amount}
        />
      )}
    </SimpleGrid>
  );
}
