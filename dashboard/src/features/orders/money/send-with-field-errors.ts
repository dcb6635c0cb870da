import { isApiError } from '@/shared/api/error';
import { toastOrderError } from '../order-failure';

/** Field errors are rethrown for the form; any other failure is shown as a message, and the dialog closes. */
export async function sendWithFieldErrors(close: () => void, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isApiError(error) && error.outcome === 'invalid') throw error;
    toastOrderError(error);
    close();
    throw error;
  }
}
