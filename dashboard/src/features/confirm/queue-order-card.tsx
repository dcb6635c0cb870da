import { Button, Kbd, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconExternalLink, IconPhone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { AddressLines } from '@/modules/address/address-card';
import { Avatar } from '@/modules/person/person';
import { readableMobile } from '@/modules/person/mobile';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { onFirstPress } from '@/shared/ui/first-press';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import type { CallOutcome, QueueCustomer, QueueOrder } from './confirm.api';
import { outcomes } from './confirm.model';
import { useConfirmText } from './i18n';
import amounts from '@/shared/ui/amounts.module.css';
import classes from './call-queue.module.css';

/** The customer to call, with phone and WhatsApp. */
export function CustomerHeader({ customer, order }: { customer: QueueCustomer; order: QueueOrder }) {
  const t = useConfirmText();
  return (
    <Section>
      <div className={classes.who}>
        <div style={{ display: 'flex', gap: 14, alignItems: 'center', minInlineSize: 0 }}>
          <Avatar name={order.customer_name} size={48} />
          <div style={{ minInlineSize: 0 }}>
            <div className={classes.name}>
              <bdi>{order.customer_name}</bdi>
            </div>
            <bdi className={`num ${classes.mobile}`}>{readableMobile(customer.mobile)}</bdi>
          </div>
        </div>
        <div className={classes.ways}>
          <Button
            component="a"
            href={`tel:${customer.mobile}`}
            leftSection={<IconPhone size={17} aria-hidden />}
            rightSection={<Kbd className={classes.key}>C</Kbd>}
            variant="light"
            data-desk="call"
          >
            {t('call')}
          </Button>
          <Button
            component="a"
            href={order.whatsapp_url}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
            rightSection={<Kbd className={classes.key}>W</Kbd>}
            data-desk="whatsapp"
          >
            {t('whatsapp')}
          </Button>
        </div>
      </div>
    </Section>
  );
}

/** The order that the call is about, as it is read out. */
export function QueueOrderCard({
  customer,
  order,
  onChoose,
}: {
  customer: QueueCustomer;
  order: QueueOrder;
  onChoose: (order: QueueOrder) => void;
}) {
  const t = useConfirmText();
  const { language } = useLanguage();
  return (
    <Section>
      {customer.orders.length > 1 && (
        <div className={classes.orders} role="group" aria-label={t('ordersOf', { count: customer.orders.length })}>
          {customer.orders.map((one) => (
            <Button
              key={one.id}
              size="xs"
              variant={one.id === order.id ? 'filled' : 'default'}
              aria-pressed={one.id === order.id}
              onClick={() => onChoose(one)}
            >
              <span className="num">#{one.number}</span>
            </Button>
          ))}
        </div>
      )}
      <div className={classes.head}>
        <Text fw={600} fz={17} component="h2" m={0}>
          {t('order', { number: `\u2066#${order.number}\u2069` })}
        </Text>
        <span className={classes.total}>
          <Money amount={order.total} fw={600} />
        </span>
      </div>
      <div className={classes.head}>
        <span className={classes.meta}>
          <Time value={order.created_at} relative /> · {t('items', { count: order.items_count })}
        </span>
        <Link to="/orders/view/$id" params={{ id: order.id }} className={classes.meta} data-desk="open">
          <IconExternalLink size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {t('openOrder')}
        </Link>
      </div>
      <ul className={classes.items}>
        {order.items.map((item, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines never move, and two of them may be the same
          <li key={at} className={classes.item}>
            <span>
              <span className="num">{item.quantity}×</span> <bdi>{textOf(item.name, language)}</bdi>
              {item.options.length > 0 && (
                <span className={classes.meta}>
                  {' '}
                  <bdi>{item.options.join(language === 'ar' ? '، ' : ', ')}</bdi>
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
      </ul>
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
    </Section>
  );
}

const looks: Record<CallOutcome, { variant: 'filled' | 'default'; color?: string }> = {
  confirmed: { variant: 'filled' },
  no_answer: { variant: 'default' },
  postponed: { variant: 'default' },
  wrong_number: { variant: 'default' },
  cancelled: { variant: 'default', color: 'red' },
};

/** The outcomes of a call, each with its key. */
export function OutcomeButtons({
  order,
  disabled,
  onSay,
}: {
  order: QueueOrder;
  disabled: boolean;
  onSay: (outcome: CallOutcome) => void;
}) {
  const t = useConfirmText();
  return (
    <Section
      title={t('outcome')}
      actions={
        order.attempts > 0 ? (
          <StatusBadge tone="amber">{t('outcome.no_answerNth', { n: Math.min(order.attempts, 3) })}</StatusBadge>
        ) : undefined
      }
    >
      <div className={classes.outcomes}>
        {outcomes.map((outcome, at) => (
          <Button
            key={outcome}
            {...looks[outcome]}
            c={outcome === 'cancelled' ? 'red' : undefined}
            disabled={disabled}
            px={8}
            onClick={onFirstPress(() => onSay(outcome))}
            aria-keyshortcuts={String(at + 1)}
            rightSection={<Kbd className={classes.key}>{at + 1}</Kbd>}
          >
            {t(`outcome.${outcome}`)}
          </Button>
        ))}
      </div>
    </Section>
  );
}
