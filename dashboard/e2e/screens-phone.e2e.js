// Every page of the dashboard that exists, in both languages and skins, on a phone.
import { phone, finishStory } from './harness.js';
import { walkEveryPage } from './pages/every-page.js';

// Contrast is measured in English only: the rule skips Arabic letters. There each page is measured in both skins.
walkEveryPage({
  account: { mobile: '+966551009062', slug: 'screens-phone' },
  viewport: phone,
  looks: [
    ['ar', 'light'],
    ['en', 'dark'],
  ],
});

finishStory('screens-phone');
