import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useApiForm } from '@/shared/forms/use-api-form';
import { openPage, serve } from '@/test/dom';
import type { DraftPreview } from './draft.api';
import DraftCoupon from './draft-coupon';
import { valuesOf, type DraftValues } from './draft.model';
import { part } from '@/test/part';

const preview = part<DraftPreview>({
  coupon: { code: 'TEN', discount: '10.00', message: null, segment: 'products_price' },
});

function CouponFixture({ isFresh }: { isFresh: boolean }) {
  const form = useApiForm<DraftValues>({ initialValues: { ...valuesOf(null), coupon_code: 'TEN' } });
  return <DraftCoupon form={form} preview={preview} isFresh={isFresh} origin={null} currency="SAR" />;
}

describe('OR-03: what a coupon takes off a draft', () => {
  it('is shown once it was computed for the form’s values, and not before', async () => {
    serve(() => [200, { data: [], meta: { total: 0 } }]);
    const { unmount } = await openPage(<CouponFixture isFresh={false} />);
    expect(screen.getByRole('status').textContent?.trim()).toBe('');
    unmount();
    await openPage(<CouponFixture isFresh />);
    expect(screen.getByRole('status').textContent).toContain('Applies to products');
    expect(screen.getByRole('status').textContent).toContain('10');
  });
});
