import { Progress, Text } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { formatPercent } from '@/shared/i18n/format';
import { LazyDialog } from '@/shared/ui/lazy-overlay';
import { DropZone } from '@/shared/upload/drop-zone';
import { useGalleryText } from './i18n';
import classes from './theme-gallery.module.css';
import { UploadProblems } from './upload-problems';
import { UploadResult } from './upload-result';
import { useThemeUpload } from './use-theme-upload';

/** Takes a theme's file, says how far it is, and what is wrong with it or what became of it. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useGalleryText();
  const { state, send, stop } = useThemeUpload();
  const close = () => {
    stop();
    onClose();
  };
  return (
    <LazyDialog title={t('upload')} size={560} onClose={close}>
      {state.step === 'done' ? (
        <UploadResult uploaded={state.uploaded} onClose={close} />
      ) : state.step === 'sending' ? (
        <Sending name={state.name} share={state.share} />
      ) : (
        <>
          {state.problem ? (
            <UploadProblems problem={state.problem} />
          ) : (
            <Text size="sm" c="dimmed" mb={14}>
              {t('upload.about')}
            </Text>
          )}
          <DropZone
            label={t(state.problem ? 'upload.again' : 'upload.drop')}
            hint={t('upload.hint')}
            icon={<IconFileZip size={34} stroke={1.4} aria-hidden className={classes.zoneIcon} />}
            accept=".zip,application/zip"
            onFiles={([file]) => file && void send(file)}
          />
        </>
      )}
    </LazyDialog>
  );
}

function Sending({ name, share }: { name: string; share: number }) {
  const t = useGalleryText();
  const isSent = share >= 1;
  return (
    <div role="status">
      <div className={classes.sending}>
        <Text size="sm" fw={500} truncate>
          <bdi>{isSent ? t('upload.checking') : t('upload.sending', { name })}</bdi>
        </Text>
        {!isSent && (
          <Text size="sm" c="dimmed" className="num">
            {formatPercent(share, 0)}
          </Text>
        )}
      </div>
      <Progress value={share * 100} size={8} animated={isSent} aria-label={t('upload.sending', { name })} />
    </div>
  );
}
