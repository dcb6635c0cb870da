import { ActionIcon, Button, Divider, Group, MultiSelect, Paper, Select, Stack, TagsInput, Text } from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { DateField } from '@/shared/forms/date-field';
import { MoneyField } from '@/shared/forms/money-field';
import { FilterFoot } from '@/shared/table/filter-foot';
import type { ListState } from '@/shared/table/use-list';
import classes from './list.module.css';
import { useOrderListText } from './i18n';
import { useRuleWords } from './rule-words';
import {
  comparisons,
  dayWords,
  fields,
  isComplete,
  mostGroups,
  readGroups,
  writeGroups,
  type Field,
  type Groups,
  type Rule,
} from './rules';

const fresh = (): Rule => ['city', 'is'];

/** Conditions in groups: all of a group, any of the groups. The URL changes once, when they are applied. */
export function FilterBuilder({ list, onDone }: { list: ListState; onDone: () => void }) {
  const t = useOrderListText();
  const [groups, setGroups] = useState<Groups>(() => readGroups(list.search.where) ?? [[fresh()]]);
  const isReady = groups.flat().every(isComplete);
  const setGroup = (at: number, rules: Rule[]) =>
    setGroups(
      rules.length > 0
        ? groups.map((group, n) => (n === at ? rules : group))
        : groups.length > 1
          ? groups.filter((_, n) => n !== at)
          : [[fresh()]],
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReady) return;
        list.set({ where: writeGroups(groups) });
        onDone();
      }}
    >
      <Text size="sm" c="dimmed" mb={14}>
        {t('builder.explain')}
      </Text>
      <Stack gap={10}>
        {groups.map((rules, at) => (
          // Groups have no names of their own; their places are what tells them apart.
          // eslint-disable-next-line react/no-array-index-key
          <div key={at}>
            {at > 0 && <Divider my={4} label={t('builder.or')} labelPosition="center" />}
            <RuleGroup
              number={at + 1}
              rules={rules}
              onChange={(changed) => setGroup(at, changed)}
              onRemove={groups.length > 1 ? () => setGroup(at, []) : undefined}
            />
          </div>
        ))}
      </Stack>
      {groups.length < mostGroups && (
        <Button
          mt={12}
          variant="subtle"
          size="sm"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => setGroups([...groups, [fresh()]])}
        >
          {t('builder.addGroup')}
        </Button>
      )}
      {!isReady && (
        <Text size="xs" c="dimmed" mt={10}>
          {t('builder.incomplete')}
        </Text>
      )}
      <FilterFoot
        apply={t('builder.apply')}
        disabled={!isReady}
        onClear={() => {
          list.set({ where: undefined });
          onDone();
        }}
      />
    </form>
  );
}

function RuleGroup({
  number,
  rules,
  onChange,
  onRemove,
}: {
  number: number;
  rules: readonly Rule[];
  onChange: (rules: Rule[]) => void;
  onRemove?: () => void;
}) {
  const t = useOrderListText();
  const title = useId();
  return (
    <Paper withBorder p={12} role="group" aria-labelledby={title}>
      <Group justify="space-between" mb={8} wrap="nowrap">
        <Text size="sm" fw={600} id={title}>
          {t('builder.group', { number })}
        </Text>
        {onRemove && (
          <ActionIcon aria-label={t('builder.removeGroup')} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
      <Stack gap={12}>
        {rules.map((rule, at) => (
          <RuleLine
            // A rule is known by its place in the group.
            // eslint-disable-next-line react/no-array-index-key
            key={at}
            rule={rule}
            onChange={(changed) => onChange(rules.map((other, n) => (n === at ? changed : other)))}
            onRemove={() => onChange(rules.filter((_, n) => n !== at))}
          />
        ))}
      </Stack>
      {rules.length < mostGroups && (
        <Button
          mt={10}
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...rules, fresh()])}
        >
          {t('builder.addRule')}
        </Button>
      )}
    </Paper>
  );
}

function RuleLine({ rule, onChange, onRemove }: { rule: Rule; onChange: (rule: Rule) => void; onRemove: () => void }) {
  const t = useOrderListText();
  const words = useRuleWords();
  const [field, op, ...values] = rule as [Field, string, ...string[]];
  return (
    <div className={classes.rule}>
      <Select
        aria-label={t('builder.field')}
        data={fields.map((value) => ({ value, label: t(`field.${value}`) }))}
        value={field}
        allowDeselect={false}
        searchable
        onChange={(value) => {
          const next = fields.find((name) => name === value);
          if (next) onChange([next, comparisons[next][0] ?? 'is']);
        }}
      />
      <Select
        aria-label={t('builder.compare')}
        data={comparisons[field].map((value) => ({ value, label: words.comparison(field, value) }))}
        value={op}
        allowDeselect={false}
        disabled={comparisons[field].length === 1}
        onChange={(value) => onChange([field, value ?? op, ...(field === 'created_at' ? [] : values)])}
      />
      <div className={classes.value}>
        <RuleValue field={field} op={op} values={values} onChange={(changed) => onChange([field, op, ...changed])} />
      </div>
      <ActionIcon aria-label={t('builder.removeRule')} onClick={onRemove} className={classes.remove}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}

function RuleValue({
  field,
  op,
  values,
  onChange,
}: {
  field: Field;
  op: string;
  values: string[];
  onChange: (values: string[]) => void;
}) {
  const t = useOrderListText();
  const words = useRuleWords();
  const label = t('builder.value');
  if (field === 'total') {
    return (
      <MoneyField aria-label={label} value={values[0] ?? ''} onChange={(value) => onChange(value ? [value] : [])} />
    );
  }
  if (field === 'created_at' && op !== 'is') {
    return (
      <DateField
        aria-label={label}
        placeholder={t('builder.choose')}
        value={values[0] ?? null}
        onChange={(value) => onChange(value ? [value] : [])}
      />
    );
  }
  if (field === 'created_at') {
    return (
      <Select
        aria-label={label}
        placeholder={t('builder.choose')}
        data={dayWords.map((value) => ({ value, label: t(`date.${value}`) }))}
        value={values[0] ?? null}
        onChange={(value) => onChange(value ? [value] : [])}
      />
    );
  }
  if (field === 'sku') {
    return (
      <TagsInput
        aria-label={label}
        placeholder={values.length === 0 ? t('builder.skuPlaceholder') : undefined}
        value={values}
        acceptValueOnBlur
        onChange={onChange}
      />
    );
  }
  return (
    <MultiSelect
      aria-label={label}
      placeholder={values.length === 0 ? t('builder.choose') : undefined}
      data={words.choices(field) ?? []}
      value={values}
      searchable
      onChange={onChange}
    />
  );
}
