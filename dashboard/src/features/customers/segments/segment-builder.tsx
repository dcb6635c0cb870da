import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { RuleGroups, type RuleSlot } from '@/modules/rule-builder/rule-groups';
import { RuleLine } from '@/modules/rule-builder/rule-line';
import { RuleValue } from '@/modules/rule-builder/rule-value';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useSegmentText } from './i18n';
import { useRuleWords } from './rule-words';
import {
  compared,
  comparisons,
  fields,
  newRule,
  inputOf,
  isPlain,
  mostGroups,
  mostRules,
  type Groups,
  type Rule,
} from './rules';

// Only for rules over what was bought or used.
const BoughtRule = lazyPart(() => import('./bought-rule'));

/** Rules in groups: all of a group, any of the groups. Faults of the server stand at the rule they belong to. */
export function SegmentBuilder({
  groups,
  onChange,
  errors,
}: {
  groups: Groups;
  onChange: (groups: Groups) => void;
  errors: Record<string, unknown>;
}) {
  return (
    <RuleGroups groups={groups} onChange={onChange} createRule={newRule} mostGroups={mostGroups} mostRules={mostRules}>
      {(slot) => <SegmentRule {...slot} errors={errors} />}
    </RuleGroups>
  );
}

function SegmentRule({ rule, at, onChange, onRemove, errors }: RuleSlot<Rule> & { errors: Record<string, unknown> }) {
  const t = useSegmentText();
  const words = useRuleWords();
  const { field, op } = rule;
  return (
    <RuleLine
      field={field}
      fields={fields.map((value) => ({ value, label: t(`field.${value}`) }))}
      onField={(next) => onChange(newRule(next))}
      op={op}
      ops={comparisons[field].map((value) => ({ value, label: words.comparison(field, value) }))}
      onOp={(next) => onChange(compared(rule, next))}
      onRemove={onRemove}
      path={`groups.${at}.values`}
    >
      {inputOf(field, op) === 'none' ? null : (
        <SegmentValue rule={rule} path={`groups.${at}`} errors={errors} onChange={onChange} />
      )}
    </RuleLine>
  );
}

function SegmentValue({
  rule,
  path,
  errors,
  onChange,
}: {
  rule: Rule;
  path: string;
  errors: Record<string, unknown>;
  onChange: (rule: Rule) => void;
}) {
  const t = useSegmentText();
  const words = useRuleWords();
  const { field, op, values } = rule;
  const input = inputOf(field, op);
  if (!isPlain(input)) {
    return (
      <Suspense fallback={<Skeleton h={36} />}>
        <BoughtRule rule={rule} path={path} errors={errors} onChange={onChange} />
      </Suspense>
    );
  }
  const fault = Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
  return (
    <RuleValue
      input={input}
      values={values}
      choices={words.choices(field)}
      words={{ placeholder: t('chooseTag'), maxTags: 50, maxLength: 60 }}
      nothingFound={field === 'group' ? t('noGroups') : undefined}
      error={typeof fault === 'string' ? fault : undefined}
      onChange={(changed) => onChange({ ...rule, values: changed })}
    />
  );
}
