import { Button, Text } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useCan } from '@/shared/session/session';
import { DetailPage, Section } from '@/shared/ui/page';
import { DropZone } from '@/shared/upload/drop-zone';
import { usePickupText } from '../i18n';
import { ParcelChoice } from '../parcel-choice';
import {
  pickupsKey,
  readTrackingSheet,
  saveSheet,
  readyQuery,
  type TrackingSheet,
  type ReadyShipment,
} from '../pickups.api';
import classes from '../pickups.module.css';
import { SheetResult } from './sheet-result';

/** The most shipments of one sheet; the same as on the server. */
const maxSheet = 200;

/** SP-03: parcels go to a courier without calls by a sheet, and its tracking numbers come back by another. */
export function SheetSections({ courier }: { courier: string }) {
  const t = usePickupText();
  const waiting = useQuery(readyQuery(courier));
  const mayUpdate = useCan('update', 'Order');
  return (
    <div className={classes.steps}>
      <Section title={t('sheet.download')} text={t('sheet.downloadText')}>
        <DetailPage query={waiting}>
          {({ shipments, has_more }) => <SheetDownload courier={courier} rows={shipments} hasMore={has_more} />}
        </DetailPage>
      </Section>
      {mayUpdate && <TrackingUpload courier={courier} />}
      <Section title={t('sheet.pickup')} text={t('sheet.pickupText')} />
    </div>
  );
}

function SheetDownload({ courier, rows, hasMore }: { courier: string; rows: ReadyShipment[]; hasMore: boolean }) {
  const t = usePickupText();
  const [left, setLeft] = useState<string[]>([]);
  const chosen = rows.filter(({ id }) => !left.includes(id)).map(({ id }) => id);
  const save = useApiMutation({ run: () => saveSheet(courier, chosen), invalidates: [] });
  return (
    <>
      <ParcelChoice rows={rows} left={left} hasMore={hasMore} isForSheet onChange={setLeft} />
      {rows.length > 0 && (
        <Button
          mt={14}
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={chosen.length === 0 || chosen.length > maxSheet}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('sheet.save')}
        </Button>
      )}
      {chosen.length > maxSheet && (
        <Text size="sm" c="dimmed" mt={6}>
          {t('sheet.tooMany', { count: maxSheet })}
        </Text>
      )}
    </>
  );
}

function TrackingUpload({ courier }: { courier: string }) {
  const t = usePickupText();
  const [result, setResult] = useState<TrackingSheet | null>(null);
  const read = useApiMutation({
    run: async (file: File) => {
      setResult(null);
      setResult(await readTrackingSheet(courier, file));
    },
    invalidates: [pickupsKey(courier), ['orders']],
  });
  return (
    <Section title={t('sheet.tracking')} text={t('sheet.trackingText')}>
      <DropZone
        label={t(read.isPending ? 'sheet.reading' : 'sheet.drop')}
        hint="XLSX, CSV"
        icon={<IconFileSpreadsheet size={22} aria-hidden />}
        accept=".xlsx,.csv"
        disabled={read.isPending}
        onFiles={([file]) => file && read.mutate(file)}
      />
      {result && <SheetResult result={result} />}
    </Section>
  );
}
