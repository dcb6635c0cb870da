import { Button, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useLanguage } from '@/shared/i18n/language';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import type { Settlement } from './courier-cash.api';
import classes from './courier-cash.module.css';
import { dayText } from './day-text';
import { useCashText } from './i18n';

const EditDialog = lazyDialog(() => import('./edit-dialog'));

/** What the merchant says of the settlement, and who posted it. */
export function DetailsSection({
  of,
  canEdit,
  isChecked,
}: {
  of: Settlement;
  canEdit: boolean;
  /** Its rows are judged: a change judges them again. */
  isChecked: boolean;
}) {
  const t = useCashText();
  const { language } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const none = <span className={classes.none}>{t('d.none')}</span>;
  const lines: [string, ReactNode][] = [
    [t('f.courier'), <bdi key="courier">{of.courier}</bdi>],
    [t('f.day'), dayText(of.remitted_on, language)],
    [t('f.total'), of.total ? <Money key="total" amount={of.total} currency={of.currency} /> : none],
    [t('f.reference'), of.reference ? <bdi key="reference">{of.reference}</bdi> : none],
    [t('f.late'), t('days', { count: of.late_after_days })],
    [t('f.fee'), of.agreed_fee ? <Money key="fee" amount={of.agreed_fee} currency={of.currency} /> : none],
    [t('d.file'), <bdi key="file">{of.file_name}</bdi>],
  ];
  if (of.posted_at) {
    lines.push([
      t('d.posted'),
      <span key="posted">
        {of.posted_by && (
          <>
            <bdi>{of.posted_by}</bdi> ·{' '}
          </>
        )}
        <Time value={of.posted_at} />
      </span>,
    ]);
  }
  if (of.undone_at) lines.push([t('d.undone'), <Time key="undone" value={of.undone_at} />]);
  return (
    <Section
      title={t('details')}
      actions={
        canEdit && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={15} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('edit')}
          </Button>
        )
      }
    >
      <dl className={classes.details}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isOpen && (
        <Suspense fallback={null}>
          <EditDialog settlement={of} isChecked={isChecked} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  );
}
