import { useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { toast } from '@/shared/ui/toast';
import { usePaymentText } from './i18n';
import { paymentMethods, restoreMethod, type PaymentMethod } from './payment.api';

/** Confirms, deletes a method of a gateway, and offers to restore it; `before` runs after the deletion. */
export function useRemoveMethod(): (method: PaymentMethod, before: () => unknown) => Promise<void> {
  const t = usePaymentText();
  const client = useQueryClient();
  const { language } = useLanguage();
  const mayCreate = useCan('create', 'Payment');
  const refresh = () => client.invalidateQueries({ queryKey: paymentMethods.key });
  return async (method, before) => {
    const name = `\u2068${textOf(method.name, language)}\u2069`;
    const isConfirmed = await confirm({
      title: t('remove.ask', { name }),
      text: t('remove.text'),
      confirm: t('remove'),
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      await paymentMethods.remove(method.id);
    } catch {
      // The client has shown the error; the method is unchanged.
      return;
    }
    await before();
    client.removeQueries({ queryKey: [...paymentMethods.key, 'one', method.id] });
    void refresh();
    const restore = async () => {
      try {
        await restoreMethod(method.id);
      } catch {
        return;
      }
      toast.success(t('restored', { name }));
      await refresh();
    };
    toast.success({
      title: t('remove.done', { name }),
      ...(mayCreate && { action: { label: t('remove.undo'), run: () => void restore() } }),
    });
  };
}
