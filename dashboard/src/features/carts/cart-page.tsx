import { Badge, Button, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy, IconPhoto, IconShoppingBagPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { AddressLines } from '@/modules/address/address-card';
import { EmailLine, MobileLine } from '@/modules/person/contact';
import { whatsappLink } from '@/modules/person/mobile';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { compareDecimal } from '@/shared/forms/decimal';
import { formatDate } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { optionValueOf } from '@/shared/i18n/options';
import { textOf } from '@/shared/i18n/texts';
import { useCan, useSession } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { copyText } from '@/shared/ui/copy';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Money } from '@/shared/ui/money';
import { DetailPage, PageHeader, Section, TwoColumns } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { CartTimeline } from './cart-timeline';
import { ReminderState } from './carts-columns';
import { carts, removeCart, type CartDetail, type CartLine } from './carts.api';
import { isCartStep } from './carts.model';
import amounts from '@/shared/ui/amounts.module.css';
import classes from './carts.module.css';
import { useCartText } from './i18n';
import { ReminderList } from './reminder-list';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { LinkButton } from '@/shared/ui/link-button';

const OrderDialog = lazyDialog(() => import('./order-dialog').then((module) => ({ default: module.OrderDialog })));

/** CA-02: one cart: its lines and their availability, its shopper, its reminders, its actions. */
export function CartPage() {
  const { id } = useParams({ from: '/carts/view/$id' });
  return (
    <DetailPage isFullPage query={useQuery(carts.findQuery(id))}>
      {(cart) => <Cart key={cart.id} cart={cart} />}
    </DetailPage>
  );
}

function Cart({ cart }: { cart: CartDetail }) {
  const t = useCartText();
  const navigate = useNavigate();
  const mayDelete = useCan('delete', 'Cart');
  const mayOrder = useCan('create', 'Order');
  const [ordering, setOrdering] = useState(false);
  const step = isCartStep(cart.step) ? cart.step : 'products';
  const remove = useApiMutation({
    run: () => removeCart(cart.id),
    invalidates: [carts.key],
    done: () => toast.success(t('deleted2')),
  });
  const askToRemove = async () => {
    if (await confirm({ title: t('deleteAsk'), text: t('deleteText'), confirm: t('delete'), danger: true }))
      remove.mutate(undefined, {
        onSuccess: () => void navigate({ to: '/carts/$step', params: { step }, search: {} }),
      });
  };
  const isOpen = cart.order === null;
  return (
    <>
      <PageHeader
        title={<bdi>{cart.name ?? t('unknown')}</bdi>}
        badge={<StatusBadge tone={isOpen ? 'gray' : 'green'}>{isOpen ? t(`step.${step}`) : t('became')}</StatusBadge>}
        subtitle={
          <>
            {t('pieces', { count: cart.items_count })} · <Time value={cart.active_at} relative />
          </>
        }
        back={{ to: '/carts/$step', params: { step } }}
        more={
          mayDelete && isOpen
            ? [
                {
                  key: 'delete',
                  label: t('delete'),
                  icon: IconTrash,
                  danger: true,
                  folded: true,
                  busy: remove.isPending,
                  onClick: () => void askToRemove(),
                },
              ]
            : undefined
        }
        actions={
          cart.order ? (
            <LinkButton to="/orders/view/$id" params={{ id: cart.order.id }} variant="default">
              {t('view.order', { number: `\u2066#${cart.order.number}\u2069` })}
            </LinkButton>
          ) : (
            mayOrder && (
              <Button leftSection={<IconShoppingBagPlus size={16} aria-hidden />} onClick={() => setOrdering(true)}>
                {t('makeOrder')}
              </Button>
            )
          )
        }
      />
      <TwoColumns
        main={
          <>
            <Lines cart={cart} />
            {cart.mobile && (
              <Section title={t('reminders')} actions={<ReminderState of={cart.reminder} />}>
                <ReminderList reminders={cart.reminders} />
              </Section>
            )}
            <CartTimeline cart={cart} />
          </>
        }
        side={
          <>
            <Owner cart={cart} />
            {cart.links && <Links cart={cart} links={cart.links} />}
            {cart.address && (
              <Section title={t('view.address')}>
                <AddressLines address={cart.address} />
              </Section>
            )}
            {cart.note && (
              <Section title={t('view.note')}>
                <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                  <bdi>{cart.note}</bdi>
                </Text>
              </Section>
            )}
          </>
        }
      />
      {ordering && (
        <Suspense fallback={null}>
          <OrderDialog cart={cart} onClose={() => setOrdering(false)} />
        </Suspense>
      )}
    </>
  );
}

function Lines({ cart }: { cart: CartDetail }) {
  const t = useCartText();
  const has = (amount: string) => compareDecimal(amount, '0') > 0;
  const code = cart.coupon ? `\u2066${cart.coupon}\u2069` : '';
  const sums = [
    ['subtotal', t('subtotal'), cart.subtotal],
    has(cart.discount) && ['discount', t('couponOff', { code }), `-${cart.discount}`],
    cart.shipping_fees && [
      'shipping',
      code && !has(cart.discount) ? t('shippingAfter', { code }) : t('shippingFees'),
      cart.shipping_fees,
    ],
    has(cart.payment_fees) && ['fees', t('paymentFees'), cart.payment_fees],
    // A store without VAT has no line for it.
    has(cart.vat) && ['vat', t(cart.is_vat_included ? 'vatIn' : 'vat'), cart.vat],
    ['total', t('total'), cart.total],
  ].filter((sum): sum is [string, string, string] => Array.isArray(sum));
  return (
    <Section title={t('view.lines')}>
      <ul className={classes.lines}>
        {cart.lines.map((line) => (
          <Line key={line.line} line={line} />
        ))}
      </ul>
      <div className={classes.sums}>
        {sums.map(([key, label, amount]) => (
          <div key={key} className={classes.sum}>
            <Text size="sm" c={key === 'total' ? undefined : 'dimmed'} fw={key === 'total' ? 600 : 400}>
              {label}
            </Text>
            <Money amount={amount} fw={key === 'total' ? 600 : 400} />
          </div>
        ))}
      </div>
    </Section>
  );
}

function Line({ line }: { line: CartLine }) {
  const t = useCartText();
  const { language } = useLanguage();
  const mayRead = useCan('read', 'Product');
  const name = textOf(line.name, language) || t('deleted');
  const facts = [
    ...line.option_values.map((option) => optionValueOf(option, language)),
    ...line.fields.map((field) => `${textOf(field.label, language)}: ${field.value}`),
  ];
  return (
    <li className={classes.line}>
      {line.image_url ? (
        <img className={classes.picture} src={line.image_url} alt="" width={56} height={56} loading="lazy" />
      ) : (
        <span className={classes.picture} aria-hidden>
          <IconPhoto size={20} />
        </span>
      )}
      <div>
        <Text size="sm" fw={500} component="div">
          {mayRead && line.state !== 'deleted' ? (
            <LinkAnchor to="/products/edit/$id" params={{ id: line.product_id }} inherit>
              <bdi>{name}</bdi>
            </LinkAnchor>
          ) : (
            <bdi>{name}</bdi>
          )}
        </Text>
        {facts.length > 0 && (
          <Text size="xs" c="dimmed" component="div">
            <bdi>{facts.join(' · ')}</bdi>
          </Text>
        )}
        <Text size="xs" c="dimmed" component="div">
          <span className="num">{line.quantity}</span> × <Money amount={line.unit_price ?? line.seen_price} />
        </Text>
        <LineState line={line} />
      </div>
      <div className={amounts.amount}>
        <Money amount={line.line_total} fw={600} />
      </div>
    </li>
  );
}

/** How a line differs from what the shopper last saw. */
function LineState({ line }: { line: CartLine }) {
  const t = useCartText();
  if (line.state === 'ok') return null;
  if (line.state === 'price_changed') {
    return (
      <Text size="xs" c="var(--tone-amber-fg)" component="div">
        {t('state.price_changed', { price: `\u2066${line.seen_price}\u2069` })}
      </Text>
    );
  }
  const word =
    line.state === 'reduced'
      ? t('state.reduced', { number: line.available })
      : t(`state.${line.state as 'deleted' | 'unavailable' | 'held'}`);
  return (
    <div style={{ marginBlockStart: 4 }}>
      <StatusBadge tone={line.state === 'reduced' ? 'amber' : 'red'}>{word}</StatusBadge>
    </div>
  );
}

function Owner({ cart }: { cart: CartDetail }) {
  const t = useCartText();
  const mayRead = useCan('read', 'Customer');
  return (
    <Section title={t('view.customer')}>
      {cart.mobile ? <MobileLine mobile={cart.mobile} /> : <Text size="sm">{t('unknown')}</Text>}
      {cart.email && <EmailLine email={cart.email} />}
      {cart.mobile && (
        <Text size="sm" mt={8} component="div">
          {cart.customer && mayRead ? (
            <LinkAnchor to="/customers/view/$id" params={{ id: cart.customer.id }} inherit>
              <bdi>{cart.customer.name}</bdi>
            </LinkAnchor>
          ) : (
            cart.customer && <bdi>{cart.customer.name}</bdi>
          )}{' '}
          {cart.customer?.is_blocked && (
            <Badge color="red" variant="light" tt="none">
              {t('view.blocked')}
            </Badge>
          )}
          <Text size="xs" c="dimmed" component="div">
            {cart.customer ? t('view.orders', { count: cart.customer.orders_count }) : t('view.new')}
          </Text>
        </Text>
      )}
      {cart.restored_from && (
        <Text size="xs" c="dimmed" mt={8}>
          {t('view.restoredFrom')}
        </Text>
      )}
    </Section>
  );
}

function Links({ cart, links }: { cart: CartDetail; links: NonNullable<CartDetail['links']> }) {
  const t = useCartText();
  const { language } = useLanguage();
  const store = useSession().store?.name ?? '';
  const message = t('whatsappText', { name: cart.name ?? '', store, link: links.restore });
  return (
    <Section
      title={t('view.links')}
      text={t('view.linksText', { date: formatDate(links.expires_at, 'long', language) })}
    >
      <div className={classes.link}>
        <Button
          variant="default"
          fullWidth
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copyText(links.restore, { done: t('copied') })}
        >
          {t('view.restore')}
        </Button>
        <Button
          variant="default"
          fullWidth
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copyText(links.pay, { done: t('copied') })}
        >
          {t('view.pay')}
        </Button>
        {cart.mobile && (
          <Button
            variant="default"
            fullWidth
            component="a"
            href={`${whatsappLink(cart.mobile)}?text=${encodeURIComponent(message)}`}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconBrandWhatsapp size={17} aria-hidden />}
          >
            {t('whatsapp')}
          </Button>
        )}
      </div>
    </Section>
  );
}
