import { Menu } from '@mantine/core';
import { IconCopyPlus, IconExternalLink, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { useProductText } from './i18n';
import type { ProductRow } from './products.api';

/** The menu of a product's row. */
export default function ProductRowItems({
  product,
  onPublish,
  onDelete,
}: {
  product: ProductRow;
  /** Shows it in the store, or hides it. */
  onPublish: () => void;
  onDelete: () => void;
}) {
  const t = useProductText();
  const s = useShared();
  const mayUpdate = useCan('update', 'Product');
  const mayCreate = useCan('create', 'Product');
  const mayDelete = useCan('delete', 'Product');
  return (
    <>
      <Menu.Item
        component={Link}
        to="/products/edit/$id"
        params={{ id: product.id } as never}
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {s('edit')}
      </Menu.Item>
      {product.state === 'published' && (
        <Menu.Item
          component="a"
          href={product.url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} aria-hidden />}
        >
          {t('viewInStore')}
        </Menu.Item>
      )}
      {mayUpdate && (
        <Menu.Item
          leftSection={product.is_published ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          onClick={onPublish}
        >
          {t(product.is_published ? 'unpublish' : 'publish')}
        </Menu.Item>
      )}
      {mayCreate && (
        <Menu.Item
          component={Link}
          to="/products/add"
          search={{ copy: product.id } as never}
          leftSection={<IconCopyPlus size={16} aria-hidden />}
        >
          {t('duplicate')}
        </Menu.Item>
      )}
      {mayDelete && (
        <>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onDelete}>
            {s('delete')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
