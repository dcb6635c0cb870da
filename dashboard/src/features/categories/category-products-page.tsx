import { ActionIcon, Alert, Button, Card, Group, Select, Text } from '@mantine/core';
import { IconArrowBarToUp, IconGripVertical, IconPhoto } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import type { Page } from '@/shared/api/wire';
import { Sortable } from '@/shared/dnd/sortable';
import tree from '@/shared/dnd/tree.module.css';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useUploadText } from '@/shared/upload/i18n';
import { useCan } from '@/shared/session/session';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Money } from '@/shared/ui/money';
import { DetailPage, PageHeader } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Tip } from '@/shared/ui/tip';
import { toast } from '@/shared/ui/toast';
import {
  categories,
  categoryProducts,
  categoryProductsKey,
  moveProducts,
  productOrders,
  staleAfterChange,
  type CategoryProduct,
  type ProductOrder,
} from './categories.api';
import classes from './categories.module.css';
import { useCategoryText } from './i18n';

/** PR-07: the products of a category's page, in its own order. */
export function CategoryProductsPage() {
  const { id } = useParams({ from: '/products-categories/products/$id' });
  const query = useQuery(categories.findQuery(id));
  return (
    <DetailPage query={query} isFullPage>
      {(category) => <Products key={category.id} id={id} name={category.name} order={category.product_order} />}
    </DetailPage>
  );
}

function Products({ id, name, order }: { id: string; name: { ar?: string; en?: string }; order: ProductOrder }) {
  const t = useCategoryText();
  const s = useUploadText();
  const { language } = useLanguage();
  const client = useQueryClient();
  const mayUpdate = useCan('update', 'Category');
  const key = [...categoryProductsKey(id), order] as const;
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => categoryProducts(id, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor ?? undefined,
  });
  const items = (query.data?.pages ?? []).flatMap((page) => page.data);
  const first = query.data?.pages[0]?.meta;
  const change = useApiMutation({
    run: (product_order: ProductOrder) => categories.update(id, { product_order }),
    invalidates: staleAfterChange,
    done: () => toast.success(t('orderSaved')),
  });
  const move = useApiMutation({
    run: ({ moved, after }: { moved: string; after: string | null }) => moveProducts(id, [moved], after),
    invalidates: [],
  });
  /** Optimistic update; on a refusal the order is refetched. */
  const put = (next: CategoryProduct[], moved: string) => {
    const at = next.findIndex((item) => item.id === moved);
    client.setQueryData<InfiniteData<Page<CategoryProduct>>>(key, (data) => {
      if (!data) return data;
      let from = 0;
      const pages = data.pages.map((page) => {
        const part = next.slice(from, from + page.data.length);
        from += page.data.length;
        return { ...page, data: part };
      });
      return { ...data, pages };
    });
    move.mutate(
      { moved, after: next[at - 1]?.id ?? null },
      { onError: () => void client.invalidateQueries({ queryKey: key }) },
    );
  };
  const sort = (next: CategoryProduct[]) => {
    // The dragged product is the one whose both neighbours are new.
    const from = items.findIndex((item, at) => item.id !== next[at]?.id);
    if (from < 0) return;
    const last = items.findLastIndex((item, at) => item.id !== next[at]?.id);
    const moved = next[last]?.id === items[from]?.id ? items[from] : items[last];
    if (moved) put(next, moved.id);
  };
  const byHand = order === 'manual' && mayUpdate;
  return (
    <>
      <PageHeader
        title={t('productsOf', { name: textOf(name, language) })}
        subtitle={t('productsText')}
        back={{ to: '/products-categories/list' }}
      />
      <Card padding={0}>
        <Group className={classes.tools} gap={12}>
          <Select
            label={t('order')}
            w={260}
            allowDeselect={false}
            disabled={!mayUpdate || change.isPending}
            data={productOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
            value={order}
            onChange={(value) => value && value !== order && change.mutate(value as ProductOrder)}
          />
          {first && (
            <Text size="sm" c="dimmed" style={{ alignSelf: 'end', paddingBlockEnd: 8 }}>
              {t('products', { count: first.total, isMore: first.is_total_capped === true })}
            </Text>
          )}
        </Group>
        {byHand && items.length > 1 && (
          <Alert variant="light" m={14}>
            {t('orderHelp')}
          </Alert>
        )}
        {query.error && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && items.length === 0 && (
          <EmptyState illustration="box" title={t('noProducts')} text={t('noProductsText')} />
        )}
        {items.length > 0 && (
          <Sortable items={items} onSort={sort} className={classes.products}>
            {(product, handle, index) => (
              <div className={classes.product}>
                {byHand && (
                  <ActionIcon
                    className={tree.grip}
                    size={28}
                    aria-label={t('move', { name: textOf(product.name, language) })}
                    {...handle}
                  >
                    <IconGripVertical size={16} />
                  </ActionIcon>
                )}
                <span className={classes.place}>
                  <span className="num">{index + 1}</span>
                </span>
                <span className={classes.thumb}>
                  {product.cover_url ? (
                    <img src={product.cover_url} alt="" loading="lazy" />
                  ) : (
                    <IconPhoto size={18} stroke={1.5} aria-hidden />
                  )}
                </span>
                <span className={tree.text}>
                  <Link to="/products/edit/$id" params={{ id: product.id }} className={tree.name}>
                    <bdi>{textOf(product.name, language)}</bdi>
                  </Link>
                </span>
                {product.state !== 'published' && <StatusBadge tone="gray">{t('notShown')}</StatusBadge>}
                <Money amount={product.price} />
                {byHand && (
                  <Tip label={t('toTop')}>
                    <ActionIcon
                      size={28}
                      disabled={index === 0}
                      aria-label={t('toTopOf', { name: textOf(product.name, language) })}
                      onClick={() => put([product, ...items.filter((other) => other.id !== product.id)], product.id)}
                    >
                      <IconArrowBarToUp size={17} />
                    </ActionIcon>
                  </Tip>
                )}
              </div>
            )}
          </Sortable>
        )}
        {query.hasNextPage && (
          <Group justify="center" p={14}>
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {s('upload.libraryMore')}
            </Button>
          </Group>
        )}
      </Card>
    </>
  );
}
