import { Alert, Radio, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { isApiError } from '@/shared/api/error';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { DayTimeField } from '@/shared/forms/day-time-field';
import { formatDate, getTimeZone } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { momentAt } from '@/shared/lib/days';
import { Dialog } from '@/shared/ui/dialog';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { ErrorState } from '@/shared/ui/error-state';
import { toast } from '@/shared/ui/toast';
import { ChangeList } from './change-list';
import { useThemeText } from './i18n';
import { changesQuery, publishTheme, themesKey, type PublishIn } from './theme-editor.api';
import classes from './theme-editor.module.css';
import type { ThemeEditor } from './use-theme-editor';

const maxNote = 200;

/** Publishes the draft, now or at a moment, after its changes were looked through. */
export default function PublishDialog({ editor, onClose }: { editor: ThemeEditor; onClose: () => void }) {
  const t = useThemeText();
  const s = useShared();
  const { language } = useLanguage();
  const { theme, state } = editor;
  const changes = useQuery({ ...changesQuery(theme.theme), staleTime: 0 });
  const [note, setNote] = useState('');
  const [isLater, setIsLater] = useState(false);
  const [moment, setMoment] = useState('');
  const [refusal, setRefusal] = useState<{ text: string; field?: 'note' | 'publish_at' } | null>(null);
  const save = useApiMutation({
    run: (body: PublishIn) => publishTheme(theme.theme, body, { quiet: true }),
    invalidates: [themesKey],
  });
  const scheduled = theme.publish_at;
  const publish = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!changes.data) return;
    if (isLater && !moment) {
      setRefusal({ text: s('rule.required'), field: 'publish_at' });
      return;
    }
    const publish_at = isLater ? momentAt(moment, getTimeZone()) : undefined;
    try {
      await save.mutateAsync({ note: note.trim(), draft_version: changes.data.draft_version, publish_at });
    } catch (error) {
      if (!isApiError(error)) throw error;
      const [field, messages] = Object.entries(error.fields)[0] ?? [];
      setRefusal({
        text: messages?.[0] ?? (error.message || s('error.failed')),
        field: field === 'note' || field === 'publish_at' ? field : undefined,
      });
      return;
    }
    toast.success(
      publish_at ? t('scheduledFor', { at: formatDate(publish_at, 'short', language) }) : t('publishedNow'),
    );
    onClose();
  };
  const hasNewFiles = changes.data?.has_new_files ?? false;
  const isEmpty = !hasNewFiles && changes.data?.changes.length === 0;
  return (
    <Dialog title={t('publishTitle')} size={560} tall onClose={onClose}>
      <form onSubmit={(event) => void publish(event)} noValidate>
        <Stack gap={16}>
          {state.saveState !== 'saved' && state.saveState !== 'saving' && (
            <Alert color="yellow" p={12}>
              {t('publishUnsaved')}
            </Alert>
          )}
          {refusal && !refusal.field && (
            <Alert color="red" p={12} role="alert">
              {refusal.text}
            </Alert>
          )}
          <div className={classes.summary} aria-busy={changes.isFetching}>
            {changes.error && !changes.data ? (
              <ErrorState error={changes.error} onRetry={() => void changes.refetch()} />
            ) : !changes.data ? (
              <Skeleton height={120} radius="md" />
            ) : isEmpty ? (
              t('nothingToPublish')
            ) : (
              <>
                {hasNewFiles && <Text size="sm">{t('newFiles')}</Text>}
                {changes.data.changes.length > 0 && <ChangeList theme={editor.theme} changes={changes.data.changes} />}
              </>
            )}
          </div>
          <Textarea
            label={t('note')}
            placeholder={t('noteExample')}
            autosize
            minRows={2}
            maxRows={4}
            maxLength={maxNote}
            value={note}
            error={refusal?.field === 'note' && refusal.text}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Radio.Group
            label={t('when')}
            value={isLater ? 'later' : 'now'}
            onChange={(value) => setIsLater(value === 'later')}
            description={scheduled && t('alreadyScheduled', { at: formatDate(scheduled, 'short', language) })}
          >
            <Stack gap={8} mt={6}>
              <Radio value="now" label={t('now')} />
              <Radio value="later" label={t('later')} disabled={scheduled !== null} />
            </Stack>
          </Radio.Group>
          {isLater && (
            <DayTimeField
              dayLabel={t('day')}
              timeLabel={t('time')}
              placeholder={t('chooseDay')}
              required
              value={moment}
              error={refusal?.field === 'publish_at' && refusal.text}
              onChange={setMoment}
            />
          )}
          <DialogFoot
            submit={t(isLater ? 'schedule' : 'publish')}
            isDisabled={!changes.data || isEmpty}
            isBusy={save.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
