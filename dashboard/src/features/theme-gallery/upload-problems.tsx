import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useGalleryText } from './i18n';
import classes from './theme-gallery.module.css';
import { ARCHIVE, type UploadProblem } from './use-theme-upload';

/** What is wrong with a theme's file, by the files in it. */
export function UploadProblems({ problem: { name, files } }: { problem: UploadProblem }) {
  const t = useGalleryText();
  return (
    <Alert
      color="red"
      mb={14}
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('upload.refused', { name: `\u2068${name}\u2069` })}
    >
      <ul className={classes.problems} aria-label={t('upload.problems')}>
        {files.map(({ file, reasons }) => (
          <li key={file}>
            {file !== ARCHIVE && <code dir="ltr">{file}</code>}
            {reasons.map((reason) => (
              <p key={reason}>
                <bdi>{reason}</bdi>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
