import { ActionIcon } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage } from '@/test/dom';
import { LazyMenu } from './lazy-menu';
import { Tip } from './tip';

const load = () => import('@/shared/table/filter-items');
const menu = (onChoose: (value: string) => void) => (
  <LazyMenu
    trigger={<ActionIcon aria-label="Status">…</ActionIcon>}
    load={load}
    items={{
      options: [
        { value: 'a', label: 'First' },
        { value: 'b', label: 'Second' },
      ],
      chosen: [],
      many: false,
      onChoose,
      onClear: () => {},
    }}
  />
);

describe('a menu that is fetched later', () => {
  it('opens with the keyboard, moves with the arrows, and gives the focus back to the same button', async () => {
    const chosen = vi.fn();
    const { user } = await openPage(menu(chosen));
    const button = screen.getByRole('button', { name: 'Status' });
    expect(button.getAttribute('aria-haspopup')).toBe('menu');
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await user.tab();
    expect(document.activeElement).toBe(button);
    await user.keyboard('{Enter}');
    const box = await screen.findByRole('menu');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(button.getAttribute('aria-controls')).toBe(box.id);
    expect(box.getAttribute('aria-labelledby')).toBe(button.id);
    await waitFor(() => expect(box.contains(document.activeElement)).toBe(true));
    await user.keyboard('{ArrowDown}');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    // The button was never replaced.
    expect(button.isConnected).toBe(true);
    expect(chosen).not.toHaveBeenCalled();
  });

  it('does what was chosen and closes; a second press of the button closes too', async () => {
    const chosen = vi.fn();
    const { user } = await openPage(menu(chosen));
    const button = screen.getByRole('button', { name: 'Status' });
    await user.click(button);
    await user.click(await screen.findByRole('menuitemradio', { name: 'Second' }));
    expect(chosen).toHaveBeenCalledExactlyOnceWith('b');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await user.click(button);
    await screen.findByRole('menu');
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });
});

describe('a tip', () => {
  it('comes when the pointer rests, goes when it leaves, and replaces nothing', async () => {
    const { user } = await openPage(
      <Tip label="In full">
        <ActionIcon aria-label="Short">s</ActionIcon>
      </Tip>,
    );
    const button = screen.getByRole('button', { name: 'Short' });
    await user.hover(button);
    expect(await screen.findByText('In full')).toBeTruthy();
    await user.unhover(button);
    await waitFor(() => expect(screen.queryByText('In full')).toBeNull());
    await user.hover(button);
    await screen.findByText('In full');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('In full')).toBeNull());
    expect(button.isConnected).toBe(true);
  });
});
