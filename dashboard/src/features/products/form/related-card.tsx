import { ActionIcon, Combobox, Input, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconGripVertical, IconSearch, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Sortable } from '@/shared/dnd/sortable';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { Section } from '@/shared/ui/page';
import { useProductText } from '../i18n';
import { products, type ProductView } from '../products.api';
import { Thumb } from '../products-columns';
import { clearUnder, errorUnder } from './errors-under';
import classes from './form.module.css';
import type { ProductFormState } from './product-form';

const most = 12;

/** What stands beside the product in the store, chosen by hand and in this order. */
export function RelatedCard({ form, product }: { form: ProductFormState; product: ProductView | null }) {
  const t = useProductText();
  const s = useShared();
  const { language } = useLanguage();
  const [typed, setTyped] = useState('');
  const [wanted] = useDebouncedValue(typed.trim(), 200);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const chosen = form.values.related;
  const query = useQuery({
    ...products.indexQuery({ search: wanted || undefined, per_page: 20 }),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  });
  const taken = new Set([product?.id, ...chosen.map((other) => other.id)]);
  const rows = (query.data?.data ?? []).filter((row) => !taken.has(row.id)).slice(0, 8);
  const set = (related: typeof chosen) => {
    clearUnder(form, 'related_ids');
    form.setFieldValue('related', related);
  };
  return (
    <Section title={t('related.title')} text={t('related.text')}>
      <div data-translated="related_ids">
        {chosen.length > 0 && (
          <Sortable items={chosen} onSort={set} className={classes.related}>
            {(other, handle, index) => (
              <div className={classes.relatedRow}>
                <ActionIcon
                  size="sm"
                  aria-label={t('related.move', { name: textOf(other.name, language) })}
                  style={{ cursor: 'grab', touchAction: 'none' }}
                  {...handle}
                >
                  <IconGripVertical size={15} />
                </ActionIcon>
                <Thumb url={other.cover_url} size={34} />
                <div className={classes.relatedName}>
                  <bdi>{textOf(other.name, language)}</bdi>
                  {other.state !== 'published' && (
                    <Text size="xs" c="dimmed">
                      {t(`state.${other.state}`)}
                    </Text>
                  )}
                </div>
                <ActionIcon
                  size="sm"
                  data-path={`related_ids.${index}`}
                  aria-label={t('organise.remove', { name: textOf(other.name, language) })}
                  onClick={() => set(chosen.filter(({ id }) => id !== other.id))}
                >
                  <IconX size={15} />
                </ActionIcon>
              </div>
            )}
          </Sortable>
        )}
        {chosen.length < most ? (
          <Combobox
            store={combobox}
            // It opens upwards rather than over or below the bar at the bottom, which is as high as this.
            middlewares={{ shift: true, flip: { padding: { bottom: 76 } } }}
            onOptionSubmit={(id) => {
              const row = rows.find((candidate) => candidate.id === id);
              if (row) set([...chosen, { id: row.id, name: row.name, cover_url: row.cover_url, state: row.state }]);
              setTyped('');
              combobox.closeDropdown();
            }}
          >
            <Combobox.Target>
              <TextInput
                data-path="related_ids"
                aria-label={t('related.search')}
                placeholder={t('related.search')}
                leftSection={<IconSearch size={16} aria-hidden />}
                rightSection={query.isFetching ? <Loader size={14} /> : undefined}
                error={errorUnder(form, 'related_ids')}
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
                    <span className={classes.relatedOption}>
                      <Thumb url={row.cover_url} size={30} />
                      <bdi>{textOf(row.name, language)}</bdi>
                    </span>
                  </Combobox.Option>
                ))}
                {rows.length === 0 && (
                  <Combobox.Empty>{query.data ? s('list.noResults') : s('loading')}</Combobox.Empty>
                )}
              </Combobox.Options>
            </Combobox.Dropdown>
          </Combobox>
        ) : (
          <Input.Description>{t('related.full', { most })}</Input.Description>
        )}
      </div>
    </Section>
  );
}
