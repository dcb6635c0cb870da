// Registers a merchant at E2E_URL through the API and prints "token store": what generated requests need.
import { merchant } from './api.js';

const { token, store } = await merchant({ mobile: '+966550001122', slug: 'generated-requests', store: 'Generated' });
process.stdout.write(`${token} ${store}\n`);
