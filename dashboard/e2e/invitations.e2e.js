// A team grows: the owner invites, the invited create an account or use their own, and are mentioned in a comment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, call, fromOutbox, merchant, password, placeOrder, product, signedIn, until } from './api.js';
import { desk, finishStory, inspect, open, phone, resize, settle, startsAtItsColumn } from './harness.js';
import { signIn } from './pages/auth.js';
import { label, words } from './words.js';

const w = words('ar');
const invited = '+966551034002';
const at = (path) => (url) => url.pathname === path;
let who, page, other, order, link, visitor;

const dialog = () => page.getByRole('dialog');
const button = (text, of = page) => of.getByRole('button', { name: text, exact: true });
const readStorage = (of, key) => of.evaluate((name) => localStorage.getItem(name), key);
const list = () => call('GET', '/access-control/invitations', who);
const members = async () => (await call('GET', '/access-control', who)).members;

/** Invites a contact on the open page; returns the link that is shown. */
async function invite(contact, role) {
  await button(w.access('invite')).click();
  await dialog()
    .getByLabel(label(w.access('invite.contact')))
    .fill(contact);
  if (role) {
    await dialog()
      .getByRole('combobox', { name: label(w.access('invite.role')) })
      .click();
    await page.getByRole('option', { name: role, exact: true }).click();
  }
  await inspect(page, 'inviting somebody');
  await button(w.access('invite.send'), dialog()).click();
  const linkField = dialog().getByLabel(label(w.access('invite.link')));
  await linkField.waitFor();
  return linkField.inputValue();
}

test('a store with an order', async () => {
  who = await merchant({ mobile: '+966551034001', slug: 'invites', store: 'دار الورد' });
  const goods = await product(who, { name: { ar: 'باقة ورد', en: 'Roses' }, regular_price: '90.00' });
  await placeOrder(who.shop, { product: goods, name: 'خالد الحربي', mobile: '0557654034' });
  [order] = await call('GET', '/orders', who);
  page = await open({ storage: signedIn(who.session) });
});

test('GU-11: the owner invites somebody to the order desk and passes the link on', async () => {
  await page.goto(`${base}/access-control`);
  link = await invite('٠٥٥١٠٣٤٠٠٢');
  assert.match(link, /\/invitation\/[0-9a-z]{32}$/);
  assert.equal(await fromOutbox(invited, /https?:\S+\/invitation\/\S+/), link);
  await inspect(page, 'the link of an invitation');
  await button(w.shared('close'), dialog()).last().click();
  await page.getByText(w.access('invitationsText', { count: 1 })).waitFor();
  await inspect(page, 'open invitations');
  await resize(page, phone);
  await inspect(page, 'open invitations on a phone');
  // The caller's own abilities and six roles, none beyond the edge of the screen.
  const roles = page.locator('details > summary');
  await until('the roles as cards', async () => (await roles.count()) === 7);
  await roles.last().click();
  await page.locator('details[open]').last().getByText(w.access('subject.Coupon'), { exact: true }).waitFor();
  await resize(page, desk);
});

test('GU-11: who has no account makes one by the link and is in the store', async () => {
  const t = w.invitation;
  visitor = await open({ viewport: phone });
  await visitor.goto(link);
  await visitor.getByRole('heading', { name: t('title', { store: '\u2068دار الورد\u2069' }) }).waitFor();
  await settle(visitor);
  await inspect(visitor, 'an invitation');
  await button(t('register'), visitor).click();
  await visitor.getByLabel(label(w.auth('register.name'))).fill('ريم الشهري');
  await visitor
    .getByLabel(label(w.auth('register.mobile')))
    .first()
    .fill(invited);
  await visitor
    .getByLabel(label(w.auth('register.password')))
    .first()
    .fill(password);
  await visitor.getByLabel(label(w.auth('register.passwordConfirmation'))).fill(password);
  await inspect(visitor, 'an account by invitation');
  await button(w.auth('register.sendCode'), visitor).click();
  await visitor.getByRole('heading', { name: w.auth('register.codeTitle') }).waitFor();
  await inspect(visitor, 'an account by invitation, code');
  await visitor.locator('[data-path="code"] input').first().click();
  await visitor.keyboard.type(await fromOutbox(invited, /\d{6}/));
  await visitor.waitForURL(at('/'));
  assert.equal(await readStorage(visitor, 'storeId'), who.store);
  await settle(visitor);
  await inspect(visitor, 'home of a new member');
  assert.deepEqual(await list(), []);
  // The link is single-use.
  const latePage = await open({ language: 'en' });
  latePage.expected.push('404 /dashboard/v1/invitations/check');
  await latePage.goto(link);
  await latePage.getByRole('heading', { name: words('en').invitation('gone') }).waitFor();
  await inspect(latePage, 'an invitation that was used');
});

test('OR-07: the new member is named in a comment and sees it', async () => {
  await page.goto(`${base}/orders/view/${order.id}`);
  const box = page.getByLabel(w.activity('comment.label'));
  await box.click();
  await box.pressSequentially('اتصلي بالعميل @ريم');
  await page.getByRole('option', { name: /ريم الشهري/ }).click();
  await button(w.activity('comment.send')).click();
  await until('the mention', async () => {
    const rem = { token: await readStorage(visitor, 'accessToken'), store: who.store };
    return (await call('GET', '/sync', rem)).counters.mentions === 1;
  });
  await visitor.goto(`${base}/mentions`);
  await visitor.getByText('اتصلي بالعميل').waitFor();
  await inspect(visitor, 'the mention of a new member');
  const { locale: _, rtl: __, ...storage } = await visitor.evaluate(() => ({ ...localStorage }));
  const english = await open({ language: 'en', storage });
  await english.goto(`${base}/mentions`);
  await startsAtItsColumn(
    english.locator('[dir=auto]', { hasText: 'اتصلي بالعميل' }),
    'an Arabic comment in the English mentions',
    'td',
  );
  await english.close();
});

test('GU-11: who has an account joins under it, and keeps their own store', async () => {
  other = await merchant({ mobile: '+966551034003', slug: 'invites-other', name: 'سامي', store: 'مكتبة سامي' });
  await page.goto(`${base}/access-control`);
  const editor = await invite('sami@example.com', 'محرر المنتجات');
  const otherPage = await open({ storage: signedIn(other.session) });
  await otherPage.goto(editor);
  const join = otherPage.getByRole('button', { name: /سامي/ }).first();
  await join.waitFor();
  await inspect(otherPage, 'an invitation, signed in');
  await join.click();
  await otherPage.waitForURL(at('/'));
  assert.equal(await readStorage(otherPage, 'storeId'), who.store);
  assert.equal(JSON.parse(await readStorage(otherPage, 'stores')).length, 2);
  await settle(otherPage);
});

test('GU-11: who belongs to no store signs in by the invitation', async () => {
  await visitor.context().close();
  const formerMember = (await members()).find((member) => member.mobile === invited);
  await call('DELETE', `/access-control/members/${formerMember.id}`, who);
  const created = await call('POST', '/access-control/invitations', {
    ...who,
    body: { contact: invited, role: 'read_only' },
  });
  const inviteePage = await open();
  await inviteePage.goto(created.link);
  await inviteePage.getByRole('link', { name: w.invitation('signIn') }).click();
  await inviteePage.waitForURL(at('/login'));
  await signIn(inviteePage, w, '0551034002');
  const join = inviteePage.getByRole('button', { name: /ريم الشهري/ }).first();
  await join.click();
  await inviteePage.waitForURL(at('/'));
  assert.equal(await readStorage(inviteePage, 'storeId'), who.store);
  await settle(inviteePage);
  assert.equal((await members()).find((member) => member.mobile === invited).role, 'read_only');
});

test('GU-11: an invitation is renewed and withdrawn', async () => {
  await page.goto(`${base}/access-control`);
  const first = await invite('0551034009');
  await button(w.shared('close'), dialog()).last().click();
  await button(w.access('invite.renewOf', { contact: '\u2066+966 55 103 4009\u2069' })).click();
  const linkField = dialog().getByLabel(label(w.access('invite.link')));
  await linkField.waitFor();
  // The dialog of the first one may still be closing.
  await until('another link', async () => (await linkField.inputValue()) !== first);
  await button(w.shared('close'), dialog()).last().click();
  await button(w.access('invite.withdrawOf', { contact: '\u2066+966 55 103 4009\u2069' })).click();
  await button(w.access('invite.withdraw'), dialog()).click();
  await page.getByText(w.access('invite.withdrawn')).waitFor();
  assert.deepEqual(await list(), []);
  await page.goto(`${base}/access-control/log`);
  await page.getByText(w.access('act.invitation.delete')).first().waitFor();
  await inspect(page, 'audit log with invitations');
});

finishStory('invitations');
