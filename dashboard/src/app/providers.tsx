import { DirectionProvider, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { directionOf, useLanguageSwitch } from '@/shared/i18n/language';
import { useSkin } from '@/shared/ui/skin';
import { cssVariablesResolver, theme } from '@/shared/ui/theme';
import { ToastHost } from '@/shared/ui/toast';

/** Providers shared by both documents (the program's and the sign-in page's): direction, skin and toasts. */
export function Providers({ children }: { children: ReactNode }) {
  const skin = useSkin();
  const dir = directionOf(useLanguageSwitch());
  return (
    <DirectionProvider key={dir} initialDirection={dir}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={skin}>
        {children}
        <ToastHost />
      </MantineProvider>
    </DirectionProvider>
  );
}
