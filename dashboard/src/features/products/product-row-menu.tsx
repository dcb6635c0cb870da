import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCopyPlus,
  IconDots,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { toast } from '@/shared/ui/toast';
import { useProductText } from './i18n';
import { products, staleAfterChange, type ProductRow } from './products.api';

/** What is done to a product without opening it. */
export function ProductRowMenu({ product }: { product: ProductRow }) {
  const t = useProductText();
  const s = useShared();
  const { language } = useLanguage();
  const name = textOf(product.name, language);
  const mayUpdate = useCan('update', 'Product');
  const mayCreate = useCan('create', 'Product');
  const mayDelete = useCan('delete', 'Product');
  const publish = useApiMutation({
    run: (is_published: boolean) => products.update(product.id, { is_published }),
    invalidates: staleAfterChange,
  });
  const remove = useApiMutation({ run: () => products.remove(product.id), invalidates: staleAfterChange });
  const ask = async () => {
    const yes = await confirm({
      title: t('deleteAskOne', { name }),
      text: t('deleteText'),
      confirm: s('delete'),
      danger: true,
    });
    if (yes) remove.mutate(undefined, { onSuccess: () => toast.success(t('deleted')) });
  };
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={t('rowMenu', { name })} loading={publish.isPending || remove.isPending}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
            leftSection={
              product.is_published ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />
            }
            onClick={() =>
              publish.mutate(!product.is_published, {
                onSuccess: () => toast.success(t(product.is_published ? 'unpublished' : 'published')),
              })
            }
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
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void ask()}>
              {s('delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
