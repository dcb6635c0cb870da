// TH-01, TH-02: every kind of section in every theme, with what its presets bring and the store's own products and pictures, in both
// languages, on a desk and on a phone: drawn, within the page, one below the other, accessible.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, merchant, product } from './api.js';
import { picture } from './files/pictures.js';
import { desk, finishStory, inspect, open, phone, resize } from './harness.js';

const themes = ['one', 'two', 'three'];
const languages = ['ar', 'en'];
let who;
const shown = {};

/** What a kind of setting is filled with where its preset has nothing. */
const fillings = (ids) => ({
  image: ids.image,
  product: ids.products[0],
  products: ids.products,
  category: ids.category,
  date: '2099-12-31T23:59',
});

/** The settings of a schema that a preset leaves empty. */
function filled(settings, values, ids) {
  const fill = fillings(ids);
  const isEmpty = (value) => value === undefined || value === null || value === '' || value.length === 0;
  const missing = settings.filter(({ id, type }) => fill[type] && isEmpty(values?.[id]));
  return { ...values, ...Object.fromEntries(missing.map(({ id, type }) => [id, fill[type]])) };
}

/** Adds a section of every kind that the front page may have, and fills what its preset leaves empty. */
async function addEveryKind(theme, kinds, ids) {
  const movable = kinds.filter(
    ({ zone, pages }) => zone === 'sortable' && pages.some((page) => page === 'index' || page === 'all'),
  );
  const sections = movable.map(({ slug, presets }) => ({ section: slug, preset: presets[0]?.id }));
  for (let at = 0; at < sections.length; at += 20)
    await call('POST', `/themes/${theme}/index`, { ...who, body: { sections: sections.slice(at, at + 20) } });
  const page = await call('GET', `/themes/${theme}/index`, who);
  const bar = page.preSections.find(({ slug }) => slug === 'announcement');
  const text = { ar: 'شحن مجاني لطلبات اليوم', en: 'Free shipping today' };
  const announcements = [{ id: 'a', type: 'announcement', is_active: true, settings: { text } }];
  await call('PUT', `/themes/${theme}/sections/${bar.id}`, { ...who, body: { blocks: announcements } });
  for (const { id, slug, settings, blocks } of page.sortableSections) {
    const kind = kinds.find((each) => each.slug === slug);
    const body = {
      settings: filled(kind.settings, settings, ids),
      blocks: blocks.map((block) => ({
        ...block,
        settings: filled(kind.blocks.find(({ type }) => type === block.type).settings, block.settings, ids),
      })),
    };
    await call('PUT', `/themes/${theme}/sections/${id}`, { ...who, body });
  }
  return page.sortableSections;
}

test('TH-02: a store with products, a category and a picture installs every theme', async () => {
  who = await merchant({ mobile: '+966551009016', slug: 'sections', name: 'هدى', store: 'دار الهدى' });
  const { buffer } = picture('tall', 600, 900);
  const form = new FormData();
  form.append('media', new Blob([buffer], { type: 'image/png' }), 'tall.png');
  const image = (await call('POST', '/media', { ...who, form })).id;
  const category = await call('POST', '/categories', { ...who, body: { name: { ar: 'عطور', en: 'Perfume' } } });
  const products = [];
  for (const [ar, en] of [
    ['دهن عود كمبودي معتّق فاخر بخلطة خاصة من دار الهدى للمناسبات', 'Aged Cambodian oud oil'],
    ['بخور', 'Bakhoor'],
    ['عطر ورد طائفي', 'Taif rose perfume'],
  ]) {
    const body = { name: { ar, en }, regular_price: '240', image_ids: [image], category_ids: [category.id] };
    products.push((await product(who, body)).id);
  }
  const ids = { image, products, category: category.id };
  for (const theme of themes) {
    if (theme !== 'one') await call('POST', '/themes', { ...who, body: { theme } });
    const kinds = await call('GET', `/themes/${theme}/section-options`, who);
    assert.ok(kinds.length >= 24, `${theme} has ${kinds.length} kinds of sections`);
    const sections = await addEveryKind(theme, kinds, ids);
    const { session } = await call('POST', `/themes/${theme}/previews`, { ...who, body: { kind: 'editor' } });
    shown[theme] = { session, ids: sections.map(({ id }) => id) };
  }
});

/** Sections that are not drawn within the page, one below the other. */
async function misplaced(page, ids) {
  return page.evaluate((ids) => {
    const found = [];
    let end = 0;
    for (const id of ids) {
      const element = document.querySelector(`[data-section="${id}"]`);
      const box = element?.getBoundingClientRect();
      const name = element?.className || id;
      if (!element) found.push(`${id} is not drawn`);
      else if (box.width > innerWidth + 1) found.push(`${name} is ${box.width} px wide`);
      else if (box.height > 0 && box.top + scrollY < end - 1) found.push(`${name} begins in the section before it`);
      if (box) end = Math.max(end, box.bottom + scrollY);
    }
    return found;
  }, ids);
}

for (const theme of themes)
  for (const language of languages)
    test(`TH-01: every section of theme ${theme}, ${language}`, async () => {
      const page = await open({ language });
      const { session, ids } = shown[theme];
      const path = language === 'ar' ? '/' : '/en/';
      await page.goto(`${who.shop}${path}?editor-session=${session}`);
      for (const viewport of [desk, phone]) {
        await resize(page, viewport);
        assert.deepEqual(await misplaced(page, ids), [], `${theme} ${language} ${viewport.width}`);
        await inspect(page, `every section of ${theme}`);
      }
      await page.context().close();
    });

finishStory('theme-sections');
