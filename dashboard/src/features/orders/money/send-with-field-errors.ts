import { isApiError } from '@/shared/api/error';
import { tellOrderFailure } from '../order-failure';

/** What the server says about a field goes to the field; everything else is told, and the dialog makes way. */
export async function sendWithFieldErrors(close: () => void, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isApiError(error) && error.outcome === 'invalid') throw error;
    tellOrderFailure(error);
    close();
    throw error;
  }
}
