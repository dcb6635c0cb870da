import { chromium } from 'playwright-core';
import { merchant, product, placeOrder, signedIn, call, base } from './api.js';
const who = await merchant({ mobile: '+966551004012', slug: 'orders12', store: 'محمصة' });
const coffee = await product(who, { name: { ar: 'قهوة', en: 'Coffee' }, sku: 'QHW-1', regular_price: '45.00', qty: 50 });
await placeOrder(who.shop, { product: coffee, name: 'خالد', mobile: '0557654321' });
const o = (await call('GET', '/orders?per_page=1', who))[0];
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] });
for (const [w,h] of [[1440,900],[390,844]]) {
const c = await b.newContext({ viewport: { width: w, height: h }, reducedMotion: 'reduce' });
const p = await c.newPage();
await p.addInitScript((e) => { for (const [k, v] of Object.entries(e)) localStorage.setItem(k, v); }, { locale: 'ar', ...signedIn(who.session) });
await p.goto(base + '/orders/view/' + o.id);
await p.waitForTimeout(4000);
await p.locator('h1').first().waitFor();
const btn = p.locator('header ~ * button, main button').filter({ hasText: /تجهيز|معالجة|جاهز|قيد/ }).first();
console.log(await btn.innerText());
await btn.click(); await p.waitForTimeout(700);
await p.screenshot({ path: `/tmp/pics/toast-${w}.png` });
}
await b.close();
