import { Card, Popover, Title, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconShieldCheck, IconShieldHalf, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { OrderTrustDetails } from './order-trust-details';
import { useTrustText } from './i18n';
import { bandTones, orderTrustQuery, type OrderTrust, type TrustScore } from './trust.api';
import classes from './trust.module.css';

const shields = { good: IconShieldCheck, fair: IconShieldHalf, poor: IconShieldX } as const satisfies Record<
  TrustScore['band'],
  unknown
>;
const failed: readonly OrderTrust['state'][] = ['unreachable', 'wrong_number'];

/** How far a cash order is trusted, in one line; the reasons, the rule's decision and the calls are in its popover. */
export function OrderTrustLine({ id }: { id: string }) {
  const t = useTrustText();
  const { data } = useQuery(orderTrustQuery(id));
  if (!data) return null;
  const { band } = data.score;
  const Shield = shields[band];
  const state = data.decision && data.state !== 'none' ? data.state : undefined;
  return (
    <Card component="section" padding={0} aria-label={t('title')}>
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
          <OrderTrustDetails trust={data} id={id} />
        </Popover.Dropdown>
      </Popover>
    </Card>
  );
}
