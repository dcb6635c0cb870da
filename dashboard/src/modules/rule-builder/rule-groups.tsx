import { ActionIcon, Button, Divider, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Fragment, useId, type ReactNode } from 'react';
import { useRuleBuilderText } from './i18n';
import { without } from './without';

export interface RuleSlot<Rule> {
  rule: Rule;
  /** Its position: `0.1` is the second rule of the first group. */
  at: string;
  onChange: (rule: Rule) => void;
  /** Undefined for the only rule. */
  onRemove?: () => void;
}

/** Rules in groups: all rules of any one group must hold. `children` renders one rule, usually a `RuleLine`. */
export function RuleGroups<Rule>({
  groups,
  onChange,
  createRule,
  mostGroups,
  mostRules,
  children,
}: {
  groups: readonly (readonly Rule[])[];
  onChange: (groups: Rule[][]) => void;
  /** Creates an empty rule. */
  createRule: () => Rule;
  mostGroups: number;
  mostRules: number;
  children: (slot: RuleSlot<Rule>) => ReactNode;
}) {
  const t = useRuleBuilderText();
  const title = useId();
  const isAlone = groups.length === 1;
  const setRules = (at: number, change: (rules: readonly Rule[]) => Rule[]) =>
    onChange(groups.map((rules, g) => (g === at ? change(rules) : [...rules])));
  return (
    <div>
      {groups.map((rules, g) => (
        // Groups have no names; their index identifies them.
        // eslint-disable-next-line react/no-array-index-key
        <div key={g}>
          {g > 0 && <Divider my={10} label={t('or')} labelPosition="center" />}
          <Paper withBorder p={12} role="group" aria-labelledby={`${title}-${g}`}>
            <Group justify="space-between" mb={8} wrap="nowrap" mih={28}>
              <Text size="sm" fw={600} id={`${title}-${g}`}>
                {isAlone ? t('groupAlone') : t('group', { number: g + 1 })}
              </Text>
              {!isAlone && (
                <ActionIcon aria-label={t('removeGroup')} onClick={() => onChange(without(groups, createRule, g))}>
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </Group>
            <Stack gap={14}>
              {rules.map((rule, r) => (
                // A rule is identified by its index in the group.
                // eslint-disable-next-line react/no-array-index-key
                <Fragment key={r}>
                  {children({
                    rule,
                    at: `${g}.${r}`,
                    onChange: (changed) => setRules(g, (old) => old.map((other, n) => (n === r ? changed : other))),
                    onRemove:
                      isAlone && rules.length === 1 ? undefined : () => onChange(without(groups, createRule, g, r)),
                  })}
                </Fragment>
              ))}
            </Stack>
            {rules.length < mostRules && (
              <Button
                mt={10}
                variant="subtle"
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden />}
                onClick={() => setRules(g, (old) => [...old, createRule()])}
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
          onClick={() => onChange([...groups.map((rules) => [...rules]), [createRule()]])}
        >
          {t('addGroup')}
        </Button>
      )}
    </div>
  );
}
