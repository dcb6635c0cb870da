import { Anchor, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { download } from '@/shared/api/client';
import { saveFile } from '@/shared/api/save-file';
import { useLanguage } from '@/shared/i18n/language';
import { optionNameOf, optionValueOf, type OptionWords } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { formatNumber } from '@/shared/i18n/format';
import { useCan } from '@/shared/session/session';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import { useOrderText } from './i18n';
import { useOrderMoneyText } from './money/i18n';
import { useOrderPageText } from './page/i18n';
import type { OrderItem, OrderView } from './orders.api';
import { readableRate, totalLines } from './orders.model';
import classes from './order.module.css';

/** The lines of the order, and the sums to its total. */
export function OrderItemsCard({ order }: { order: OrderView }) {
  const t = useOrderPageText();
  const common = useOrderText();
  return (
    <Section
      title={t('itemsTitle')}
      actions={
        <Text size="sm" c="dimmed">
          {common('items', { count: order.items_count })}
        </Text>
      }
    >
      <ul className={classes.items}>
        {order.items.map((item) => (
          <Item key={item.line} item={item} currency={order.currency} order={order.id} />
        ))}
      </ul>
      <Totals order={order} />
    </Section>
  );
}

function Item({ item, currency, order }: { item: OrderItem; currency: string; order: string }) {
  const t = useOrderPageText();
  const money = useOrderMoneyText();
  const { language } = useLanguage();
  const mayRead = useCan('read', 'Product');
  const optionName = (option: OptionWords) =>
    option.name === 'color' || option.name === 'size' ? t(`option.${option.name}`) : optionNameOf(option, language);
  const facts = [
    ...item.option_values.map((option) => [optionName(option), optionValueOf(option, language)] as const),
    ...item.fields.map((field) => [textOf(field.label, language), field.value, field.file?.id] as const),
  ];
  return (
    <li className={classes.item}>
      <span className={classes.thumb}>
        {item.image_url ? (
          <img src={item.image_url} alt="" width={56} height={56} loading="lazy" />
        ) : (
          <IconPhoto size={22} stroke={1.5} aria-hidden />
        )}
      </span>
      <div className={classes.itemBody}>
        <div className={classes.itemName}>
          {mayRead && item.product_id ? (
            <Link to="/products/edit/$id" params={{ id: item.product_id }} className={classes.linkName}>
              <bdi>{textOf(item.name, language)}</bdi>
            </Link>
          ) : (
            <bdi>{textOf(item.name, language)}</bdi>
          )}
        </div>
        {(facts.length > 0 || item.sku || item.returned > 0 || item.refunded > 0) && (
          <div className={classes.facts}>
            {facts.map(([name, value, file]) => (
              <span key={name}>
                {name}: {file ? <OrderFile order={order} file={file} name={value} /> : <bdi>{value}</bdi>}
              </span>
            ))}
            {item.returned > 0 && (
              <span className={classes.returned}>{money('returned', { count: item.returned })}</span>
            )}
            {item.refunded > 0 && (
              <span className={classes.returned}>{money('refundedPieces', { count: item.refunded })}</span>
            )}
            {item.sku && (
              <span>
                {t('item.sku')}: <span className="num">{item.sku}</span>
              </span>
            )}
          </div>
        )}
      </div>
      <Text size="sm" c="dimmed" component="div" className={classes.price}>
        <Money amount={item.unit_price} currency={currency} fw={400} /> × {formatNumber(item.quantity)}
      </Text>
      <div className={classes.sum}>
        <Money amount={item.line_total} currency={currency} />
      </div>
    </li>
  );
}

/** A file that the shopper uploaded with the product; it needs the session. */
function OrderFile({ order, file, name }: { order: string; file: string; name: string }) {
  const t = useOrderPageText();
  const save = useMutation({
    mutationFn: () => saveFile(() => download('/orders/{id}/files/{file}', { path: { id: order, file } })),
  });
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      aria-label={t('item.download', { name })}
      disabled={save.isPending}
      onClick={() => save.mutate()}
    >
      <bdi>{name}</bdi>
    </Anchor>
  );
}

function Totals({ order }: { order: OrderView }) {
  const t = useOrderPageText();
  const rate = readableRate(order.vat_rate);
  const names = {
    subtotal: t('total.subtotal'),
    discount: t('total.discount'),
    coupon: t('total.coupon', { code: `\u2068${order.coupon?.code ?? ''}\u2069` }),
    shipping: t('total.shipping'),
    fees: t('total.fees'),
    vat: t('total.vat', { rate }),
  };
  const money = (amount: string) => <Money amount={amount} currency={order.currency} fw={400} />;
  const isFree = (amount: string) => !/[1-9]/.test(amount);
  return (
    <dl className={classes.totals}>
      {totalLines(order).map((line) => (
        <div key={line.key} className={classes.totalLine}>
          <dt>{names[line.key]}</dt>
          <dd>
            {line.key === 'shipping' && isFree(line.amount)
              ? t('total.free')
              : money(line.negative ? `-${line.amount}` : line.amount)}
          </dd>
        </div>
      ))}
      <div className={`${classes.totalLine} ${classes.grand}`}>
        <dt>{t('total.total')}</dt>
        <dd>
          <Money amount={order.total} currency={order.currency} fw={600} fz={18} />
        </dd>
      </div>
      {order.is_vat_included && !isFree(order.vat) && (
        <div className={classes.totalLine}>
          <dt>{t('total.vatIncluded', { rate })}</dt>
          <dd>{money(order.vat)}</dd>
        </div>
      )}
      {order.customer_currency !== order.currency && (
        <div className={classes.totalLine}>
          <dt>{t('total.customer')}</dt>
          <dd>
            <Money amount={order.total_in_customer_currency} currency={order.customer_currency} fw={400} />
          </dd>
        </div>
      )}
    </dl>
  );
}
