import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '@/shared/ui/copy';
import { useOnlinePaymentsCardText } from './i18n';

/** The gateway's id, as its dashboard is searched for it. */
export function GatewayReference({ reference }: { reference: string }) {
  const t = useOnlinePaymentsCardText();
  return (
    <>
      <span className="num">{reference}</span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={24}
        aria-label={t('copyReference')}
        onClick={() => void copyText(reference)}
      >
        <IconCopy size={15} />
      </ActionIcon>
    </>
  );
}
