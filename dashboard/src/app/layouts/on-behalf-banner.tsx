import { Button } from '@mantine/core';
import { IconDoorExit } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAppText } from '../i18n';
import { leaveStore } from '../leave-store';
import { OnBehalfLine } from './on-behalf-line';

/** AU-06: shown above every page while an operator impersonates a merchant. */
export function OnBehalfBanner() {
  const t = useAppText();
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const leave = async () => {
    setLeaving(true);
    const isBack = await leaveStore();
    setLeaving(false);
    await navigate({ to: isBack ? '/' : '/login', replace: true });
  };
  return (
    <OnBehalfLine>
      <Button
        size="xs"
        variant="white"
        color="dark"
        loading={leaving}
        leftSection={<IconDoorExit size={16} className="flip" aria-hidden />}
        onClick={() => void leave()}
      >
        {t('onBehalf.leave')}
      </Button>
    </OnBehalfLine>
  );
}
