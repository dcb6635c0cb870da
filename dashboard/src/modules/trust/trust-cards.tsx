import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Section } from '@/shared/ui/page';
import { useTrustText } from './i18n';
import { CallList, TrustScoreView } from './trust-score';
import { customerTrustQuery } from './trust.api';
import classes from './trust.module.css';

/**
 * The trust score of a customer's number, by its history alone: an order's score starts from it and adds factors of the
 * order (first order, value, address). A number without history has no score.
 */
export function CustomerTrustCard({ id }: { id: string }) {
  const t = useTrustText();
  const { data } = useQuery(customerTrustQuery(id));
  if (!data) return null;
  return (
    <Section title={t('title')}>
      {data.score && data.score.reasons.length > 0 ? (
        <>
          <TrustScoreView score={data.score} />
          <Text size="xs" c="dimmed" mt={10}>
            {t('history')}
          </Text>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t(data.score ? 'none' : 'noNumber')}
        </Text>
      )}
      {data.calls.length > 0 && (
        <div className={classes.part}>
          <CallList calls={data.calls} />
        </div>
      )}
    </Section>
  );
}
