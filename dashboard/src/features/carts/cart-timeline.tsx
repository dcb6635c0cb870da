import type { ReactNode } from 'react';
import type { ActivityEntry } from '@/modules/activity-log/activity';
import { ActivityLog } from '@/modules/activity-log/activity-log';
import { useActivityText } from '@/modules/activity-log/i18n';
import { Section } from '@/shared/ui/page';
import { cartEvents, type CartHappening } from './cart-events';
import type { CartDetail } from './carts.api';
import { isCartStep } from './carts.model';
import { useCartText } from './i18n';

/** CA-02: the shopper's steps and the reminders. */
export function CartTimeline({ cart }: { cart: CartDetail }) {
  const title = useActivityText();
  const t = useCartText();
  const describe = ({ after }: ActivityEntry): ReactNode => {
    const happened = after?.happened as CartHappening | undefined;
    if (happened === 'reached') {
      return t('event.reached', { step: t(`step.${isCartStep(cart.step) ? cart.step : 'products'}`) });
    }
    if (happened === 'ordered') {
      return t('event.ordered', { number: `\u2066#${cart.order?.number ?? ''}\u2069` });
    }
    if (happened) return t(`event.${happened}`);
    if (after?.reminder !== undefined) {
      const channel = t(after.channel === 'email' ? 'channel.email' : 'channel.sms');
      const title =
        after.reminder === 0
          ? t('event.remindedByHand', { channel })
          : t('event.reminded', { channel, number: Number(after.reminder) });
      return after.coupon ? t('event.withCoupon', { what: title, code: `\u2068${String(after.coupon)}\u2069` }) : title;
    }
    return t('event.changed');
  };
  return (
    <Section title={title('title')}>
      <ActivityLog query={{ data: cartEvents(cart), error: null, refetch: () => undefined }} describe={describe} />
    </Section>
  );
}
