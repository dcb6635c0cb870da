import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { ProductSearch } from '@/modules/products/product-search';
import { textOf, type Texts } from '@/shared/i18n/texts';
import { can, getSession, storeLanguages, useSession } from '@/shared/session/session';
import { useSettingsText } from './i18n';
import classes from './settings.module.css';
import { CategorySelect, PageSelect } from './store-settings';

type Target = 'home' | 'products' | 'category' | 'product' | 'page';

/** A page of the store that was chosen: the path that it has now, and the id of what it shows. */
export interface PickedLink {
  path: string;
  /** Null for a page that always has the same address. */
  id: string | null;
  name?: Texts;
}

/** The path of a product's address, readable: `/products/كوب`. */
function pathIn(url: string): string {
  try {
    return decodeURI(new URL(url, location.origin).pathname);
  } catch {
    return new URL(url, location.origin).pathname;
  }
}

/** Chooses a page of the store. */
export function LinkPicker({ onPick }: { onPick: (picked: PickedLink) => void }) {
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
          if (value === 'home') onPick({ path: '/', id: null });
          else if (value === 'products') onPick({ path: '/collections', id: null });
          else setTarget(value as Target | null);
        }}
      />
      {target === 'category' && (
        <CategorySelect
          label={t('link.category')}
          required
          withAsterisk={false}
          value={null}
          onPick={(category) =>
            category && onPick({ path: `/collections/${category.slug}`, id: category.id, name: category.name })
          }
        />
      )}
      {target === 'page' && (
        <PageSelect
          label={t('link.page')}
          required
          withAsterisk={false}
          value={null}
          onPick={(page) =>
            page && onPick({ path: `/pages/${textOf(page.slugs, own)}`, id: page.id, name: page.title })
          }
        />
      )}
      {target === 'product' && (
        <ProductSearch
          label={t('product.search')}
          onPick={({ id, name, url }) => onPick({ path: pathIn(url), id, name })}
        />
      )}
    </Stack>
  );
}
