import { useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { confirm } from '@/shared/ui/confirm';
import { copyText } from '@/shared/ui/copy';
import { toast } from '@/shared/ui/toast';
import { useThemeText } from './i18n';
import {
  cancelPublication,
  discardDraft,
  endSharing,
  openPreview,
  restoreVersion,
  themesKey,
} from './theme-editor.api';
import type { ThemeEditor } from './use-theme-editor';

const restoredToast = 'theme-restored';

/** What is done with the draft as a whole: it is shared, replaced, or no longer waits for its moment. */
export function useDraftActs(editor: ThemeEditor) {
  const t = useThemeText();
  const { theme, session } = editor;
  const { theme: id } = theme;
  /** Raised where the frame's page must be loaded anew. */
  const [turn, setTurn] = useState(0);
  /** A link that was made, and that the browser did not let us copy. */
  const [link, setLink] = useState<string | null>(null);
  const replace = useApiMutation({
    run: (number: number | null) => (number === null ? discardDraft(id) : restoreVersion(id, number)),
    invalidates: [themesKey],
  });
  const cancel = useApiMutation({
    run: () => cancelPublication(id),
    invalidates: [themesKey],
    done: () => toast.success(t('scheduleCanceled')),
  });

  /** Replaces the draft: by a version, or by what is published. */
  const replaceDraft = async (number: number | null, title: string) => {
    await session.settle();
    try {
      const { previous_draft: kept } = await replace.mutateAsync(number);
      await session.restart();
      editor.select(null);
      setTurn((current) => current + 1);
      if (kept === null) {
        toast.info({ title: t('nothingReplaced'), id: restoredToast });
        return;
      }
      toast.success({
        title,
        id: restoredToast,
        action: { label: t('undo'), run: () => void replaceDraft(kept, t('draftBack')) },
      });
    } catch (error) {
      // The client has shown it.
      if (!isApiError(error)) throw error;
    }
  };

  return {
    turn,
    link,
    closeLink: () => setLink(null),
    restore: (number: number) => replaceDraft(number, t('restored', { number })),
    discard: async () => {
      const isSure = await confirm({
        title: t('discardTitle'),
        text: t('discardText'),
        confirm: t('discard'),
        danger: true,
      });
      if (isSure) await replaceDraft(null, t('discarded'));
    },
    cancelSchedule: async () => {
      const isSure = await confirm({
        title: t('cancelScheduleTitle'),
        text: t('cancelScheduleText'),
        confirm: t('cancelSchedule'),
      });
      if (isSure) cancel.mutate();
    },
    share: async () => {
      try {
        const { url } = await openPreview(id, 'share');
        const isCopied = await copyText(url, { done: t('shared'), failed: null });
        if (!isCopied) setLink(url);
      } catch (error) {
        if (!isApiError(error)) throw error;
      }
    },
    stopSharing: async () => {
      const isSure = await confirm({
        title: t('stopSharingTitle'),
        text: t('stopSharingText'),
        confirm: t('stopSharing'),
        danger: true,
      });
      if (!isSure) return;
      try {
        const { ended } = await endSharing(id);
        toast.success(t('sharingEnded', { count: ended }));
      } catch (error) {
        if (!isApiError(error)) throw error;
      }
    },
  };
}
