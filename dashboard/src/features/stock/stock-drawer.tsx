import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useLanguage } from '@/shared/i18n/language';
import { variantOf } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { DetailPage } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { StatusBadge } from '@/shared/ui/status-badge';
import { ItemStock } from './item-stock';
import { useStockText } from './i18n';
import { MovementHistory } from './movement-history';
import { stockQuery, type ProductStock } from './stock.api';
import { levelOf } from './stock.model';

/** PR-03: a product's stock and its movements, above the stock list. */
export function ProductStockDrawer() {
  const { id } = useParams({ from: '/products/stock/$id' });
  return <StockDrawer id={id} />;
}

/** The same of one variant. */
export function VariantStockDrawer() {
  const { id, variant } = useParams({ from: '/products/stock/$id/$variant' });
  return <StockDrawer id={id} variant={variant} />;
}

function StockDrawer({ id, variant }: { id: string; variant?: string }) {
  const t = useStockText();
  const { language } = useLanguage();
  const query = useQuery(stockQuery(id));
  const item = query.data?.items.find((one) => one.variant_id === variant);
  const name = [textOf(query.data?.name, language), item && variantOf(item, language)].filter(Boolean).join(' · ');
  return (
    <RoutedDrawer
      title={name ? t('stock.of', { name: `\u2068${name}\u2069` }) : t('stock.title')}
      closeTo={{ to: '/products/stock', search: true }}
      size={560}
    >
      <DetailPage query={query}>{(stock) => <Stock key={variant} stock={stock} variant={variant} />}</DetailPage>
    </RoutedDrawer>
  );
}

function Stock({ stock, variant }: { stock: ProductStock; variant?: string }) {
  const t = useStockText();
  const level = levelOf(stock);
  const hasVariants = stock.items.some((item) => item.variant_id !== null);
  // A variant that is gone leaves the product's own stock.
  const own = stock.items.filter((item) => item.variant_id === variant);
  const items = own.length > 0 ? own : stock.items;
  return (
    <Stack gap={24}>
      <Group justify="space-between" gap={12}>
        <Group gap={10}>
          {level === 'low' && <StatusBadge tone="amber">{t('level.low')}</StatusBadge>}
          {level === 'out' && <StatusBadge tone="red">{t('level.out')}</StatusBadge>}
          {level !== 'unlimited' && (
            <Text size="sm" c="dimmed">
              {t('stock.low', { count: stock.low_stock_at })}
            </Text>
          )}
        </Group>
        <Group gap={16}>
          {own.length > 0 && stock.items.length > 1 && (
            <LinkAnchor to="/products/stock/$id" params={{ id: stock.product_id }} search size="sm">
              {t('toAll')}
            </LinkAnchor>
          )}
          <LinkAnchor to="/products/edit/$id" params={{ id: stock.product_id }} size="sm">
            {t('toProduct')}
          </LinkAnchor>
        </Group>
      </Group>
      <div>
        {items.map((item) => (
          <ItemStock
            key={item.variant_id ?? stock.product_id}
            stock={stock}
            item={item}
            isNamed={hasVariants && items.length > 1}
          />
        ))}
      </div>
      <MovementHistory
        product={stock.product_id}
        variant={own.length > 0 ? variant : undefined}
        hasPlaces={stock.locations.length > 1}
      />
    </Stack>
  );
}
