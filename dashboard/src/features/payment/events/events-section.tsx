import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { lazyPart } from '@/shared/ui/lazy-part';
import { usePaymentText } from '../i18n';

const GatewayEvents = lazyPart(() => import('./gateway-events').then((part) => ({ default: part.GatewayEvents })));

/** A button until somebody wants to see them: neither their code nor their rows are loaded with the form. */
export function EventsSection({ methodId }: { methodId: string }) {
  const t = usePaymentText();
  const [isShown, setShown] = useState(false);
  if (!isShown)
    return (
      <Button variant="default" onClick={() => setShown(true)}>
        {t('events.show')}
      </Button>
    );
  return (
    <Suspense fallback={null}>
      <GatewayEvents methodId={methodId} />
    </Suspense>
  );
}
