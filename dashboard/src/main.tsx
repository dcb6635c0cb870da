import '@mantine/core/styles.layer.css';
import './shared/ui/fonts.css';
import './shared/ui/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { PartError, watchStyles } from './shared/api/parts';
import { reportError } from './shared/lib/report';

watchStyles();
const root = document.getElementById('root');
if (root) {
  createRoot(root, {
    // A part that did not come is no fault of the program, and its place says so.
    onCaughtError: (error) => {
      if (!(error instanceof PartError)) reportError(error, 'caught');
    },
  }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
