import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useShared } from '../i18n/use-shared';
import classes from './filters.module.css';

export interface FilterOption {
  value: string;
  label: string;
}

/** What one filter of a list may be set to. */
export default function FilterItems({
  options,
  chosen,
  many,
  onChoose,
  onClear,
}: {
  options: readonly FilterOption[];
  chosen: readonly string[];
  many: boolean;
  onChoose: (value: string) => void;
  onClear: () => void;
}) {
  const s = useShared();
  return (
    <>
      {options.map((option) => (
        <Menu.Item
          key={option.value}
          role={many ? 'menuitemcheckbox' : 'menuitemradio'}
          aria-checked={chosen.includes(option.value)}
          onClick={() => onChoose(option.value)}
          rightSection={
            chosen.includes(option.value) ? <IconCheck size={16} aria-hidden /> : <span className={classes.blank} />
          }
        >
          {option.label}
        </Menu.Item>
      ))}
      {chosen.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={onClear}>{s('clear')}</Menu.Item>
        </>
      )}
    </>
  );
}
