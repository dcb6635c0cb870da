import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { PartError, watchStyles } from '@/shared/api/parts';
import { reportError } from '@/shared/lib/report';

/** Renders a document's page into its root element. */
export function mount(page: ReactNode): void {
  watchStyles();
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root, {
    // A chunk that failed to load is no bug of the program, and its place shows the failure.
    onCaughtError: (error) => {
      if (!(error instanceof PartError)) reportError(error, 'caught');
    },
  }).render(<StrictMode>{page}</StrictMode>);
}
