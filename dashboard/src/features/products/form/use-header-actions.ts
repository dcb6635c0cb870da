import { IconArchive, IconArchiveOff, IconCopyPlus, IconExternalLink, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import type { HeaderAction } from '@/shared/ui/header-actions';
import { toast } from '@/shared/ui/toast';
import { useProductText } from '../i18n';
import { archiveProduct, duplicateProduct, products, staleAfterChange, type ProductView } from '../products.api';
import type { ProductFormState } from './product-form';

/** Actions on a product besides saving; none for a new product. */
export function useHeaderActions(
  product: ProductView | null,
  form: ProductFormState,
  follow: (now: ProductView) => void,
  restore: () => Promise<void>,
): HeaderAction[] {
  const t = useProductText();
  const s = useShared();
  const { language } = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayCreate = useCan('create', 'Product');
  const mayDelete = useCan('delete', 'Product');
  const mayUpdate = useCan('update', 'Product');
  if (!product) return [];
  const copy = async () => {
    try {
      const copy = await duplicateProduct(product.id);
      client.setQueryData(products.findQuery(copy.id).queryKey, copy);
      toast.success(t('duplicated'));
      await navigate({ to: '/products/edit/$id', params: { id: copy.id } });
      await Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
    } catch {
      // The client has shown the error.
    }
  };
  const archive = async () => {
    try {
      follow(await archiveProduct(product.id));
      toast.success(t('archived'));
    } catch {
      // The client has shown the error.
    }
  };
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t('deleteAskOne', { name: textOf(product.name, language) }),
      text: t('deleteText'),
      confirm: s('delete'),
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await products.remove(product.id);
    } catch {
      // The client has shown the error; the product is unchanged.
      return;
    }
    form.resetDirty();
    toast.success(t('deleted'));
    await navigate({ to: '/products/list' });
    client.removeQueries({ queryKey: [...products.key, 'one', product.id] });
    await Promise.all(staleAfterChange.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  const actions: HeaderAction[] = [];
  if (product.state === 'published')
    actions.push({ key: 'view', label: t('viewInStore'), icon: IconExternalLink, href: product.url });
  if (mayCreate) {
    actions.push({
      key: 'copy',
      label: t('duplicate'),
      icon: IconCopyPlus,
      folded: true,
      onClick: () => void copy(),
    });
  }
  if (mayUpdate) {
    const put = product.archived_at
      ? { key: 'restore', label: t('restore'), icon: IconArchiveOff, onClick: () => void restore() }
      : { key: 'archive', label: t('archive'), icon: IconArchive, onClick: () => void archive() };
    actions.push({ ...put, folded: true });
  }
  if (mayDelete) {
    const onClick = () => void remove();
    actions.push({ key: 'delete', label: s('delete'), icon: IconTrash, danger: true, folded: true, onClick });
  }
  return actions;
}
