import { Box, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowsExchange, IconPencil } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { variantOf } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { DataTable, type Column } from '@/shared/table/data-table';
import { DetailPage, PageHeader } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { useStockText } from './i18n';
import { useMovementColumns } from './movement-columns';
import { historyQuery, stockQuery, type ProductStock, type StockItem } from './stock.api';
import { AdjustDialog, TransferDialog } from './stock-dialogs';
import { at, levelOf } from './stock.model';
import { LinkButton } from '@/shared/ui/link-button';

/** PR-03: a product's stock by location, its reservations, and its movements. */
export function ProductStockPage() {
  const { id } = useParams({ from: '/products/stock/$id' });
  const query = useQuery(stockQuery(id));
  return (
    <DetailPage query={query} isFullPage>
      {(stock) => <Stock stock={stock} />}
    </DetailPage>
  );
}

function Stock({ stock }: { stock: ProductStock }) {
  const t = useStockText();
  const { language } = useLanguage();
  const level = levelOf(stock);
  const places = stock.locations.length > 1;
  return (
    <>
      <PageHeader
        title={t('stock.of', { name: `\u2068${textOf(stock.name, language)}\u2069` })}
        subtitle={level === 'unlimited' ? undefined : t('stock.low', { count: stock.low_stock_at })}
        back={{ to: '/products/stock' }}
        badge={
          level === 'low' ? (
            <StatusBadge tone="amber">{t('stock.isLow')}</StatusBadge>
          ) : level === 'out' ? (
            <StatusBadge tone="red">{t('stock.isOut')}</StatusBadge>
          ) : undefined
        }
        actions={
          <LinkButton to="/products/edit/$id" params={{ id: stock.product_id }} variant="default">
            {t('toProduct')}
          </LinkButton>
        }
      />
      <Stack gap={20}>
        <Panel title={t('stock.title')} text={places ? t('stock.text') : undefined}>
          <StockLevels stock={stock} />
        </Panel>
        <Panel title={t('history')}>
          <History
            id={stock.product_id}
            places={places}
            variants={stock.items.some((item) => item.variant_id !== null)}
          />
        </Panel>
      </Stack>
    </>
  );
}

/** A table with its heading. */
function Panel({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Card component="section" padding={0}>
      <Box px={{ base: 16, sm: 20 }} pt={{ base: 16, sm: 20 }} pb={12}>
        <Title order={2} size="h3">
          {title}
        </Title>
        {text && (
          <Text size="sm" c="dimmed" mt={2}>
            {text}
          </Text>
        )}
      </Box>
      {children}
    </Card>
  );
}

function StockLevels({ stock }: { stock: ProductStock }) {
  const t = useStockText();
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Product');
  const phone = usePhoneScreen();
  const [open, setOpen] = useState<{ item: StockItem; act: 'adjust' | 'transfer' } | null>(null);
  const many = stock.items.some((item) => item.variant_id !== null);
  const shownLocations = stock.locations.filter(
    (place) => place.is_active || stock.items.some((item) => at(item, place.id) > 0),
  );
  const number = (n: number) => <span className="num">{formatNumber(n)}</span>;
  const columns: Column<StockItem>[] = [
    {
      key: 'name',
      header: many ? t('stock.variant') : t('col.product'),
      card: 'title',
      cell: (item) => (
        <>
          <bdi>{many ? variantOf(item, language) : textOf(stock.name, language)}</bdi>
          {item.held > 0 && (
            <Text size="xs" c="dimmed" component="div">
              {t('stock.held', { count: item.held })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'total',
      header: t('stock.total'),
      card: 'end',
      cell: (item) => (item.has_unlimited_qty ? t('stock.unlimited') : <b>{number(item.qty)}</b>),
    },
    ...(shownLocations.length > 1
      ? shownLocations.map((place): Column<StockItem> => ({
          key: place.id,
          header: textOf(place.name, language),
          card: 'meta',
          cell: (item) =>
            item.has_unlimited_qty ? (
              '—'
            ) : phone ? (
              <>
                <bdi>{textOf(place.name, language)}</bdi>: {number(at(item, place.id))}
              </>
            ) : (
              number(at(item, place.id))
            ),
        }))
      : []),
    ...(mayUpdate
      ? [
          {
            key: 'acts',
            header: '',
            align: 'end',
            card: 'meta',
            cell: (item) =>
              !item.has_unlimited_qty && (
                <Group gap={8} wrap="nowrap" justify="flex-end">
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconPencil size={14} aria-hidden />}
                    onClick={() => setOpen({ item, act: 'adjust' })}
                  >
                    {t('adjust')}
                  </Button>
                  {shownLocations.length > 1 && (
                    <Button
                      size="xs"
                      variant="default"
                      leftSection={<IconArrowsExchange size={14} aria-hidden />}
                      onClick={() => setOpen({ item, act: 'transfer' })}
                    >
                      {t('transfer.short')}
                    </Button>
                  )}
                </Group>
              ),
          } satisfies Column<StockItem>,
        ]
      : []),
  ];
  return (
    <>
      <DataTable
        label={t('stock.title')}
        columns={columns}
        rows={stock.items}
        rowId={(item) => item.variant_id ?? stock.product_id}
      />
      {open?.act === 'adjust' && <AdjustDialog stock={stock} item={open.item} onClose={() => setOpen(null)} />}
      {open?.act === 'transfer' && <TransferDialog stock={stock} item={open.item} onClose={() => setOpen(null)} />}
    </>
  );
}

function History({ id, places, variants }: { id: string; places: boolean; variants: boolean }) {
  const t = useStockText();
  const query = useInfiniteQuery(historyQuery(id));
  const columns = useMovementColumns({ product: false, places, variants });
  const rows = query.data?.pages.flatMap((page) => page.data) ?? [];
  if (query.isSuccess && rows.length === 0) {
    return (
      <Text size="sm" c="dimmed" p={20}>
        {t('history.empty')}
      </Text>
    );
  }
  return (
    <>
      <DataTable
        label={t('history')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        loadingRows={query.isPending ? 5 : undefined}
      />
      {query.hasNextPage && (
        <Box p={12} ta="center">
          <Button variant="subtle" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('history.more')}
          </Button>
        </Box>
      )}
    </>
  );
}
