import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFileExport } from '@tabler/icons-react';
import { useExport } from '@/modules/export/use-export';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { LinkAnchor } from '@/shared/ui/link-anchor';
import { Money } from '@/shared/ui/money';
import { Section } from '@/shared/ui/page';
import { cashQuery, type Settlement } from './courier-cash.api';
import { sumOf } from './courier-cash.model';
import { useCashText } from './i18n';

const ClaimDialog = lazyDialog(() => import('./claim/claim-dialog'));

/** What is still with the courier after its settlement, and the file that claims it. */
export function ClaimSection({ of }: { of: Settlement }) {
  const t = useCashText();
  const cash = useQuery(cashQuery).data;
  const own = cash?.couriers.filter((one) => one.courier === of.courier) ?? [];
  const params = { 'filter[courier]': of.courier };
  const exporting = useExport({ subject: 'Order', label: t('claimOf'), params, Dialog: ClaimDialog });
  const [action] = exporting.header;
  if (own.length === 0) return null;
  return (
    <Section title={t('cashOf', { courier: `\u2068${of.courier}\u2069` })}>
      <Stack gap={12} align="flex-start">
        <div>
          <LinkAnchor to="/courier-cash" search={{ courier: of.courier }} fz={20} fw={600}>
            <Money amount={sumOf(own.map((one) => one.total.amount))} currency={of.currency} fw={600} />
          </LinkAnchor>
          <Text size="sm" c="dimmed">
            {t('shipments', { count: own.reduce((sum, one) => sum + one.total.shipments, 0) })}
          </Text>
        </div>
        {action && (
          <Button variant="default" leftSection={<IconFileExport size={16} aria-hidden />} onClick={action.onClick}>
            {t('claimOf')}
          </Button>
        )}
      </Stack>
      {exporting.dialog}
    </Section>
  );
}
