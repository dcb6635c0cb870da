import { Card, Popover, Title, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPhone, IconShieldCheck, IconShieldHalf, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '@/shared/session/session';
import { LinkActionIcon } from '@/shared/ui/link-action-icon';
import { Tip } from '@/shared/ui/tip';
import { OrderTrustDetails } from './order-trust-details';
import { useTrustText } from './i18n';
import { bandTones, isToCall, orderTrustQuery, type OrderTrust, type TrustScore } from './trust.api';
import classes from './trust.module.css';

const shields = { good: IconShieldCheck, fair: IconShieldHalf, poor: IconShieldX } as const satisfies Record<
  TrustScore['band'],
  unknown
>;
const failed: readonly OrderTrust['state'][] = ['unreachable', 'wrong_number'];

/** How far a cash order is trusted, in one line; the reasons, the rule's decision and the calls are in its popover. */
export function OrderTrustLine({ id }: { id: string }) {
  const t = useTrustText();
  const mayUpdate = useCan('update', 'Order');
  const { data } = useQuery(orderTrustQuery(id));
  if (!data) return null;
  const { band } = data.score;
  const Shield = shields[band];
  const state = data.decision && data.state !== 'none' ? data.state : undefined;
  const mayCall = mayUpdate && isToCall(data);
  return (
    <Card component="section" padding={0} aria-label={t('title')} className={classes.trust}>
      <Popover width={340} position="bottom-end" shadow="md" trapFocus returnFocus>
        <Popover.Target>
          <UnstyledButton className={classes.line}>
            <Shield size={20} stroke={1.7} color={`var(--tone-${bandTones[band]}-fg)`} aria-hidden />
            <span className={classes.words}>
              <span className={classes.verdict}>{t(`band.${band}`)}</span>
              {state && (
                <span className={classes.lineState} data-failed={failed.includes(state) || undefined}>
                  {t(`state.${state}`)}
                </span>
              )}
            </span>
            <IconChevronDown size={16} className={classes.chevron} aria-hidden />
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <Title order={2} fz={14} mb={10} data-autofocus tabIndex={-1} className={classes.popoverTitle}>
            {t('title')}
          </Title>
          <OrderTrustDetails trust={data} />
        </Popover.Dropdown>
      </Popover>
      {mayCall && (
        <Tip label={t('callNow')}>
          <LinkActionIcon
            to="/orders/confirm"
            search={{ order: id }}
            variant="default"
            size={36}
            me={12}
            aria-label={t('callNow')}
          >
            <IconPhone size={18} aria-hidden />
          </LinkActionIcon>
        </Tip>
      )}
    </Card>
  );
}
