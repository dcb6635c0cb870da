import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { PartError, watchStyles } from '@/shared/api/parts';
import { reportError } from '@/shared/lib/report';

/** Puts what a document shows into its root. */
export function mount(page: ReactNode): void {
  watchStyles();
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root, {
    // A part that did not come is no fault of the program, and its place says so.
    onCaughtError: (error) => {
      if (!(error instanceof PartError)) reportError(error, 'caught');
    },
  }).render(<StrictMode>{page}</StrictMode>);
}
