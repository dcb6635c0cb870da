import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, serve } from '@/test/dom';
import AddressDialog from './address-dialog';

const order = { id: 'ord_1', number: 7, name: 'Sara', mobile: '0551234567', address: null, version: 1 };

describe('the address of an order', () => {
  it('OR-02: starts at the place, which is what is missing, and not at the close button', async () => {
    serve(() => [200, { data: [] }]);
    await openPage(<AddressDialog order={order} onClose={() => undefined} />);
    const place = await screen.findByRole('textbox', { name: /short national address/i });
    await waitFor(() => expect(document.activeElement).toBe(place));
  });
});
