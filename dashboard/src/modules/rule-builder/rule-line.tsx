import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRuleBuilderText } from './i18n';
import classes from './rule-builder.module.css';

export interface Choice<Value extends string = string> {
  value: Value;
  label: string;
}

/** One rule: field, comparison, and the value, if it needs one. */
export function RuleLine<Field extends string, Op extends string>({
  field,
  fields,
  onField,
  op,
  ops,
  onOp,
  onRemove,
  path,
  children,
}: {
  field: Field;
  fields: readonly Choice<Field>[];
  onField: (field: Field) => void;
  op: Op;
  /** A single comparison is not shown: the value takes its place. */
  ops: readonly Choice<Op>[];
  onOp: (op: Op) => void;
  onRemove?: () => void;
  /** Path for the server's errors of this rule. */
  path?: string;
  children?: ReactNode;
}) {
  const t = useRuleBuilderText();
  const isCompared = ops.length > 1;
  return (
    <div className={classes.rule} data-path={path}>
      <Select
        aria-label={t('field')}
        data={[...fields]}
        value={field}
        allowDeselect={false}
        searchable
        onChange={(value) => {
          const next = fields.find((each) => each.value === value)?.value;
          if (next && next !== field) onField(next);
        }}
      />
      {isCompared ? (
        <Select
          aria-label={t('compare')}
          data={[...ops]}
          value={op}
          allowDeselect={false}
          onChange={(value) => {
            const next = ops.find((each) => each.value === value)?.value;
            if (next) onOp(next);
          }}
        />
      ) : (
        children
      )}
      {isCompared && children && <div className={classes.value}>{children}</div>}
      {onRemove && (
        <ActionIcon aria-label={t('removeRule')} onClick={onRemove} className={classes.remove}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </div>
  );
}
