import { ActionIcon, Alert, Button, Kbd } from '@mantine/core';
import { IconBan, IconBrandWhatsapp, IconCopy, IconPhone } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Avatar } from '@/modules/person/person';
import { readableMobile } from '@/modules/person/mobile';
import { copyText } from '@/shared/ui/copy';
import { StatusBadge } from '@/shared/ui/status-badge';
import type { QueueCustomer, QueueOrder } from './confirm.api';
import { CallHistory } from './call-history';
import { useConfirmText } from './i18n';
import { QueueOrderView } from './queue-order';
import classes from './call-queue.module.css';

/** The call: whom, about what, and what is known of them. */
export function CallCard({
  customer,
  order,
  onChoose,
}: {
  customer: QueueCustomer;
  order: QueueOrder;
  onChoose: (order: QueueOrder) => void;
}) {
  const t = useConfirmText();
  const block = customer.customer?.block;
  return (
    <div className={classes.card}>
      <Caller customer={customer} order={order} />
      {block && (
        <Alert color="red" icon={<IconBan size={18} />} title={t('blocked')} mx={20} mb={16}>
          <bdi>{block.reason}</bdi>
        </Alert>
      )}
      <div className={classes.about}>
        <div className={classes.order}>
          <QueueOrderView customer={customer} order={order} onChoose={onChoose} />
        </div>
        <div className={classes.known}>
          <CallHistory customer={customer} order={order} />
        </div>
      </div>
    </div>
  );
}

/** Name and number, large enough to be read while dialling. */
function Caller({ customer, order }: { customer: QueueCustomer; order: QueueOrder }) {
  const t = useConfirmText();
  const heading = useFocusOnNext(order.id);
  return (
    <div className={classes.caller}>
      <span className={classes.face}>
        <Avatar name={order.customer_name} size={48} />
      </span>
      <div className={classes.callee}>
        <div className={classes.nameLine}>
          <h2 ref={heading} tabIndex={-1} className={classes.name}>
            <bdi>{order.customer_name}</bdi>
          </h2>
          {order.attempts > 0 && (
            <StatusBadge tone="amber">{t('outcome.no_answerNth', { n: Math.min(order.attempts, 3) })}</StatusBadge>
          )}
        </div>
        <div className={classes.numberLine}>
          <bdi className={`num ${classes.mobile}`}>{readableMobile(customer.mobile)}</bdi>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('copy')}
            onClick={() => void copyText(customer.mobile)}
          >
            <IconCopy size={18} aria-hidden />
          </ActionIcon>
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
  );
}

/** After an outcome the next customer's name has the focus, which also reads it out, and the page starts at its top. */
function useFocusOnNext(order: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(order);
  useEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [order]);
  return heading;
}
