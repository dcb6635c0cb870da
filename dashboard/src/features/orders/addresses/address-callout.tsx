import { Button, Stack, Text } from '@mantine/core';
import {
  IconBrandWhatsapp,
  IconCheck,
  IconCopy,
  IconMapPinExclamation,
  IconMessageForward,
  IconPencil,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Time } from '@/shared/ui/time';
import type { OrderView } from '../orders.api';
import { addressQuery, type OrderAddress } from './addresses.api';
import { useAddressGateText } from './i18n';
import { useAddressActions } from './use-address-actions';
import classes from './addresses.module.css';

const AddressDialog = lazyDialog(() => import('./address-dialog'));

/** Notice on the order's page: what its address lacks, with actions. Renders nothing for a complete address. */
export function AddressCallout({ order, mayUpdate }: { order: OrderView; mayUpdate: boolean }) {
  const waits = ['PEND', 'PAID', 'PRCS', 'RDYS'].includes(order.status);
  const known = useQuery(addressQuery(order.id)).data;
  if (!waits || !known || order.shipping_provider === '') return null;
  if (known.gaps.length === 0 && known.hints.length === 0) return null;
  return <Callout order={order} known={known} mayUpdate={mayUpdate} />;
}

function Callout({ order, known, mayUpdate }: { order: OrderView; known: OrderAddress; mayUpdate: boolean }) {
  const t = useAddressGateText();
  const { language } = useLanguage();
  const [editing, setEditing] = useState(false);
  const acts = useAddressActions({ id: order.id, number: order.number, name: order.sender_name, mobile: order.mobile });
  const isHeld = known.state === 'held' || known.state === 'new';
  const lacks = known.gaps.length > 0 ? known.gaps : known.hints;
  const title = known.gaps.length === 0 ? 'callout.hint' : isHeld ? 'callout.held' : 'callout.accepted';
  const dialog = editing && (
    <Suspense fallback={null}>
      <AddressDialog
        order={{
          id: order.id,
          number: order.number,
          name: order.sender_name,
          mobile: order.mobile,
          address: order.address ?? null,
          version: order.version,
        }}
        courier={order.shipping_provider}
        onClose={() => setEditing(false)}
      />
    </Suspense>
  );
  if (known.gaps.length === 0) {
    // Gaps that do not block shipping are shown less prominently.
    return (
      <section className={classes.hint} aria-label={t(title)}>
        <IconMapPinExclamation size={18} aria-hidden />
        <Text size="sm" span className={classes.said}>
          {lacks.map(({ text }) => textOf(text, language)).join(' ')} {t(title)}
        </Text>
        {mayUpdate && (
          <span className={classes.acts}>
            {known.is_open && (
              <Button size="compact-sm" variant="subtle" onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
            )}
            {known.may_ask && (
              <Button size="compact-sm" variant="subtle" loading={acts.busy} onClick={() => void acts.copy()}>
                {t('copyAsk')}
              </Button>
            )}
          </span>
        )}
        {dialog}
      </section>
    );
  }
  const works = known.link !== null && known.link !== undefined && !known.link.is_expired;
  return (
    <section className={classes.callout} data-held={isHeld && known.gaps.length > 0} aria-label={t(title)}>
      <IconMapPinExclamation size={20} className={classes.sign} aria-hidden />
      <h2 className={classes.title}>{t(title)}</h2>
      <Stack gap={12}>
        <ul className={classes.lacks}>
          {lacks.map(({ code, text }) => (
            <li key={code}>{textOf(text, language)}</li>
          ))}
        </ul>
        {works && known.link && (
          <Text size="sm" c="dimmed" component="div">
            {known.sent_at && (
              <>
                {t('sentAt')} <Time value={known.sent_at} relative />
                {' · '}
              </>
            )}
            {t('until')} <Time value={known.link.until} style="full" />
          </Text>
        )}
        {mayUpdate && (
          <div className={classes.acts}>
            {known.is_open && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconPencil size={15} aria-hidden />}
                onClick={() => setEditing(true)}
              >
                {t('edit')}
              </Button>
            )}
            {known.may_ask && (
              <>
                <Button
                  size="xs"
                  variant="default"
                  loading={acts.busy}
                  leftSection={<IconMessageForward size={15} className="flip" aria-hidden />}
                  onClick={() => void acts.send()}
                >
                  {t(known.sent_at ? 'sendAgain' : 'send')}
                </Button>
                {order.mobile && (
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconBrandWhatsapp size={15} aria-hidden />}
                    onClick={() => void acts.whatsapp()}
                  >
                    {t('whatsapp')}
                  </Button>
                )}
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<IconCopy size={15} aria-hidden />}
                  onClick={() => void acts.copy()}
                >
                  {t('copy')}
                </Button>
              </>
            )}
            {isHeld && known.gaps.length > 0 && (
              <Button
                size="xs"
                variant="subtle"
                leftSection={<IconCheck size={15} aria-hidden />}
                onClick={() => void acts.accept()}
              >
                {t('accept')}
              </Button>
            )}
            {works && (
              <Button size="xs" variant="subtle" color="red" onClick={() => void acts.withdraw()}>
                {t('withdraw')}
              </Button>
            )}
          </div>
        )}
      </Stack>
      {dialog}
    </section>
  );
}
