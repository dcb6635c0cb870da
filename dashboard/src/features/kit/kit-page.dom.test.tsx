import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { KitPage } from './kit-page';

describe('the interface kit', () => {
  it.each([
    ['ar', 'أجزاء الواجهة'],
    ['en', 'Interface kit'],
  ] as const)('shows every part in %s', async (language, title) => {
    await openPage(<KitPage />, { language });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    for (const name of ['Button', 'SaveBar', 'LinkTabs', 'DataTable', 'EmptyState', 'LineChart', 'statusTones'])
      expect(screen.getByRole('heading', { level: 2, name })).toBeTruthy();
  });
});
