import { Button, Group, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { saveFile } from '@/shared/api/save-file';
import { formatDate, formatMoney } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { Dialog } from '@/shared/ui/dialog';
import { Money } from '@/shared/ui/money';
import { orderName } from '../order-name';
import type { OrderView } from '../orders.api';
import { useTransfersText } from './i18n';
import { pictureQuery, receiptFile, type Receipt } from './transfers.api';
import classes from './transfers.module.css';
import { LinkAnchor } from '@/shared/ui/link-anchor';

/** Facts of a receipt beside its picture. */
export function ReceiptFacts({ order, receipt }: { order: OrderView; receipt: Receipt }) {
  const t = useTransfersText();
  const { language } = useLanguage();
  return (
    <>
      {receipt.twins.map((twin) => (
        <LinkAnchor
          key={twin.receipt_id}
          to="/orders/view/$id"
          params={{ id: twin.order_id }}
          size="xs"
          className={classes.twin}
        >
          <IconAlertTriangle size={14} aria-hidden />
          <span>{t(twin.is_same_file ? 'twin.same' : 'twin.alike', { number: orderName(twin.order_number) })}</span>
        </LinkAnchor>
      ))}
      {receipt.amount && (
        <Text size="xs" component="div">
          {t('booked', { amount: formatMoney(receipt.amount, order.currency, language) })}
        </Text>
      )}
      {receipt.reason && (
        <Text size="xs" component="div" dir="auto" className={classes.reason}>
          {receipt.reason}
        </Text>
      )}
      {receipt.decided_by && (
        <Text size="xs" c="dimmed" component="div">
          {t('by', { name: receipt.decided_by })}
        </Text>
      )}
    </>
  );
}

function useAddress(blob: Blob | undefined): string | undefined {
  const address = useMemo(() => blob && URL.createObjectURL(blob), [blob]);
  useEffect(() => () => (address ? URL.revokeObjectURL(address) : undefined), [address]);
  return address;
}

/** The receipt's picture, which can be enlarged. */
export function Thumb({ order, receipt }: { order: OrderView; receipt: Receipt }) {
  const t = useTransfersText();
  const { language } = useLanguage();
  const [open, setOpen] = useState(false);
  const picture = useQuery({ ...pictureQuery(order.id, receipt.id), enabled: receipt.is_picture });
  const address = useAddress(picture.data);
  const save = () => void saveFile(receiptFile(order.id, receipt.id));
  if (!receipt.is_picture) {
    return (
      <button type="button" className={classes.thumb} onClick={save} aria-label={t('download')}>
        <IconFileTypePdf size={28} aria-hidden />
        <span>{t('pdf')}</span>
      </button>
    );
  }
  if (picture.error) return <div className={classes.thumb}>{t('failed')}</div>;
  if (!address) return <Skeleton className={classes.thumb} />;
  const when = formatDate(receipt.sent_at, 'full', language);
  return (
    <>
      <button type="button" className={classes.thumb} aria-label={t('enlarge', { when })} onClick={() => setOpen(true)}>
        <img src={address} alt="" />
      </button>
      {open && (
        <Dialog tall title={t('picture')} size={860} onClose={() => setOpen(false)}>
          <Group justify="space-between" mb={12} gap={8}>
            <Text size="sm" component="div">
              {t('owed')} <Money amount={order.money.owed} currency={order.currency} fw={600} />
            </Text>
            <Button variant="default" size="xs" leftSection={<IconDownload size={15} />} onClick={save}>
              {t('download')}
            </Button>
          </Group>
          <img src={address} alt={t('picture')} className={classes.large} />
        </Dialog>
      )}
    </>
  );
}
