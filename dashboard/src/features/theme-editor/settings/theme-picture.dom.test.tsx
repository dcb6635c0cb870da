import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { serve } from '@/test/dom';
import { open, optionOf, patches, sectionOf, setSection, setting } from '@/test/section-settings-fixture';

const option = optionOf([setting('image', { id: 'image' })]);
const url = 'http://shop.test/assets/one/h/pictures/hero.svg';
const pictures = [{ id: 'theme:hero.svg', alt: { ar: 'عطر', en: 'Perfume' }, url }];
const serveTheme = () => serve(() => [200, { data: [{ theme: 'one', pictures }] }]);

describe('the picture of a theme in a section', () => {
  it('TH-04: it is shown as such, keeps a point of it in sight, and is removed', async () => {
    serveTheme();
    const { user } = await open(option, sectionOf({ image: 'theme:hero.svg' }));
    expect(await screen.findByText('Theme image: Perfume')).toBeTruthy();
    const point = screen.getByRole('button', { name: /Focal point/ });
    expect(point.querySelector('img')?.src).toBe(url);
    fireEvent.keyDown(point, { key: 'ArrowLeft' });
    expect(patches.at(-1)).toEqual([{ image: { id: 'theme:hero.svg', x: 25, y: 50 } }, 'image']);
    await user.click(screen.getByRole('button', { name: 'Remove image' }));
    expect(patches.at(-1)).toEqual([{ image: null }, 'image']);
    expect(screen.queryByText(/Theme image/)).toBeNull();
    // An undo brings it back.
    setSection((now) => ({ ...now, settings: { image: 'theme:hero.svg' } }));
    await waitFor(() => expect(screen.getByText('Theme image: Perfume')).toBeTruthy());
  });

  it('TH-04: it is replaced by one of the store, or stays', async () => {
    serveTheme();
    const { user } = await open(option, sectionOf({ image: 'theme:hero.svg' }));
    await user.click(await screen.findByRole('button', { name: 'Replace image' }));
    expect(screen.queryByText(/Theme image/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Theme image: Perfume')).toBeTruthy();
    expect(patches).toEqual([]);
  });

  it('TH-04: one that the theme no longer has says so', async () => {
    serveTheme();
    await open(option, sectionOf({ image: 'theme:gone.svg' }));
    expect(await screen.findByText('This theme no longer has this image')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Focal point/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Replace image' })).toBeTruthy();
  });
});
