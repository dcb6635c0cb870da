import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Section } from '@/shared/ui/page';
import { useProviderCallText } from './i18n';
import { ProviderCallRow } from './provider-call-row';
import { providerCallsQuery } from './provider-calls.api';
import classes from './provider-calls.module.css';

/** Calls that are shown at first. */
const shownAtFirst = 4;

/**
 * PY-03, OR-06: what was requested of payment gateways and couriers about the order, and what they said. What succeeded is
 * a log, shown on demand; what failed or still waits is shown at once.
 */
export default function ProviderCallsCard({ order, mayUpdate }: { order: string; mayUpdate: boolean }) {
  const t = useProviderCallText();
  const [isAll, setIsAll] = useState(false);
  const calls = useQuery(providerCallsQuery(order)).data ?? [];
  if (calls.length === 0) return null;
  const shown = isAll ? calls : calls.filter((call) => call.state !== 'done').slice(0, shownAtFirst);
  const hidden = calls.length - shown.length;
  return (
    <Section title={t('title')} text={t('text')}>
      {shown.length > 0 && (
        <ol className={classes.list}>
          {shown.map((call) => (
            <ProviderCallRow key={call.id} call={call} mayUpdate={mayUpdate} />
          ))}
        </ol>
      )}
      {hidden > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          px={8}
          ms={-8}
          mt={shown.length > 0 ? 10 : 0}
          onClick={() => setIsAll(true)}
        >
          {shown.length > 0 ? t('showMore', { count: hidden }) : t('showAll', { count: hidden })}
        </Button>
      )}
    </Section>
  );
}
