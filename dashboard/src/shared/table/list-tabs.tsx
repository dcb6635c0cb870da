import { UnstyledButton } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { useShared } from '../i18n/use-shared';
import { Count } from '../ui/count';
import classes from '../ui/tabs.module.css';
import { useRovingFocus } from '../ui/use-roving-focus';
import type { ListState } from './use-list';

export interface ListTab {
  /** Value of the tab's filter; '' is "all". */
  value: string;
  label: string;
  count?: number;
  /** The count is capped: there are more than `count`. */
  isCapped?: boolean;
}

/** Tabs over one filter of a list. */
export interface ListTabsSpec {
  filter: string;
  items: readonly ListTab[];
  /** At the end of the line: what opens a tab that is not among them, ways to change them. */
  end?: (choose: (value: string) => void) => ReactNode;
}

/** Tabs over one filter of a list, with counts. */
export function ListTabs({ list, filter, items, end }: ListTabsSpec & { list: ListState }) {
  const s = useShared();
  const open = String(list.search[filter] ?? '');
  const choose = (value: string) => list.set({ [filter]: value || undefined });
  const place = useRef<HTMLDivElement>(null);
  const roving = useRovingFocus(
    place,
    'button',
    items.findIndex(({ value }) => value === open),
  );
  return (
    <div className={classes.line}>
      <div ref={place} aria-label={s('list.tabs')} className={classes.tabs} {...roving}>
        {items.map((item) => (
          <UnstyledButton
            key={item.value}
            className={classes.tab}
            aria-pressed={open === item.value}
            onClick={() => choose(item.value)}
          >
            {item.label}{' '}
            {item.count !== undefined && (
              <span className={classes.count}>
                <Count of={item.count} isMore={item.isCapped} />
              </span>
            )}
          </UnstyledButton>
        ))}
      </div>
      {end?.(choose)}
    </div>
  );
}
