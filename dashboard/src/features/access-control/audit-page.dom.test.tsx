import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { AuditPage } from './audit-page';

const entry = (seq: number, subject: string, action: string, label: string, fields: string[]) => ({
  seq,
  at: '2027-01-15T08:00:00Z',
  action,
  subject,
  id: null,
  page: null,
  label,
  actor: 'Nora',
  operator: null,
  ip: null,
  fields,
});

const shown = [
  ['theme', 'create', 'Two', ['theme', 'is_live'], 'Added theme Two'],
  ['theme', 'create', 'mine', ['theme', 'is_live', 'archive'], 'Uploaded theme mine'],
  ['theme', 'update', 'One', ['published', 'note'], 'Published theme One'],
  // A look is published with it.
  ['theme', 'update', 'Two', ['published', 'look', 'live'], 'Switched the store to theme Two'],
  ['theme', 'update', 'One', ['shared_until'], 'Shared a draft link of theme One'],
  ['theme', 'update', 'One', ['shared_links'], 'Stopped sharing the draft of theme One'],
  ['theme', 'delete', 'mine', ['theme'], 'Deleted theme mine'],
  ['redirect', 'delete', '/old', ['address'], 'Deleted redirect /old'],
  ['coupon', 'update', 'EID', ['note'], 'Changed coupon EID'],
] as const;

it('GU-11: the audit log says what was done to themes and redirects', async () => {
  serve(({ url }) =>
    url.startsWith('/access-control/audit')
      ? [
          200,
          {
            data: shown.map(([subject, action, label, fields], at) =>
              entry(shown.length - at, subject, action, label, [...fields]),
            ),
            meta: { total: shown.length },
          },
        ]
      : [200, { data: { members: [], roles: [], own_abilities: [] } }],
  );
  await openPage(<AuditPage />);
  await screen.findByText('/old');
  const lines = screen.getAllByRole('listitem').map((line) => line.querySelector('span + div > span')?.textContent);
  expect(lines).toEqual(shown.map(([, , , , text]) => text));
});
