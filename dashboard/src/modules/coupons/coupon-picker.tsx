import { Loader, Select, TextInput, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { CouponStateBadge } from './coupon-state';
import { useCouponValue } from './coupon-value';
import classes from './coupon-picker.module.css';
import { coupons, namedQuery, type CouponView } from './coupons.api';
import { useCouponModuleText } from './i18n';

type Props = Omit<
  SelectProps,
  'value' | 'onChange' | 'data' | 'searchable' | 'searchValue' | 'onSearchChange' | 'filter' | 'renderOption'
> & {
  /** What the value is: the coupon's id, or its code. */
  by: 'id' | 'code';
  value: string | null;
  /** Called with the coupon itself; null when it was cleared. */
  onChange: (value: string | null, coupon: CouponView | null) => void;
  /** Coupon states that are offered; shoppers can use the active ones. */
  states?: string;
};

/** Selects a coupon of the store by code or name. Without access to coupons a code can be typed, or the value kept. */
export function CouponPicker({ by, value, onChange, states = 'active', ...props }: Props) {
  const t = useCouponModuleText();
  const s = useShared();
  const describeValue = useCouponValue();
  const mayRead = useCan('read', 'Coupon');
  const [input, setInput] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<CouponView | null>(null);
  const known = picked && picked[by] === value ? picked : null;
  const chosen = useQuery({
    ...namedQuery(value ?? ''),
    enabled: mayRead && by === 'id' && value !== null && known === null,
  });
  const coupon = known ?? (by === 'id' && value ? (chosen.data ?? null) : null);
  const label =
    value === null ? '' : (coupon?.code ?? (by === 'code' ? value : chosen.isError ? t('picker.gone') : ''));
  // The label of the selected coupon in the field is no search.
  const [search] = useDebouncedValue(input === label ? '' : input.trim(), 200);
  const query = useQuery({
    ...coupons.indexQuery({ search: search || undefined, 'filter[state]': states, per_page: 20 }),
    enabled: mayRead && isOpen,
    placeholderData: keepPreviousData,
  });
  if (!mayRead) {
    const { label: title, error, disabled, mt, 'aria-label': name } = props;
    const text = {
      label: title,
      error,
      disabled,
      mt,
      'aria-label': name,
      'data-path': (props as { 'data-path'?: string })['data-path'],
    };
    return by === 'code' ? (
      <TextInput
        {...text}
        dir="auto"
        autoComplete="off"
        maxLength={40}
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value || null, null)}
      />
    ) : (
      <TextInput {...text} disabled value={value ? t('picker.hidden') : ''} description={t('picker.noAccess')} />
    );
  }
  const rows = query.data?.data ?? [];
  const offered = rows.slice(0, 12);
  const others = value !== null && !offered.some((row) => row[by] === value) ? [{ value, label }] : [];
  return (
    <Select
      placeholder={t('picker.placeholder')}
      nothingFoundMessage={query.data ? t('picker.none') : s('loading')}
      clearable
      clearButtonProps={{ 'aria-label': s('clear') }}
      rightSection={query.isFetching ? <Loader size={14} /> : undefined}
      {...props}
      data={[...others, ...offered.map((row) => ({ value: row[by], label: row.code }))]}
      searchable
      searchValue={input}
      onSearchChange={setInput}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // The server has filtered them.
      filter={({ options }) =>
        options.filter((option) => 'value' in option && (input === label || option.value !== value))
      }
      renderOption={({ option }) => {
        const row = offered.find((each) => each[by] === option.value) ?? (option.value === value ? coupon : null);
        return row ? (
          <span className={classes.option}>
            <bdi className={classes.code}>{row.code}</bdi>
            <span className={classes.value}>{describeValue(row)}</span>
            <bdi className={classes.name}>{row.name}</bdi>
            {row.state !== 'active' && <CouponStateBadge state={row.state} />}
          </span>
        ) : (
          <bdi>{option.label}</bdi>
        );
      }}
      value={value}
      onChange={(next) => {
        const row = next === null ? null : (offered.find((each) => each[by] === next) ?? coupon);
        setPicked(row);
        onChange(next, row);
      }}
    />
  );
}
