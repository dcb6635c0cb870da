import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { openPage } from '@/test/dom';
import { Dialog } from './dialog';
import { useLateAutofocus } from './use-late-autofocus';

/** A dialog whose form is there once "Load" was pressed, which stands for an answer of the server. */
function Late({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && (
        <Dialog title="Refund" onClose={() => {}}>
          <output onClick={() => setLoaded(true)} role="none" data-testid="load" />
          {isLoaded && <LateForm>{children}</LateForm>}
        </Dialog>
      )}
    </>
  );
}

function LateForm({ children }: { children: ReactNode }) {
  useLateAutofocus();
  return <form>{children}</form>;
}

async function openLate(children: ReactNode) {
  const { user } = await openPage(<Late>{children}</Late>);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const close = await screen.findByRole('button', { name: 'Close' });
  await waitFor(() => expect(document.activeElement).toBe(close));
  screen.getByTestId('load').click();
}

describe('the form of a dialog that loads after it', () => {
  it('takes the focus from the close button to its marked field', async () => {
    await openLate(<TextInput label="Amount" data-autofocus />);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
  });

  it('takes it to the chosen one of a marked choice', async () => {
    await openLate(<SegmentedControl data={['Lines', 'Amount']} defaultValue="Amount" data-autofocus />);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Amount' })));
  });
});
