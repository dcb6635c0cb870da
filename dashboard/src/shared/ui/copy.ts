import { useShared } from '../i18n/use-shared';
import { toast } from './toast';

/**
 * Copies a text and says so. Browsers refuse outside a secure page (plain http on another host) and without leave; then
 * that is said.
 */
export async function copyText(text: string, say: { done?: string; failed?: string } = {}): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(say.done ?? useShared.now('copied'));
  } catch {
    toast.warning(say.failed ?? useShared.now('notCopied'));
  }
}
