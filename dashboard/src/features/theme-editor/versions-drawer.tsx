import { Button, Drawer, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { formatDate } from '@/shared/i18n/format';
import { useLanguage } from '@/shared/i18n/language';
import { useShared } from '@/shared/i18n/use-shared';
import { confirm } from '@/shared/ui/confirm';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { ForwardIcon } from '@/shared/ui/icons';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Time } from '@/shared/ui/time';
import { toast } from '@/shared/ui/toast';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { ChangeList } from './change-list';
import { useThemeText } from './i18n';
import { publishVersion, themesKey, versionQuery, versionsQuery, type Theme, type Version } from './theme-editor.api';
import classes from './theme-editor.module.css';
import type { ThemeEditor } from './use-theme-editor';

/** The versions of the theme: what each changed, and what brings one back. */
export default function VersionsDrawer({
  editor,
  onRestore,
  onClose,
}: {
  editor: ThemeEditor;
  /** Replaces the draft by a version. */
  onRestore: (number: number) => void;
  onClose: () => void;
}) {
  const t = useThemeText();
  const s = useShared();
  const phone = usePhoneScreen();
  const query = useQuery({ ...versionsQuery(editor.theme.theme), staleTime: 0 });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 460}
      title={
        <Text fw={600} fz={17}>
          {t('versions')}
        </Text>
      }
      closeButtonProps={{ 'aria-label': s('close') }}
    >
      {query.error && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Stack gap={12}>
          <Skeleton height={76} radius="md" />
          <Skeleton height={76} radius="md" />
          <Skeleton height={76} radius="md" />
        </Stack>
      ) : query.data.length === 0 ? (
        <EmptyState title={t('noVersions')} text={t('noVersionsText')} />
      ) : (
        <ul className={classes.versions}>
          {query.data.map((version) => (
            <VersionLine key={version.number} version={version} editor={editor} onRestore={onRestore} />
          ))}
        </ul>
      )}
    </Drawer>
  );
}

function VersionLine({
  version,
  editor,
  onRestore,
}: {
  version: Version;
  editor: ThemeEditor;
  onRestore: (number: number) => void;
}) {
  const t = useThemeText();
  const { language } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const { theme, mayEdit } = editor;
  const publish = useApiMutation({
    run: () => publishVersion(theme.theme, version.number),
    invalidates: [themesKey],
    done: () => toast.success(t('publishedNow')),
  });
  const publishAgain = async () => {
    const isSure = await confirm({
      title: t('publishAgainTitle', { number: version.number }),
      text: t('publishAgainText'),
      confirm: t('publishAgain'),
    });
    if (isSure) publish.mutate();
  };
  return (
    <li className={classes.version}>
      <button type="button" className={classes.versionHead} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span className={classes.versionText}>
          <span className={classes.versionTitle}>
            {version.note ? <bdi>{version.note}</bdi> : t('versionNumber', { number: version.number })}
          </span>
          <Text span size="xs" c="dimmed">
            {version.note && <>{t('versionNumber', { number: version.number })} · </>}
            <Time value={version.created_at} /> · <bdi>{version.created_by ?? t('byProgram')}</bdi>
          </Text>
        </span>
        {version.is_published && <StatusBadge tone="green">{t('state.live')}</StatusBadge>}
        {version.publish_at && <StatusBadge tone="blue">{t('state.scheduled')}</StatusBadge>}
        {version.kind === 'kept' && <StatusBadge tone="gray">{t('state.kept')}</StatusBadge>}
        <span className={classes.versionArrow}>
          <ForwardIcon />
        </span>
      </button>
      {isOpen && (
        <div className={classes.versionBody}>
          {version.publish_at && (
            <Text size="sm">{t('scheduledFor', { at: formatDate(version.publish_at, 'short', language) })}</Text>
          )}
          {version.based_on !== null && (
            <Text size="sm" c="dimmed">
              {t('basedOn', { number: version.based_on })}
            </Text>
          )}
          <VersionChanges theme={theme} number={version.number} />
          {mayEdit && (
            <div className={classes.versionActs}>
              <Button size="compact-sm" variant="default" onClick={() => onRestore(version.number)}>
                {t('restoreVersion')}
              </Button>
              {!version.is_published && version.kind === 'published' && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={publish.isPending}
                  onClick={() => void publishAgain()}
                >
                  {t('publishAgain')}
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </li>
  );
}

function VersionChanges({ theme, number }: { theme: Theme; number: number }) {
  const t = useThemeText();
  const query = useQuery(versionQuery(theme.theme, number));
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={60} radius="md" />;
  if (query.data.changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t(number === 1 ? 'firstVersion' : 'noChanges')}
      </Text>
    );
  }
  return <ChangeList theme={theme} changes={query.data.changes} />;
}
