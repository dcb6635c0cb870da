import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useShared } from '@/shared/i18n/use-shared';
import { formatNumber } from '@/shared/i18n/format';
import { Time } from '@/shared/ui/time';
import { useProviderCallText } from './i18n';
import { exchangesQuery, type ProviderExchange } from './provider-calls.api';
import classes from './provider-calls.module.css';

/** What was sent in a call and what was answered, without secrets: the newest first. */
export function ProviderExchanges({ call }: { call: string }) {
  const t = useProviderCallText();
  const s = useShared();
  const query = useQuery(exchangesQuery(call));
  if (query.error) {
    return (
      <Alert color="red" mt={8}>
        <Group justify="space-between" gap={8}>
          <Text size="sm">{t('failed')}</Text>
          <Button size="xs" variant="default" onClick={() => void query.refetch()}>
            {s('tryAgain')}
          </Button>
        </Group>
      </Alert>
    );
  }
  if (query.data?.length === 0) {
    return (
      <Text size="xs" c="dimmed" mt={8}>
        {t('none')}
      </Text>
    );
  }
  return (
    <div aria-busy={query.isPending}>
      {query.data?.map((exchange, index) => (
        <Exchange key={`${exchange.at} ${index}`} of={exchange} />
      ))}
    </div>
  );
}

/** A body as a person reads it: JSON with a member a line. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Exchange({ of }: { of: ProviderExchange }) {
  const t = useProviderCallText();
  const bodies = [
    ['request', of.request],
    ['answer', of.answer],
  ] as const;
  return (
    <section className={classes.exchange}>
      <div className={classes.head}>
        <span className="num">
          {of.method} {of.address}
        </span>
        <Text span size="xs" c="dimmed">
          {of.status === null ? t('noAnswer') : <span className="num">{of.status}</span>}
          {' · '}
          {t('duration', { seconds: formatNumber(of.duration_ms / 1000) })}
          {' · '}
          <Time value={of.at} style="full" />
        </Text>
      </div>
      {bodies.map(([name, body]) => (
        <div key={name}>
          <div className={classes.label}>{t(name)}</div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it */}
          <div className={classes.body} role="region" tabIndex={0} aria-label={t(name)}>
            {body ? readable(body) : t('emptyBody')}
          </div>
        </div>
      ))}
    </section>
  );
}
