import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPhoto, IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import classes from './product-search.module.css';

export type FoundProduct = Schema<'ProductRow'>;

const products = resource('products');

/** Maximum of products shown; a narrower search finds others. */
const maxResults = 8;
/** Rows requested at a time, and the server's maximum. */
const [step, mostRows] = [20, 100];

/**
 * Searches products by name or code. Typing and the arrow keys open the list, Enter selects the active option, Escape
 * closes; after a selection the field is empty for the next one.
 */
export function ProductSearch({
  label,
  onPick,
  adds = false,
  state,
  without,
  detail,
  isOff,
  ...field
}: {
  label: string;
  onPick: (product: FoundProduct) => void;
  /** The selection is added to a list: a plus icon rather than a magnifier. */
  adds?: boolean;
  /** Only products in this state: `published`. */
  state?: FoundProduct['state'];
  /** Ids of selected products, not offered again. */
  without?: ReadonlySet<string | undefined>;
  /** Secondary text: price, stock. */
  detail?: (product: FoundProduct) => string;
  /** Shown but disabled. */
  isOff?: (product: FoundProduct) => boolean;
  error?: ReactNode;
  'data-path'?: string;
}) {
  const s = useShared();
  const { language } = useLanguage();
  const [input, setInput] = useState('');
  const [search] = useDebouncedValue(input.trim(), 200);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  // Enough rows to leave some beside the selected ones; in steps, so that not every selection refetches.
  const rowLimit = Math.min(mostRows, Math.ceil((maxResults + (without?.size ?? 0)) / step) * step);
  const query = useQuery({
    ...products.indexQuery({
      search: search || undefined,
      ...(state && { 'filter[state]': state }),
      per_page: rowLimit,
    }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const found = query.data?.data ?? [];
  // Until the server has searched for what was typed, of the rows that are here those with that name: the list does not
  // move under the pointer when the answer comes.
  const isOld = query.isPlaceholderData || search !== input.trim();
  const written = input.trim().toLowerCase();
  const isWritten = ({ name, sku }: FoundProduct) =>
    `${name.ar ?? ''} ${name.en ?? ''} ${sku ?? ''}`.toLowerCase().includes(written);
  const rows = found.filter((row) => !without?.has(row.id) && (!isOld || isWritten(row))).slice(0, maxResults);
  const emptyText = () => {
    if (query.isError) return s('error.list');
    if (!query.data || isOld) return s('loading');
    return s(query.data.meta.total > found.length ? 'list.narrower' : 'list.noResults');
  };
  const Icon = adds ? IconPlus : IconSearch;
  return (
    <Combobox
      store={combobox}
      // Flips upwards rather than over or below a bar at the bottom, which is as high as this.
      middlewares={{ shift: true, flip: { padding: { bottom: 76 } } }}
      onOptionSubmit={(id) => {
        const row = rows.find((candidate) => candidate.id === id);
        setInput('');
        combobox.closeDropdown();
        if (row) onPick(row);
      }}
    >
      <Combobox.Target>
        <TextInput
          {...field}
          aria-label={label}
          placeholder={label}
          leftSection={<Icon size={16} aria-hidden />}
          rightSection={query.isFetching ? <Loader size={14} /> : undefined}
          value={input}
          onChange={(event) => {
            setInput(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={s('list.results')} mah={320} style={{ overflowY: 'auto' }}>
          {rows.map((row) => (
            <Combobox.Option key={row.id} value={row.id} disabled={isOff?.(row) ?? false}>
              <span className={classes.option}>
                <span className={classes.thumb}>
                  {row.cover_url ? (
                    <img src={row.cover_url} alt="" loading="lazy" />
                  ) : (
                    <IconPhoto size={16} stroke={1.5} aria-hidden />
                  )}
                </span>
                <span className={classes.name}>
                  <bdi>{textOf(row.name, language)}</bdi>
                  {detail && (
                    <Text size="xs" c="dimmed" component="span">
                      {detail(row)}
                    </Text>
                  )}
                </span>
              </span>
            </Combobox.Option>
          ))}
          {rows.length === 0 && <Combobox.Empty>{emptyText()}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
