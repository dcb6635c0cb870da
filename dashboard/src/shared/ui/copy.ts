import { useShared } from '../i18n/use-shared';
import { toast } from './toast';

/**
 * Copies a text and shows a toast. Browsers refuse on an insecure page (plain http on another host) and without
 * permission; a failure is shown then.
 */
export async function copyText(text: string, messages: { done?: string; failed?: string } = {}): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(messages.done ?? useShared.now('copied'));
  } catch {
    toast.warning(messages.failed ?? useShared.now('notCopied'));
  }
}
