import { Button, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useShared } from '../i18n/use-shared';
import { LazyMenu } from '../ui/lazy-menu';
import type { FilterOption } from './filter-items';
import classes from './filters.module.css';
import type { ListState } from './use-list';

const load = () => import('./filter-items');

/**
 * The search box of a list: the URL changes 300 ms after the last key; a change of the URL (Back) updates the box at
 * once.
 */
export function ListSearchBox({ list, placeholder }: { list: ListState; placeholder: string }) {
  const s = useShared();
  const inUrl = list.search.search ?? '';
  const [input, setInput] = useState(inUrl);
  const [lastInUrl, setLastInUrl] = useState(inUrl);
  // A value this box has sent to the URL that has not arrived yet: its arrival must not undo later typing.
  const [underWay, setUnderWay] = useState<string | null>(null);
  if (lastInUrl !== inUrl) {
    setLastInUrl(inUrl);
    if (underWay === inUrl) setUnderWay(null);
    else if (input.trim() !== inUrl) setInput(inUrl);
  }
  const push = useDebouncedCallback((text: string) => {
    const next = text.trim();
    setUnderWay(next === inUrl ? null : next);
    list.set({ search: next || undefined }, { replace: true });
  }, 300);
  return (
    <TextInput
      type="search"
      aria-label={placeholder}
      placeholder={placeholder}
      value={input}
      onChange={(event) => {
        setInput(event.currentTarget.value);
        push(event.currentTarget.value);
      }}
      leftSection={<IconSearch size={17} aria-hidden />}
      rightSection={
        input ? (
          <CloseButton
            size="sm"
            aria-label={s('clear')}
            onClick={() => {
              // A pending debounce would restore the old text.
              push.cancel();
              setInput('');
              list.set({ search: undefined });
            }}
          />
        ) : null
      }
      style={{ flex: '1 1 240px', maxInlineSize: 380 }}
    />
  );
}

/**
 * One filter of the filter row: a button with the filter's name and value, and a menu. `many` joins values by commas,
 * as the API expects.
 */
export function ListFilter({
  list,
  name,
  label,
  options,
  many = false,
}: {
  list: ListState;
  name: string;
  label: string;
  options: readonly FilterOption[];
  many?: boolean;
}) {
  const s = useShared();
  const value = list.search[name];
  const chosen = value === undefined ? [] : String(value).split(',');
  const names = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
  const choose = (next: string) => {
    const others = chosen.filter((candidate) => candidate !== next);
    const without = others.length < chosen.length;
    const values = many ? (without ? others : [...chosen, next]) : without ? [] : [next];
    list.set({ [name]: values.join(',') || undefined });
  };
  return (
    <LazyMenu
      closeOnItemClick={!many}
      position="bottom-start"
      load={load}
      items={{
        options,
        chosen,
        many,
        onChoose: choose,
        onClear: () => list.set({ [name]: undefined }),
      }}
      trigger={
        <Button
          variant="default"
          fw={400}
          justify="space-between"
          rightSection={<IconChevronDown size={15} aria-hidden />}
          data-active={names.length > 0 || undefined}
          className={classes.filter}
        >
          {names.length > 0 ? `${label}: ${names.length > 2 ? names.length : names.join(s('list.and'))}` : label}
        </Button>
      }
    />
  );
}
