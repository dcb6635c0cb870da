import { CloseButton, MultiSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useShared } from '../i18n/use-shared';
import type { ListState } from './use-list';

export interface FilterOption {
  value: string;
  label: string;
}

/** The search box of a list: 300 ms after the last key the URL changes; a search from elsewhere (Back) shows at once. */
export function ListSearchBox({ list, placeholder }: { list: ListState; placeholder: string }) {
  const s = useShared();
  const inUrl = list.search.search ?? '';
  const [typed, setTyped] = useState(inUrl);
  const [seen, setSeen] = useState(inUrl);
  if (seen !== inUrl) {
    setSeen(inUrl);
    if (typed.trim() !== inUrl) setTyped(inUrl);
  }
  const push = useDebouncedCallback(
    (text: string) => list.set({ search: text.trim() || undefined }, { replace: true }),
    300,
  );
  return (
    <TextInput
      type="search"
      aria-label={placeholder}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        push(event.currentTarget.value);
      }}
      leftSection={<IconSearch size={17} aria-hidden />}
      rightSection={
        typed ? (
          <CloseButton
            size="sm"
            aria-label={s('clear')}
            onClick={() => {
              setTyped('');
              list.set({ search: undefined });
            }}
          />
        ) : null
      }
      style={{ flex: '1 1 240px', maxInlineSize: 380 }}
    />
  );
}

/** One filter of the filter row. `many` joins values by commas, as the API reads them. */
export function ListFilter({
  list,
  name,
  label,
  options,
  many,
}: {
  list: ListState;
  name: string;
  label: string;
  options: readonly FilterOption[];
  many?: boolean;
}) {
  const value = list.search[name];
  const shared = {
    'aria-label': label,
    placeholder: label,
    data: [...options],
    clearable: true,
    w: 180,
    comboboxProps: { shadow: 'md' as const },
  };
  if (many) {
    return (
      <MultiSelect
        {...shared}
        placeholder={value ? undefined : label}
        value={value ? String(value).split(',') : []}
        onChange={(values) => list.set({ [name]: values.join(',') || undefined })}
        w="auto"
        miw={180}
      />
    );
  }
  return (
    <Select
      {...shared}
      value={value === undefined ? null : String(value)}
      onChange={(next) => list.set({ [name]: next ?? undefined })}
      searchable={options.length > 8}
    />
  );
}
