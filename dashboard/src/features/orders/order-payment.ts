import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { confirm } from '@/shared/ui/confirm';
import { toast } from '@/shared/ui/toast';
import { useOrderPageText } from './page/i18n';
import { toastOrderError } from './order-failure';
import { orderName } from './order-name';
import { setPaymentStatus, staleAfterChange, type OrderView } from './orders.api';

/** Marks an order as paid by hand, after a confirmation. */
export function useMarkPaid(order: OrderView) {
  const t = useOrderPageText();
  const { language } = useLanguage();
  const change = useApiMutation({
    run: () => setPaymentStatus(order.id, { payment_status: 'paid', version: order.version }),
    invalidates: staleAfterChange,
  });
  return {
    busy: change.isPending,
    markPaid: async () => {
      const amount = formatMoney(order.money.owed, order.currency, language);
      const isConfirmed = await confirm({
        title: t('pay.ask', { number: orderName(order.number) }),
        text: t('pay.askText', { amount }),
        confirm: t('pay.mark'),
      });
      if (!isConfirmed) return;
      change.mutate(undefined, { onSuccess: () => toast.success(t('pay.done')), onError: toastOrderError });
    },
  };
}
