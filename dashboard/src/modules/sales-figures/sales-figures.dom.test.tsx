import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { CountingNote, SalesFiguresList } from './sales-figures';

const none = {
  gross: '100.00',
  discounts: '0.00',
  returns: '0.00',
  net: '100.00',
  shipping: '0.00',
  fees: '0.00',
  vat: '0.00',
};
const rows = () => screen.getAllByRole('term').map((term) => term.textContent);

describe('what total sales are made of', () => {
  it('db_01 leaves out VAT and fees where there are none, and shows them where there are', async () => {
    await openPage(<SalesFiguresList of={none} total="100.00" />);
    expect(rows()).toEqual(['Gross sales', 'Discounts', 'Returns', 'Net sales', 'Shipping', 'Total sales']);
  });

  it('db_01 shows VAT and fees where there are some', async () => {
    await openPage(<SalesFiguresList of={{ ...none, vat: '-15.00', fees: '5.00' }} total="90.00" />);
    expect(rows().slice(-3)).toEqual(['Payment fees', 'VAT', 'Total sales']);
  });

  it('db_01 says that a store is being counted anew, as long as it is', async () => {
    await openPage(
      <>
        <CountingNote isCounting={undefined} />
        <CountingNote isCounting={false} />
        <CountingNote isCounting />
      </>,
      { language: 'ar' },
    );
    expect(screen.getAllByRole('status').map((note) => note.textContent)).toEqual([
      'يجري تحديث أرقام المبيعات، وقد لا تكون مكتملة بعد.',
    ]);
  });
});
