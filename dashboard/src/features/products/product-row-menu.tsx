import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { confirm } from '@/shared/ui/confirm';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { toast } from '@/shared/ui/toast';
import { useProductText } from './i18n';
import { products, staleAfterChange, type ProductRow } from './products.api';

const load = () => import('./product-row-items');

/** What is done to a product without opening it. */
export function ProductRowMenu({ product }: { product: ProductRow }) {
  const t = useProductText();
  const s = useShared();
  const { language } = useLanguage();
  const name = textOf(product.name, language);
  const publish = useApiMutation({
    run: (is_published: boolean) => products.update(product.id, { is_published }),
    invalidates: staleAfterChange,
    done: (_answer, isPublished) => toast.success(t(isPublished ? 'published' : 'unpublished')),
  });
  const remove = useApiMutation({
    run: () => products.remove(product.id),
    invalidates: staleAfterChange,
    done: () => toast.success(t('deleted')),
  });
  const ask = async () => {
    const yes = await confirm({
      title: t('deleteAskOne', { name }),
      text: t('deleteText'),
      confirm: s('delete'),
      danger: true,
    });
    if (yes) remove.mutate();
  };
  return (
    <LazyMenu
      width={220}
      load={load}
      items={{
        product,
        onPublish: () => publish.mutate(!product.is_published),
        onDelete: () => void ask(),
      }}
      trigger={
        <ActionIcon aria-label={t('rowMenu', { name })} loading={publish.isPending || remove.isPending}>
          <IconDots size={18} />
        </ActionIcon>
      }
    />
  );
}
