import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Category } from '@/modules/category-tree/categories';
import { openPage, sent, serve } from '@/test/dom';
import { CategoryForm } from './category-drawer';

const category = (id: string, ar: string, parent: string | null = null) =>
  ({ id, name: { ar, en: '' }, parent_id: parent, display_order: 1, version: 1 }) as Category;

describe('the form of a category', () => {
  it('PR-07: warns of a namesake at the same place, however it is spelt, and saves all the same', async () => {
    const all = [category('cat_1', 'أحذية'), category('cat_2', 'رجال'), category('cat_3', 'حقائب', 'cat_2')];
    serve(({ method }) => [200, { data: method === 'GET' ? all : { ...category('cat_9', 'احذيه'), slug: 'x' } }]);
    const done = vi.fn();
    const { user } = await openPage(<CategoryForm category={null} parent={null} onDone={done} />, { language: 'ar' });
    const [name] = screen.getAllByRole('textbox');
    // A category of the same name under another parent is no duplicate.
    await user.type(name as HTMLElement, 'حقائب');
    expect(screen.queryByText('يوجد تصنيف بهذا الاسم هنا')).toBeNull();
    await user.clear(name as HTMLElement);
    await user.type(name as HTMLElement, 'احذيه');
    await screen.findByText('يوجد تصنيف بهذا الاسم هنا');
    await user.click(screen.getByRole('button', { name: 'إضافة تصنيف' }));
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(sent.some((call) => call.method === 'POST')).toBe(true);
  });
});
