import { Alert, Button, Group, Text } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { compareDecimal } from '@/shared/forms/decimal';
import { formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Time } from '@/shared/ui/time';
import type { OrderView } from '../orders.api';
import { useTransfersText } from './i18n';
import { ReceiptFacts, Thumb } from './receipt-parts';
import { type Receipt } from './transfers.api';
import { useReceipts } from './use-receipts';
import classes from './transfers.module.css';

const Decide = lazyDialog(() => import('./decide-dialogs'));

/** OR-09: a pending receipt is shown first on the page, with accept and refuse. */
export function ReceiptsBanner({ order, mayUpdate }: { order: OrderView; mayUpdate: boolean }) {
  const t = useTransfersText();
  const { language } = useLanguage();
  const [openDialog, setOpenDialog] = useState<{ act: 'accept' | 'refuse'; receipt: Receipt } | null>(null);
  const waiting = useReceipts(order)?.filter((receipt) => receipt.status === 'waiting') ?? [];
  if (waiting.length === 0) return null;
  const owes = compareDecimal(order.money.owed, '0') > 0;
  return (
    <>
      {waiting.map((receipt) => (
        <Alert
          key={receipt.id}
          role="region"
          aria-label={t('banner')}
          color="yellow"
          icon={<IconReceipt size={18} aria-hidden />}
        >
          <Text size="sm" fw={600} mb={10} component="h2">
            {t('banner')}
          </Text>
          <div className={classes.receipt} style={{ border: 0, padding: 0 }}>
            <Thumb order={order} receipt={receipt} />
            <div className={classes.facts}>
              <Text size="sm" component="div">
                {t('sent')} <Time value={receipt.sent_at} style="full" />
                {owes && ` · ${t('bannerOwed', { amount: formatMoney(order.money.owed, order.currency, language) })}`}
              </Text>
              <ReceiptFacts order={order} receipt={receipt} />
              {mayUpdate && (
                <Group gap={8} mt={6}>
                  <Button size="sm" onClick={() => setOpenDialog({ act: 'accept', receipt })}>
                    {t('accept')}
                  </Button>
                  <Button size="sm" variant="default" onClick={() => setOpenDialog({ act: 'refuse', receipt })}>
                    {t('refuse')}
                  </Button>
                </Group>
              )}
            </div>
          </div>
        </Alert>
      ))}
      {openDialog && (
        <Suspense fallback={null}>
          <Decide order={order} act={openDialog.act} receipt={openDialog.receipt} onClose={() => setOpenDialog(null)} />
        </Suspense>
      )}
    </>
  );
}
