import { Menu } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconBuildingWarehouse,
  IconCopyPlus,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { useProductText } from './i18n';
import type { ProductRow } from './products.api';
import { LinkMenuItem } from '@/shared/ui/link-menu-item';

/** The menu of a product's row. */
export default function ProductRowItems({
  product,
  onPublish,
  onDuplicate,
  onArchive,
  onDelete,
}: {
  product: ProductRow;
  /** Publishes or unpublishes it. */
  onPublish: () => void;
  onDuplicate: () => void;
  /** Archives or restores it. */
  onArchive: () => void;
  onDelete: () => void;
}) {
  const t = useProductText();
  const s = useShared();
  const mayUpdate = useCan('update', 'Product');
  const mayCreate = useCan('create', 'Product');
  const mayDelete = useCan('delete', 'Product');
  return (
    <>
      <LinkMenuItem
        to="/products/edit/$id"
        params={{ id: product.id }}
        leftSection={<IconPencil size={16} aria-hidden />}
      >
        {s('edit')}
      </LinkMenuItem>
      <LinkMenuItem
        to="/products/stock/$id"
        params={{ id: product.id }}
        leftSection={<IconBuildingWarehouse size={16} aria-hidden />}
      >
        {t('stock.movements')}
      </LinkMenuItem>
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
      {mayUpdate && product.state !== 'archived' && (
        <Menu.Item
          leftSection={product.is_published ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          onClick={onPublish}
        >
          {t(product.is_published ? 'unpublish' : 'publish')}
        </Menu.Item>
      )}
      {mayCreate && (
        <Menu.Item leftSection={<IconCopyPlus size={16} aria-hidden />} onClick={onDuplicate}>
          {t('duplicate')}
        </Menu.Item>
      )}
      {mayUpdate && (
        <Menu.Item
          leftSection={
            product.state === 'archived' ? (
              <IconArchiveOff size={16} aria-hidden />
            ) : (
              <IconArchive size={16} aria-hidden />
            )
          }
          onClick={onArchive}
        >
          {t(product.state === 'archived' ? 'restore' : 'archive')}
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
