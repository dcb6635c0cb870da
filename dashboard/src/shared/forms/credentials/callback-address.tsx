import { ActionIcon, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/language';
import { copyText } from '@/shared/ui/copy';
import { useCredentialText } from './i18n';

/** The address that a merchant enters in the provider's own settings. */
export function CallbackAddress({ label, address, help }: { label: string; address: string; help: string }) {
  const t = useCredentialText();
  const { dir } = useLanguage();
  return (
    <TextInput
      label={label}
      description={help}
      value={address}
      readOnly
      dir="ltr"
      styles={{
        label: { direction: dir, textAlign: 'start' },
        description: { direction: dir, textAlign: 'start' },
        root: { textAlign: 'start' },
      }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('callback.copy', { name: label })}
          onClick={() => void copyText(address)}
        >
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
