import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useShippingName } from '@/modules/shipping/i18n';
import { isShippingProvider } from '@/modules/shipping/providers';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatDate } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import type { StatusTone } from '@/shared/ui/tokens';
import { providerName } from '../online-payments/describe-online-payment';
import { staleAfterChange } from '../orders.api';
import { useProviderCallText } from './i18n';
import { ProviderExchanges } from './provider-exchanges';
import { retryCall, type ProviderCall } from './provider-calls.api';
import classes from './provider-calls.module.css';

const tones: Readonly<Record<ProviderCall['state'], StatusTone>> = {
  waiting: 'amber',
  running: 'amber',
  done: 'green',
  refused: 'red',
  failed: 'red',
};

/** The text of a call's kind; a newer one is just a request. */
function kindOf(call: ProviderCall) {
  const kind = `kind.${call.kind}`;
  return useProviderCallText.has(kind) ? kind : 'kind.other';
}

/** A call to a provider: what it was for, how far it is, why it was refused, and what was sent and answered. */
export function ProviderCallRow({ call, mayUpdate }: { call: ProviderCall; mayUpdate: boolean }) {
  const t = useProviderCallText();
  const { language } = useLanguage();
  const courierName = useShippingName();
  const [isOpen, setIsOpen] = useState(false);
  const retry = useApiMutation({
    run: () => retryCall(call.id),
    invalidates: staleAfterChange,
    done: () => toast.success(t('retried')),
  });
  const { reason, next_attempt_at: next } = call;
  return (
    <li className={classes.call}>
      <div className={classes.name}>
        {t(kindOf(call))} ·{' '}
        {isShippingProvider(call.provider) ? <bdi>{courierName(call.provider)}</bdi> : providerName(call.provider)}
      </div>
      <StatusBadge tone={tones[call.state]}>{t(`state.${call.state}`)}</StatusBadge>
      <div className={classes.more}>
        <Text size="xs" c="dimmed" component="div">
          <Time value={call.ended_at ?? call.updated_at} style="full" />
          {call.attempts > 1 && ` · ${t('attempts', { count: call.attempts })}`}
          {/* A call that was never made waits for nothing but the worker. */}
          {next && call.attempts > 0 && ` · ${t('next', { time: formatDate(next, 'short', language) })}`}
        </Text>
        {reason && (
          <Text size="xs" mt={2}>
            {reason.message}
          </Text>
        )}
        {reason?.provider_words && (
          <Text size="xs" c="dimmed" mt={2} component="div" className={classes.words}>
            {t('words', { words: `\u2068${reason.provider_words}\u2069` })}
          </Text>
        )}
        <Group gap={8} mt={6}>
          {mayUpdate && call.can_retry && (
            <Button size="xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
              {t('retry')}
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            px={8}
            ms={call.can_retry && mayUpdate ? 0 : -8}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t(isOpen ? 'hide' : 'show')}
          </Button>
        </Group>
        {isOpen && <ProviderExchanges call={call.id} />}
      </div>
    </li>
  );
}
