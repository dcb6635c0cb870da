import { Combobox, Input, Loader, Pill, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { resource } from '@/shared/api/resource';
import type { Schema } from '@/shared/api/wire-schema';
import type { ApiForm } from '@/shared/forms/use-api-form';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useStoreCurrency } from '@/shared/session/session';
import { mostTargets, type CouponValues } from './coupons.model';
import classes from './coupons.module.css';
import { clearUnder, errorUnder } from './errors-under';
import { useCouponText } from './i18n';

const products = resource<Schema<'ProductRow'>>('products');

/** The products that a coupon is for. */
export default function ProductTargets({ form }: { form: ApiForm<CouponValues> }) {
  const t = useCouponText();
  const s = useShared();
  const { language } = useLanguage();
  const currency = useStoreCurrency();
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), 200);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const chosen = form.values.products;
  const query = useQuery({
    ...products.indexQuery({ search: wanted || undefined, per_page: 20 }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const taken = new Set(chosen.map(({ id }) => id));
  const rows = (query.data?.data ?? []).filter((row) => !taken.has(row.id)).slice(0, 8);
  const set = (next: typeof chosen) => {
    clearUnder(form, 'product_ids');
    form.setFieldValue('products', next);
  };
  return (
    <Input.Wrapper
      label={t('products')}
      labelElement="div"
      description={t('products.count', { count: chosen.length })}
      error={errorUnder(form.errors, 'product_ids')}
    >
      <div className={classes.targets}>
        {chosen.map(({ id, name }) => {
          const text = textOf(name, language) || t('products.deleted');
          return (
            <Pill
              key={id}
              withRemoveButton
              removeButtonProps={{
                'aria-label': t('products.remove', { name: `\u2068${text}\u2069` }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => set(chosen.filter((each) => each.id !== id))}
            >
              {text}
            </Pill>
          );
        })}
      </div>
      {chosen.length < mostTargets ? (
        <Combobox
          store={combobox}
          middlewares={{ shift: true, flip: { padding: { bottom: 76 } } }}
          onOptionSubmit={(id) => {
            const row = rows.find((candidate) => candidate.id === id);
            if (row) set([...chosen, { id: row.id, name: row.name }]);
            setTyped('');
          }}
        >
          <Combobox.Target>
            <TextInput
              data-path="product_ids"
              aria-label={t('products.search')}
              placeholder={t('products.search')}
              leftSection={<IconSearch size={16} aria-hidden />}
              rightSection={query.isFetching ? <Loader size={14} /> : undefined}
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                combobox.openDropdown();
                combobox.updateSelectedOptionIndex();
              }}
              onFocus={() => combobox.openDropdown()}
              onBlur={() => combobox.closeDropdown()}
            />
          </Combobox.Target>
          <Combobox.Dropdown>
            <Combobox.Options mah={300} style={{ overflowY: 'auto' }}>
              {rows.map((row) => (
                <Combobox.Option key={row.id} value={row.id}>
                  <bdi>{textOf(row.name, language)}</bdi>
                  <Text size="xs" c="dimmed">
                    {formatMoney(row.price, currency, language)}
                  </Text>
                </Combobox.Option>
              ))}
              {rows.length === 0 && <Combobox.Empty>{query.data ? s('list.noResults') : s('loading')}</Combobox.Empty>}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      ) : (
        <Input.Description>{t('products.full', { max: mostTargets })}</Input.Description>
      )}
    </Input.Wrapper>
  );
}
