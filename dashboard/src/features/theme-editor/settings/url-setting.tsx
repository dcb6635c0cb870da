import { Button, Select, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ProductSearch } from '@/modules/products/product-search';
import { LtrField } from '@/shared/forms/ltr-field';
import { textOf } from '@/shared/i18n/texts';
import { can, getSession, storeLanguages, useSession } from '@/shared/session/session';
import { useSettingsText } from './i18n';
import { useWords, type InputProps } from './plain-settings';
import { asAddress, isAddress } from '@/shared/lib/address';
import classes from './settings.module.css';
import { CategorySelect, PageSelect } from './store-settings';

type Target = 'home' | 'products' | 'category' | 'product' | 'page';

/** The path of a product's address, readable: `/products/كوب`. */
function pathIn(url: string): string {
  try {
    return decodeURI(new URL(url, location.origin).pathname);
  } catch {
    return new URL(url, location.origin).pathname;
  }
}

/** Chooses a page of the store, and gives its path. */
function LinkPicker({ onPick }: { onPick: (path: string) => void }) {
  const t = useSettingsText();
  const { user } = useSession();
  const [target, setTarget] = useState<Target | null>(null);
  const own = storeLanguages(getSession())[0] ?? 'ar';
  const isOffered: Record<Target, boolean> = {
    home: true,
    products: true,
    category: can('read', 'Category', user),
    product: can('read', 'Product', user),
    page: can('read', 'Page', user),
  };
  const targets: Target[] = ['home', 'products', 'category', 'product', 'page'];
  return (
    <Stack gap={10} className={classes.picker}>
      <Select
        label={t('link.to')}
        allowDeselect={false}
        data={targets.filter((each) => isOffered[each]).map((each) => ({ value: each, label: t(`link.${each}`) }))}
        value={target}
        onChange={(value) => {
          if (value === 'home') onPick('/');
          else if (value === 'products') onPick('/collections');
          else setTarget(value as Target | null);
        }}
      />
      {target === 'category' && (
        <CategorySelect
          label={t('link.category')}
          required
          withAsterisk={false}
          value={null}
          onPick={(category) => category && onPick(`/collections/${category.slug}`)}
        />
      )}
      {target === 'page' && (
        <PageSelect
          label={t('link.page')}
          required
          withAsterisk={false}
          value={null}
          onPick={(page) => page && onPick(`/pages/${textOf(page.slugs, own)}`)}
        />
      )}
      {target === 'product' && (
        <ProductSearch label={t('product.search')} onPick={(product) => onPick(pathIn(product.url))} />
      )}
    </Stack>
  );
}

/** An address: typed, or chosen among the pages of the store. */
export function UrlSetting({ setting, field, isReadOnly }: InputProps<'url'>) {
  const t = useSettingsText();
  const words = useWords(setting);
  const [isFocused, setFocused] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <div ref={place}>
      <LtrField
        {...words}
        description={words.description ?? t('url.hint')}
        inputMode="url"
        data-path={field.path}
        disabled={isReadOnly}
        // An address that is being typed is not wrong yet.
        error={(isFocused && value !== '' ? null : field.fault) ?? field.refusal}
        value={value}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          const address = asAddress(value);
          if (field.fault && isAddress(address)) field.set(address);
        }}
        onChange={({ currentTarget }) => field.set(currentTarget.value)}
      />
      {!isReadOnly && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          aria-expanded={isOpen}
          aria-label={`${t('link.choose')}: ${words.label}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t('link.choose')}
        </Button>
      )}
      {isOpen && !isReadOnly && (
        <LinkPicker
          onPick={(path) => {
            flushSync(() => {
              setOpen(false);
              field.set(path);
            });
            place.current?.querySelector('input')?.focus();
          }}
        />
      )}
    </div>
  );
}
