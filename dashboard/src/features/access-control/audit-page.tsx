import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Column } from '@/shared/table/data-table';
import { ListFilter } from '@/shared/table/filters';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { Time } from '@/shared/ui/time';
import { useId } from 'react';
import { formatDate, storeDay } from '@/shared/i18n/format';
import { accessQuery, auditQuery, type AuditEntry } from './access.api';
import { auditList } from './access.model';
import classes from './access.module.css';
import { useAccessText } from './i18n';
import { LinkAnchor } from '@/shared/ui/link-anchor';

const isKey = useAccessText.has;
const keyOf = <Other extends Parameters<typeof useAccessText.now>[0]>(key: string, other: Other) =>
  isKey(key) ? key : other;

/** GU-11: the audit log of the team: who did what, when, and from where. */
export function AuditPage() {
  const t = useAccessText();
  const list = useList(auditList);
  const members = useQuery(accessQuery).data?.members ?? [];
  // Only the bones of the page while it loads: the entries stand below their days.
  const columns: Column<AuditEntry>[] = [
    { key: 'at', header: t('log.at'), width: 110, cell: () => null },
    { key: 'what', header: t('log.what'), card: 'title', cell: () => null },
    { key: 'who', header: t('log.who'), cell: () => null },
  ];
  return (
    <ListPage<AuditEntry>
      title={t('log')}
      subtitle={t('log.subtitle')}
      list={list}
      query={auditQuery(list.params)}
      columns={columns}
      rowId={(entry) => String(entry.seq)}
      show={(entries) => daysOf(entries).map((day) => <Day key={day.date} {...day} />)}
      filters={
        members.length > 1 && (
          <ListFilter
            list={list}
            name="member"
            label={t('log.member')}
            options={members.map((member) => ({ value: member.id, label: member.name }))}
          />
        )
      }
      empty={{ title: t('log.empty'), text: t('log.emptyText'), illustration: 'people' }}
    />
  );
}

/** Entries by the store's day; they come newest first. */
function daysOf(entries: readonly AuditEntry[]): { date: string; entries: AuditEntry[] }[] {
  const days: { date: string; entries: AuditEntry[] }[] = [];
  for (const entry of entries) {
    const date = storeDay(new Date(entry.at));
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, entries: [entry] });
  }
  return days;
}

function Day({ date, entries }: { date: string; entries: readonly AuditEntry[] }) {
  const t = useAccessText();
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className={classes.day}>
        {entries[0] && formatDate(entries[0].at, 'long')}
      </h2>
      <ul className={classes.entries} data-date={date}>
        {entries.map((entry) => (
          <li key={entry.seq} className={classes.entry}>
            <span className={classes.clock}>
              <Time value={entry.at} style="time" />
            </span>
            <div className={classes.what}>
              <EntryTitle entry={entry} />
            </div>
            <div className={classes.actor}>
              <bdi>{entry.actor}</bdi>
              {entry.operator && (
                <Text size="xs" c="red" component="div">
                  {t('log.operator', { name: `\u2068${entry.operator}\u2069` })}
                </Text>
              )}
              {entry.ip && (
                <Text size="xs" c="dimmed" component="div">
                  <span className="num">{entry.ip}</span>
                </Text>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function EntryTitle({ entry }: { entry: AuditEntry }) {
  const t = useAccessText();
  // Some acts have a phrase of their own, some of them by a field that they change; the others are a verb and an object.
  const special = entry.fields.map((field) => `act.${entry.subject}.${field}`).findLast(isKey);
  const phrase = special ?? `act.${entry.subject}.${entry.action}`;
  const text = isKey(phrase)
    ? t(phrase)
    : `${t(keyOf(`act.${entry.action}`, 'act.update'))} ${t(keyOf(`subject.${entry.subject}`, 'subject.other'))}`;
  const name = entry.subject === 'job' ? null : entry.label;
  const label = entry.subject === 'order' && name ? `#${name}` : name;
  // A deleted row has no page; for all others the server gives the address.
  const to = entry.action === 'delete' ? null : entry.page;
  const isolatedLabel = label && <bdi>{label}</bdi>;
  const fields = entry.fields.map((field) => `field.${field}`).filter(isKey);
  return (
    <>
      <span>
        {text}{' '}
        {isolatedLabel &&
          (to ? (
            <LinkAnchor inherit to={to}>
              {isolatedLabel}
            </LinkAnchor>
          ) : (
            isolatedLabel
          ))}
      </span>
      {entry.action === 'update' && !special && fields.length > 0 && (
        <Text size="xs" c="dimmed" component="div">
          {fields.map((field) => t(field)).join(t('comma'))}
        </Text>
      )}
    </>
  );
}
