import { IconDots } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { batches } from '@/modules/batches/batches.api';
import { useBatchText } from '@/modules/batches/i18n';
import { runUndo } from '@/modules/batches/undo-toast';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { confirm } from '@/shared/ui/confirm';
import { LazyMenu } from '@/shared/ui/lazy-menu';
import { RowButton } from '@/shared/ui/row-button';
import { toast } from '@/shared/ui/toast';
import { useProductText } from './i18n';
import {
  archiveProduct,
  duplicateProduct,
  products,
  restoreProduct,
  staleAfterChange,
  type ProductRow,
} from './products.api';
import { mayPublish } from './sold-out';

const load = () => import('./product-row-items');

/** The row menu of a product. */
export function ProductRowMenu({ product }: { product: ProductRow }) {
  const t = useProductText();
  const s = useShared();
  const b = useBatchText();
  const client = useQueryClient();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const name = textOf(product.name, language);
  const publish = useApiMutation({
    run: (is_published: boolean) => products.update(product.id, { is_published }),
    invalidates: staleAfterChange,
    done: (_answer, isPublished) => toast.success(t(isPublished ? 'published' : 'unpublished')),
  });
  const remove = useApiMutation({
    run: () => products.remove(product.id),
    invalidates: [...staleAfterChange, batches.key],
    done: ({ batch_id }) =>
      toast.success({
        title: t('deleted'),
        action: { label: b('undo'), run: () => void runUndo(client, batch_id) },
      }),
  });
  const duplicate = useApiMutation({
    run: () => duplicateProduct(product.id),
    invalidates: staleAfterChange,
    done: (copy) => {
      toast.success(t('duplicated'));
      void navigate({ to: '/products/edit/$id', params: { id: copy.id } });
    },
  });
  const archived = product.state === 'archived';
  const archive = useApiMutation({
    run: () => (archived ? restoreProduct(product.id) : archiveProduct(product.id)),
    invalidates: staleAfterChange,
    done: () => toast.success(t(archived ? 'restored' : 'archived')),
  });
  const togglePublished = async () => {
    if (product.is_published || (await mayPublish(product))) publish.mutate(!product.is_published);
  };
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t('deleteAskOne', { name }),
      text: t('deleteText'),
      confirm: s('delete'),
      danger: true,
    });
    if (isConfirmed) remove.mutate();
  };
  return (
    <LazyMenu
      width={220}
      load={load}
      items={{
        product,
        onPublish: () => void togglePublished(),
        onDuplicate: () => duplicate.mutate(),
        onArchive: () => archive.mutate(),
        onDelete: () => void ask(),
      }}
      trigger={
        <RowButton
          aria-label={t('rowMenu', { name })}
          loading={[publish, remove, duplicate, archive].some((act) => act.isPending)}
        >
          <IconDots size={18} />
        </RowButton>
      }
    />
  );
}
