import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { formatNumber } from '@/shared/i18n/format';
import { Section } from '@/shared/ui/page';
import { Time } from '@/shared/ui/time';
import type { OrderView } from '../orders.api';
import { useOrderMoneyText } from './i18n';
import { lineFacts } from './line-facts';
import { returnsQuery } from './money.api';
import classes from './money.module.css';

/** The returns of the order, if there are any. */
export function ReturnsCard({ order }: { order: OrderView }) {
  const t = useOrderMoneyText();
  const { language } = useLanguage();
  const some = order.items.some((item) => item.returned > 0);
  const query = useQuery({ ...returnsQuery(order.id), enabled: some });
  if (!some || !query.data || query.data.length === 0) return null;
  const nameOf = (line: number) => {
    const item = order.items.find((candidate) => candidate.line === line);
    return item ? [textOf(item.name, language), lineFacts(item, language)].filter(Boolean).join(' · ') : '';
  };
  return (
    <Section title={t('returns.title')}>
      <ol className={classes.entries} style={{ margin: 0 }}>
        {query.data.map((item, index) => (
          <li key={item.id} className={classes.entry} style={index === 0 ? { border: 0, paddingBlockStart: 0 } : {}}>
            <div className={classes.entryText}>
              {item.lines.map((line) => (
                <Text key={line.line} size="sm" component="div">
                  <bdi>{nameOf(line.line)}</bdi> × {formatNumber(line.quantity)}
                  <Text span size="sm" c="dimmed">
                    {line.reason && (
                      <>
                        {' · '}
                        <bdi>{textOf(line.reason, language)}</bdi>
                      </>
                    )}
                    {' · '}
                    {t(line.is_restocked ? 'returns.restocked' : 'returns.notRestocked')}
                  </Text>
                </Text>
              ))}
              <Text size="xs" c="dimmed" component="div" mt={2}>
                <Time value={item.created_at} style="full" />
                {item.actor_name && (
                  <>
                    {' · '}
                    <bdi>{item.actor_name}</bdi>
                  </>
                )}
              </Text>
              {item.note && (
                <Text size="xs" component="div" dir="auto" className={classes.note}>
                  {item.note}
                </Text>
              )}
            </div>
            <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {t('returns.pieces', { count: item.items_count })}
            </Text>
          </li>
        ))}
      </ol>
    </Section>
  );
}
