import { useShared } from '../i18n/use-shared';
import { toast } from './toast';

/**
 * Copies a text and shows a toast. Browsers refuse on an insecure page (plain http on another host) and without
 * permission; a failure is shown then, unless the caller shows the text itself (`failed: null`). Whether it is copied.
 */
export async function copyText(
  text: string,
  messages: { done?: string; failed?: string | null } = {},
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(messages.done ?? useShared.now('copied'));
    return true;
  } catch {
    if (messages.failed !== null) toast.warning(messages.failed ?? useShared.now('notCopied'));
    return false;
  }
}
