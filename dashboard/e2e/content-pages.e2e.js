// ST-08: a merchant writes a page, shoppers read it, its old address leads to the new one; a policy begins with a text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, becomes, call, merchant, signedIn, until } from './api.js';
import { finishStory, inspect, open, phone, settle } from './harness.js';
import { label, words } from './words.js';

const w = words('ar');
let who, page, shopper, written;

const list = `${base}/settings/store/pages`;
const button = (text, where = page) => where.getByRole('button', { name: text, exact: true });
const form = w.contentPageForm;
const title = (language) => page.getByLabel(`${form('title')} (${language})`);
const slug = () => page.getByLabel(label(form('slug')));
const content = () => page.getByRole('textbox', { name: form('content'), exact: true });
const inLanguage = (name) =>
  page
    .getByRole('radiogroup', { name: form('language') })
    .getByText(name)
    .click();
const pageNow = async () => (await call('GET', '/pages', who)).find((each) => each.title.ar.startsWith('قصتنا'));

test('ST-08: a page is written in both languages and published with the address of its title', async () => {
  who = await merchant({ mobile: '+966551041041', slug: 'content-pages', store: 'عطور الواحة' });
  page = await open({ storage: signedIn(who.session) });
  await page.goto(list);
  await page.getByText('من نحن', { exact: true }).first().waitFor();
  await inspect(page, 'pages of a new store');
  await page.getByRole('link', { name: w.contentPages('add'), exact: true }).click();
  await page.getByRole('heading', { name: form('addTitle'), level: 1 }).waitFor();
  await title('العربية').fill('قصتنا');
  await content().fill('بدأنا من ورشة صغيرة.');
  const address = page.locator('[data-address]');
  await becomes(() => address.textContent(), `${who.shop}/pages/قصتنا`);
  await settle(page);
  await inspect(page, 'a new page');
  await inLanguage('English');
  await title('English').fill('Our story');
  await content().fill('We began in a small workshop.');
  await button(form('savePublish')).click();
  await page.getByRole('heading', { name: 'قصتنا', level: 1 }).waitFor();
  written = await until('the page', pageNow);
  assert.deepEqual([written.status, written.slugs], ['published', { ar: 'قصتنا', en: 'our-story' }]);
  await inspect(page, 'a page');
});

test('ST-08: shoppers read it in both languages', async () => {
  shopper = await open({ viewport: phone });
  await shopper.goto(`${who.shop}/pages/${encodeURIComponent('قصتنا')}`);
  await shopper.getByText('بدأنا من ورشة صغيرة.', { exact: true }).waitFor();
  await inspect(shopper, 'shop, a page');
  await shopper.goto(`${who.shop}/en/pages/our-story`);
  await shopper.getByText('We began in a small workshop.', { exact: true }).waitFor();
});

test('ST-08: a changed address is told before it is saved, and the old one leads to it', async () => {
  await inLanguage('العربية');
  await slug().fill('عن المتجر');
  await page.getByText(form('address.willMove'), { exact: true }).waitFor();
  await settle(page);
  await inspect(page, 'a page with another address');
  await button(w.shared('save')).click();
  await page.getByText(form('address.moved'), { exact: true }).waitFor();
  await shopper.goto(`${who.shop}/pages/${encodeURIComponent('قصتنا')}`);
  assert.equal(decodeURI(new URL(shopper.url()).pathname), '/pages/عن-المتجر');
});

test('ST-08: an address that another page has is refused at its field', async () => {
  const [other] = (await call('GET', '/pages', who)).filter((each) => each.id !== written.id);
  page.expected.push(`422 /dashboard/v1/pages/${written.id}`);
  await slug().fill(other.slugs.ar);
  await button(w.shared('save')).click();
  await until('the refusal', async () => (await slug().getAttribute('aria-invalid')) === 'true');
  await inspect(page, 'a page with a refused address');
  await button(w.forms('form.discard')).click();
  await becomes(() => slug().inputValue(), 'عن-المتجر');
});

test('ST-08: a video is added by its address, removed and brought back by keyboard', async () => {
  const e = w.editor;
  const card = content().getByRole('group');
  await content().click();
  await page.keyboard.press('Control+End');
  await button(e('editor.more')).click();
  await button(e('editor.video')).click();
  const address = page.getByLabel(e('editor.videoAddress'), { exact: true });
  await until('the field', () => address.evaluate((field) => field === document.activeElement));
  await address.fill('https://example.com/film');
  await address.press('Enter');
  await page.getByText(e('editor.videoWrong'), { exact: true }).waitFor();
  await settle(page);
  await inspect(page, 'a video of no known address', { isInBothSkins: true });
  await address.fill('youtu.be/dQw4w9WgXcQ?si=x');
  await address.press('Enter');
  await card.waitFor();
  await until('the text', () => content().evaluate((text) => text.contains(document.activeElement)));
  await page.keyboard.type('شكرًا لزيارتكم');
  await settle(page);
  await inspect(page, 'a page with a video', { isInBothSkins: true });
  // From the beginning of the words below it.
  await page.keyboard.press('Home');
  // The editor hears of the caret a moment after the browser has moved it.
  await until('the caret', () => content().evaluate(() => getSelection().anchorOffset === 0));
  await settle(page);
  await page.keyboard.press('Backspace');
  await until('no video', async () => (await card.count()) === 0);
  await page.keyboard.press('Control+z');
  await card.waitFor();
  await button(w.shared('save')).click();
  await until('the stored video', async () => {
    const { content: stored } = await call('GET', `/pages/${written.id}`, who);
    return stored.ar.includes('<figure data-video="https://www.youtube.com/watch?v=dQw4w9WgXcQ"><a href=');
  });
});

test('ST-08: shoppers play it where it stands, and without scripts follow its link', async () => {
  const player = 'https://www.youtube-nocookie.com/';
  const asked = [];
  await shopper.route(`${player}**`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>player</p>' });
  });
  await shopper.goto(`${who.shop}/pages/${encodeURIComponent('عن-المتجر')}`);
  const play = shopper.getByRole('link', { name: w.shop('sections.play'), exact: true });
  await play.waitFor();
  await settle(shopper);
  await inspect(shopper, 'shop, a page with a video');
  assert.deepEqual(asked, [], 'nothing is loaded before it is asked for');
  await play.click();
  await shopper.frameLocator('.prose iframe').getByText('player').waitFor();
  assert.match(asked[0], /\/embed\/dQw4w9WgXcQ\?autoplay=1/);
  const plain = await open({ viewport: phone, scripts: false });
  await plain.goto(shopper.url());
  const link = plain.getByRole('link', { name: w.shop('sections.play'), exact: true });
  assert.equal(await link.getAttribute('href'), 'https://www.youtube.com/watch?v=dQw4w9WgXcQ');
});

test('ST-08: a draft is not in the store', async () => {
  await page.getByRole('radio', { name: label(w.contentPages('status.draft')) }).check();
  await button(w.shared('save')).click();
  await until('the draft', async () => (await pageNow()).status === 'draft');
  shopper.expected.push(/^404 /);
  await shopper.goto(`${who.shop}/en/pages/our-story`);
  await until('nothing there', async () => (await shopper.getByText('We began').count()) === 0);
});

test('ST-08: a deleted page comes back, and a missing policy begins with a text', async () => {
  await page.goto(list);
  const shipping = (await call('GET', '/pages', who)).find((each) => each.policy === 'shipping');
  const row = w.contentPages('rowMenu', { name: shipping.title.ar });
  const remove = async () => {
    await button(row).click();
    await page.getByRole('menuitem', { name: w.shared('delete'), exact: true }).click();
    await page.getByText(w.contentPages('missing.shipping'), { exact: true }).waitFor();
  };
  await remove();
  // The pointer holds the toast, and the undo in it, while the page is looked at.
  await button(w.contentPages('undo')).hover();
  await settle(page);
  await inspect(page, 'pages without a policy');
  await button(w.contentPages('undo')).click();
  await button(row).waitFor();
  await remove();
  const policy = w.contentPages('policy.shipping');
  await page.getByRole('link', { name: w.contentPages('missing.addOf', { policy }), exact: true }).click();
  await content().waitFor();
  await until('its text', async () => ((await content().textContent()) ?? '').length > 40);
  await settle(page);
  await inspect(page, 'a policy to begin from');
  await button(form('savePublish')).click();
  await until('the policy', async () => (await call('GET', '/pages', who)).some((each) => each.policy === 'shipping'));
});

test('ST-08: the list is searched in the browser; on a phone and in the dark too', async () => {
  await page.goto(list);
  await page.getByPlaceholder(w.contentPages('search')).fill('قصتنا');
  await until('one row', async () => (await page.locator('tbody tr[data-row]').count()) === 1);
  const phonePage = await open({ language: 'en', viewport: phone, scheme: 'dark', storage: signedIn(who.session) });
  await phonePage.goto(list);
  await phonePage.getByText('Our story', { exact: true }).first().waitFor();
  await inspect(phonePage, 'pages, phone');
  await phonePage.goto(`${list}/${written.id}`);
  await phonePage.getByRole('heading', { name: 'Our story', level: 1 }).waitFor();
  await settle(phonePage);
  await inspect(phonePage, 'a page, phone');
});

finishStory('content-pages');
