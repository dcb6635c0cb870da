import { Button, Input } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import ChosenProducts, { type Chosen } from '@/modules/product-picker/chosen-products';
import { ProductSearch } from '@/modules/products/product-search';
import { apiQuery } from '@/shared/api/query';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useSettingsText } from './i18n';
import { useWords, type InputProps } from './plain-settings';
import classes from './settings.module.css';

/** The most that one call names. */
const mostNames = 100;

/** The products with these ids, each with its name: a deleted one has none. */
export function useNamed(ids: readonly string[]) {
  const s = useShared();
  const t = useSettingsText();
  // The names of those chosen here are known.
  const [picked, setPicked] = useState<readonly Chosen[]>([]);
  const unknown = ids.filter((id) => !picked.some((each) => each.id === id)).slice(0, mostNames);
  const query = useQuery({
    ...apiQuery('/products/sheet', {
      query: { ids: unknown.join(','), columns: 'name', limit: mostNames },
      quiet: true,
    }),
    enabled: unknown.length > 0,
    placeholderData: keepPreviousData,
  });
  const both = (text: string) => ({ ar: text, en: text });
  const waiting = query.error ? both(t('product.unnamed')) : both(s('loading'));
  const isWhole = query.data !== undefined && !query.isPlaceholderData;
  const nameOf = (id: string) =>
    picked.find((each) => each.id === id)?.name ??
    query.data?.rows.find((row) => row.id === id)?.title ??
    (isWhole && unknown.includes(id) ? {} : waiting);
  return {
    chosen: ids.map((id): Chosen => ({ id, name: nameOf(id) })),
    remember: (products: readonly Chosen[]) =>
      setPicked((all) => [
        ...all,
        ...products.filter(({ id }) => !ids.includes(id) && !all.some((each) => each.id === id)),
      ]),
  };
}

/** Several products. */
export function ProductsSetting({ setting, field }: InputProps<'products'>) {
  const { label, description } = useWords(setting);
  const ids = Array.isArray(field.value) ? field.value.filter((id): id is string => typeof id === 'string') : [];
  const { chosen, remember } = useNamed(ids);
  return (
    <ChosenProducts
      label={label}
      description={description}
      max={setting.max}
      path={field.path}
      error={field.fault ?? field.refusal}
      value={chosen}
      onChange={(next) => {
        remember(next);
        field.set(next.map(({ id }) => id));
      }}
    />
  );
}

/** One product. */
export function ProductSetting({ setting, field }: InputProps<'product'>) {
  const t = useSettingsText();
  const { language } = useLanguage();
  const words = useWords(setting);
  const [isChanging, setChanging] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const id = typeof field.value === 'string' && field.value ? field.value : null;
  const { chosen, remember } = useNamed(id ? [id] : []);
  const [product] = chosen;
  /** The search and the chosen product take each other's place, and the focus with it. */
  const swap = (change: () => void) => {
    flushSync(change);
    place.current?.querySelector<HTMLElement>('input,button')?.focus();
  };
  const pick = (next: Chosen | null) => {
    if (next) remember([next]);
    setChanging(false);
    field.set(next?.id ?? null);
  };
  return (
    <Input.Wrapper ref={place} {...words} labelElement="div" error={field.fault ?? field.refusal}>
      {product && !isChanging ? (
        <div className={classes.chosen}>
          <bdi>{textOf(product.name, language) || t('product.deleted')}</bdi>
          <Button
            variant="subtle"
            size="compact-sm"
            data-path={field.path}
            onClick={() => swap(() => setChanging(true))}
          >
            {t('product.change')}
          </Button>
          {!words.required && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => swap(() => pick(null))}>
              {t('product.remove')}
            </Button>
          )}
        </div>
      ) : (
        <ProductSearch
          label={t('product.search')}
          data-path={field.path}
          onPick={({ id: chosenId, name }) => swap(() => pick({ id: chosenId, name }))}
        />
      )}
    </Input.Wrapper>
  );
}
