import {
  ActionIcon,
  Button,
  Divider,
  Group,
  MultiSelect,
  Paper,
  Select,
  Skeleton,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core';
import { IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { Suspense, useId } from 'react';
import { MoneyField } from '@/shared/forms/money-field';
import { NumberField } from '@/shared/forms/number-field';
import { useShared } from '@/shared/i18n/use-shared';
import { lazyPart } from '@/shared/ui/lazy-part';
import { useSegmentText } from './i18n';
import { useRuleWords } from './rule-words';
import {
  compared,
  comparisons,
  fields,
  fresh,
  inputOf,
  isBought,
  mostGroups,
  mostRules,
  without,
  type Groups,
  type Rule,
} from './rules';
import classes from './segments.module.css';

// Only for rules over what was bought or used.
const BoughtRule = lazyPart(() => import('./bought-rule'));
// The calendar is only for who compares with a day.
const DateField = lazyPart(() => import('@/shared/forms/date-field').then((module) => ({ default: module.DateField })));

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
  const t = useSegmentText();
  const title = useId();
  const setRules = (at: number, rules: Rule[]) => onChange(groups.map((old, g) => (g === at ? rules : old)));
  return (
    <div>
      {groups.map((rules, g) => (
        // Groups have no names of their own; their places are what tells them apart.
        // eslint-disable-next-line react/no-array-index-key
        <div key={g}>
          {g > 0 && <Divider my={10} label={t('or')} labelPosition="center" />}
          <Paper withBorder p={12} role="group" aria-labelledby={`${title}-${g}`}>
            <Group justify="space-between" mb={8} wrap="nowrap" mih={28}>
              <Text size="sm" fw={600} id={`${title}-${g}`}>
                {groups.length > 1 ? t('group', { number: g + 1 }) : t('groupAlone')}
              </Text>
              {groups.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('removeGroup')}
                  onClick={() => onChange(without(groups, g))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </Group>
            <Stack gap={14}>
              {rules.map((rule, r) => (
                <RuleLine
                  // A rule is known by its place in the group.
                  // eslint-disable-next-line react/no-array-index-key
                  key={r}
                  path={`groups.${g}.${r}`}
                  rule={rule}
                  errors={errors}
                  onChange={(changed) =>
                    setRules(
                      g,
                      rules.map((old, n) => (n === r ? changed : old)),
                    )
                  }
                  onRemove={groups.length > 1 || rules.length > 1 ? () => onChange(without(groups, g, r)) : undefined}
                />
              ))}
            </Stack>
            {rules.length < mostRules && (
              <Button
                mt={10}
                variant="subtle"
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => setRules(g, [...rules, fresh()])}
              >
                {t('addRule')}
              </Button>
            )}
          </Paper>
        </div>
      ))}
      {groups.length < mostGroups && (
        <Button
          mt={12}
          variant="subtle"
          size="sm"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => onChange([...groups, [fresh()]])}
        >
          {t('addGroup')}
        </Button>
      )}
    </div>
  );
}

function RuleLine({
  path,
  rule,
  errors,
  onChange,
  onRemove,
}: {
  path: string;
  rule: Rule;
  errors: Record<string, unknown>;
  onChange: (rule: Rule) => void;
  onRemove?: () => void;
}) {
  const t = useSegmentText();
  const words = useRuleWords();
  const { field, op } = rule;
  const ops = comparisons[field];
  const fault = Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
  const error = typeof fault === 'string' ? fault : undefined;
  const hasValue = inputOf(field, op) !== 'none';
  return (
    <div className={classes.rule} data-path={`${path}.values`}>
      <Select
        aria-label={t('ruleField')}
        data={fields.map((value) => ({ value, label: t(`field.${value}`) }))}
        value={field}
        allowDeselect={false}
        onChange={(value) => {
          const next = fields.find((name) => name === value);
          if (next && next !== field) onChange(fresh(next));
        }}
      />
      {ops.length > 1 ? (
        <Select
          aria-label={t('ruleOp')}
          data={ops.map((value) => ({ value, label: words.comparison(field, value) }))}
          value={op}
          allowDeselect={false}
          onChange={(value) => {
            const next = ops.find((name) => name === value);
            if (next) onChange(compared(rule, next));
          }}
        />
      ) : (
        <Value rule={rule} error={error} onChange={(values) => onChange({ ...rule, values })} />
      )}
      {ops.length > 1 && hasValue && (
        <div className={classes.value}>
          {isBought(field) ? (
            <Suspense fallback={<Skeleton h={36} />}>
              <BoughtRule rule={rule} path={path} errors={errors} onChange={onChange} />
            </Suspense>
          ) : (
            <Value rule={rule} error={error} onChange={(values) => onChange({ ...rule, values })} />
          )}
        </div>
      )}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('removeRule')}
          onClick={onRemove}
          className={classes.remove}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

function Value({ rule, error, onChange }: { rule: Rule; error?: string; onChange: (values: string[]) => void }) {
  const t = useSegmentText();
  const s = useShared();
  const words = useRuleWords();
  const { field, op, values } = rule;
  const shared = { 'aria-label': t('ruleValue'), error };
  const one = (value: string | number | null) => onChange(value === null || value === '' ? [] : [String(value)]);
  switch (inputOf(field, op)) {
    case 'money':
      return <MoneyField {...shared} value={values[0] ?? ''} onChange={one} />;
    case 'count':
      return <NumberField {...shared} value={values[0] ?? ''} onChange={one} />;
    case 'days':
      return <NumberField {...shared} unit={t('days')} value={values[0] ?? ''} onChange={one} />;
    case 'day':
      return (
        <Suspense fallback={null}>
          <DateField
            {...shared}
            placeholder={t('choose')}
            value={values[0] ?? null}
            onChange={(value) => one(typeof value === 'string' ? value : null)}
          />
        </Suspense>
      );
    case 'choice':
      return (
        <Select
          {...shared}
          placeholder={t('choose')}
          data={words.choices(field)}
          value={values[0] ?? null}
          onChange={one}
        />
      );
    case 'words':
      return field === 'tag' ? (
        <TagsInput
          {...shared}
          placeholder={values.length === 0 ? t('chooseTag') : undefined}
          data={words.choices('tag').map((choice) => choice.label)}
          maxTags={50}
          maxLength={60}
          acceptValueOnBlur
          value={values}
          onChange={onChange}
        />
      ) : (
        <MultiSelect
          {...shared}
          placeholder={values.length === 0 ? t('choose') : undefined}
          data={known(words.choices(field), values)}
          nothingFoundMessage={field === 'group' ? t('noGroups') : s('list.noResults')}
          searchable
          value={values}
          onChange={onChange}
        />
      );
    default:
      return null;
  }
}

/** What is chosen stays a choice, though no customer has it any more. */
const known = (choices: readonly { value: string; label: string }[], values: readonly string[]) => [
  ...choices,
  ...values
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value) => ({ value, label: value })),
];
