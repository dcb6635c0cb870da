import { Text } from '@mantine/core';
import { useState } from 'react';
import { RuleGroups, type RuleSlot } from '@/modules/rule-builder/rule-groups';
import { RuleLine } from '@/modules/rule-builder/rule-line';
import { RuleValue } from '@/modules/rule-builder/rule-value';
import { FilterFoot } from '@/shared/table/filter-foot';
import type { ListState } from '@/shared/table/use-list';
import { useOrderListText } from './i18n';
import { useRuleWords } from './rule-words';
import {
  comparisons,
  fields,
  inputOf,
  isComplete,
  mostGroups,
  readGroups,
  writeGroups,
  type Field,
  type Groups,
  type Rule,
} from './rules';

const newRule = (): Rule => ['city', 'is'];

/** Conditions in groups: all of a group, any of the groups. The URL changes once, when they are applied. */
export function FilterBuilder({ list, onDone }: { list: ListState; onDone: () => void }) {
  const t = useOrderListText();
  const [groups, setGroups] = useState<Groups>(() => readGroups(list.search.where) ?? [[newRule()]]);
  const isReady = groups.flat().every(isComplete);
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
      <RuleGroups
        groups={groups}
        onChange={setGroups}
        createRule={newRule}
        mostGroups={mostGroups}
        mostRules={mostGroups}
      >
        {(slot) => <OrderRule {...slot} />}
      </RuleGroups>
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

function OrderRule({ rule, onChange, onRemove }: RuleSlot<Rule>) {
  const t = useOrderListText();
  const words = useRuleWords();
  const [field, op, ...values] = rule as [Field, string, ...string[]];
  return (
    <RuleLine
      field={field}
      fields={fields.map((value) => ({ value, label: t(`field.${value}`) }))}
      onField={(next) => onChange([next, comparisons[next][0] ?? 'is'])}
      op={op}
      ops={comparisons[field].map((value) => ({ value, label: words.comparison(field, value) }))}
      onOp={(next) => onChange([field, next, ...(inputOf(field, next) === inputOf(field, op) ? values : [])])}
      onRemove={onRemove}
    >
      <RuleValue
        input={inputOf(field, op)}
        values={values}
        choices={words.choices(field, op) ?? []}
        words={{ placeholder: t('builder.skuPlaceholder') }}
        onChange={(changed) => onChange([field, op, ...changed])}
      />
    </RuleLine>
  );
}
