import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { readableMobile } from '@/modules/person/mobile';
import { Person } from '@/modules/person/person';
import type { Column } from '@/shared/table/data-table';
import { Money } from '@/shared/ui/money';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import type { StatusTone } from '@/shared/ui/tokens';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import type { CartRow } from './carts.api';
import type { CartStep } from './carts.model';
import classes from './carts.module.css';
import { useCartText } from './i18n';
import { LinkAnchor } from '@/shared/ui/link-anchor';

export type ReminderWord = 'none' | 'reminded' | 'returned' | 'stopped';
const tones: Record<ReminderWord, StatusTone> = { none: 'gray', reminded: 'blue', returned: 'green', stopped: 'amber' };

/** The reminder state of a cart, and when the next one is due. */
export function ReminderState({ of, next = true }: { of: CartRow['reminder']; next?: boolean }) {
  const t = useCartText();
  const word = of.status as ReminderWord;
  return (
    <span className={classes.state}>
      <StatusBadge tone={tones[word]}>{t(`reminder.${word}`)}</StatusBadge>
      {next && of.next_at && (
        <Text span size="xs" c="dimmed">
          <Time value={of.next_at} />
        </Text>
      )}
    </span>
  );
}

/** Columns of a step's list; on phones a card of shopper, amount, and age. */
export function useCartColumns(step: CartStep): Column<CartRow>[] {
  const t = useCartText();
  const phone = usePhoneScreen();
  return useMemo(() => {
    const isOrder = step === 'checkout';
    const columns: Column<CartRow>[] = [
      {
        key: 'shopper',
        header: t('col.shopper'),
        card: 'title',
        cell: (cart) => <Person name={cart.name ?? t('unknown')} line={t('pieces', { count: cart.items_count })} />,
      },
      {
        key: 'mobile',
        header: t('col.mobile'),
        card: 'meta',
        cell: (cart) =>
          cart.mobile ? (
            <Text span size="sm" className="num" style={{ whiteSpace: 'nowrap' }}>
              {readableMobile(cart.mobile)}
            </Text>
          ) : (
            '—'
          ),
      },
      {
        key: 'amount',
        header: t('col.amount'),
        sort: 'amount',
        card: 'end',
        align: 'number',
        cell: (cart) => <Money amount={cart.amount} fw={600} />,
      },
      {
        key: 'left',
        header: t('col.left'),
        sort: 'active_at',
        card: 'meta',
        cell: (cart) => (
          <Text span size="sm" c="dimmed">
            <Time value={cart.active_at} relative />
          </Text>
        ),
      },
    ];
    if (isOrder) {
      columns.push({
        key: 'order',
        header: t('col.order'),
        card: 'meta',
        cell: (cart) =>
          cart.order && (
            <LinkAnchor to="/orders/view/$id" params={{ id: cart.order.id }} className="num" size="sm">
              #{cart.order.number}
            </LinkAnchor>
          ),
      });
    } else if (step !== 'products') {
      columns.push({
        key: 'reminder',
        header: t('col.reminder'),
        card: 'meta',
        cell: (cart) => <ReminderState of={cart.reminder} next={!phone} />,
      });
    }
    return step === 'products' ? columns.filter((column) => column.key !== 'mobile') : columns;
  }, [t, phone, step]);
}
