import { useState } from 'react';
import { whatsappLink } from '@/modules/person/mobile';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useSession } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { copyText } from '@/shared/ui/copy';
import { toast } from '@/shared/ui/toast';
import { toastOrderError } from '../order-failure';
import { orderName } from '../order-name';
import { staleAfterChange } from '../orders.api';
import { acceptAddress, makeLink, sendLink, withdrawLink } from './addresses.api';
import { useAddressGateText } from './i18n';

/** The order whose address is incomplete, with the fields that the actions need. */
export interface AddressRequest {
  id: string;
  number: number;
  name: string;
  mobile: string;
}

/** The actions on an incomplete address, wherever it is shown. */
export function useAddressActions({ id, number, name, mobile }: AddressRequest) {
  const t = useAddressGateText();
  const store = useSession().store?.name ?? '';
  const [busy, setBusy] = useState(false);
  const invalidates = staleAfterChange;
  const createLink = useApiMutation({ run: () => makeLink(id), invalidates });
  const send = useApiMutation({ run: () => sendLink(id), invalidates });
  const accept = useApiMutation({ run: () => acceptAddress(id), invalidates });
  const withdraw = useApiMutation({ run: () => withdrawLink(id), invalidates });
  const runAction = async (run: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      toastOrderError(error);
    } finally {
      setBusy(false);
    }
  };
  const link = async () => (await createLink.mutateAsync(undefined)).link?.url ?? '';
  return {
    busy,
    copy: () => runAction(async () => copyText(await link(), { done: t('copied') })),
    send: () =>
      runAction(async () => {
        await send.mutateAsync(undefined);
        toast.success(t('sendDone'));
      }),
    whatsapp: () =>
      runAction(async () => {
        // Opened synchronously: browsers block a window that opens after an awaited response.
        const chat = window.open('', '_blank');
        try {
          const text = t('message', { name, number: orderName(number), store, url: await link() });
          const url = `${whatsappLink(mobile)}?text=${encodeURIComponent(text)}`;
          if (chat) {
            chat.opener = null;
            chat.location.href = url;
          } else {
            location.assign(url);
          }
        } catch (error) {
          chat?.close();
          throw error;
        }
      }),
    accept: async () => {
      if (!(await confirm({ title: t('accept.title'), text: t('accept.text'), confirm: t('accept') }))) return;
      await runAction(async () => {
        await accept.mutateAsync(undefined);
        toast.success(t('accept.done'));
      });
    },
    withdraw: () =>
      runAction(async () => {
        await withdraw.mutateAsync(undefined);
        toast.success(t('withdrawn'));
      }),
  };
}
