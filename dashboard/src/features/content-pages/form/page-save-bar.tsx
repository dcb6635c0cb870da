import { Button } from '@mantine/core';
import { SaveBar } from '@/shared/forms/save-bar';
import { useShared } from '@/shared/i18n/use-shared';
import type { PageForm } from './content-page-form';
import { usePageFormText } from './i18n';

const words = { published: 'savePublish', draft: 'saveDraft', scheduled: 'saveScheduled' } as const;

/** The save bar of a page's form; the button of a new one names the effect of saving. */
export function PageSaveBar({ form, isNew, onDiscard }: { form: PageForm; isNew: boolean; onDiscard: () => void }) {
  const t = usePageFormText();
  const s = useShared();
  return (
    <SaveBar dirty={form.isDirty()} busy={form.busy} onDiscard={isNew ? undefined : onDiscard}>
      <Button type="submit" loading={form.busy}>
        {isNew ? t(words[form.values.status]) : s('save')}
      </Button>
    </SaveBar>
  );
}
