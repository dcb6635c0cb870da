import { Card, SegmentedControl, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber, formatPercent, storeDay } from '@/shared/i18n/format';
import { EmptyState } from '@/shared/ui/empty-state';
import { DetailPage } from '@/shared/ui/page';
import { StatCard } from '@/shared/ui/stat-card';
import { reportQuery, type ConfirmationReport } from './confirm.api';
import { ConfirmFrame } from './confirm-frame';
import { dayAfter } from './confirm.model';
import { figureDays, figuresSearch } from './confirm.search';
import { useConfirmText } from './i18n';
import classes from './call-queue.module.css';

type Person = ConfirmationReport['people'][number];
const columns = ['called', 'calls', 'confirmed', 'cancelled', 'no_answer', 'postponed', 'wrong_number'] as const;
const sum = (people: readonly Person[], key: (typeof columns)[number]) =>
  people.reduce((all, person) => all + person[key], 0);
const rate = (confirmed: number, called: number) => (called === 0 ? '—' : formatPercent(confirmed / called));

/** Outcomes of each member's calls in a period. */
export function FiguresPage() {
  const t = useConfirmText();
  const navigate = useNavigate();
  const { days = 7 } = useSearch({ from: '/orders/confirm/figures' });
  const [today] = useState(() => storeDay(new Date()));
  const query = useQuery(reportQuery(dayAfter(today, 1 - days), today));
  return (
    <ConfirmFrame>
      <SegmentedControl
        aria-label={t('fig.period')}
        mb={20}
        value={String(days)}
        onChange={(value) => void navigate({ to: '.', search: figuresSearch({ days: value }) })}
        data={figureDays.map((value) => ({ value: String(value), label: t('fig.days', { count: value }) }))}
      />
      <DetailPage query={query}>
        {({ people }) =>
          people.length === 0 ? (
            <Card padding={0}>
              <EmptyState title={t('fig.empty')} illustration="spark" />
            </Card>
          ) : (
            <>
              <SimpleGrid cols={{ base: 2, md: 4 }} mb={20}>
                {(['called', 'confirmed', 'cancelled'] as const).map((key) => (
                  <StatCard key={key} label={t(`fig.${key}`)} value={formatNumber(sum(people, key))} />
                ))}
                <StatCard label={t('fig.rate')} value={rate(sum(people, 'confirmed'), sum(people, 'called'))} />
              </SimpleGrid>
              <Card padding={0}>
                <div className={classes.scroll}>
                  <table className={classes.table}>
                    <thead>
                      <tr>
                        <th scope="col">{t('fig.person')}</th>
                        {columns.map((key) => (
                          <th key={key} scope="col" className={classes.n}>
                            {t(`fig.${key}`)}
                          </th>
                        ))}
                        <th scope="col" className={classes.n} title={t('fig.rateHint')}>
                          {t('fig.rate')}
                        </th>
                      </tr>
                    </thead>
                    <tbody>
                      {people.map((person) => (
                        <tr key={person.user_id}>
                          <td>
                            <bdi>{person.name}</bdi>
                          </td>
                          {columns.map((key) => (
                            <td key={key} className={classes.n}>
                              {formatNumber(person[key])}
                            </td>
                          ))}
                          <td className={classes.n}>{rate(person.confirmed, person.called)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              </Card>
            </>
          )
        }
      </DetailPage>
    </ConfirmFrame>
  );
}
