import { useShared } from '../i18n/use-shared';
import { toast } from './toast';

/**
 * Copies a text and shows a toast. Browsers refuse on an insecure page (plain http on another host) and without
 * permission; a failure is shown then.
 */
export async function copyText(text: string, say: { done?: string; failed?: string } = {}): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(say.done ?? useShared.now('copied'));
  } catch {
    toast.warning(say.failed ?? useShared.now('notCopied'));
  }
}
