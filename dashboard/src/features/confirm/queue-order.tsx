import { SegmentedControl, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { AddressLines } from '@/modules/address/address-card';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { Money } from '@/shared/ui/money';
import { Time } from '@/shared/ui/time';
import type { QueueCustomer, QueueOrder } from './confirm.api';
import { useConfirmText } from './i18n';
import amounts from '@/shared/ui/amounts.module.css';
import classes from './call-queue.module.css';

/** The order that the call is about, as it is read out. */
export function QueueOrderView({
  customer,
  order,
  onChoose,
}: {
  customer: QueueCustomer;
  order: QueueOrder;
  onChoose: (order: QueueOrder) => void;
}) {
  const t = useConfirmText();
  return (
    <>
      {customer.orders.length > 1 && (
        <div className={classes.orders}>
          <SegmentedControl
            size="xs"
            aria-label={t('ordersOf', { count: customer.orders.length })}
            value={order.id}
            onChange={(id) => {
              const chosen = customer.orders.find((one) => one.id === id);
              if (chosen) onChoose(chosen);
            }}
            data={customer.orders.map((one) => ({
              value: one.id,
              label: <span className="num">#{one.number}</span>,
            }))}
          />
        </div>
      )}
      <div className={classes.head}>
        <h3 className={classes.part}>{t('order', { number: `\u2066#${order.number}\u2069` })}</h3>
        <Link to="/orders/view/$id" params={{ id: order.id }} className={classes.meta} data-desk="open">
          <IconExternalLink size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {t('openOrder')}
        </Link>
      </div>
      <span className={classes.meta}>
        <Time value={order.created_at} relative /> · {t('items', { count: order.items_count })}
      </span>
      <Items order={order} />
      <Facts customer={customer} order={order} />
    </>
  );
}

function Items({ order }: { order: QueueOrder }) {
  const t = useConfirmText();
  const { language } = useLanguage();
  return (
    <ul className={classes.items}>
      {order.items.map((item, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines never move, and two of them may be the same
        <li key={at} className={classes.item}>
          <span>
            <span className="num">{item.quantity}×</span> <bdi>{textOf(item.name, language)}</bdi>
            {item.options.length > 0 && (
              <span className={classes.meta}>
                {' '}
                {/* One by one: values of two scripts in one isolate would read backwards. */}
                {item.options.map((option, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- options never move
                  <Fragment key={place}>
                    {place > 0 && (language === 'ar' ? '، ' : ', ')}
                    <bdi>{option}</bdi>
                  </Fragment>
                ))}
              </span>
            )}
            {item.fields.map((field) => (
              <span key={textOf(field.label, language)} className={classes.answer}>
                {textOf(field.label, language)}: <bdi>{field.value}</bdi>
              </span>
            ))}
          </span>
          <span className={amounts.amount}>
            <Money amount={item.line_total} />
          </span>
        </li>
      ))}
      <li className={classes.item} data-total>
        <span>{t('total')}</span>
        <span className={amounts.amount}>
          <Money amount={order.total} fw={600} />
        </span>
      </li>
    </ul>
  );
}

function Facts({ customer, order }: { customer: QueueCustomer; order: QueueOrder }) {
  const t = useConfirmText();
  return (
    <div className={classes.facts}>
      <div>
        <div className={classes.label}>{t('address')}</div>
        {order.address ? (
          <AddressLines
            address={order.address}
            showRecipient={order.address.name !== order.customer_name || order.address.mobile !== customer.mobile}
          />
        ) : (
          <Text size="sm">{t('pickup')}</Text>
        )}
      </div>
      {order.note && (
        <div>
          <div className={classes.label}>{t('note')}</div>
          <blockquote className={classes.quote} dir="auto">
            {order.note}
          </blockquote>
        </div>
      )}
    </div>
  );
}
