import { useApiMutation } from '@/shared/api/use-api-mutation';
import { toast } from '@/shared/ui/toast';
import { useRedirectText } from './i18n';
import { missedAddresses, type MissedAddress } from './redirects.api';

interface Change {
  missed: MissedAddress;
  isIgnored: boolean;
  /** It undoes another one, which is not undone again. */
  isUndo?: boolean;
}

/** Ignores a missed link, or no longer; a toast offers to undo it. */
export function useIgnore() {
  const t = useRedirectText();
  const change = useApiMutation<Change>({
    run: ({ missed, isIgnored }) => missedAddresses.update(missed.id, { is_ignored: isIgnored }),
    invalidates: [missedAddresses.key],
    done: (_, { missed, isIgnored, isUndo }) => {
      const undo = () => change.mutate({ missed, isIgnored: !isIgnored, isUndo: true });
      toast.success({
        title: t(isIgnored ? 'missed.ignoredOne' : 'missed.unignoredOne', { name: `\u2068${missed.address}\u2069` }),
        ...(!isUndo && { action: { label: t('undo'), run: undo } }),
      });
    },
  });
  return change;
}
