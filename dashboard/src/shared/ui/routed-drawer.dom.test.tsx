import { Button } from '@mantine/core';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { RoutedDrawer } from './routed-drawer';

describe('a drawer that is a route', () => {
  const page = (
    <RoutedDrawer title="A picture" closeTo={{ to: '/elsewhere' as '/' }}>
      {(close, leave) => (
        <>
          <Button onClick={close}>Done</Button>
          <Button onClick={() => void leave()}>Delete</Button>
        </>
      )}
    </RoutedDrawer>
  );
  it('can be come back to once it is closed', async () => {
    const { user, history } = await openPage(page);
    await user.click(await screen.findByRole('button', { name: 'Done' }));
    await screen.findByRole('heading', { name: 'Elsewhere' });
    expect(history.length).toBe(2);
  });
  it('ME-01: replaces its address when the record that it showed was deleted', async () => {
    const { user, history } = await openPage(page);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByRole('heading', { name: 'Elsewhere' });
    expect(history.length).toBe(1);
  });
});
