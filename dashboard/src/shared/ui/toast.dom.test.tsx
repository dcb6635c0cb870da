import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { toast } from './toast';

describe('SH-06: toasts', () => {
  it('a second success takes the place of the first, what went wrong stays beside it', async () => {
    await openPage(<p>Orders</p>);
    act(() => toast.danger('Failed'));
    act(() => toast.success('Now preparing'));
    act(() => toast.success('Now ready'));
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toEqual(['Now ready']);
    expect(screen.getByRole('alert').textContent).toBe('Failed');
    act(() => toast.danger('Refused again'));
    expect(screen.getAllByRole('alert')).toHaveLength(2);
  });
});
