import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useGalleryText } from './i18n';
import { UploadDialog } from './upload-dialog';

/** TH-05: a theme of one's own, as a ZIP file. */
export function UploadButton() {
  const t = useGalleryText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconUpload size={17} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('upload')}
      </Button>
      {isOpen && <UploadDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
