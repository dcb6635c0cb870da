// Every page of the dashboard that exists, in both languages and skins, and what opens over them.
import { desk, finishStory } from './harness.js';
import { walkEveryPage } from './pages/every-page.js';

// Contrast is measured in English only: the rule skips Arabic letters. There each page is measured in both skins.
walkEveryPage({
  account: { mobile: '+966551007001', slug: 'screens-desk' },
  viewport: desk,
  looks: [
    ['ar', 'dark'],
    ['en', 'light'],
  ],
});

finishStory('screens-desk');
