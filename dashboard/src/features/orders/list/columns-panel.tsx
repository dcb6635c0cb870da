import { ActionIcon, Button, Checkbox, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useOrderListText } from './i18n';
import classes from './list.module.css';

export interface ColumnName {
  key: string;
  header: string;
  /** Always shown: it links to the order. */
  isFixed?: boolean;
}

/** The list's columns and their order; every step is a button, so it works by keyboard. */
export function ColumnsPanel({
  all,
  shown,
  onChange,
  onReset,
}: {
  all: readonly ColumnName[];
  shown: readonly string[];
  onChange: (keys: string[]) => void;
  onReset: () => void;
}) {
  const t = useOrderListText();
  const shownColumns = shown.flatMap((key) => all.find((column) => column.key === key) ?? []);
  const hiddenColumns = all.filter((column) => !shown.includes(column.key));
  const move = (key: string, to: number) => {
    const rest = shown.filter((other) => other !== key);
    onChange([...rest.slice(0, to), key, ...rest.slice(to)]);
  };
  const box = (column: ColumnName, checked: boolean) => (
    <Checkbox
      label={column.header}
      aria-label={t('columns.show', { name: column.header })}
      checked={checked}
      disabled={column.isFixed}
      onChange={() => onChange(checked ? shown.filter((key) => key !== column.key) : [...shown, column.key])}
    />
  );
  return (
    <Stack gap={14}>
      <ul className={classes.list}>
        {shownColumns.map((column, at) => (
          <li key={column.key} className={classes.line}>
            {box(column, true)}
            <ActionIcon
              aria-label={t('columns.up', { name: column.header })}
              disabled={at <= 1 || column.isFixed}
              onClick={() => move(column.key, at - 1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('columns.down', { name: column.header })}
              disabled={at === shownColumns.length - 1 || column.isFixed}
              onClick={() => move(column.key, at + 1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
          </li>
        ))}
        {hiddenColumns.map((column) => (
          <li key={column.key} className={classes.line}>
            {box(column, false)}
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={onReset}>
        {t('columns.reset')}
      </Button>
    </Stack>
  );
}
