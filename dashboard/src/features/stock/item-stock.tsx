import { Button, Group, Text } from '@mantine/core';
import { IconArrowsExchange, IconPencil } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { formatNumber } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { variantOf } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { useStockText } from './i18n';
import type { ProductStock, StockItem } from './stock.api';
import { AdjustDialog, TransferDialog } from './stock-dialogs';
import { at, availableOf } from './stock.model';
import classes from './stock.module.css';

/** The stock of a product or variant: what there is, where it is, and how it is changed. */
export function ItemStock({ stock, item, isNamed }: { stock: ProductStock; item: StockItem; isNamed: boolean }) {
  const t = useStockText();
  const { language } = useLanguage();
  const places = stock.locations.filter((place) => place.is_active || at(item, place.id) > 0);
  return (
    <section className={classes.item} data-named={isNamed || undefined}>
      {isNamed && (
        <div className={classes.itemHead}>
          <h3 className={classes.itemName}>
            <bdi>{variantOf(item, language)}</bdi>
          </h3>
          <Acts stock={stock} item={item} canTransfer={places.length > 1} />
        </div>
      )}
      <dl className={classes.facts}>
        {item.has_unlimited_qty ? (
          <Fact label={t('col.available')}>{t('stock.unlimited')}</Fact>
        ) : (
          <>
            <Fact label={t('col.onHand')}>
              <span className="num">{formatNumber(item.qty)}</span>
            </Fact>
            <Fact label={t('col.held')}>
              <span className="num">{formatNumber(item.held)}</span>
            </Fact>
            <Fact label={t('col.available')}>
              <span className="num">{formatNumber(availableOf(item))}</span>
            </Fact>
          </>
        )}
      </dl>
      {item.held > 0 && (
        <Text size="xs" c="dimmed">
          {t('stock.held', { count: item.held })}
        </Text>
      )}
      {!item.has_unlimited_qty && places.length > 1 && (
        <ul className={classes.levels}>
          {places.map((place) => (
            <li key={place.id}>
              <bdi>{textOf(place.name, language)}</bdi>
              <span className="num">{formatNumber(at(item, place.id))}</span>
            </li>
          ))}
        </ul>
      )}
      {!isNamed && <Acts stock={stock} item={item} canTransfer={places.length > 1} />}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Acts({ stock, item, canTransfer }: { stock: ProductStock; item: StockItem; canTransfer: boolean }) {
  const t = useStockText();
  const mayUpdate = useCan('update', 'Product');
  const [open, setOpen] = useState<'adjust' | 'transfer' | null>(null);
  if (!mayUpdate || item.has_unlimited_qty) return null;
  const close = () => setOpen(null);
  return (
    <Group gap={8}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={() => setOpen('adjust')}
      >
        {t('adjust')}
      </Button>
      {canTransfer && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowsExchange size={14} aria-hidden />}
          onClick={() => setOpen('transfer')}
        >
          {t('transfer.short')}
        </Button>
      )}
      {open === 'adjust' && <AdjustDialog stock={stock} item={item} onClose={close} />}
      {open === 'transfer' && <TransferDialog stock={stock} item={item} onClose={close} />}
    </Group>
  );
}
