import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { openPage } from '@/test/dom';
import { part } from '@/test/part';
import type { QueueCustomer, QueueOrder } from './confirm.api';
import { callQueueKey } from './confirm.model';
import { QueueOrderView } from './queue-order';

const order = (number: number) =>
  part<QueueOrder>({
    id: `ord_${number}`,
    number,
    created_at: '2027-01-01T08:00:00Z',
    items_count: 1,
    items: [],
    total: '60.00',
  });

describe('the orders of the customer who is called', () => {
  it('or_01_are_chosen_by_number_and_leave_the_keys_of_the_outcomes_at_work', async () => {
    const [first, second] = [order(1001), order(1002)];
    const onChoose = vi.fn();
    const customer = part<QueueCustomer>({ orders: [first, second] });
    const { user } = await openPage(<QueueOrderView customer={customer} order={first} onChoose={onChoose} />);
    await user.click(screen.getByRole('radio', { name: '#1002' }));
    expect(onChoose).toHaveBeenCalledWith(second);
    const press = (target: Element) =>
      callQueueKey({ code: 'Digit1', key: '1', target: target as EventTarget } as KeyboardEvent);
    expect(press(screen.getByRole('radio', { name: '#1002' }))).toBe('confirmed');
    expect(press(document.createElement('input'))).toBe(null);
  });
});
