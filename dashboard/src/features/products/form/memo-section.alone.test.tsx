import { waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openPage, serve } from '@/test/dom';
import { ProductForm } from './product-form';
import { blankProduct, type ProductValues } from './values';

const shown = vi.hoisted(() => new Set<string>());
vi.mock('./memo-section', () => ({
  MemoSection: ({ shows, children }: { shows: readonly (keyof ProductValues)[]; children: ReactNode }) => {
    for (const name of shows) shown.add(name);
    return children;
  },
}));

describe('the sections of the form', () => {
  it('PR-02: name every value in `shows` of one of them, or its input would not follow what is typed', async () => {
    serve(() => [200, { data: [] }]);
    await openPage(<ProductForm product={null} />);
    // Sections load one after another.
    await waitFor(() => expect(Object.keys(blankProduct()).filter((name) => !shown.has(name))).toEqual([]));
  });
});
