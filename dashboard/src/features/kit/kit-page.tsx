import { Stack } from '@mantine/core';
import { PageHeader } from '@/shared/ui/page';
import { useKitText } from './i18n';
import { KitColors } from './kit-colors';
import { KitControls } from './kit-controls';
import { KitFigures } from './kit-figures';
import { KitStates } from './kit-states';

/** Every part of the visual system with its states, in development only (docs/design-system.md). */
export function KitPage() {
  const t = useKitText();
  return (
    <>
      <PageHeader title={t('title')} />
      <Stack gap={20}>
        <KitColors />
        <KitStates />
        <KitControls />
        <KitFigures />
      </Stack>
    </>
  );
}
